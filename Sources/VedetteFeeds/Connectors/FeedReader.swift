// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

package import VedetteLocation

/// Reads a feed block by block and cuts it into records.
package final class FeedReader {
    /// Some records of a feed.
    package struct Block: ~Copyable {
        /// Valid until the next block is asked for.
        package let bytes: UnsafeRawBufferPointer
        package let records: [FeedRecord]
        package let issues: [FeedIssue]
    }

    private let input: BlockBuffer
    private var framer: FeedFramer
    /// What is thrown once the records before it have been handed out.
    private var failure: FeedError?

    package init(_ address: FeedAddress, options: FeedOptions) async throws {
        input = BlockBuffer(try await address.open())
        framer = FeedFramer(options: options)
    }

    init(_ source: any ByteSource, options: FeedOptions) {
        input = BlockBuffer(source)
        framer = FeedFramer(options: options)
    }

    init(_ source: any ByteSource, framer: FeedFramer) {
        input = BlockBuffer(source)
        self.framer = framer
    }

    /// Bytes read in all.
    package var byteCount: Int { input.byteCount }

    /// How the feed is written; nil before its first block, and for an empty feed.
    package var layout: FeedLayout? { framer.layout }

    /// The header row of a CSV feed.
    package var header: CSVHeader? { framer.header }

    /// Records seen so far, good and bad.
    package var recordCount: UInt64 { framer.recordCount }

    /// What was wrong with the bytes of a GNSS receiver so far; nil for other feeds.
    package var damage: GNSSDamage? { framer.damage }

    /// The next records, as soon as there are any; nil at the end.
    ///
    /// - Throws: ``FeedError`` where the source cannot be read, or is so broken that nothing tells where the next record begins.
    package func next() async throws -> Block? {
        while true {
            if let failure { throw failure }
            if input.isAtEnd { return nil }
            try await input.fill()
            var records: [FeedRecord] = []
            var issues: [FeedIssue] = []
            let bytes = input.bytes
            let wasFound = framer.layout != nil
            do throws(FeedError) {
                input.drop(try framer.frame(bytes, isEnd: input.isAtEnd, records: &records, issues: &issues))
                if !wasFound, framer.layout != nil { try framer.checkHead() }
            } catch {
                failure = error
                // In another spatial reference, nothing that was read is where it seems to be.
                if error.code == .unsupportedSpatialReference { throw error }
            }
            if !records.isEmpty || !issues.isEmpty { return Block(bytes: bytes, records: records, issues: issues) }
        }
    }

    /// A decoder for the records of this feed.
    package func makeDecoder(options: FeedOptions) -> RecordDecoder? {
        layout.map { RecordDecoder(format: $0.format, header: header, options: options) }
    }
}
