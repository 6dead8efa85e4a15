// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import VedetteDynamicEntities
import VedetteGeometry
import VedetteModel

/// Reads observations from JSON features, GeoJSON's or Esri's, in one strict pass.
struct FeatureDecoder: Sendable {
    enum Dialect: Sendable {
        case geoJSON
        case esri
    }

    private let dialect: Dialect
    private let options: FeedOptions
    private let attributesName: StaticString
    private let trackNames: [[UInt8]]
    private let timeNames: [[UInt8]]
    /// Columns in the order in which the last feature had them: the next one most often has the same.
    private var columnOrder: [(name: [UInt8], column: Int)] = []
    /// The spatial references of Esri points that name none.
    var references = PositionReader.References()
    /// Values that were left out because the batch has no column for them.
    private(set) var unknownColumnCount = 0
    /// Where the latest track id was: the rank of its name, or -1 for the feature's own id; nil before there was one.
    private var trackRank: Int?
    private var timeRank: Int?

    init(dialect: Dialect, options: FeedOptions) {
        self.dialect = dialect
        self.options = options
        attributesName = dialect == .geoJSON ? "properties" : "attributes"
        trackNames = (options.trackField.map { [$0] } ?? FeedOptions.trackNames).map { Array($0.utf8) }
        let usualNames = options.followsDescription ? [] : FeedOptions.timeNames
        timeNames = (options.timeField.map { [$0] } ?? usualNames).map { Array($0.utf8) }
    }

    /// The field that held the latest track id; `id` where that was the feature's own.
    var trackFieldName: String? { trackRank.map { $0 < 0 ? "id" : String(decoding: trackNames[$0], as: UTF8.self) } }
    /// The field that held the latest time.
    var timeFieldName: String? { timeRank.map { String(decoding: timeNames[$0], as: UTF8.self) } }

    /// What is known of a feature while it is read.
    private struct Parts {
        var hasFeatureType = false
        var hasAttributes = false
        var id: Range<Int>?
        var position: GridPosition?
        var altitude: Double?
        var geometryError: RecordError?
        /// The track id among the attributes, with the rank of its name.
        var track: (rank: Int, range: Range<Int>)?
        var time: (rank: Int, microseconds: Int64)?
        var timeError: (rank: Int, error: RecordError)?
    }

    mutating func decode(
        _ record: FeedRecord, in bytes: UnsafeRawBufferPointer, into batch: inout ObservationBatch, issues: inout [FeedIssue]
    ) {
        let byteCount = batch.bytes.count
        batch.beginRow()
        do throws(RecordError) {
            try read(UnsafeRawBufferPointer(rebasing: bytes[record.range]), record, into: &batch)
        } catch {
            batch.abandonRow(bytes: byteCount)
            issues.append(FeedIssue(line: record.line, error.code, error.message))
        }
    }

    private mutating func read(
        _ text: UnsafeRawBufferPointer, _ record: FeedRecord, into batch: inout ObservationBatch
    ) throws(RecordError) {
        var cursor = JSONCursor(text)
        var parts = Parts()
        do {
            try readFeature(&cursor, &parts, &batch)
            try cursor.expectEnd()
        } catch {
            throw RecordError(error, in: text)
        }
        try finish(parts, record, into: &batch)
    }

