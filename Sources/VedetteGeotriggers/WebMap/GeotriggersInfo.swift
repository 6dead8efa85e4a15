// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import VedetteGeometry
import VedetteModel

/// Geotriggers as a web map keeps them, in its member `geotriggersInfo`.
public struct GeotriggersInfo: Hashable, Sendable {
    /// The fence geotriggers, in their order.
    public var geotriggers: [FenceGeotriggerInfo]

    /// What stands among the geotriggers and is none of a kind that is known here, as JSON: it is written back behind the others.
    public private(set) var unknownGeotriggers: [String] = []

    public init(geotriggers: [FenceGeotriggerInfo] = []) {
        self.geotriggers = geotriggers
    }

    /// Reads the object `geotriggersInfo`, or a whole web map that has one.
    ///
    /// - Throws: ``GeotriggerError/Code/invalidJSON`` that names the geotrigger and the member at fault.
    public static func fromJSON(_ text: String) throws -> GeotriggersInfo {
        var text = text
        let value: JSONValue
        do {
            value = try text.withUTF8 { try JSONValue(text: UnsafeRawBufferPointer($0)) }
        } catch {
            throw GeotriggerError(.invalidJSON, "the text is not JSON: \(error)", underlyingError: error)
        }
        guard let list = (value["geotriggersInfo"] ?? value)["geotriggers"]?.elements else {
            throw GeotriggerError(
                .invalidJSON, "there is no list \"geotriggers\"; hand in the object geotriggersInfo of a web map, or the web map")
        }
        var info = GeotriggersInfo()
        for (number, element) in list.enumerated() {
            guard element["type"]?.text == "fence" else {
                info.unknownGeotriggers.append(element.json)
                continue
            }
            do throws(GeotriggerError) {
                info.geotriggers.append(try FenceGeotriggerInfo(element))
            } catch {
                throw GeotriggerError(.invalidJSON, "geotrigger \(number + 1): \(error.message)")
            }
        }
        return info
    }

    /// The object `geotriggersInfo` as JSON. Equal values give equal texts.
    public func toJSON() -> String {
        "{\"geotriggers\":[" + (geotriggers.map { $0.value.json } + unknownGeotriggers).joined(separator: ",") + "]}"
    }
}

extension JSONValue {
    var json: String {
        var output: [UInt8] = []
        append(to: &output)
        return String(decoding: output, as: UTF8.self)
    }
}
