// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

// Foundation has this on Apple's systems, and not elsewhere.
#if !canImport(Darwin)
public import Foundation

extension URL {
    /// The bytes at an address, as they come.
    ///
    /// Each iteration opens the address anew. It throws ``FeedError`` where that cannot be opened or read.
    public struct AsyncBytes: AsyncSequence, Sendable {
        public typealias Element = UInt8

        let open: @Sendable () async throws -> any ByteSource

        public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(reader: ByteReader(open)) }

        public struct AsyncIterator: AsyncIteratorProtocol, ByteBlocks {
            let reader: ByteReader

            public mutating func next() async throws -> UInt8? { try await reader.next() }
        }
    }

    /// The bytes at the address: a file, or the body of an answer over HTTP or HTTPS, as they come.
    public var resourceBytes: AsyncBytes {
        AsyncBytes { [self] in
            switch scheme?.lowercased() {
            case nil, "file": try await FeedAddress.file(path).open()
            case "http", "https": try await FeedAddress.url(self).open()
            case let scheme?: throw FeedError(.unreadable, "\(scheme) is not read; name a file, or an http or https address")
            }
        }
    }

    /// The lines of text at the address: a file, or the body of an answer over HTTP or HTTPS, as they come. See ``AsyncLineSequence``.
    ///
    ///     for try await line in url.lines { … }
    public var lines: AsyncLineSequence<AsyncBytes> { resourceBytes.lines }
}

extension FileHandle {
    /// The bytes of a file, a pipe or a device, as they come.
    public struct AsyncBytes: AsyncSequence, Sendable {
        public typealias Element = UInt8

        let bytes: URL.AsyncBytes

        public func makeAsyncIterator() -> URL.AsyncBytes.AsyncIterator { bytes.makeAsyncIterator() }
    }

    /// The bytes from where the handle is, as they come. The handle stays open at least as long as they are read.
    public var bytes: AsyncBytes {
        AsyncBytes(
            bytes: URL.AsyncBytes { [self] in
                HandleByteSource(handle: self, bytes: FileByteSource(descriptor: fileDescriptor, name: "the file"))
            })
    }
}

/// The bytes of a handle, which is kept meanwhile.
private final class HandleByteSource: ByteSource {
    private let handle: FileHandle
    private let bytes: FileByteSource

    init(handle: FileHandle, bytes: FileByteSource) {
        (self.handle, self.bytes) = (handle, bytes)
    }

    func read(into buffer: UnsafeMutableRawBufferPointer) async throws -> Int { try await bytes.read(into: buffer) }
}

#endif