    private mutating func finish(_ parts: Parts, _ record: FeedRecord, into batch: inout ObservationBatch) throws(RecordError) {
        guard dialect == .geoJSON ? parts.hasFeatureType : parts.hasAttributes else {
            throw RecordError(
                .notAnObservation,
                dialect == .geoJSON
                    ? "this is no GeoJSON Feature: \"type\" must be \"Feature\"" : "this is no Esri feature: it has no \"attributes\"")
        }
        if let error = parts.geometryError { throw error }
        if parts.position == nil, options.requiresPosition { throw RecordError(.noPosition, "the feature has no position") }
        let time = try time(parts)
        // A named field decides; without one, the feature's own id comes first.
        var track = options.trackField == nil ? parts.id ?? parts.track?.range : parts.track?.range
        if track == nil, options.trackField == "id" { track = parts.id }
        guard track.map({ !$0.isEmpty }) ?? false || !options.requiresTrack else {
            let names = options.trackField ?? (["the feature's id"] + FeedOptions.trackNames).joined(separator: ", ")
            throw RecordError(.noTrack, "the feature has no track id (looked for: \(names)); name its field with --track-field")
        }
        if options.wantsAttributes, let altitude = parts.altitude,
            let column = batch.column(for: Field(type: .float64, name: ObservationSchema.altitudeName, alias: ""))
        {
            batch.setValue(PackedValue(altitude), column: column)
        }
        if track != nil { trackRank = parts.track.flatMap { $0.range == track ? $0.rank : nil } ?? -1 }
        if let time = parts.time { timeRank = time.rank }
        let id = parts.id == track ? nil : parts.id
        batch.endRow(track: track ?? 0..<0, position: parts.position, time: time, ordinal: record.ordinal, id: id)
    }

    private func time(_ parts: Parts) throws(RecordError) -> Int64 {
        if options.followsDescription { return parts.time?.microseconds ?? ObservationBatch.noTime }
        // The best name decides, also where its value cannot be read.
        if let failed = parts.timeError, failed.rank < parts.time?.rank ?? .max { throw failed.error }
        if let time = parts.time { return time.microseconds }
        if let name = options.timeField { throw RecordError(.invalidTime, "the feature has no time in \"\(name)\"") }
        return ObservationBatch.noTime
    }

    // MARK: Members

    private mutating func readFeature(
        _ cursor: inout JSONCursor, _ parts: inout Parts, _ batch: inout ObservationBatch
    ) throws(JSONSyntaxError) {
        var seen: UInt8 = 0
        func once(_ bit: UInt8, _ offset: Int) throws(JSONSyntaxError) {
            guard seen & bit == 0 else { throw JSONSyntaxError(.duplicateMember, at: offset) }
            seen |= bit
        }
        try cursor.expect(UInt8(ascii: "{"))
        if cursor.take(UInt8(ascii: "}")) { return }
        repeat {
            cursor.skipWhitespace()
            let key = try cursor.readString()
            try cursor.expect(UInt8(ascii: ":"))
            if cursor.isEqual(key, "geometry") {
                try once(1, key.range.lowerBound)
                try readGeometry(&cursor, &parts)
            } else if cursor.isEqual(key, attributesName) {
                try once(2, key.range.lowerBound)
                try readAttributes(&cursor, &parts, &batch)
            } else if dialect == .geoJSON, cursor.isEqual(key, "type") {
                try once(4, key.range.lowerBound)
                if try cursor.peekValue() == UInt8(ascii: "\"") {
                    parts.hasFeatureType = cursor.isEqual(try cursor.readString(), "Feature")
                } else {
                    try cursor.skipValue()
                }
            } else if dialect == .geoJSON, cursor.isEqual(key, "id") {
                try once(8, key.range.lowerBound)
                parts.id = try readIdentifier(&cursor, into: &batch)
            } else {
                try cursor.skipValue()
            }
        } while cursor.take(UInt8(ascii: ","))
        try cursor.expect(UInt8(ascii: "}"))
    }

    /// The text of a string, or the digits of a number, put into the batch; nil for anything else.
    private func readIdentifier(_ cursor: inout JSONCursor, into batch: inout ObservationBatch) throws(JSONSyntaxError) -> Range<Int>? {
        switch try cursor.peekValue() {
        case UInt8(ascii: "\""):
            let string = try cursor.readString()
            return batch.appendBytes { cursor.append(string, to: &$0) }
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
            let number = try cursor.readNumber()
            return batch.append(UnsafeRawBufferPointer(rebasing: cursor.bytes[number.range]))
        default:
            try cursor.skipValue()
            return nil
        }
    }

