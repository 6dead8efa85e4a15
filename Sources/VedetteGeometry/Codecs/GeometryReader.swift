// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

/// Collects positions as doubles, with the places where lists end.
struct CoordinateSink: PositionSink {
    /// A run of positions for each list of positions.
    var runs: [Coordinates] = []
    /// For each list of lists, the number of runs at its end.
    var groupEnds: [Int] = []
    private var run = Coordinates()

    mutating func position(
        _ x: DecimalNumber, _ y: DecimalNumber, _ z: DecimalNumber?, in cursor: borrowing JSONCursor
    ) throws(JSONSyntaxError) {
        let third: Double? = if let z { try cursor.double(of: z) } else { nil }
        run.append(x: try cursor.double(of: x), y: try cursor.double(of: y), z: third)
    }

    mutating func endOfList(height: Int) {
        switch height {
        case 1:
            runs.append(run)
            run = Coordinates()
        case 2: groupEnds.append(runs.count)
        default: break
        }
    }

    /// Gives the last position a measure.
    mutating func measure(_ m: Double) { run.setLastMeasure(m) }

    /// The only position, where the text was a single position.
    var single: Coordinates { run }

    /// Runs grouped by list of lists.
    var groups: [[Coordinates]] {
        var start = 0
        return groupEnds.map { end in
            defer { start = end }
            return Array(runs[start..<end])
        }
    }
}

/// Collects positions as Esri JSON writes them: with up to four numbers, of which the third and fourth may be `null`.
///
/// The third number is kept as z and the fourth as m, whatever they are said to be.
struct EsriCoordinateSink: PositionSink {
    static let allowsNull = true
    private(set) var all = CoordinateSink()

    mutating func position(
        _ x: DecimalNumber, _ y: DecimalNumber, _ z: DecimalNumber?, in cursor: borrowing JSONCursor
    ) throws(JSONSyntaxError) {
        try all.position(x, y, z, in: cursor)
    }

    mutating func measure(_ m: DecimalNumber?, in cursor: borrowing JSONCursor) throws(JSONSyntaxError) {
        if let m { all.measure(try cursor.double(of: m)) }
    }

    mutating func endOfList(height: Int) { all.endOfList(height: height) }
}

/// Helpers that the GeoJSON and the Esri JSON reader share.
struct GeometryReader {
    var cursor: JSONCursor

    /// Runs a step of the cursor; its errors become ours.
    mutating func strictly<Value>(_ step: (inout JSONCursor) throws(JSONSyntaxError) -> Value) throws(GeometryError) -> Value {
        do {
            return try step(&cursor)
        } catch {
            throw GeometryError(error)
        }
    }

    /// Reads an object and hands each member's name and a reader at its value to `body`, which must read the value.
    mutating func readMembers(_ body: (String, inout GeometryReader) throws -> Void) throws {
        try strictly { cursor throws(JSONSyntaxError) in try cursor.expect(UInt8(ascii: "{")) }
        if cursor.take(UInt8(ascii: "}")) { return }
        var names: Set<String> = []
        repeat {
            let name = try readText()
            try strictly { cursor throws(JSONSyntaxError) in try cursor.expect(UInt8(ascii: ":")) }
            guard names.insert(name).inserted else {
                throw GeometryError(.invalidJSON, "the member \"\(name)\" appears twice", offset: cursor.offset)
            }
            try body(name, &self)
        } while cursor.take(UInt8(ascii: ","))
        try strictly { cursor throws(JSONSyntaxError) in try cursor.expect(UInt8(ascii: "}")) }
    }

    mutating func skip() throws {
        try strictly { cursor throws(JSONSyntaxError) in _ = try cursor.skipValue() }
    }

    mutating func readText() throws -> String {
        try strictly { cursor throws(JSONSyntaxError) in cursor.text(of: try cursor.readString()) }
    }

    mutating func readPositions<Sink: PositionSink>(_ sink: Sink) throws -> (height: Int?, sink: Sink) {
        var sink = sink
        do {
            let height = try cursor.readPositions(into: &sink)
            return (height, sink)
        } catch  where error.code == .unexpectedCharacter {
            throw GeometryError(
                .invalidCoordinate, "coordinates are not lists of [number, number], all nested alike (at byte \(error.offset + 1))",
                offset: error.offset)
        } catch {
            throw GeometryError(error)
        }
    }

    /// A number, or NaN where Esri JSON writes `null` or `"NaN"` for an empty point.
    mutating func readNumberOrNaN() throws -> Double {
        let (value, isText) = try strictly { cursor throws(JSONSyntaxError) -> (Double, Bool) in
            switch try cursor.peekValue() {
            case UInt8(ascii: "n"):
                try cursor.readWord("null")
                return (.nan, false)
            case UInt8(ascii: "\""):
                let string = try cursor.readString()
                return (.nan, !cursor.isEqual(string, "NaN"))
            default: return (try cursor.readDouble(), false)
            }
        }
        guard !isText else { throw GeometryError(.invalidCoordinate, "a coordinate is text; write a number", offset: cursor.offset) }
        return value
    }

    /// Runs `body` over all of `text`; nothing but white space may follow what it reads.
    static func read<Result>(_ text: String, _ body: (inout GeometryReader) throws -> Result) throws -> Result {
        var text = text
        return try text.withUTF8 { buffer in
            var reader = GeometryReader(cursor: JSONCursor(UnsafeRawBufferPointer(buffer)))
            let result = try body(&reader)
            try reader.strictly { cursor throws(JSONSyntaxError) in try cursor.expectEnd() }
            return result
        }
    }
}
