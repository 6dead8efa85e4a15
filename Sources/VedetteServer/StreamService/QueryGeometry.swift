// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import VedetteGeometry
import VedetteModel

/// Reads the geometry of a filter or a query: `xmin,ymin,xmax,ymax`, `x,y`, or Esri JSON.
enum QueryGeometry {
    /// - Parameters:
    ///   - json: an object, or the text of one.
    ///   - reference: what a geometry without a spatial reference is in.
    /// - Throws: ``ServiceError`` with what is wrong with it.
    /// - Returns: the geometry, with its spatial reference, and the JSON that stands for it.
    static func read(_ json: JSONValue, default reference: SpatialReference) throws(ServiceError) -> (Geometry, JSONValue) {
        var json = json
        if let text = json.text {
            if let numbers = numbers(text) {
                guard numbers.count == 4 else {
                    let point = Point(x: numbers[0], y: numbers[1], spatialReference: reference)
                    return (point, .object(["x": .number(numbers[0]), "y": .number(numbers[1]), "spatialReference": reference.esriJSON]))
                }
                let names = ["xmin", "ymin", "xmax", "ymax"]
                json = .object(Dictionary(uniqueKeysWithValues: zip(names, numbers.map { JSONValue.number($0) })))
            } else {
                let bytes = Array(text.utf8)
                guard let parsed = bytes.withUnsafeBytes({ try? JSONValue(text: $0) }) else {
                    throw ServiceError(400, "geometry: is neither xmin,ymin,xmax,ymax nor Esri JSON")
                }
                json = parsed
            }
        }
        guard case .object(var members) = json else { throw ServiceError(400, "geometry: must be an object") }
        if json["spatialReference"] == nil { members["spatialReference"] = reference.esriJSON }
        json = .object(members)
        do {
            if let envelope = try envelope(json) { return (envelope, json) }
            let geometry = try Geometry.fromJSON(JSONText.text(json))
            guard let own = geometry.spatialReference, own.isGeographic || own.isProjected else {
                throw ServiceError(400, "the spatial reference is not known")
            }
            return (geometry, json)
        } catch {
            throw ServiceError(error, in: "geometry")
        }
    }

    private static func numbers(_ text: String) -> [Double]? {
        let parts = text.split(separator: ",", omittingEmptySubsequences: false)
        let numbers = parts.compactMap { Double($0.trimmingCharacters(in: .whitespaces)) }
        guard numbers.count == parts.count, numbers.count == 4 || numbers.count == 2, numbers.allSatisfy(\.isFinite) else { return nil }
        return numbers
    }

    /// An envelope; of one that goes over the 180th meridian, from `xmin` eastward to a smaller `xmax`, the two parts.
    private static func envelope(_ json: JSONValue) throws -> Geometry? {
        func number(_ name: String) -> Double? { (json[name]?.attribute).flatMap { AttributeValue($0).asDouble } }
        guard let xMin = number("xmin"), let yMin = number("ymin"), let xMax = number("xmax"), let yMax = number("ymax"), xMin > xMax else {
            return nil
        }
        guard let reference = json["spatialReference"]?.spatialReference,
            let edge = reference == .wgs84 ? 180 : reference == .webMercator ? 20_037_508.342789244 : nil, yMin <= yMax
        else { throw ServiceError(400, "xmin is larger than xmax") }
        func ring(_ west: Double, _ east: Double) -> Coordinates {
            Coordinates(x: [west, west, east, east, west], y: [yMin, yMax, yMax, yMin, yMin])
        }
        return Polygon(polygons: [[ring(xMin, edge)], [ring(-edge, xMax)]], spatialReference: reference)
    }
}

extension AttributeValue {
    fileprivate var asDouble: Double? {
        switch self {
        case .integer(let value): Double(value)
        case .number(let value): value
        default: nil
        }
    }
}