    private mutating func readAttributes(
        _ cursor: inout JSONCursor, _ parts: inout Parts, _ batch: inout ObservationBatch
    ) throws(JSONSyntaxError) {
        if try cursor.peekValue() == UInt8(ascii: "n") {
            try cursor.readWord("null")
            parts.hasAttributes = true
            return
        }
        try cursor.expect(UInt8(ascii: "{"))
        parts.hasAttributes = true
        if cursor.take(UInt8(ascii: "}")) { return }
        var order = 0
        repeat {
            cursor.skipWhitespace()
            let key = try cursor.readString()
            try cursor.expect(UInt8(ascii: ":"))
            cursor.skipWhitespace()
            let start = cursor.offset
            if let rank = rank(of: key, among: trackNames, in: cursor), rank < parts.track?.rank ?? .max {
                if let range = try readIdentifier(&cursor, into: &batch), !range.isEmpty { parts.track = (rank, range) }
                cursor.offset = start
            } else if options.trackField != nil, let rank = rank(of: key, among: trackNames, in: cursor), rank == parts.track?.rank {
                throw JSONSyntaxError(.duplicateMember, at: key.range.lowerBound)
            }
            if let rank = rank(of: key, among: timeNames, in: cursor) {
                try readTime(&cursor, rank, key, &parts)
                cursor.offset = start
            }
            if options.wantsAttributes {
                try readAttribute(key, order, &cursor, &batch)
                order += 1
            } else {
                try checkAttribute(&cursor)
            }
        } while cursor.take(UInt8(ascii: ","))
        try cursor.expect(UInt8(ascii: "}"))
    }

    private func rank(of key: JSONString, among names: [[UInt8]], in cursor: borrowing JSONCursor) -> Int? {
        for rank in names.indices where cursor.isEqual(key, names[rank]) { return rank }
        return nil
    }

    private func readTime(
        _ cursor: inout JSONCursor, _ rank: Int, _ key: JSONString, _ parts: inout Parts
    ) throws(JSONSyntaxError) {
        guard rank != parts.time?.rank, rank != parts.timeError?.rank else {
            throw JSONSyntaxError(.duplicateMember, at: key.range.lowerBound)
        }
        var microseconds: Int64?
        let start = cursor.offset
        switch try cursor.peekValue() {
        case UInt8(ascii: "\""):
            let string = try cursor.readString()
            if string.hasEscapes {
                var text: [UInt8] = []
                cursor.append(string, to: &text)
                microseconds = text.withUnsafeBytes { FeedTime.microseconds(of: $0) }
            } else {
                microseconds = FeedTime.microseconds(of: UnsafeRawBufferPointer(rebasing: cursor.bytes[string.range]))
            }
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
            let number = try cursor.readNumber()
            microseconds =
                options.followsDescription
                ? FeedTime.microseconds(ofMilliseconds: number) : FeedTime.microseconds(of: number, in: cursor)
        case UInt8(ascii: "n"):
            try cursor.readWord("null")
            return
        default:
            try cursor.skipValue()
            // A truth value or an object in a field that nobody said holds the time is something else.
            if options.timeField == nil { return }
        }
        if let microseconds {
            if rank < parts.time?.rank ?? .max { parts.time = (rank, microseconds) }
        } else if rank < parts.timeError?.rank ?? .max {
            let text = Excerpt.of(cursor.bytes[start..<cursor.offset])
            parts.timeError = (rank, RecordError(.invalidTime, "the time \(text) cannot be read; \(FeedTime.explanation)"))
        }
    }

    // MARK: Attributes

