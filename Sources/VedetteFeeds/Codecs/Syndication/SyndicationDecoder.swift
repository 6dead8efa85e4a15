// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import VedetteDynamicEntities
import VedetteGeometry
import VedetteModel

/// Reads observations from RSS 0.9 to 2.0 and Atom: one for each item, with the place that GeoRSS or Basic Geo give it.
struct SyndicationDecoder: Sendable {
    private let options: FeedOptions
    /// The fields that held the latest track id and time.
    private(set) var trackFieldName: String?
    private(set) var timeFieldName: String?

    init(options: FeedOptions) {
        self.options = options
    }

    /// Adds an observation for each item of the document.
    mutating func decode(
        _ record: FeedRecord, in bytes: UnsafeRawBufferPointer, into batch: inout ObservationBatch, issues: inout [FeedIssue]
    ) {
        let document = UnsafeRawBufferPointer(rebasing: bytes[record.range])
        var decoder = self
        do throws(XMLError) {
            try XMLEncoding.withUTF8(document) { text, isWhole in
                var lines = XMLLineCount(text, line: record.line)
                do throws(XMLError) {
                    try decoder.readDocument(text, &lines, record, into: &batch, issues: &issues)
                } catch {
                    let cause =
                        isWhole || error.offset < text.count
                        ? error.message : "the text is not UTF-8 from here on; name its encoding in its first line"
                    issues.append(
                        FeedIssue(line: lines.line(at: error.offset), .invalidXML, "\(cause); what stands behind it is not read"))
                }
            }
        } catch {
            issues.append(FeedIssue(line: record.line, .invalidXML, error.message))
        }
        self = decoder
    }

    private mutating func readDocument(
        _ text: UnsafeRawBufferPointer, _ lines: inout XMLLineCount, _ record: FeedRecord, into batch: inout ObservationBatch,
        issues: inout [FeedIssue]
    ) throws(XMLError) {
        var reader = XMLReader(text)
        var itemReader: SyndicationItemReader?
        var depth = 0
        var ordinal = record.ordinal
        let issueCount = issues.count
        while let event = try reader.next() {
            switch event {
            case .text: break
            case .end: depth -= 1
            case .start(let element):
                depth += 1
                guard let known = itemReader else {
                    guard let vocabulary = SyndicationVocabulary(root: element.name) else {
                        throw XMLError(SyndicationDocument.explanation(element.name), at: reader.eventOffset)
                    }
                    itemReader = SyndicationItemReader(vocabulary: vocabulary)
                    continue
                }
                // Items stand in the document's element, or in its channel.
                guard depth == 2 || depth == 3, known.vocabulary.isItem(element.name) else { continue }
                let start = reader.eventOffset
                let item = try known.read(element, &reader)
                depth -= 1
                let line = lines.line(at: start)
                if reader.offset - start > options.maximumRecordLength {
                    issues.append(FramingBytes.tooLong(line, options.maximumRecordLength))
                } else {
                    add(item, ordinal, line, into: &batch, &issues)
                }
                ordinal += 1
                if options.stopsAtFirstIssue, issues.count > issueCount { return }
            }
        }
    }

    // MARK: Items

    private mutating func add(
        _ item: SyndicationItem, _ ordinal: UInt64, _ line: Int, into batch: inout ObservationBatch, _ issues: inout [FeedIssue]
    ) {
        let byteCount = batch.bytes.count
        batch.beginRow()
        do throws(RecordError) {
            let position = try item.place.position()
            let other = position == nil ? item.place.otherGeometry : nil
            if position == nil, options.requiresPosition {
                throw RecordError(
                    .noPosition, other.map { "the item's place is a \(Excerpt.of($0)), not a point" } ?? "the item has no position")
            }
            let time = try time(of: item)
            let track = try track(of: item)
            let name = track.map { track in batch.appendBytes { $0 += Array(track.utf8) } }
            var id: Range<Int>?
            if let own = item["id"], own != track { id = batch.appendBytes { $0 += Array(own.utf8) } }
            if options.wantsAttributes { setValues(item, hasPosition: position != nil, in: &batch) }
            batch.endRow(track: name ?? 0..<0, position: position, time: time, ordinal: ordinal, id: id)
            if let other {
                let text = "the item's place is a \(Excerpt.of(other)), and only points are taken; the item is, without a position"
                issues.append(FeedIssue(line: line, .unsupportedGeometry, text))
            }
        } catch {
            batch.abandonRow(bytes: byteCount)
            issues.append(FeedIssue(line: line, error.code, error.message))
        }
    }

