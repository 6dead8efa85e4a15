// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

/// The lines of tracks, each in a cache line of its own, and where each track is, more or less, for finding those near an edit.
struct FenceTrackStore: ~Copyable {
    private(set) var lines: UnsafeMutablePointer<FenceTrackLine>
    /// For each track the 2^20 cell of its last looked-up position: row << 12 | column.
    private(set) var homes: UnsafeMutablePointer<UInt32>
    private(set) var count = 0
    private var capacity = 0

    static let homeShift: UInt32 = 20
    static let noHome = UInt32.max

    init() {
        lines = Self.allocate(1)
        homes = .allocate(capacity: 1)
    }

    deinit {
        for track in 0..<count where lines[track].count > FenceTrackLine.inlineCount { FenceTrackLine.ids(lines + track).deallocate() }
        UnsafeMutableRawPointer(lines).deallocate()
        homes.deallocate()
    }

    private static func allocate(_ count: Int) -> UnsafeMutablePointer<FenceTrackLine> {
        // Lines are 64 bytes long; at 64 bytes none lies in two cache lines.
        UnsafeMutableRawPointer.allocate(byteCount: count * 64, alignment: 64).bindMemory(to: FenceTrackLine.self, capacity: count)
    }

    /// Makes room for tracks up to `newCount`, new ones without a fix.
    mutating func grow(to newCount: Int) {
        guard newCount > count else { return }
        if newCount > capacity {
            let newCapacity = max(newCount, capacity + capacity / 2, 64)
            let (newLines, newHomes) = (Self.allocate(newCapacity), UnsafeMutablePointer<UInt32>.allocate(capacity: newCapacity))
            newLines.update(from: lines, count: count)
            newHomes.update(from: homes, count: count)
            UnsafeMutableRawPointer(lines).deallocate()
            homes.deallocate()
            (lines, homes, capacity) = (newLines, newHomes, newCapacity)
        }
        (lines + count).initialize(repeating: FenceTrackLine(), count: newCount - count)
        (homes + count).initialize(repeating: Self.noHome, count: newCount - count)
        count = newCount
    }

    /// The home of a position; 180° east must have been taken as 180° west.
    @inline(__always)
    static func home(_ x: Int32, _ y: Int32) -> UInt32 {
        let (column, row) = (UInt32(bitPattern: x &- FenceTree.originX), UInt32(bitPattern: y &- FenceTree.originY))
        return (row &>> homeShift) &<< 12 | column &>> homeShift
    }
}
