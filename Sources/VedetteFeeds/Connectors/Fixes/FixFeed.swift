// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

/// A feed of fixes: line by line where its layout lets it be cut at any line end, else record by record.
package enum FixFeed {
    case lines(LineFeed)
    case records(FeedReader)

    /// Opens a feed and finds out its layout.
    ///
    /// - Throws: ``FeedError`` where it cannot be read.
    package static func open(_ address: FeedAddress, options: FeedOptions) async throws -> FixFeed {
        guard let reader = try ReadAhead(address) else { return .records(try await FeedReader(address, options: options)) }
        var bytes = UnsafeRawBufferPointer(start: nil, count: 0)
        var isEnd = false
        while !isEnd {
            if let more = try reader.next(keeping: bytes.count) { bytes = more } else { isEnd = true }
            let found: FeedLayout?
            do throws(FeedError) {
                found = try FeedSniffer.sniff(bytes, isEnd: isEnd, format: options.format)
            } catch {
                // The other way finds it too, and says so.
                break
            }
            guard let layout = found else { continue }
            if layout.format == .geojson, layout.framing == .lines {
                return .lines(LineFeed(reader, bytes, used: layout.start, line: layout.line, layout, nil, options))
            }
            guard layout.format == .csv else { break }
            guard let end = FramingBytes.find(FramingBytes.newline, in: bytes, from: layout.start) else {
                if bytes.count > options.maximumRecordLength { break }
                continue
            }
            let row = UnsafeRawBufferPointer(rebasing: bytes[FramingBytes.trimmed(layout.start..<end, in: bytes)])
            guard let header = try? CSVHeader(row, options: options, line: layout.line) else { break }
            return .lines(LineFeed(reader, bytes, used: end + 1, line: layout.line + 1, layout, header, options))
        }
        return .records(FeedReader(ReadAheadSource(reader, pending: bytes), options: options))
    }
}

/// Reads a feed of which every line is a record, whole lines at a time.
package final class LineFeed {
    private let reader: ReadAhead
    private let layout: FeedLayout
    private let options: FeedOptions
    package let header: CSVHeader?
    private var bytes: UnsafeRawBufferPointer
    private var used: Int
    /// On which line the next block begins.
    private var line: Int
    private var recordCountSoFar: UInt64 = 0
    private var isSkipping = false
    private var isAtEnd = false

    init(
        _ reader: ReadAhead, _ bytes: UnsafeRawBufferPointer, used: Int, line: Int, _ layout: FeedLayout, _ header: CSVHeader?,
        _ options: FeedOptions
    ) {
        (self.reader, self.bytes, self.used, self.line) = (reader, bytes, used, line)
        (self.layout, self.header, self.options) = (layout, header, options)
    }

    deinit {
        reader.abandon()
    }

    package var format: FeedFormat { layout.format }
    package var byteCount: Int { reader.byteCount }
    /// Records seen so far, good and bad.
    package var recordCount: UInt64 { recordCountSoFar }

    /// Some lines of the feed.
    package struct Block: ~Copyable {
        /// Valid until the next block is asked for. Behind them are more bytes that may be read.
        package let bytes: UnsafeRawBufferPointer
        /// Where the lines are.
        package let range: Range<Int>
        /// The line on which they begin.
        package let line: Int
        /// A line before them that is too long, and was passed over.
        package let issue: FeedIssue?
    }

    package enum Next: ~Copyable {
        case block(Block)
        /// What follows cannot be cut at line ends: a row may have more than one.
        case unfit
        case end
    }

    /// The next lines, as soon as there are any; waits for them.
    ///
    /// - Throws: ``FeedError`` where the feed cannot be read.
    package func next() throws(FeedError) -> Next {
        while !isAtEnd {
            let rest = used..<bytes.count
            if let end = lastLineEnd(rest) {
                var start = used
                if isSkipping {
                    start = (FramingBytes.find(FramingBytes.newline, in: bytes, from: start) ?? end) + 1
                    isSkipping = false
                    line += 1
                }
                used = start
                if start <= end { return block(start..<end + 1) }
            } else if isSkipping {
                used = bytes.count
            } else if rest.count > options.maximumRecordLength {
                isSkipping = true
                used = bytes.count
                return .block(
                    Block(bytes: bytes, range: used..<used, line: line, issue: FramingBytes.tooLong(line, options.maximumRecordLength)))
            }
            let kept = bytes.count - used
            if let more = try reader.next(keeping: kept) {
                (bytes, used) = (more, 0)
            } else {
                isAtEnd = true
                if kept > 0 { return block(used..<bytes.count) }
            }
        }
        return .end
    }

    private func block(_ range: Range<Int>) -> Next {
        if header != nil, FramingBytes.find(UInt8(ascii: "\""), in: UnsafeRawBufferPointer(rebasing: bytes[range]), from: 0) != nil {
            return .unfit
        }
        used = range.upperBound
        return .block(Block(bytes: bytes, range: range, line: line, issue: nil))
    }

    private func lastLineEnd(_ range: Range<Int>) -> Int? {
        var place = range.upperBound
        while place > range.lowerBound {
            place -= 1
            if bytes[place] == FramingBytes.newline { return place }
        }
        return nil
    }

    /// Takes note of what was found in the last block.
    package func advance(lines: Int, records: Int) {
        line += lines
        recordCountSoFar += UInt64(records)
    }

    /// A reader that goes on where this one has come to, record by record; its ordinals begin at 0.
    package func framed() -> FeedReader {
        let rest = UnsafeRawBufferPointer(rebasing: bytes[used...])
        return FeedReader(
            ReadAheadSource(reader, pending: rest), framer: FeedFramer(resuming: layout, header: header, line: line, options: options))
    }
}
