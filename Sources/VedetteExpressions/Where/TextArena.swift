// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

/// Memory for texts that are made during an evaluation. Nothing moves until ``reset()``, after which all of it is free again.
///
/// Belongs to one evaluation at a time.
final class TextArena {
    private var chunks: [UnsafeMutableRawBufferPointer] = []
    private var current = 0
    private var used = 0

    private static let chunkSize = 4_096

    /// How many bytes may be in use at a time: a clause can join a field to itself ten thousand times.
    private let limit: Int
    private var total = 0

    init(limit: Int = 64 << 20) {
        self.limit = limit
    }

    deinit {
        chunks.forEach { $0.deallocate() }
    }

    /// Makes room for `count` bytes; nil where that is more than the limit allows.
    func allocate(_ count: Int) -> UnsafeMutableRawBufferPointer? {
        guard count <= limit - total else { return nil }
        total += count
        while current < chunks.count {
            if chunks[current].count - used >= count {
                defer { used += count }
                return UnsafeMutableRawBufferPointer(rebasing: chunks[current][used..<used + count])
            }
            current += 1
            used = 0
        }
        chunks.append(.allocate(byteCount: max(count, Self.chunkSize), alignment: 1))
        used = count
        return UnsafeMutableRawBufferPointer(rebasing: chunks[current][0..<count])
    }

    /// Keeps a copy of `text`; nil where there is no room.
    func copy(_ text: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer? {
        guard let room = allocate(text.count) else { return nil }
        room.copyMemory(from: text)
        return UnsafeRawBufferPointer(room)
    }

    /// Keeps a copy of `text`; nil where there is no room.
    func copy(_ text: String) -> UnsafeRawBufferPointer? {
        var text = text
        return text.withUTF8 { copy(UnsafeRawBufferPointer($0)) }
    }

    /// Forgets all texts; the memory is used again, except what an unusually long text took.
    func reset() {
        while chunks.count > 1 { chunks.removeLast().deallocate() }
        current = 0
        used = 0
        total = 0
    }
}
