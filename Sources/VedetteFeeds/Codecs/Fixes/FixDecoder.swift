// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

package import VedetteDynamicEntities
import VedetteGeometry
import VedetteValues

/// Reads the fixes of a share of a block: a core that any thread can have one of.
///
/// Most records are taken by a scanner; the others are read by the decoder of their format, which is the only one to say what is wrong with a
/// record. Which of them takes a record does not show.
package struct FixDecoder {
    private enum Scanner {
        case features(FixScanner)
        case rows(FixRowScanner)
        case none
    }

    private let options: FixOptions
    private let scanner: Scanner
    private let isTable: Bool
    private var dates = ScannedDate()
    private var found = FixScanner.Found()
    private var shapes = FixShapes()
    private var usesShapes = false
    private var decoder: RecordDecoder
    private var batch = ObservationBatch()
    private var issues: [FeedIssue] = []
    /// The batch's columns that may hold numbers that are wanted, as far as they are known.
    private var accuracyColumns: [Int?] = []
    private var speedColumns: [Int?] = []

    /// - Parameters:
    ///   - format: what the records are written in.
    ///   - header: the header row; only CSV has one.
    ///   - options: what is wanted.
    ///   - usesScanner: false for the format's decoder alone, which is slower and says the same.
    package init(format: FeedFormat, header: CSVHeader?, options: FixOptions, usesScanner: Bool = true) {
        var feed = options.feed
        feed.wantsAttributes = options.wantsAttributes
        feed.requiresPosition = true
        self.options = options
        isTable = format == .csv
        decoder = RecordDecoder(format: format, header: header, options: feed)
        if usesScanner, format == .geojson, let features = FixScanner(options) {
            scanner = .features(features)
            usesShapes = true
        } else if usesScanner, format == .csv, let header, let rows = FixRowScanner(header, options) {
            scanner = .rows(rows)
        } else {
            scanner = .none
        }
        accuracyColumns = Array(repeating: nil, count: options.accuracyFields.count)
        speedColumns = Array(repeating: nil, count: options.speedFields.count)
    }

    /// Reads records, whose ordinals count from the feed's beginning.
    package mutating func decode(_ records: ArraySlice<FeedRecord>, in bytes: UnsafeRawBufferPointer, into fixes: FixBatch) {
        fixes.removeAll(block: bytes)
        fixes.hasNumbers = options.wantsNumbers
        guard let first = records.first else { return fixes.sort(lanes: options.laneCount) }
        fixes.firstOrdinal = first.ordinal
        fixes.firstLine = 0
        let scanner = scanner
        let lanes = options.lanes
        for record in records {
            let number = UInt32(truncatingIfNeeded: record.ordinal &- first.ordinal)
            if scan(scanner, record.range, in: bytes) {
                fixes.rows.append(Self.row(found.values, in: bytes, record: number, lanes))
            } else {
                decode(record, in: bytes, into: fixes)
            }
        }
        fixes.recordCount = records.count
        fixes.sort(lanes: options.laneCount)
    }

    /// Reads the records of whole lines, of which only where they are is known: lines and ordinals of issues and rows count from the first of them.
    package mutating func decode(lines range: Range<Int>, in bytes: UnsafeRawBufferPointer, into fixes: FixBatch) {
        fixes.removeAll(block: bytes)
        fixes.hasNumbers = options.wantsNumbers
        var start = range.lowerBound
        var line = 0
        var record: UInt32 = 0
        let limit = options.feed.maximumRecordLength
        let scanner = scanner
        let lanes = options.lanes
        var values = FixValues()
        // In hand while the lines are gone through, so that a row costs no more than its place.
        var rows: [FixRow] = []
        swap(&rows, &fixes.rows)
        while start < range.upperBound {
            if usesShapes, let base = bytes.baseAddress {
                let end = readAlike(from: start, to: range.upperBound, limit: limit, in: base, into: &values)
                if end >= 0 {
                    rows.append(Self.row(values, in: bytes, record: record, lanes))
                    record &+= 1
                    line &+= 1
                    start = end &+ 1
                    continue
                }
            }
            let end = min(FramingBytes.find(FramingBytes.newline, in: bytes, from: start) ?? range.upperBound, range.upperBound)
            let text = FramingBytes.trimmed(start..<end, in: bytes)
            if !text.isEmpty {
                let range = isTable ? rowRange(start..<end, bytes) : text
                if range.count > limit {
                    fixes.issues.append((record, FramingBytes.tooLong(line, limit)))
                } else if scan(scanner, range, in: bytes) {
                    rows.append(Self.row(found.values, in: bytes, record: record, lanes))
                    if usesShapes { shapes.learn(range, in: bytes, found) }
                } else {
                    swap(&rows, &fixes.rows)
                    decode(FeedRecord(range: range, line: line, ordinal: UInt64(record)), in: bytes, into: fixes)
                    swap(&rows, &fixes.rows)
                }
                record &+= 1
            }
            line += 1
            start = end + 1
        }
        swap(&rows, &fixes.rows)
        (fixes.lineCount, fixes.recordCount) = (line, Int(record))
        fixes.sort(lanes: options.laneCount)
    }

    /// A row of CSV as ``CSVRowFramer`` has it: without the carriage return alone.
    private func rowRange(_ line: Range<Int>, _ bytes: UnsafeRawBufferPointer) -> Range<Int> {
        line.lowerBound..<line.upperBound - (bytes[line.upperBound - 1] == 0x0D ? 1 : 0)
    }

    /// Reads a line that is written as one before it was.
    ///
    /// - Returns: where it ends, without its line end; −1 where it is written in another way, or something follows it.
    @inline(__always)
    private mutating func readAlike(
        from start: Int, to end: Int, limit: Int, in base: UnsafeRawPointer, into values: inout FixValues
    ) -> Int {
        var place = shapes.read(base, from: start, to: end, dates: &dates, into: &values)
        if place >= 0, place &- start <= limit {
            if place < end, base.load(fromByteOffset: place, as: UInt8.self) == 0x0D { place &+= 1 }
            if place == end || base.load(fromByteOffset: place, as: UInt8.self) == FramingBytes.newline {
                shapes.noteFit()
                return place
            }
        }
        shapes.noteMiss()
        return -1
    }

    /// Reads one record the short way into ``found``; false where it is for its format's decoder.
    @inline(__always)
    private mutating func scan(_ scanner: borrowing Scanner, _ range: Range<Int>, in bytes: UnsafeRawBufferPointer) -> Bool {
        switch scanner {
        case .features(let scanner): scanner.scan(range, in: bytes, dates: &dates, into: &found)
        case .rows(let scanner): scanner.scan(range, in: bytes, dates: &dates, into: &found)
        case .none: false
        }
    }

    /// The row of what was found.
    @inline(__always)
    private static func row(_ values: FixValues, in bytes: UnsafeRawBufferPointer, record: UInt32, _ lanes: FixLanes) -> FixRow {
        let name = UnsafeRawBufferPointer(rebasing: bytes[values.track])
        let hash = ByteHash.hash(name)
        var row = FixRow(
            time: values.time, trackHash: hash, accuracy: values.accuracy, speed: values.speed, longitude: values.longitude,
            latitude: values.latitude, track: FixText(values.track), record: record)
        if !values.id.isEmpty { row.id = FixText(values.id) }
        row.lane = lanes.lane(of: hash, name)
        return row
    }

    /// The fields, in lower case, that scripts have found a value in.
    var fieldNames: Set<String> { FixContent.names(in: batch.schema.fields) }

    /// Reads one record as its format's decoder does.
    private mutating func decode(_ record: FeedRecord, in bytes: UnsafeRawBufferPointer, into fixes: FixBatch) {
        batch.removeAll()
        issues.removeAll(keepingCapacity: true)
        decoder.decode(CollectionOfOne(record), in: bytes, into: &batch, issues: &issues)
        for issue in issues { fixes.issues.append((UInt32(truncatingIfNeeded: record.ordinal &- fixes.firstOrdinal), issue)) }
        for row in 0..<batch.count { append(row, to: fixes) }
    }

    private mutating func append(_ row: Int, to fixes: FixBatch) {
        let content =
            options.filter != nil || options.wantsContents ? FixContent.content(of: batch, at: row, absences: options.absences) : nil
        let record = UInt32(truncatingIfNeeded: batch.ordinals[row] &- fixes.firstOrdinal)
        if let filter = options.filter, let content, !filter.accepts(content) {
            fixes.filtered.append(record)
            return
        }
        let hash = batch.trackHashes[row]
        var fix = FixRow(
            time: batch.times[row], trackHash: hash, longitude: batch.longitudes[row], latitude: batch.latitudes[row],
            track: batch.withBytes(batch.trackRanges[row]) { fixes.keep($0) }, record: record)
        fix.id = batch.withBytes(batch.idRanges[row]) { fixes.keep($0) }
        fix.lane = batch.withBytes(batch.trackRanges[row]) { options.lanes.lane(of: hash, $0) }
        if options.wantsNumbers {
            fix.accuracy = Self.number(options.accuracyFields, &accuracyColumns, batch, row)
            fix.speed = Self.number(options.speedFields, &speedColumns, batch, row)
        }
        fixes.rows.append(fix)
        if options.wantsContents, let content { fixes.contents.append(content) }
    }

    /// The first number among some fields; NaN where there is none.
    private static func number(
        _ fields: [String], _ columns: inout [Int?], _ batch: borrowing ObservationBatch, _ row: Int
    ) -> Double {
        for (place, field) in fields.enumerated() {
            if columns[place] == nil { columns[place] = batch.schema.column(named: field) }
            guard let column = columns[place] else { continue }
            let value = batch.value(at: row, column: column)
            if value.kind == .number { return value.number }
        }
        return .nan
    }
}
