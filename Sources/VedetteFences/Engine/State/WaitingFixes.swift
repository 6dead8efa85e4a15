// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

internal import CPrefetch

/// A fix as the engine decides it.
struct FenceFix: Equatable, Sendable {
    /// Microseconds since 1970; `FenceFixes.noTime` where there is none.
    var time: Int64
    var longitude: Int32
    var latitude: Int32
    /// Which record of the feed it was.
    var ordinal: UInt64
    /// Metres; above 0 and finite where the fix is a disc, else 0.
    var accuracy: Double
    /// Metres a second; NaN where not known.
    var speed: Double
}

/// The fixes of one track that wait for late ones, in the order of their times, ties by arrival.
struct WaitingFixes: Sendable {
    private var fixes: [FenceFix] = []
    /// Those before were taken.
    private var head = 0

    var count: Int { fixes.count - head }
    var isEmpty: Bool { count == 0 }
    var first: FenceFix? { isEmpty ? nil : fixes[head] }
    var all: ArraySlice<FenceFix> { fixes[head...] }

    /// Fetches the memory that the next calls need.
    @inline(__always)
    func prefetch() {
        fixes.withUnsafeBufferPointer { fixes in
            guard let base = fixes.baseAddress else { return }
            vedette_prefetch_write(base + head)
            vedette_prefetch_write(base + fixes.count)
        }
    }

    /// Puts a fix behind all that are not later. O(1) for one that is not out of order, else O(waiting).
    mutating func insert(_ fix: FenceFix) {
        var place = fixes.count
        while place > head, fixes[place - 1].time > fix.time { place -= 1 }
        fixes.insert(fix, at: place)
    }

    /// Takes the oldest. Amortised O(1).
    mutating func removeFirst() -> FenceFix {
        let fix = fixes[head]
        head += 1
        if head == fixes.count {
            fixes.removeAll(keepingCapacity: true)
            head = 0
        } else if head >= 32, head * 2 >= fixes.count {
            fixes.removeFirst(head)
            head = 0
        }
        return fix
    }
}