    /// The name of a field as users write it: `gdacs:eventid` is `gdacs_eventid`.
    private static func fieldName(_ name: String) -> String { name.replacing(":", with: "_") }

    private mutating func track(of item: SyndicationItem) throws(RecordError) -> String? {
        if let wanted = options.trackField {
            trackFieldName = Self.fieldName(wanted)
        } else {
            trackFieldName = item["id"] == nil && item["link"] != nil ? "link" : "id"
        }
        let track = trackFieldName.flatMap { item[$0] }
        guard track != nil || !options.requiresTrack else {
            throw RecordError(
                .noTrack,
                "the item has no \(options.trackField.map { Excerpt.of($0) } ?? "id (guid) and no link"); name its field with --track-field"
            )
        }
        return track
    }

    private mutating func time(of item: SyndicationItem) throws(RecordError) -> Int64 {
        let names = options.timeField.map { [Self.fieldName($0)] } ?? ["updated", "published"]
        var unreadable: String?
        for name in names {
            guard let text = item[name] else { continue }
            if let time = SyndicationTime.microseconds(of: text) ?? Self.feedTime(text) {
                timeFieldName = name
                return time
            }
            unreadable = unreadable ?? text
        }
        if let unreadable {
            throw RecordError(.invalidTime, "the time \"\(Excerpt.of(unreadable))\" cannot be read; \(SyndicationTime.explanation)")
        }
        if let name = options.timeField { throw RecordError(.invalidTime, "the item has no time in \"\(Excerpt.of(name))\"") }
        return ObservationBatch.noTime
    }

    private static func feedTime(_ text: String) -> Int64? {
        var text = text
        return text.withUTF8 { FeedTime.microseconds(of: UnsafeRawBufferPointer($0)) }
    }

    private func setValues(_ item: SyndicationItem, hasPosition: Bool, in batch: inout ObservationBatch) {
        if hasPosition, let altitude = item.place.altitude,
            let column = batch.column(for: Field(type: .float64, name: ObservationSchema.altitudeName, alias: ""))
        {
            batch.setValue(PackedValue(altitude), column: column)
        }
        for value in item.ordered where value.name != ObservationSchema.altitudeName {
            let (packed, type) = Self.packed(value, into: &batch)
            if let column = batch.column(for: Field(type: type, name: value.name, alias: "")) { batch.setValue(packed, column: column) }
        }
    }

    /// Times are dates, extensions that are JSON numbers are numbers, anything else is text.
    private static func packed(_ value: SyndicationItem.Value, into batch: inout ObservationBatch) -> (PackedValue, FieldType) {
        if value.name == "published" || value.name == "updated", let time = SyndicationTime.microseconds(of: value.text) {
            return (PackedValue((Double(time) / 1_000).rounded()), .date)
        }
        var text = value.text
        let number: PackedValue? = text.withUTF8 { text in
            guard value.isExtension else { return nil }
            var cursor = JSONCursor(UnsafeRawBufferPointer(text))
            guard let number = try? cursor.readNumber(), cursor.offset == text.count else { return nil }
            return NumberPacking.pack(number, in: cursor, into: &batch)
        }
        if let number { return (number, .float64) }
        return (ObservationBatch.reference(.text, batch.appendBytes { $0 += Array(text.utf8) }), .text)
    }
}
