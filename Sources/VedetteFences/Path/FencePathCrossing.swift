// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

package import VedetteGeometry

/// Where the straight way between two fixes passes into or out of a fence.
package struct FencePathCrossing: Equatable, Sendable {
    package var fence: UInt32
    /// `entered` or `exited`.
    package var kind: FenceEvent.Kind
    /// How far along the way, exactly: numerator / denominator, 0 to 1.
    ///
    /// Not in lowest terms. Both fit 63 bits, so that the products of two such fractions fit 126.
    package var numerator: Int128
    /// More than 0.
    package var denominator: Int128
    /// The place, to the nearest step of the grid; halfway between two, the even one.
    package var position: GridPosition

    package init(fence: UInt32, kind: FenceEvent.Kind, numerator: Int128, denominator: Int128, position: GridPosition) {
        self.fence = fence
        self.kind = kind
        self.numerator = numerator
        self.denominator = denominator
        self.position = position
    }

    /// The moment of a crossing between two fixes, to the nearest microsecond; halfway between two, the even one.
    ///
    /// Exact for any two times: the difference has at most 64 bits and the numerator 63, so their product fits 127 bits.
    package func time(from start: Int64, to end: Int64) -> Int64 {
        let product = (Int128(end) - Int128(start)) * numerator
        return Int64(truncatingIfNeeded: Int128(start) + FenceWay.quotient(product, denominator, evenWith: start & 1 != 0))
    }

    /// Whether this one is nearer to the start of the same way.
    func isBefore(_ other: FencePathCrossing) -> Bool {
        numerator * other.denominator < other.numerator * denominator
    }

    func isLevel(with other: FencePathCrossing) -> Bool {
        numerator * other.denominator == other.numerator * denominator
    }
}
