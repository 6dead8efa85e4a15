// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import VedetteGeometry
import VedetteModel

extension FuzzTarget {
    /// The reader of JSON under all the others, its numbers against those of the C library.
    static let json = FuzzTarget("json") { bytes in
        number(bytes)
        var cursor = JSONCursor(bytes)
        let isSkipped = accepted {
            _ = try cursor.skipValue()
            try cursor.expectEnd()
        }
        guard let value = accepted({ try JSONValue(text: bytes) }) else { return }
        require(isSkipped != nil, "what can be read can be skipped")
        require(
            accepted({ try JSONSerialization.jsonObject(with: Data(bytes), options: .fragmentsAllowed) }) != nil,
            "what is JSON here is JSON for Foundation")
        guard let text = value.attribute as? String else { return }
        switch value {
        case .array, .object:
            let again = mustRead(text) { try Array(text.utf8).withUnsafeBytes { try JSONValue(text: $0) } }
            // As text: a whole number may have been written with a fraction.
            require(again.attribute as? String == text, "\(text) comes back as \(again)")
        default: break
        }
    }

    private static func number(_ bytes: UnsafeRawBufferPointer) {
        var cursor = JSONCursor(bytes)
        guard let number = accepted({ try cursor.readNumber() }), cursor.offset == bytes.count else { return }
        let text = String(decoding: bytes[number.range], as: UTF8.self)
        let expected = strtod(text, nil)
        if let value = accepted({ try cursor.double(of: number) }) {
            require(value == expected && value.isFinite, "\(text) is \(expected), not \(value)")
        } else {
            require(expected.isInfinite, "\(text) is \(expected)")
        }
        if number.isInteger { require(number.int64 == Int64(text), "\(text) as a whole number is \(String(describing: number.int64))") }
        var compacted: [UInt8] = []
        JSONWriter.append(expected.isFinite ? expected : 0, to: &compacted)
        require(!expected.isFinite || strtod(String(decoding: compacted, as: UTF8.self), nil) == expected, "\(text) comes back")
    }

    /// Feature sets of services and GeoJSON, as tables read them.
    static let featureSet = FuzzTarget(text: "feature-set") { text in
        var copy = text
        copy.withUTF8 { utf8 in
            let bytes = UnsafeRawBufferPointer(utf8)
            for isGeoJSON in [false, true] {
                guard var set = accepted({ isGeoJSON ? try FeatureSetReader.geoJSON(bytes) : try FeatureSetReader.esriJSON(bytes) }) else {
                    continue
                }
                set.completeFields()
                require(set.rows.count <= bytes.count, "a feature has one byte at least")
                for row in set.rows { require(row.geometry.map { ShapeComparison.isFinite($0) } ?? true, "coordinates are finite") }
            }
        }
        for isGeoJSON in [false, true] {
            guard
                let table = accepted({
                    isGeoJSON ? try FeatureCollectionTable.fromGeoJSON(text) : try FeatureCollectionTable.fromJSON(text)
                })
            else { continue }
            require(table.fields.contains { $0.name == table.objectIDFieldName }, "a table has its object ids")
        }
    }
}
