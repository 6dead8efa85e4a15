// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

/// Reads text line by line, a block of lines as soon as there is one.
package final class LineReader {
    private let input: BlockBuffer
    private var framer: LineFramer

    /// - Parameters:
    ///   - address: where the text comes from.
    ///   - maximumLength: bytes of the longest line that is kept; a longer one is an issue.
    /// - Throws: ``FeedError`` where it cannot be opened.
    package init(_ address: FeedAddress, maximumLength: Int) async throws {
        input = BlockBuffer(try await address.open())
        framer = LineFramer(maximumLength: maximumLength)
    }

    /// The next lines that are not empty, and the numbers of those that are too long; nil at the end.
    ///
    /// The bytes are valid until the next call.
    package func next() async throws -> FeedReader.Block? {
        while !input.isAtEnd {
            try await input.fill()
            var records: [FeedRecord] = []
            var issues: [FeedIssue] = []
            let bytes = input.bytes
            input.drop(try framer.frame(bytes, isEnd: input.isAtEnd, records: &records, issues: &issues))
            if !records.isEmpty || !issues.isEmpty { return FeedReader.Block(bytes: bytes, records: records, issues: issues) }
        }
        return nil
    }
}
