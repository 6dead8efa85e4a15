// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

/// The state of all tracks by number, where a pointer reaches it: no exclusivity checks and no bounds for what every fix does.
///
/// Pointers hold until a track is added. Indices are the caller's business: they come from ``NameTable`` alone.
final class TrackTable {
    private(set) var count = 0
    private var capacity = 0
    @exclusivity(unchecked) private(set) var lines: UnsafeMutablePointer<TrackLine>
    @exclusivity(unchecked) private(set) var memories: UnsafeMutablePointer<TrackMemory>
    /// For each track the 2^20 cell of its last looked-up position, as of ``FenceTrackStore``: its safe box and its last fix lie in it.
    @exclusivity(unchecked) private(set) var homes: UnsafeMutablePointer<UInt32>

    init() {
        lines = Self.allocate(0)
        memories = Self.allocate(0)
        homes = Self.allocate(0)
    }

    deinit {
        lines.deinitialize(count: count)
        memories.deinitialize(count: count)
        UnsafeMutableRawPointer(lines).deallocate()
        UnsafeMutableRawPointer(memories).deallocate()
        UnsafeMutableRawPointer(homes).deallocate()
    }

    /// Forgets all tracks.
    func removeAll() {
        lines.deinitialize(count: count)
        memories.deinitialize(count: count)
        count = 0
    }

    /// Adds tracks without a fix until there are `newCount`. Amortised O(1) each.
    func grow(to newCount: Int) {
        if newCount > capacity {
            capacity = max(newCount, capacity * 2, 16)
            move(&lines)
            move(&memories)
            move(&homes)
        }
        while count < newCount {
            (lines + count).initialize(to: TrackLine())
            (memories + count).initialize(to: TrackMemory())
            (homes + count).initialize(to: FenceTrackStore.noHome)
            count += 1
        }
    }

    private func move<Element>(_ pointer: inout UnsafeMutablePointer<Element>) {
        let moved: UnsafeMutablePointer<Element> = Self.allocate(capacity)
        moved.moveInitialize(from: pointer, count: count)
        UnsafeMutableRawPointer(pointer).deallocate()
        pointer = moved
    }

    /// Aligned to a line of the cache.
    private static func allocate<Element>(_ count: Int) -> UnsafeMutablePointer<Element> {
        UnsafeMutableRawPointer.allocate(byteCount: max(1, count) * MemoryLayout<Element>.stride, alignment: 64)
            .bindMemory(to: Element.self, capacity: max(1, count))
    }
}
