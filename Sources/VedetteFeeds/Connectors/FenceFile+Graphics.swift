// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import VedetteFences
import VedetteGeometry
package import VedetteModel

extension FenceFile {
    /// Reads fences as graphics, for a monitor: each has its properties as attributes, and its id as the attribute `id`.
    ///
    /// - Throws: as ``read(_:idField:keepsGeometry:onIssue:onProgress:)``.
    package static func graphics(_ address: FeedAddress, idField: String?, onIssue: (FeedIssue) -> Void) async throws -> [Graphic] {
        let set = try await read(address, idField: idField, keepsGeometry: true, onIssue: onIssue)
        return try set.index.ids.indices.map { number in
            let geometry = try Geometry.fromGeoJSON(String(decoding: set.geometries[number], as: UTF8.self))
            var attributes = self.attributes(set.attributes[number])
            attributes["id"] = set.index.ids[number]
            return Graphic(geometry: geometry, attributes: attributes)
        }
    }

    /// The members of a JSON object that are text, numbers or truth values.
    private static func attributes(_ json: [UInt8]) -> [String: any Sendable] {
        guard let object = try? JSONSerialization.jsonObject(with: Data(json)) as? [String: Any] else { return [:] }
        var result: [String: any Sendable] = [:]
        for (name, value) in object {
            if let text = value as? String {
                result[name] = text
            } else if let number = value as? NSNumber {
                result[name] = CFBooleanCheck.isBoolean(number) ? number.boolValue as any Sendable : number.doubleValue
            }
        }
        return result
    }

    /// Foundation reads JSON's truth values as numbers of a kind of their own.
    private enum CFBooleanCheck {
        static func isBoolean(_ number: NSNumber) -> Bool {
            String(cString: number.objCType) == "c"
        }
    }
}
