// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

// Foundation has this on Apple's systems, and not elsewhere.
#if !canImport(Darwin)

/// The lines of a sequence of bytes, as text in UTF-8, without their ends. Empty lines are left out.
///
/// A line ends with a line feed, a carriage return, or both. What is not UTF-8 becomes U+FFFD. Iterating throws what the bytes throw, and
/// ``FeedError`` for a line of more than 16 MiB.
public struct AsyncLineSequence<Base: AsyncSequence>: AsyncSequence where Base.Element == UInt8 {
    public typealias Element = String

    let base: Base

    public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(base: base.makeAsyncIterator()) }

    public struct AsyncIterator: AsyncIteratorProtocol {
        var base: Base.AsyncIterator
        private var line = LineBuffer()
        private var isAtEnd = false

        init(base: Base.AsyncIterator) { self.base = base }

        public mutating func next() async throws -> String? {
            while !isAtEnd {
                if let blocks = base as? any ByteBlocks {
                    isAtEnd = try await !blocks.reader.appendLine(to: &line)
                } else {
                    try await appendBytes()
                }
                if let line = line.take() { return line }
            }
            return nil
        }

        private mutating func appendBytes() async throws {
            while let byte = try await base.next() {
                if LineBuffer.isEnd(byte) { return }
                try line.append(CollectionOfOne(byte))
            }
            isAtEnd = true
        }
    }
}

extension AsyncLineSequence: Sendable where Base: Sendable {}

extension AsyncSequence where Element == UInt8 {
    /// The bytes as lines of text.
    public var lines: AsyncLineSequence<Self> { AsyncLineSequence(base: self) }
}

/// Bytes that come in blocks.
protocol ByteBlocks {
    var reader: ByteReader { get }
}

#endif
