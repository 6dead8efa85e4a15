// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

/// Puts vertices on curves, so close that straight lines between them stay within a tolerance.
///
/// It keeps count, and refuses to make more vertices than a shape may have.
struct CurveSampler {
    /// The most vertices that one shape is made of.
    static let maximumCount = 3_000_000
    /// How often a piece is halved at the most.
    private static let maximumDepth = 24

    private(set) var count = 0

    /// Vertices of a curve from its start up to, and not with, its end.
    ///
    /// - Parameters:
    ///   - pieces: how many pieces to begin with.
    ///   - start: the value at share 0.
    ///   - end: the value at share 1.
    ///   - value: the value at a share.
    ///   - isStraight: whether the straight line from the first to the third comes close enough to the second, which is between.
    /// - Returns: the values at the vertices.
    /// - Throws: ``GeometryError`` where there would be too many, or what `value` throws.
    mutating func sample<Value>(
        pieces: Int, from start: Value, to end: Value, value: (Double) throws -> Value, isStraight: (Value, Value, Value) -> Bool
    ) throws -> [Value] {
        var values: [Value] = []
        var last = start
        for piece in 0..<max(1, pieces) {
            let shares = (Double(piece) / Double(max(1, pieces)), Double(piece + 1) / Double(max(1, pieces)))
            let next = piece + 1 >= pieces ? end : try value(shares.1)
            values.append(last)
            try halve(shares, last, next, depth: 0, &values, value, isStraight)
            last = next
        }
        count += values.count
        guard count <= Self.maximumCount else { throw Self.tooMany }
        return values
    }

    private func halve<Value>(
        _ shares: (Double, Double), _ start: Value, _ end: Value, depth: Int, _ values: inout [Value], _ value: (Double) throws -> Value,
        _ isStraight: (Value, Value, Value) -> Bool
    ) throws {
        let middle = (shares.0 + shares.1) / 2
        let between = try value(middle)
        // A curve that bends both ways may cross its chord in the middle: a second look, off the middle.
        if isStraight(start, between, end), isStraight(start, try value(shares.0 + 0.21 * (shares.1 - shares.0)), end) { return }
        guard values.count + count < Self.maximumCount else { throw Self.tooMany }
        guard depth < Self.maximumDepth else {
            throw GeometryError(
                .operationFailed, "a line passes too closely by a pole or the other end of the Earth; move it, or change the distance")
        }
        try halve((shares.0, middle), start, between, depth: depth + 1, &values, value, isStraight)
        values.append(between)
        try halve((middle, shares.1), between, end, depth: depth + 1, &values, value, isStraight)
    }

    static var tooMany: GeometryError {
        GeometryError(.operationFailed, "the shape would have more than \(maximumCount) vertices; allow a larger deviation")
    }

    /// The distance of a position from the line between two others.
    static func distance(_ position: SIMD2<Double>, from start: SIMD2<Double>, to end: SIMD2<Double>) -> Double {
        let (along, off) = (end - start, position - start)
        let length = (along * along).sum()
        let share = length > 0 ? min(max((along * off).sum() / length, 0), 1) : 0
        let rest = off - share * along
        return (rest * rest).sum().squareRoot()
    }
}
