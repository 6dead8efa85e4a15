// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import VedetteDynamicEntities
import VedetteGeometry
import VedetteModel

/// Reads observations from GPX: one for each waypoint, point of a route and point of a track.
///
/// The fields of a point have GPX's names. Besides them `kind` says which element it is (`wpt`, `rtept`, `trkpt`), and `trk` and `trkseg`, or `rte`,
/// which track of the document, segment of the track, or route it belongs to, counted from 0. The track id is the name of its track or route,
/// or its own as a waypoint; see ``GPXTrackNames``.
struct GPXDecoder: Sendable {
    private let options: FeedOptions
    /// The most fields of extensions in a document.
    static let maximumExtensionCount = 64

    init(options: FeedOptions) {
        self.options = options
    }

    /// The fields that hold track ids and times; the usual track id is in none.
    var fieldNames: (track: String?, time: String?) {
        (options.trackField.map(Self.fieldName), options.timeField.map(Self.fieldName) ?? "time")
    }

    /// The name of a field as users write it: `power:watts` is `power_watts`.
    private static func fieldName(_ name: String) -> String { name.replacing(":", with: "_") }

    private struct Place {
        var kind: StaticString
        var track: Range<Int>
        /// Numbers by the names of their fields.
        var numbers: [(name: String, value: Int)]
    }

    /// Adds an observation for each point of the document, in the document's order.
    func decode(
        _ record: FeedRecord, in bytes: UnsafeRawBufferPointer, into batch: inout ObservationBatch, issues: inout [FeedIssue]
    ) {
        let text = UnsafeRawBufferPointer(rebasing: bytes[record.range])
        let document = GPXDocument.read(text, line: record.line, options: options)
        issues += document.issues
        let names = GPXTrackNames(document)
        var (points, places) = ([(point: GPXPoint, place: Int)](), [Place]())
        func place(_ group: [GPXPoint], _ kind: StaticString, _ name: String, _ numbers: [(String, Int)]) {
            let track = batch.appendBytes { $0 += Array(name.utf8) }
            places.append(Place(kind: kind, track: track, numbers: numbers))
            for point in group { points.append((point, places.count - 1)) }
        }
        for (point, name) in zip(document.waypoints, names.waypoints) { place([point], "wpt", name, []) }
        for (index, route) in document.routes.enumerated() { place(route.points, "rtept", names.routes[index], [("rte", index)]) }
        for (index, track) in document.tracks.enumerated() {
            for (number, segment) in track.segments.enumerated() {
                place(segment.points, "trkpt", names.tracks[index], [("trk", index), ("trkseg", number)])
            }
        }
        // Waypoints, routes and tracks stand in this order by the schemas; whoever mixes them is followed.
        if zip(points, points.dropFirst()).contains(where: { $0.point.ordinal > $1.point.ordinal }) {
            points.sort { $0.point.ordinal < $1.point.ordinal }
        }
        var extensions = Extensions()
        for (point, place) in points { add(point, places[place], record.ordinal, &extensions, &batch, &issues) }
        if let line = extensions.overflow {
            let text = "the document's points have more than \(Self.maximumExtensionCount) fields of extensions; the others are left out"
            issues.append(FeedIssue(line: line, .invalidValue, text))
        }
    }

    /// The fields of extensions that the document has.
    private struct Extensions {
        var names: Set<String> = []
        /// The line of the first point with one too many.
        var overflow: Int?

        mutating func take(_ name: String, _ line: Int) -> Bool {
            if names.contains(name) { return true }
            guard names.count < GPXDecoder.maximumExtensionCount else {
                overflow = overflow ?? line
                return false
            }
            names.insert(name)
            return true
        }
    }

    private func add(
        _ point: GPXPoint, _ place: Place, _ first: UInt64, _ extensions: inout Extensions, _ batch: inout ObservationBatch,
        _ issues: inout [FeedIssue]
    ) {
        let byteCount = batch.bytes.count
        batch.beginRow()
        do throws(RecordError) {
            var track = place.track
            if let field = options.trackField {
                let text = text(of: Self.fieldName(field), point, place)
                guard text != nil || !options.requiresTrack else {
                    throw RecordError(.noTrack, "the point has no \(Excerpt.of(field)); name another field with --track-field")
                }
                track = text.map { text in batch.appendBytes { $0 += Array(text.utf8) } } ?? 0..<0
            }
            let time = try time(of: point)
            if options.wantsAttributes { setValues(point, place, &extensions, &batch) }
            batch.endRow(
                track: track, position: GridPosition(longitude: point.longitude, latitude: point.latitude), time: time,
                ordinal: first + point.ordinal)
        } catch {
            batch.abandonRow(bytes: byteCount)
            issues.append(FeedIssue(line: point.line, error.code, error.message))
        }
    }

    /// What a field says, as text; nil where the point does not have it.
    private func text(of field: String, _ point: GPXPoint, _ place: Place) -> String? {
        if let number = place.numbers.first(where: { $0.name == field }) { return String(number.value) }
        if field == "kind" { return "\(place.kind)" }
        return point.fields.text(field)
    }

    private func time(of point: GPXPoint) throws(RecordError) -> Int64 {
        guard let field = options.timeField, field != "time" else {
            if point.microseconds == nil, options.timeField != nil { throw RecordError(.invalidTime, "the point has no time") }
            return point.microseconds ?? ObservationBatch.noTime
        }
        guard var text = point.fields.text(Self.fieldName(field)) else {
            throw RecordError(.invalidTime, "the point has no time in \"\(Excerpt.of(field))\"")
        }
        guard let time = text.withUTF8({ FeedTime.microseconds(of: UnsafeRawBufferPointer($0)) }) else {
            throw RecordError(.invalidTime, "the time \"\(Excerpt.of(text))\" cannot be read; \(FeedTime.explanation)")
        }
        return time
    }

    private func setValues(_ point: GPXPoint, _ place: Place, _ extensions: inout Extensions, _ batch: inout ObservationBatch) {
        func set(_ value: PackedValue, _ type: FieldType, _ name: String) {
            if let column = batch.column(for: Field(type: type, name: name, alias: "")) { batch.setValue(value, column: column) }
        }
        func text(_ text: String) -> PackedValue { ObservationBatch.reference(.text, batch.appendBytes { $0 += Array(text.utf8) }) }
        set(text("\(place.kind)"), .text, "kind")
        for number in place.numbers { set(PackedValue(Double(number.value)), .float64, number.name) }
        if point.elevation.isFinite {
            set(PackedValue(point.elevation), .float64, "ele")
            set(PackedValue(point.elevation), .float64, ObservationSchema.altitudeName)
        }
        for name in point.fieldNames where name != ObservationSchema.altitudeName {
            guard let value = point[name], GPXVocabulary.fields.contains(name) || extensions.take(name, point.line) else { continue }
            switch value {
            case .number(let number): set(PackedValue(number), .float64, name)
            case .text(let words): set(text(words), .text, name)
            }
        }
    }
}
