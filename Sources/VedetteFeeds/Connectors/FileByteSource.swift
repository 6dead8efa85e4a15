// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization

/// A file, a pipe or a device, read on a queue of its own, so that waiting for bytes holds up nobody else.
///
/// A read whose task is cancelled ends at once, and takes no byte that comes later: whoever reads the pipe next gets it.
final class FileByteSource: ByteSource {
    private let descriptor: Int32
    private let isOwner: Bool
    private let name: String
    private let queue = DispatchQueue(label: "vedette.file-byte-source")
    /// A pipe of our own through which a waiting read is told to end; nil for regular files, which never wait.
    private let wake: (read: Int32, write: Int32)?

    convenience init(path: String) throws(FeedError) {
        self.init(descriptor: try Self.open(path), name: path, isOwner: true)
    }

    /// Opens a file that is no folder.
    static func open(_ path: String) throws(FeedError) -> Int32 {
        let descriptor = Foundation.open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw FeedError(.unreadable, "\(path) cannot be opened: \(Self.reason())") }
        var status = stat()
        if fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFDIR {
            close(descriptor)
            throw FeedError(.unreadable, "\(path) is a folder; name a file in it")
        }
        return descriptor
    }

    init(descriptor: Int32, name: String, isOwner: Bool = false) {
        (self.descriptor, self.isOwner, self.name) = (descriptor, isOwner, name)
        var status = stat()
        var ends: [Int32] = [-1, -1]
        let isRegular = fstat(descriptor, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
        if !isRegular, pipe(&ends) == 0 {
            for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
            wake = (ends[0], ends[1])
        } else {
            wake = nil
        }
    }

    deinit {
        if isOwner { close(descriptor) }
        if let wake {
            close(wake.read)
            close(wake.write)
        }
    }

    /// Lets a buffer be filled on the queue while its owner waits for the outcome.
    private struct Lent: @unchecked Sendable {
        let buffer: UnsafeMutableRawBufferPointer
    }

    func read(into buffer: UnsafeMutableRawBufferPointer) async throws -> Int {
        let lent = Lent(buffer: buffer)
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                queue.async { [self] in
                    continuation.resume(with: Result { try readNow(into: lent.buffer) })
                }
            }
        } onCancel: {
            // The byte stays in the pipe: later reads end as well.
            if let wake { _ = write(wake.write, [1] as [UInt8], 1) }
        }
    }

    private func readNow(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
        while true {
            if let wake {
                var descriptors = [descriptor, wake.read].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
                guard poll(&descriptors, 2, -1) > 0 else {
                    guard errno == EINTR else { throw FeedError(.unreadable, "\(name) cannot be read: \(Self.reason())") }
                    continue
                }
                if descriptors[1].revents != 0 { throw CancellationError() }
            }
            let count = Foundation.read(descriptor, buffer.baseAddress, buffer.count)
            if count >= 0 { return count }
            guard errno == EINTR || errno == EAGAIN && wake != nil else {
                throw FeedError(.unreadable, "\(name) cannot be read: \(Self.reason())")
            }
        }
    }

    private static func reason() -> String { String(cString: strerror(errno)) }
}
