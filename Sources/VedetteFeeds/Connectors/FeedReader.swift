// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Reads a feed block by block and cuts it into records.
package final class FeedReader {
    /// Some records of a feed.
    package struct Block: ~Copyable {
        /// Valid until the next block is asked for.
        package let bytes: UnsafeRawBufferPointer
        package let records: [FeedRecord]
        package let issues: [FeedIssue]
    }

    private let source: any ByteSource
    private var framer: FeedFramer
    private var buffer: UnsafeMutableRawBufferPointer
    /// What has been read and not yet used.
    private var filled = 0..<0
    private var isAtEnd = false
    /// What is thrown once the records before it have been handed out.
    private var failure: FeedError?

    /// Bytes read in all.
    package private(set) var byteCount = 0

    /// How many bytes are asked for at a time.
    private static let readSize = 1 << 20

    package init(_ address: FeedAddress, options: FeedOptions) async throws {
        source = try await address.open()
        framer = FeedFramer(options: options)
        buffer = .allocate(byteCount: 2 * Self.readSize, alignment: 64)
    }

    deinit {
        buffer.deallocate()
    }

    /// How the feed is written; nil before its first block, and for an empty feed.
    package var layout: FeedLayout? { framer.layout }

    /// The header row of a CSV feed.
    package var header: CSVHeader? { framer.header }

    /// Records seen so far, good and bad.
    package var recordCount: UInt64 { framer.recordCount }

    /// The next records, as soon as there are any; nil at the end.
    ///
    /// - Throws: ``FeedError`` where the source cannot be read, or is so broken that nothing tells where the next record begins.
    package func next() async throws -> Block? {
        while true {
            if let failure { throw failure }
            if isAtEnd { return nil }
            makeRoom()
            let free = UnsafeMutableRawBufferPointer(rebasing: buffer[filled.upperBound...])
            let count = try await source.read(into: UnsafeMutableRawBufferPointer(rebasing: free.prefix(Self.readSize)))
            byteCount += count
            filled = filled.lowerBound..<filled.upperBound + count
            isAtEnd = count == 0
            var records: [FeedRecord] = []
            var issues: [FeedIssue] = []
            let bytes = UnsafeRawBufferPointer(rebasing: buffer[filled])
            let wasFound = framer.layout != nil
            do throws(FeedError) {
                let used = try framer.frame(bytes, isEnd: isAtEnd, records: &records, issues: &issues)
                filled = filled.lowerBound + used..<filled.upperBound
                if !wasFound, framer.layout != nil { try framer.checkHead() }
            } catch {
                failure = error
                // In another spatial reference, nothing that was read is where it seems to be.
                if error.code == .unsupportedSpatialReference { throw error }
            }
            if !records.isEmpty || !issues.isEmpty { return Block(bytes: bytes, records: records, issues: issues) }
        }
    }

    /// Moves what is left to the front and sees that there is room for another read. Framers bound what they leave.
    private func makeRoom() {
        if filled.lowerBound > 0 {
            let rest = UnsafeRawBufferPointer(rebasing: buffer[filled])
            if let from = rest.baseAddress, let to = buffer.baseAddress { memmove(to, from, rest.count) }
            filled = 0..<rest.count
        }
        guard buffer.count - filled.upperBound < Self.readSize else { return }
        let larger = UnsafeMutableRawBufferPointer.allocate(byteCount: buffer.count * 2, alignment: 64)
        larger.copyMemory(from: UnsafeRawBufferPointer(rebasing: buffer[filled]))
        buffer.deallocate()
        buffer = larger
    }

    /// A decoder for the records of this feed.
    package func makeDecoder(options: FeedOptions) -> RecordDecoder? {
        layout.map { RecordDecoder(format: $0.format, header: header, options: options) }
    }
}
