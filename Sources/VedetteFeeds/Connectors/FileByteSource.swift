// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A file, a pipe or a device, read on a queue of its own, so that waiting for bytes holds up nobody else.
final class FileByteSource: ByteSource {
    private let descriptor: Int32
    private let isOwner: Bool
    private let name: String
    private let queue = DispatchQueue(label: "vedette.file-byte-source")

    init(path: String) throws(FeedError) {
        let descriptor = Foundation.open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw FeedError(.unreadable, "\(path) cannot be opened: \(Self.reason())") }
        var status = stat()
        if fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFDIR {
            close(descriptor)
            throw FeedError(.unreadable, "\(path) is a folder; name a file in it")
        }
        (self.descriptor, isOwner, name) = (descriptor, true, path)
    }

    init(descriptor: Int32, name: String) {
        (self.descriptor, isOwner, self.name) = (descriptor, false, name)
    }

    deinit {
        if isOwner { close(descriptor) }
    }

    /// Lets a buffer be filled on the queue while its owner waits for the outcome.
    private struct Lent: @unchecked Sendable {
        let buffer: UnsafeMutableRawBufferPointer
    }

    func read(into buffer: UnsafeMutableRawBufferPointer) async throws -> Int {
        let lent = Lent(buffer: buffer)
        return try await withCheckedThrowingContinuation { continuation in
            queue.async { [self] in
                continuation.resume(with: Result { try readNow(into: lent.buffer) })
            }
        }
    }

    private func readNow(into buffer: UnsafeMutableRawBufferPointer) throws(FeedError) -> Int {
        while true {
            let count = Foundation.read(descriptor, buffer.baseAddress, buffer.count)
            if count >= 0 { return count }
            guard errno == EINTR else { throw FeedError(.unreadable, "\(name) cannot be read: \(Self.reason())") }
        }
    }

    private static func reason() -> String { String(cString: strerror(errno)) }
}
