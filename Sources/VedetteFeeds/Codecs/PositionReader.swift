// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import VedetteGeometry

/// Reads the place of an observation from a geometry object.
enum PositionReader {
    typealias Place = (position: GridPosition?, altitude: Double?)

    enum Failure: Error {
        /// Not JSON: the whole record is lost.
        case syntax(JSONSyntaxError)
        /// JSON, but no place.
        case meaning(RecordError)
    }

    /// Collects one position; any more are counted only.
    private struct SinglePosition: PositionSink {
        var numbers: (x: DecimalNumber, y: DecimalNumber, z: DecimalNumber?)?

        mutating func position(
            _ x: DecimalNumber, _ y: DecimalNumber, _ z: DecimalNumber?, in cursor: borrowing JSONCursor
        ) throws(JSONSyntaxError) {
            if numbers == nil { numbers = (x, y, z) }
        }

        mutating func endOfList(height: Int) {}
    }

    /// Reads a GeoJSON Point; the cursor is at its brace.
    static func readGeoJSON(_ cursor: inout JSONCursor) throws(Failure) -> Place {
        var isPoint = false
        var sink = SinglePosition()
        var height: Int?
        var problem: RecordError?
        try members(&cursor) { key, cursor throws(JSONSyntaxError) in
            if cursor.isEqual(key, "type"), try cursor.peekValue() == UInt8(ascii: "\"") {
                let type = try cursor.readString()
                isPoint = cursor.isEqual(type, "Point")
                if !isPoint {
                    let name = Excerpt.of(cursor.text(of: type))
                    problem = RecordError(.notAnObservation, "a \(name) is no position; only a Point is")
                }
            } else if cursor.isEqual(key, "coordinates") {
                let start = cursor.offset
                do {
                    height = try cursor.readPositions(into: &sink)
                } catch {
                    // JSON all the same? Then only this position is bad.
                    cursor.offset = start
                    let range = try cursor.skipValue()
                    let text = Excerpt.of(cursor.bytes[range], limit: 60)
                    problem = RecordError(.invalidPosition, "the coordinates \(text) are not [longitude, latitude]")
                }
            } else {
                try cursor.skipValue()
            }
        }
        if let problem { throw .meaning(problem) }
        guard isPoint else { throw .meaning(RecordError(.notAnObservation, "the geometry has no \"type\"; it must be \"Point\"")) }
        guard height == 0, let numbers = sink.numbers else { return (nil, nil) }
        return try place(numbers, cursor)
    }

    private static func place(
        _ numbers: (x: DecimalNumber, y: DecimalNumber, z: DecimalNumber?), _ cursor: borrowing JSONCursor
    ) throws(Failure) -> Place {
        let bytes = cursor.bytes
        func text(_ number: DecimalNumber) -> String { Excerpt.of(bytes[number.range]) }
        do throws(RecordError) {
            let position = try PositionCheck.position(numbers.x, numbers.y, text(numbers.x), text(numbers.y))
            let altitude: Double? = if let z = numbers.z { try? cursor.double(of: z) } else { nil }
            return (position, altitude)
        } catch {
            throw .meaning(error)
        }
    }

    /// What spatial reference (WKID) a point has that names none.
    struct References: Sendable {
        /// The one that all have; nil for WGS 84.
        var common: Int?
        /// The one that is tried where coordinates are none in degrees.
        var fallback: Int?
    }

    /// Reads an Esri point; the cursor is at its brace. Another spatial reference than WGS 84 is projected.
    static func readEsri(_ cursor: inout JSONCursor, _ references: References = References()) throws(Failure) -> Place {
        var x: DecimalNumber?
        var y: DecimalNumber?
        var z: DecimalNumber?
        var isOther = false
        var reference = EsriReference.none
        try members(&cursor) { key, cursor throws(JSONSyntaxError) in
            if cursor.isEqual(key, "x") {
                x = try number(&cursor)
            } else if cursor.isEqual(key, "y") {
                y = try number(&cursor)
            } else if cursor.isEqual(key, "z") {
                z = try number(&cursor)
            } else if cursor.isEqual(key, "spatialReference") {
                reference = try readReference(&cursor)
            } else {
                isOther = isOther || cursor.isEqual(key, "rings") || cursor.isEqual(key, "paths") || cursor.isEqual(key, "points")
                try cursor.skipValue()
            }
        }
        guard !isOther else { throw .meaning(RecordError(.notAnObservation, "only a point, with \"x\" and \"y\", is a position")) }
        guard let x, let y else { return (nil, nil) }
        if case .none = reference, let common = references.common { reference = .number(common) }
        switch reference {
        case .none:
            guard let fallback = references.fallback, fallback != 4326 else { return try place((x, y, z), cursor) }
            do throws(Failure) {
                return try place((x, y, z), cursor)
            } catch {
                return try projected(x, y, z, fallback, cursor)
            }
        case .number(4326): return try place((x, y, z), cursor)
        case .number(let number): return try projected(x, y, z, number, cursor)
        case .unknown:
            throw .meaning(RecordError(.invalidPosition, "the spatial reference has no \"wkid\" that is a whole number; give it one"))
        }
    }

