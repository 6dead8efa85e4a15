// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// What has been read from a source and not yet been used, in one piece of memory.
final class BlockBuffer {
    private let source: any ByteSource
    private var buffer: UnsafeMutableRawBufferPointer
    private var filled = 0..<0

    private(set) var isAtEnd = false

    /// Bytes read in all.
    private(set) var byteCount = 0

    /// How many bytes are asked for at a time.
    private static let readSize = 1 << 20
    /// Behind what is read there is always so much memory, so that readers may look at whole words.
    private static let padding = 64
    private var capacity = 2 * BlockBuffer.readSize

    init(_ source: any ByteSource) {
        self.source = source
        buffer = .allocate(byteCount: 2 * Self.readSize + Self.padding, alignment: 64)
    }

    deinit {
        buffer.deallocate()
    }

    /// What is there to be used; valid until the next ``fill()``.
    var bytes: UnsafeRawBufferPointer { UnsafeRawBufferPointer(rebasing: buffer[filled]) }

    /// Marks the first `count` bytes as used.
    func drop(_ count: Int) {
        filled = filled.lowerBound + count..<filled.upperBound
    }

    /// Reads more behind what is left, as soon as there is any. Whoever uses the bytes bounds what is left.
    func fill() async throws {
        makeRoom()
        let free = UnsafeMutableRawBufferPointer(rebasing: buffer[filled.upperBound..<capacity])
        let count = try await source.read(into: UnsafeMutableRawBufferPointer(rebasing: free.prefix(Self.readSize)))
        byteCount += count
        filled = filled.lowerBound..<filled.upperBound + count
        isAtEnd = count == 0
    }

    /// Moves what is left to the front and sees that there is room for another read.
    private func makeRoom() {
        if filled.lowerBound > 0 {
            let rest = UnsafeRawBufferPointer(rebasing: buffer[filled])
            if let from = rest.baseAddress, let to = buffer.baseAddress { memmove(to, from, rest.count) }
            filled = 0..<rest.count
        }
        guard capacity - filled.upperBound < Self.readSize else { return }
        capacity *= 2
        let larger = UnsafeMutableRawBufferPointer.allocate(byteCount: capacity + Self.padding, alignment: 64)
        larger.copyMemory(from: UnsafeRawBufferPointer(rebasing: buffer[filled]))
        buffer.deallocate()
        buffer = larger
    }
}
