// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import VedetteGeometry

/// Whether two geometries are the same but for what their formats cannot say.
///
/// A height or measure that is missing is the same as NaN, an empty part the same as none.
enum ShapeComparison {
    /// Compares a geometry as it was read with the same one, written and read again.
    ///
    /// Where `eitherDirection`, a run may be the other way round: rings without an area have no direction to keep; and the rings of an area
    /// may come in another order: a hole is written behind the ring that it lies in. Measures count only `withMeasures`, in formats that
    /// have them.
    static func isSame(_ first: Geometry, _ second: Geometry, eitherDirection: Bool = false, withMeasures: Bool = true) -> Bool {
        guard type(of: first) == type(of: second) else { return false }
        // What else an empty point has says nothing.
        if first.isEmpty || second.isEmpty { return first.isEmpty == second.isEmpty }
        var (left, right) = (positions(first, withMeasures), positions(second, withMeasures))
        if eitherDirection, first is Polygon { (left, right) = (ordered(left), ordered(right)) }
        return left.count == right.count
            && zip(left, right).allSatisfy { $0 == $1 || (eitherDirection && $0 == $1.reversed()) }
    }

    /// Rings in an order, and each in a direction, that depend on nothing but the places in them.
    private static func ordered(_ rings: [[Position]]) -> [[Position]] {
        func isBefore(_ first: [Position], _ second: [Position]) -> Bool {
            first.lexicographicallyPrecedes(second) { $0.key.lexicographicallyPrecedes($1.key) }
        }
        return rings.map { isBefore($0.reversed(), $0) ? $0.reversed() : $0 }.sorted(by: isBefore)
    }

    /// Whether every x and y is a number.
    static func isFinite(_ geometry: Geometry) -> Bool {
        geometry.isEmpty || geometry.runs.allSatisfy { $0.x.allSatisfy(\.isFinite) && $0.y.allSatisfy(\.isFinite) }
    }

    private struct Position: Equatable {
        var numbers: [Double]

        /// Orders as the numbers do, NaN last, the zeros alike.
        var key: [UInt64] {
            numbers.map { number in
                if number.isNaN { return .max }
                let bits = (number + 0).bitPattern
                return bits >> 63 == 1 ? ~bits : bits | 1 << 63
            }
        }

        static func == (lhs: Position, rhs: Position) -> Bool {
            zip(lhs.numbers, rhs.numbers).allSatisfy { $0 == $1 || ($0.isNaN && $1.isNaN) }
        }
    }

    private static func positions(_ geometry: Geometry, _ withMeasures: Bool) -> [[Position]] {
        geometry.runs.filter { !$0.isEmpty }.map { run in
            (0..<run.count).map { index in
                Position(numbers: [run.x[index], run.y[index], run.z?[index] ?? .nan, withMeasures ? run.m?[index] ?? .nan : .nan])
            }
        }
    }
}
