// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

/// What the 16 children of a cell get, counted.
struct FenceChildCounts {
    let edges: UnsafeMutablePointer<Int>
    let parts: UnsafeMutablePointer<Int>
    let coverings: UnsafeMutablePointer<Int>
    let polygons: UnsafeMutablePointer<Int>
    /// Edges, those of whole polygons too; then the budgets.
    let weights: UnsafeMutablePointer<Int>

    /// How many numbers it needs.
    static let size = 80

    init(_ memory: UnsafeMutablePointer<Int>) {
        memory.initialize(repeating: 0, count: Self.size)
        (edges, parts, coverings, polygons, weights) = (memory, memory + 16, memory + 32, memory + 48, memory + 64)
    }

    func sum(_ counts: UnsafeMutablePointer<Int>) -> Int {
        var sum = 0
        for child in 0..<16 { sum &+= counts[child] }
        return sum
    }
}

/// The numbers of the bits that are set, ascending.
struct FenceBits: Sequence, IteratorProtocol {
    private var bits: UInt32

    @inline(__always) init(_ bits: UInt32) { self.bits = bits }

    @inline(__always)
    mutating func next() -> Int? {
        guard bits != 0 else { return nil }
        defer { bits &= bits &- 1 }
        return bits.trailingZeroBitCount
    }
}