    private mutating func readAttribute(
        _ key: JSONString, _ order: Int, _ cursor: inout JSONCursor, _ batch: inout ObservationBatch
    ) throws(JSONSyntaxError) {
        let first = try cursor.peekValue()
        guard let column = column(of: key, order, first, cursor, &batch) else {
            try checkAttribute(&cursor)
            return
        }
        batch.setValue(try readValue(first, &cursor, &batch), column: column)
    }

    /// Reads past a value that is not wanted, and refuses what would have been refused had it been.
    private func checkAttribute(_ cursor: inout JSONCursor) throws(JSONSyntaxError) {
        let first = try cursor.peekValue()
        guard first == UInt8(ascii: "-") || first &- UInt8(ascii: "0") < 10 else {
            try cursor.skipValue()
            return
        }
        let number = try cursor.readNumber()
        guard NumberPacking.canPack(number, in: cursor) else { throw JSONSyntaxError(.numberOutOfRange, at: number.range.lowerBound) }
    }

    /// The batch's column for a name; nil where the schema is full, and for null, which needs none.
    private mutating func column(
        of key: JSONString, _ order: Int, _ first: UInt8, _ cursor: borrowing JSONCursor, _ batch: inout ObservationBatch
    ) -> Int? {
        if order < columnOrder.count, cursor.isEqual(key, columnOrder[order].name) { return columnOrder[order].column }
        let name = cursor.text(of: key)
        let type: FieldType? =
            switch first {
            case UInt8(ascii: "\""): .text
            case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): .float64
            default: nil
            }
        if options.keepsKnownColumnsOnly, batch.schema.column(named: name) == nil {
            unknownColumnCount += 1
            return nil
        }
        guard name != ObservationSchema.altitudeName, let column = batch.column(for: Field(name: name, type: type)) else { return nil }
        if order < columnOrder.count {
            columnOrder[order] = (Array(name.utf8), column)
        } else {
            columnOrder.append((Array(name.utf8), column))
        }
        return column
    }

    private func readValue(
        _ first: UInt8, _ cursor: inout JSONCursor, _ batch: inout ObservationBatch
    ) throws(JSONSyntaxError) -> PackedValue {
        switch first {
        case UInt8(ascii: "\""):
            let string = try cursor.readString()
            return ObservationBatch.reference(.text, batch.appendBytes { cursor.append(string, to: &$0) })
        case UInt8(ascii: "t"):
            try cursor.readWord("true")
            return PackedValue(true)
        case UInt8(ascii: "f"):
            try cursor.readWord("false")
            return PackedValue(false)
        case UInt8(ascii: "n"):
            try cursor.readWord("null")
            return .null
        case UInt8(ascii: "{"), UInt8(ascii: "["):
            let range = try cursor.skipValue()
            let raw = UnsafeRawBufferPointer(rebasing: cursor.bytes[range])
            return ObservationBatch.reference(.json, batch.appendBytes { JSONWriter.append(compacting: raw, to: &$0) })
        default:
            let number = try cursor.readNumber()
            guard let value = NumberPacking.pack(number, in: cursor, into: &batch) else {
                throw JSONSyntaxError(.numberOutOfRange, at: number.range.lowerBound)
            }
            return value
        }
    }

    // MARK: Geometry

    private func readGeometry(_ cursor: inout JSONCursor, _ parts: inout Parts) throws(JSONSyntaxError) {
        guard try cursor.peekValue() == UInt8(ascii: "{") else {
            let isNull = cursor.next == UInt8(ascii: "n")
            try cursor.skipValue()
            if !isNull { parts.geometryError = RecordError(.notAnObservation, "the geometry is not an object") }
            return
        }
        do throws(PositionReader.Failure) {
            let place = try dialect == .geoJSON ? PositionReader.readGeoJSON(&cursor) : PositionReader.readEsri(&cursor, references)
            (parts.position, parts.altitude) = (place.position, place.altitude)
        } catch {
            switch error {
            case .syntax(let error): throw error
            case .meaning(let error): parts.geometryError = error
            }
        }
    }
}
