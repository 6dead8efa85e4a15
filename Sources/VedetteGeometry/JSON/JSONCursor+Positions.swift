// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

/// Takes the positions of a nested coordinate array, as GeoJSON and Esri JSON write them.
package protocol PositionSink {
    /// One position: its first two numbers and, where there are more, the third. Throws to refuse it.
    mutating func position(
        _ x: DecimalNumber, _ y: DecimalNumber, _ z: DecimalNumber?, in cursor: borrowing JSONCursor) throws(JSONSyntaxError)

    /// A list has ended: height 1 is a list of positions, 2 a list of those, and so on.
    mutating func endOfList(height: Int)

    /// Whether `null` may stand for the third and fourth number of a position, as it does in Esri JSON. It may not unless said so.
    static var allowsNull: Bool { get }

    /// The fourth number of the position that was handed over last, where there is one: nil for `null`. Ignored unless said so.
    mutating func measure(_ m: DecimalNumber?, in cursor: borrowing JSONCursor) throws(JSONSyntaxError)
}

extension PositionSink {
    package static var allowsNull: Bool { false }
    package mutating func measure(_ m: DecimalNumber?, in cursor: borrowing JSONCursor) throws(JSONSyntaxError) {}
}

extension JSONCursor {
    /// Reads a position or nested lists of positions.
    ///
    /// - Returns: 0 for a single position, 1 for a list of positions, and so on up to 3; nil where every list is empty.
    /// - Throws: also where positions stand at different depths, or a position has fewer than two numbers.
    package mutating func readPositions(into sink: inout some PositionSink) throws(JSONSyntaxError) -> Int? {
        try readPositions(into: &sink, depth: 0)
    }

    private mutating func readPositions(into sink: inout some PositionSink, depth: Int) throws(JSONSyntaxError) -> Int? {
        let start = offset
        try expect(UInt8(ascii: "["))
        if take(UInt8(ascii: "]")) {
            return nil
        }
        guard try peekValue() == UInt8(ascii: "[") else {
            try readPosition(into: &sink)
            return 0
        }
        guard depth < 3 else { throw JSONSyntaxError(.tooDeep, at: offset) }
        var height: Int?
        repeat {
            let inner = try readPositions(into: &sink, depth: depth + 1)
            if let inner, let known = height, inner != known { throw JSONSyntaxError(.unexpectedCharacter, at: start) }
            height = height ?? inner
        } while take(UInt8(ascii: ","))
        try expect(UInt8(ascii: "]"))
        guard let height else { return nil }
        sink.endOfList(height: height + 1)
        return height + 1
    }

    /// Reads the numbers of a position and its closing bracket; the opening one has been taken.
    private mutating func readPosition(into sink: inout some PositionSink) throws(JSONSyntaxError) {
        let x = try readNumber()
        try expect(UInt8(ascii: ","))
        let y = try readNumber()
        var (z, m): (DecimalNumber?, DecimalNumber?)
        var count = 2
        while take(UInt8(ascii: ",")) {
            let value = try readNumber(orNull: type(of: sink).allowsNull)
            count += 1
            if count == 3 { z = value }
            if count == 4 { m = value }
        }
        try expect(UInt8(ascii: "]"))
        try sink.position(x, y, z, in: self)
        if count > 3 { try sink.measure(m, in: self) }
    }

    private mutating func readNumber(orNull allowsNull: Bool) throws(JSONSyntaxError) -> DecimalNumber? {
        guard allowsNull, try peekValue() == UInt8(ascii: "n") else { return try readNumber() }
        try readWord("null")
        return nil
    }
}
