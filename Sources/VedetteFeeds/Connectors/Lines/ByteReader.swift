// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

/// Hands out the bytes of a source one by one, or line by line. For one task at a time.
final class ByteReader {
    private let open: @Sendable () async throws -> any ByteSource
    private var source: (any ByteSource)?
    private var block: [UInt8] = []
    private var position = 0
    private var isAtEnd = false

    private static let blockSize = 1 << 16

    /// - Parameter open: called when the first byte is asked for.
    init(_ open: @escaping @Sendable () async throws -> any ByteSource) {
        self.open = open
    }

    func next() async throws -> UInt8? {
        if position == block.count {
            guard try await fill() else { return nil }
        }
        defer { position += 1 }
        return block[position]
    }

    /// Adds what comes before the next end of a line, and drops that; false at the end of the source.
    func appendLine(to lines: inout LineBuffer) async throws -> Bool {
        while true {
            if position == block.count {
                guard try await fill() else { return false }
            }
            let rest = block[position...]
            if let end = rest.firstIndex(where: LineBuffer.isEnd) {
                try lines.append(rest[..<end])
                position = end + 1
                return true
            }
            try lines.append(rest)
            position = block.count
        }
    }

    private func fill() async throws -> Bool {
        guard !isAtEnd else { return false }
        try Task.checkCancellation()
        let source = if let source { source } else { try await open() }
        self.source = source
        // Not `Array(unsafeUninitializedCapacity:)`, which cannot wait.
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: Self.blockSize, alignment: 16)
        defer { buffer.deallocate() }
        let count = try await source.read(into: buffer)
        block = Array(buffer[..<count])
        position = 0
        if count == 0 { (isAtEnd, self.source) = (true, nil) }
        return count > 0
    }
}

/// A line that is being put together.
struct LineBuffer {
    /// Bytes of the longest line: beyond that it is refused rather than kept.
    static let maximumLength = 16 << 20

    private var bytes: [UInt8] = []
    private var number = 1

    static func isEnd(_ byte: UInt8) -> Bool { byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r") }

    mutating func append(_ part: some Collection<UInt8>) throws(FeedError) {
        guard bytes.count + part.count <= Self.maximumLength else {
            bytes = []
            throw FeedError(.brokenStructure, line: number, "is longer than 16 MiB, and no line should be; read the bytes themselves")
        }
        bytes += part
    }

    /// The line, where it is not empty. What is not UTF-8 becomes U+FFFD.
    mutating func take() -> String? {
        guard !bytes.isEmpty else { return nil }
        defer { bytes.removeAll(keepingCapacity: true) }
        number += 1
        return String(decoding: bytes, as: UTF8.self)
    }
}
