// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import VedetteGeometry

/// What the members around a list of features say of its spatial reference.
enum CollectionReference {
    /// The EPSG or Esri number in `"spatialReference":{"wkid":…}` or in a `crs` name such as `urn:ogc:def:crs:EPSG::3857`; nil where none is named.
    ///
    /// `text` is a piece of an object, so only the members are looked for, not what stands around them.
    static func wkid(in text: [UInt8]) -> Int? {
        text.withUnsafeBytes { bytes in
            var start = 0
            while let quote = FramingBytes.find(UInt8(ascii: "\""), in: bytes, from: start) {
                var cursor = JSONCursor(bytes, at: quote)
                guard let key = try? cursor.readString() else { return nil }
                start = cursor.offset
                if cursor.isEqual(key, "spatialReference"), cursor.take(UInt8(ascii: ":")), let number = esriNumber(&cursor) {
                    return number
                }
                if cursor.isEqual(key, "crs"), cursor.take(UInt8(ascii: ":")), let number = namedNumber(&cursor) { return number }
            }
            return nil
        }
    }

    private static func esriNumber(_ cursor: inout JSONCursor) -> Int? {
        var latest: Int?
        var id: Int?
        try? cursor.readMembers { key, cursor throws(JSONSyntaxError) in
            if cursor.isEqual(key, "wkid"), let number = try? cursor.readNumber() {
                id = number.int64.map(Int.init)
            } else if cursor.isEqual(key, "latestWkid"), let number = try? cursor.readNumber() {
                latest = number.int64.map(Int.init)
            } else {
                try cursor.skipValue()
            }
        }
        return latest ?? id
    }

    private static func namedNumber(_ cursor: inout JSONCursor) -> Int? {
        var found: Int?
        try? cursor.readMembers { key, cursor throws(JSONSyntaxError) in
            guard cursor.isEqual(key, "properties") else {
                try cursor.skipValue()
                return
            }
            try cursor.readMembers { key, cursor throws(JSONSyntaxError) in
                guard cursor.isEqual(key, "name"), try cursor.peekValue() == UInt8(ascii: "\"") else {
                    try cursor.skipValue()
                    return
                }
                let name = cursor.text(of: try cursor.readString())
                // OGC's CRS84 is WGS 84 with longitude first.
                found = name.hasSuffix("CRS84") ? 4326 : name.split(separator: ":").last.flatMap { Int($0) }
            }
        }
        return found
    }
}
