// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

package import VedetteLocation

/// Cuts a feed into records, whatever its layout, which it finds out from the first bytes: a core.
package struct FeedFramer: Sendable {
    private let options: FeedOptions
    /// How the feed is written; nil before its first bytes have come, or where it is empty.
    package private(set) var layout: FeedLayout?
    /// The header row of a CSV feed, once it has come.
    package private(set) var header: CSVHeader?
    private var framer: (any RecordFramer)?
    private var head: [UInt8] = []

    package init(options: FeedOptions) {
        self.options = options
    }

    /// Goes on within a table whose header has been read.
    ///
    /// - Parameters:
    ///   - layout: that of the feed.
    ///   - header: that of the table.
    ///   - line: the line on which the bytes begin that come.
    ///   - options: how to read the feed.
    init(resuming layout: FeedLayout, header: CSVHeader?, line: Int, options: FeedOptions) {
        self.init(options: options)
        (self.layout, self.header) = (layout, header)
        framer = CSVRowFramer(firstLine: line, maximumLength: options.maximumRecordLength)
    }

    /// Records seen so far, good and bad. A header is none.
    package var recordCount: UInt64 { framer?.recordCount ?? 0 }

    /// What was wrong with the bytes of a GNSS receiver; nil for other feeds.
    package var damage: GNSSDamage? { (framer as? GNSSRecordFramer)?.damage }

    /// Finds whole records; see ``RecordFramer``. Their ranges are in `bytes`. Where it throws, the records found are good.
    package mutating func frame(
        _ bytes: UnsafeRawBufferPointer, isEnd: Bool, records: inout [FeedRecord], issues: inout [FeedIssue]
    ) throws(FeedError) -> Int {
        var start = 0
        if framer == nil {
            guard let found = try FeedSniffer.sniff(bytes, isEnd: isEnd, format: options.format) else { return isEnd ? bytes.count : 0 }
            layout = found
            head = Array(bytes[found.head])
            framer = makeFramer(found)
            start = found.start
            // Before any record: where the structure is broken further on, those before it are used.
            try checkSpatialReference()
        }
        if layout?.format == .csv, header == nil {
            guard let read = try readHeader(bytes, start, isEnd: isEnd) else {
                // Keep everything: the layout is found again from the same bytes next time.
                if !isEnd { framer = nil }
                return isEnd ? bytes.count : 0
            }
            start = read
        }
        let rest = UnsafeRawBufferPointer(rebasing: bytes[start...])
        let before = records.count
        // Also where the framer throws: the records before the broken place are good.
        defer {
            for index in before..<records.count {
                let range = records[index].range
                records[index].range = range.lowerBound + start..<range.upperBound + start
            }
        }
        let consumed: Int
        do throws(FeedError) {
            consumed = try framer?.frame(rest, isEnd: isEnd, records: &records, issues: &issues) ?? rest.count
        } catch {
            // Broken behind the features, the collection may yet have said that they are elsewhere: that weighs more.
            try checkSpatialReference()
            throw error
        }
        if isEnd { try checkSpatialReference() }
        if let layout, layout.framing == .syndication || layout.framing == .gpx, records.count > before, let record = records.last {
            do throws(FeedError) {
                let document = UnsafeRawBufferPointer(rebasing: rest[record.range])
                if layout.framing == .gpx {
                    try GPXDocument.check(document, line: record.line)
                } else {
                    try SyndicationDocument.check(document, line: record.line)
                }
            } catch {
                records.removeLast()
                throw error
            }
        }
        return start + consumed
    }

    private func makeFramer(_ layout: FeedLayout) -> any RecordFramer {
        let limit = options.maximumRecordLength
        return switch layout.framing {
        case .lines: LineFramer(firstLine: layout.line, maximumLength: limit)
        case .recordSeparators: RecordSeparatorFramer(firstLine: layout.line, maximumLength: limit)
        case .collection: CollectionFramer(firstLine: layout.line, maximumLength: limit)
        case .document: DocumentFramer(firstLine: layout.line, maximumLength: limit)
        case .syndication: DocumentFramer(firstLine: layout.line, maximumLength: SyndicationDocument.maximumLength)
        case .gpx: DocumentFramer(firstLine: layout.line, maximumLength: GPXDocument.maximumLength)
        case .receiver: GNSSRecordFramer()
        case .csvRows: CSVRowFramer(firstLine: layout.line + 1, maximumLength: limit)
        }
    }

    /// Reads the header row; says where the rows begin, or nil where more bytes are needed.
    private mutating func readHeader(_ bytes: UnsafeRawBufferPointer, _ start: Int, isEnd: Bool) throws(FeedError) -> Int? {
        let found = FramingBytes.find(FramingBytes.newline, in: bytes, from: start) ?? (isEnd ? bytes.count : nil)
        guard (found ?? bytes.count) - start <= options.maximumRecordLength else {
            throw FeedError(.unknownFormat, line: layout?.line, "the header row is longer than \(options.maximumRecordLength) bytes")
        }
        guard let end = found else { return nil }
        let line = UnsafeRawBufferPointer(rebasing: bytes[FramingBytes.trimmed(start..<end, in: bytes)])
        header = try CSVHeader(line, options: options, line: layout?.line ?? 1)
        return min(end + 1, bytes.count)
    }

    /// A collection's own members may say that its coordinates are not longitude and latitude. Then reading on would put things in wrong places.
    private func checkSpatialReference() throws(FeedError) {
        guard layout?.framing == .collection else { return }
        let tail = (framer as? CollectionFramer)?.tail ?? []
        for text in [head, tail] {
            guard let wkid = CollectionReference.wkid(in: text), wkid != 4326 else { continue }
            throw FeedError(
                .unsupportedSpatialReference, line: layout?.line,
                "the collection's coordinates are in the spatial reference \(wkid), not WGS 84; reproject it to EPSG:4326 or give each geometry its own"
            )
        }
    }

    /// Whether the collection said before its features that they are not in WGS 84.
    package func checkHead() throws(FeedError) {
        try checkSpatialReference()
    }
}
