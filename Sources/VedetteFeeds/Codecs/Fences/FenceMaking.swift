// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

package import VedetteFences
package import VedetteGeometry

/// What becomes of geometries on their way to being fences.
package struct FenceMaking: Sendable {
    /// How far around a geometry its fence reaches, in metres; 0 for the geometry itself, which then must be an area.
    package var bufferDistance: Double
    /// Whether a ring that crosses itself is repaired, not refused.
    package var repairs: Bool

    package init(bufferDistance: Double = 0, repairs: Bool = false) {
        (self.bufferDistance, self.repairs) = (bufferDistance, repairs)
    }

    /// Whether geometries stay as they are.
    var isPlain: Bool { bufferDistance == 0 && !repairs }

    static func isGeometry(_ type: String?) -> Bool {
        switch type {
        case "Point", "MultiPoint", "LineString", "MultiLineString", "Polygon", "MultiPolygon", "GeometryCollection": true
        default: false
        }
    }

    /// The fence of a geometry.
    package func shape(_ geometry: Geometry?) throws(FenceShapeError) -> FenceShape {
        try FenceShape(geometry, bufferDistance: bufferDistance, repairs: repairs)
    }

    func shape(_ polygons: [[[GridPosition]]]) throws(FenceShapeError) -> FenceShape {
        try FenceShape(polygons: polygons, bufferDistance: bufferDistance, repairs: repairs)
    }
}

extension FenceGeometryReader {
    /// Reads any geometry and makes a fence of it, with a buffer or repaired.
    static func read(_ text: UnsafeRawBufferPointer, name: String, making: FenceMaking) throws(RecordError) -> FenceShape {
        do {
            let (type, members) = try typeAndMembers(text)
            switch type {
            case "GeometryCollection":
                var shapes: [FenceShape] = []
                for member in members { shapes.append(try making.shape(Geometry.fromGeoJSON(member))) }
                return try FenceShape(union: shapes)
            // Their rings are grouped already.
            case "Polygon", "MultiPolygon": return try making.shape(try area(text, name: name))
            default: return try making.shape(Geometry.fromGeoJSON(String(decoding: text, as: UTF8.self)))
            }
        } catch let error as RecordError {
            throw error
        } catch let error as FenceShapeError {
            throw RecordError(.invalidPosition, "fence \(name): \(error.message)")
        } catch {
            throw RecordError(.invalidPosition, "fence \(name): \(error)")
        }
    }

    /// What a geometry is, and what a collection holds, which may have no collection in it.
    private static func typeAndMembers(_ text: UnsafeRawBufferPointer) throws -> (type: String, members: [String]) {
        var type = ""
        var members: [String] = []
        var cursor = JSONCursor(text)
        try cursor.readMembers { key, cursor throws(JSONSyntaxError) in
            if cursor.isEqual(key, "type"), try cursor.peekValue() == UInt8(ascii: "\"") {
                type = cursor.text(of: try cursor.readString())
            } else if cursor.isEqual(key, "geometries"), try cursor.peekValue() == UInt8(ascii: "[") {
                members = []
                try cursor.expect(UInt8(ascii: "["))
                if cursor.take(UInt8(ascii: "]")) { return }
                repeat {
                    let range = try cursor.skipValue()
                    members.append(String(decoding: cursor.bytes[range], as: UTF8.self))
                } while cursor.take(UInt8(ascii: ","))
                try cursor.expect(UInt8(ascii: "]"))
            } else {
                try cursor.skipValue()
            }
        }
        return (type, members)
    }
}