    /// A number; nil for what Esri JSON writes for an empty point: `null` or `"NaN"`.
    private static func number(_ cursor: inout JSONCursor) throws(JSONSyntaxError) -> DecimalNumber? {
        switch try cursor.peekValue() {
        case UInt8(ascii: "n"):
            try cursor.readWord("null")
            return nil
        case UInt8(ascii: "\""):
            let string = try cursor.readString()
            guard cursor.isEqual(string, "NaN") else { throw JSONSyntaxError(.invalidNumber, at: string.range.lowerBound) }
            return nil
        default: return try cursor.readNumber()
        }
    }

    /// What a point says of its spatial reference.
    private enum EsriReference {
        case none
        case number(Int)
        /// It has one, but not by a number: coordinates in an unknown unit must not pass for degrees.
        case unknown
    }

    private static func readReference(_ cursor: inout JSONCursor) throws(JSONSyntaxError) -> EsriReference {
        guard try cursor.peekValue() == UInt8(ascii: "{") else {
            let isNull = cursor.next == UInt8(ascii: "n")
            try cursor.skipValue()
            return isNull ? .none : .unknown
        }
        try cursor.expect(UInt8(ascii: "{"))
        if cursor.take(UInt8(ascii: "}")) { return .none }
        var id: Int?
        var latest: Int?
        repeat {
            cursor.skipWhitespace()
            let key = try cursor.readString()
            try cursor.expect(UInt8(ascii: ":"))
            if cursor.isEqual(key, "wkid") {
                id = try readWholeNumber(&cursor)
            } else if cursor.isEqual(key, "latestWkid") {
                latest = try readWholeNumber(&cursor)
            } else {
                try cursor.skipValue()
            }
        } while cursor.take(UInt8(ascii: ","))
        try cursor.expect(UInt8(ascii: "}"))
        return (latest ?? id).map { .number($0) } ?? .unknown
    }

    /// A whole number; nil for any other value.
    private static func readWholeNumber(_ cursor: inout JSONCursor) throws(JSONSyntaxError) -> Int? {
        let range = try cursor.skipValue()
        var inner = JSONCursor(UnsafeRawBufferPointer(rebasing: cursor.bytes[range]))
        return (try? inner.readNumber())?.int64.flatMap { Int(exactly: $0) }
    }

    /// No plane is wider than this many of its units; beyond it doubles have no fractions worth having either.
    private static let widestPlane = 1e10

    private static func projected(
        _ x: DecimalNumber, _ y: DecimalNumber, _ z: DecimalNumber?, _ reference: Int, _ cursor: borrowing JSONCursor
    ) throws(Failure) -> Place {
        guard let wkid = WKID(reference), let east = try? cursor.double(of: x), let north = try? cursor.double(of: y) else {
            throw .meaning(RecordError(.invalidPosition, "the spatial reference \(reference) is none"))
        }
        let point = Point(x: east, y: north, spatialReference: SpatialReference(wkid: wkid, latestWKID: nil))
        guard abs(east) <= widestPlane, abs(north) <= widestPlane, let placed = GeometryEngine.project(point, into: .wgs84),
            let position = GridPosition(longitude: placed.x, latitude: placed.y)
        else {
            throw .meaning(
                RecordError(.invalidPosition, "the position \(east), \(north) cannot be projected from the spatial reference \(reference)"))
        }
        let altitude: Double? = if let z { try? cursor.double(of: z) } else { nil }
        return (position, altitude)
    }

    private static func members(
        _ cursor: inout JSONCursor, _ body: (JSONString, inout JSONCursor) throws(JSONSyntaxError) -> Void
    ) throws(Failure) {
        do {
            try cursor.readMembers(body)
        } catch {
            throw .syntax(error)
        }
    }
}
