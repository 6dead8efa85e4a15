// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

package import VedetteDynamicEntities
import VedetteGeometry
package import VedetteModel

/// Reads the messages of a stream service: single features, lists of them, feature results and replies. A core.
///
/// Attributes follow the fields that the service declares: a value under another name is left out and counted, one that does not fit its
/// field becomes null and is counted. Where the service declares none, all are kept.
package struct StreamMessageDecoder: Sendable {
    /// What a message was besides observations.
    package enum Reply: Sendable, Equatable {
        /// The filter that is in effect now, or the format; with what is wrong with the one that was sent, if anything.
        case filter(error: String?)
        /// Something else is wrong.
        case error(String)
    }

    private var decoder: FeatureDecoder
    private let fields: [Field]
    /// The columns of fields with a type, found with the first row: a column's number stays what it is.
    private var columns: [(number: Int, type: FieldType)]?
    private var ordinal: UInt64 = 0
    /// Values that became null.
    package private(set) var mismatchedValueCount = 0
    /// Values that were left out.
    package var undeclaredValueCount: Int { decoder.unknownColumnCount }

    /// A message can hold a million things that are wrong. So many are told; the others are counted by ``drainUntoldIssues()`` alone.
    package static let maximumIssueCount = 100
    private var toldIssueCount = 0
    private var untoldIssues: [FeedIssue.Code: Int] = [:]
    /// A batch that holds so many values or bytes is taken before there are more.
    private static let fullBatch = (values: 1 << 18, bytes: 1 << 22)

    /// - Parameters:
    ///   - fields: what the service declares; empty where it does not.
    ///   - entityIDField: the field that tells the track.
    ///   - timeField: the field with the event time, in milliseconds since 1970; nil where there is none.
    ///   - spatialReference: the WKID of the service. Points that name none are in WGS 84, as the subscription asks; where their
    ///     coordinates are no degrees, they are taken to be in this one.
    package init(fields: [Field], entityIDField: String, timeField: String?, spatialReference: Int?) {
        self.fields = fields
        var options = FeedOptions(format: .esrijson, trackField: entityIDField, timeField: timeField)
        options.followsDescription = true
        options.keepsKnownColumnsOnly = !fields.isEmpty
        decoder = FeatureDecoder(dialect: .esri, options: options)
        decoder.references.fallback = spatialReference
    }

    /// Adds an observation to `batch`, which must have the columns of the declared fields, for each good feature of a message, and an issue
    /// for each other. What stands before a place that is no JSON is used.
    ///
    /// - Parameters:
    ///   - message: the text.
    ///   - number: which message it is, for issues.
    ///   - batch: takes the observations.
    ///   - issues: takes what is wrong, up to ``maximumIssueCount``.
    ///   - onFull: takes a batch that has grown large in the middle of a message, and empties it.
    /// - Returns: what the message was besides, if anything.
    package mutating func decode(
        _ message: UnsafeRawBufferPointer, number: Int, into batch: inout ObservationBatch, issues: inout [FeedIssue],
        onFull: (inout ObservationBatch) -> Void = { _ in }
    ) -> Reply? {
        toldIssueCount = 0
        let firstIssue = issues.count
        defer { for index in firstIssue..<issues.count { issues[index].unit = "message" } }
        var cursor = JSONCursor(message)
        do {
            cursor.skipWhitespace()
            // Some services send blanks to keep a connection alive.
            guard cursor.offset < message.count else { return nil }
            if try cursor.peekValue() == UInt8(ascii: "[") {
                try readList(&cursor, message, number, &batch, &issues, onFull)
                try cursor.expectEnd()
                return nil
            }
            return try readObject(&cursor, message, number, &batch, &issues, onFull)
        } catch {
            let record = RecordError(error, in: message)
            issues.append(FeedIssue(line: number, record.code, record.message))
            return nil
        }
    }

    private mutating func readList(
        _ cursor: inout JSONCursor, _ message: UnsafeRawBufferPointer, _ number: Int, _ batch: inout ObservationBatch,
        _ issues: inout [FeedIssue], _ onFull: (inout ObservationBatch) -> Void
    ) throws(JSONSyntaxError) {
        try cursor.expect(UInt8(ascii: "["))
        if cursor.take(UInt8(ascii: "]")) { return }
        repeat {
            cursor.skipWhitespace()
            let range = try cursor.skipValue()
            read(range, message, number, &batch, &issues)
            if batch.values.count >= Self.fullBatch.values || batch.bytes.count >= Self.fullBatch.bytes { onFull(&batch) }
        } while cursor.take(UInt8(ascii: ","))
        try cursor.expect(UInt8(ascii: "]"))
    }

    /// Where the members lie that tell what an object is.
    private struct Members {
        var isFeature = false
        var features: Int?
        var reference: Range<Int>?
        var filter: Range<Int>?
        var error: Range<Int>?
        var isFormat = false
    }

    private mutating func readObject(
        _ cursor: inout JSONCursor, _ message: UnsafeRawBufferPointer, _ number: Int, _ batch: inout ObservationBatch,
        _ issues: inout [FeedIssue], _ onFull: (inout ObservationBatch) -> Void
    ) throws(JSONSyntaxError) -> Reply? {
        let start = cursor.offset
        var members = Members()
        try cursor.readMembers { key, cursor throws(JSONSyntaxError) in
            let first = try cursor.peekValue()
            let range = try cursor.skipValue()
            if cursor.isEqual(key, "attributes") || cursor.isEqual(key, "geometry") {
                members.isFeature = true
            } else if cursor.isEqual(key, "features"), first == UInt8(ascii: "[") {
                members.features = range.lowerBound
            } else if cursor.isEqual(key, "spatialReference") {
                members.reference = range
            } else if cursor.isEqual(key, "filter") {
                members.filter = range
            } else if cursor.isEqual(key, "error") {
                members.error = range
            } else if cursor.isEqual(key, "format") {
                members.isFormat = true
            }
        }
        let end = cursor.offset
        try cursor.expectEnd()
        if let features = members.features {
            decoder.references.common = members.reference.flatMap { Self.wkid($0, message) }
            defer { decoder.references.common = nil }
            var list = JSONCursor(message, at: features)
            try readList(&list, message, number, &batch, &issues, onFull)
        } else if members.isFeature {
            read(start..<end, message, number, &batch, &issues)
        } else if members.filter != nil || members.isFormat {
            return .filter(error: members.error.map { Self.words($0, message) })
        } else if let error = members.error {
            return .error(Self.words(error, message))
        } else {
            issues.append(FeedIssue(line: number, .notAnObservation, "the message is an object, but neither features nor a reply"))
        }
        return nil
    }

    private mutating func read(
        _ range: Range<Int>, _ message: UnsafeRawBufferPointer, _ number: Int, _ batch: inout ObservationBatch, _ issues: inout [FeedIssue]
    ) {
        let count = batch.count
        decoder.decode(FeedRecord(range: range, line: number, ordinal: ordinal), in: message, into: &batch, issues: &issues)
        ordinal += 1
        if batch.count > count {
            fit(&batch)
        } else if toldIssueCount < Self.maximumIssueCount {
            toldIssueCount += 1
        } else if let issue = issues.popLast() {
            untoldIssues[issue.code, default: 0] += 1
        }
    }

    /// How much was wrong that there was no room to tell, since the last time.
    package mutating func drainUntoldIssues() -> [FeedIssue.Code: Int] {
        defer { untoldIssues = [:] }
        return untoldIssues
    }

    // MARK: Types

    /// Sees that the values of the newest row fit their fields.
    private mutating func fit(_ batch: inout ObservationBatch) {
        let row = batch.count - 1
        let columns =
            columns
            ?? fields.compactMap { field in
                field.type.flatMap { type in batch.schema.column(named: field.name).map { ($0, type) } }
            }
        self.columns = columns
        for (column, type) in columns {
            let value = batch.value(at: row, column: column)
            guard value.kind != .null else { continue }
            let fitted = Self.fitted(value, type, batch)
            if fitted == .null { mismatchedValueCount += 1 }
            if fitted != value { batch.setValue(fitted, column: column) }
        }
    }

    private static func fitted(_ value: PackedValue, _ type: FieldType, _ batch: borrowing ObservationBatch) -> PackedValue {
        switch type {
        case .int16, .int32, .int64, .oid:
            switch value.kind {
            case .number: return value.number == value.number.rounded() ? value : .null
            case .integer: return value
            case .true: return PackedValue(1)
            case .false: return PackedValue(0)
            default: return .null
            }
        case .float32, .float64: return value.kind == .number || value.kind == .integer ? value : .null
        case .date:
            guard value.kind == .text else { return value.kind == .number || value.kind == .integer ? value : .null }
            let moment = batch.withBytes(ObservationBatch.range(of: value)) { FeedTime.microseconds(of: $0) }
            return moment.map { PackedValue(Double($0) / 1_000) } ?? .null
        case .text, .guid, .globalID, .xml, .dateOnly, .timeOnly, .timestampOffset: return value.kind == .text ? value : .null
        default: return value
        }
    }

    // MARK: Descriptions

    private static func value(_ range: Range<Int>, _ message: UnsafeRawBufferPointer) -> JSONValue? {
        try? JSONValue(text: UnsafeRawBufferPointer(rebasing: message[range]))
    }

    private static func wkid(_ range: Range<Int>, _ message: UnsafeRawBufferPointer) -> Int? {
        let value = value(range, message)
        return (value?["latestWkid"]?.integer ?? value?["wkid"]?.integer).flatMap { Int(exactly: $0) }
    }

    /// What an error says, whichever of its usual forms it has.
    private static func words(_ range: Range<Int>, _ message: UnsafeRawBufferPointer) -> String {
        func text(_ value: JSONValue) -> String {
            if let text = value.text { return text }
            if let elements = value.elements { return elements.map(text).filter { !$0.isEmpty }.joined(separator: "; ") }
            let parts = [value["code"]?.attribute.map { "\($0)" }, value["message"]?.text, value["details"].map(text)]
            return parts.compactMap(\.self).filter { !$0.isEmpty }.joined(separator: ": ")
        }
        let words = value(range, message).map(text) ?? ""
        return words.isEmpty ? "no reason given" : Excerpt.of(words, limit: 500)
    }
}
