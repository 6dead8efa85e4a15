// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Reads a file or a pipe on a thread of its own, ahead of whoever uses the bytes, in big blocks.
///
/// A block is handed out as soon as it is asked for and there is anything in it: of a live feed what has come, of a file as much as fits.
///
// Sendable by hand: what both threads touch is guarded by the condition; `front` is the caller's alone, and the free end of `back` the thread's
// while it reads.
package final class ReadAhead: @unchecked Sendable {
    /// How much is read at a time.
    private static let readSize = 1 << 20
    /// How much is read ahead.
    private static let blockSize = 4 << 20
    /// Before the bytes read there is room for what was left of the block before.
    private static let headroom = 1 << 18
    /// Behind what is read there is always so much memory, so that readers may look at whole words.
    private static let padding = 64

    private let descriptor: Int32
    private let isOwner: Bool
    private let name: String

    private let condition = NSCondition()
    private var back: UnsafeMutableRawBufferPointer
    private var filled = 0
    private var isReading = false
    private var isWanted = false
    private var isAtEnd = false
    private var isAbandoned = false
    private var failure: FeedError?

    private var front: UnsafeMutableRawBufferPointer
    /// A block whose rest of the one before was too long for the headroom.
    private var oversized: UnsafeMutableRawBufferPointer?
    /// What was handed out last.
    private var handedOut = UnsafeRawBufferPointer(start: nil, count: 0)
    package private(set) var byteCount = 0

    /// - Parameter address: a file, or standard input.
    /// - Throws: where it cannot be opened.
    package convenience init?(_ address: FeedAddress) throws(FeedError) {
        switch address {
        case .standardInput: self.init(descriptor: STDIN_FILENO, name: address.name, isOwner: false)
        case .file(let path):
            guard address.unknownScheme == nil || FileManager.default.fileExists(atPath: path) else { return nil }
            self.init(descriptor: try FileByteSource.open(path), name: path, isOwner: true)
        case .url: return nil
        }
    }

    private init(descriptor: Int32, name: String, isOwner: Bool) {
        (self.descriptor, self.name, self.isOwner) = (descriptor, name, isOwner)
        func memory() -> UnsafeMutableRawBufferPointer {
            .allocate(byteCount: Self.headroom + Self.blockSize + Self.padding, alignment: 64)
        }
        (back, front) = (memory(), memory())
        let thread = Thread { [weak self] in
            while let reader = self, reader.readOnce() {}
        }
        thread.name = "vedette.read-ahead"
        thread.start()
    }

    deinit {
        if isOwner { close(descriptor) }
        back.deallocate()
        front.deallocate()
        oversized?.deallocate()
    }

    /// Whoever uses the bytes has no more use for them.
    package func abandon() {
        condition.withLock {
            isAbandoned = true
            condition.broadcast()
        }
    }

    // MARK: The thread

    /// Reads once; false where there is nothing more to be done.
    private func readOnce() -> Bool {
        condition.lock()
        while !isAbandoned, filled == Self.blockSize || isWanted && filled > 0 { condition.wait() }
        guard !isAbandoned else {
            condition.unlock()
            return false
        }
        let count = min(Self.readSize, Self.blockSize - filled)
        condition.unlock()
        // Waits here, where nobody has to wait for it: what there is by now can be handed out meanwhile.
        var waiting = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        if poll(&waiting, 1, 200) == 0 { return true }
        condition.lock()
        // Handed out in the meantime: there is more room then, not less.
        let start = Self.headroom + filled
        isReading = true
        let place = back.baseAddress.map { $0 + start }
        condition.unlock()
        let got = Foundation.read(descriptor, place, count)
        let reason = got < 0 ? errno : 0
        condition.lock()
        defer { condition.unlock() }
        isReading = false
        if got > 0 {
            filled += got
        } else if got == 0 {
            isAtEnd = true
        } else if reason != EINTR, reason != EAGAIN {
            failure = FeedError(.unreadable, "\(name) cannot be read: \(String(cString: strerror(reason)))")
            isAtEnd = true
        }
        condition.broadcast()
        return !isAtEnd
    }

    // MARK: The caller

    /// The bytes that were not used of the block before, and those that follow; waits for at least one. nil where nothing follows: what was
    /// left is all there is.
    ///
    /// - Parameter rest: how many bytes at the end of the block before were not used.
    /// - Returns: bytes that are valid until the next call.
    /// - Throws: where reading failed; what was read before has been handed out then.
    package func next(keeping rest: Int) throws(FeedError) -> UnsafeRawBufferPointer? {
        condition.lock()
        isWanted = true
        while isReading || filled == 0 && !isAtEnd { condition.wait() }
        isWanted = false
        guard filled > 0 else {
            let failure = failure
            condition.unlock()
            if let failure { throw failure }
            return nil
        }
        swap(&back, &front)
        let count = filled
        filled = 0
        byteCount += count
        // Before the thread goes on: it writes where the rest is.
        let used = oversized
        handedOut = join(UnsafeRawBufferPointer(rebasing: handedOut.suffix(rest)), count)
        used?.deallocate()
        condition.broadcast()
        condition.unlock()
        return handedOut
    }

    /// Puts the rest of the block before in front of what was read.
    private func join(_ rest: UnsafeRawBufferPointer, _ count: Int) -> UnsafeRawBufferPointer {
        if rest.count <= Self.headroom {
            let start = Self.headroom - rest.count
            UnsafeMutableRawBufferPointer(rebasing: front[start..<Self.headroom]).copyMemory(from: rest)
            oversized = nil
            return UnsafeRawBufferPointer(rebasing: front[start..<Self.headroom + count])
        }
        let larger = UnsafeMutableRawBufferPointer.allocate(byteCount: rest.count + count + Self.padding, alignment: 64)
        larger.copyMemory(from: rest)
        UnsafeMutableRawBufferPointer(rebasing: larger[rest.count...]).copyMemory(
            from: UnsafeRawBufferPointer(rebasing: front[Self.headroom..<Self.headroom + count]))
        oversized = larger
        return UnsafeRawBufferPointer(rebasing: larger[..<(rest.count + count)])
    }
}

/// What a ``ReadAhead`` has read and will read, for those who want it piece by piece.
final class ReadAheadSource: ByteSource, @unchecked Sendable {
    private let reader: ReadAhead
    private var pending: UnsafeRawBufferPointer

    /// - Parameters:
    ///   - reader: what reads.
    ///   - pending: what was handed out and not used.
    init(_ reader: ReadAhead, pending: UnsafeRawBufferPointer) {
        (self.reader, self.pending) = (reader, pending)
    }

    func read(into buffer: UnsafeMutableRawBufferPointer) async throws -> Int {
        if pending.isEmpty {
            guard let more = try reader.next(keeping: 0) else { return 0 }
            pending = more
        }
        let count = min(pending.count, buffer.count)
        buffer.copyMemory(from: UnsafeRawBufferPointer(rebasing: pending.prefix(count)))
        pending = UnsafeRawBufferPointer(rebasing: pending.dropFirst(count))
        return count
    }
}
