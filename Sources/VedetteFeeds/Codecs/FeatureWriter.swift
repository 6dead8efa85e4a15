// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

package import VedetteDynamicEntities
package import VedetteGeometry
package import VedetteModel

/// Writes observations as GeoJSON features, one a line: the attributes by their own names, then `track` and `time`.
///
/// A feature's `id` is the observation's own, else the track id, so that what was written is read back as it was. An attribute that is
/// itself called `track` or `time` is written as `feed_track` or `feed_time` (or with more of `feed_`, where there are such fields
/// too), unless its value is that very track id or time.
///
/// Where the feed has the place in fields `lat` and `lon`, the geometry has all of their digits.
package enum FeatureWriter {
    /// Appends an observation of a batch.
    package static func append(_ batch: borrowing ObservationBatch, at index: Int, to output: inout [UInt8]) {
        let id = batch.idRanges[index]
        let track = batch.trackRanges[index]
        var feature = Feature(position: batch.position(at: index), time: time(batch.times[index]))
        feature.place = place(batch, at: index)
        if !id.isEmpty { feature.id = batch.text(id) }
        if !track.isEmpty { feature.track = batch.text(track) }
        let fields = batch.schema.fields
        append(feature, fields, to: &output, altitude: batch.schema.altitudeColumn.map { batch.value(at: index, column: $0) }) {
            column, output in
            let value = batch.value(at: index, column: column)
            ValueWriter.append(value, to: &output) { body in batch.withBytes(ObservationBatch.range(of: value), body) }
        }
    }

    /// Appends the latest observation of a track in a store.
    package static func append(_ store: borrowing TrackStore, track number: UInt32, to output: inout [UInt8]) {
        let row = store.latest(number)
        var feature = Feature(position: row.position, time: row.observedAt)
        feature.track = store.name(number)
        append(
            feature, store.schema.fields, to: &output, altitude: store.schema.altitudeColumn.map { row.value(column: $0) }
        ) { column, output in
            let value = row.value(column: column)
            ValueWriter.append(value, to: &output) { body in store.withText(of: value, body) }
        }
    }

    private struct Feature {
        var position: GridPosition?
        /// The position with all its digits, where they are known.
        var place: (longitude: Double, latitude: Double)?
        var time: Instant?
        var id: String?
        var track: String?
    }

    /// The position as the feed's own fields `lat` and `lon` have it, which may be finer than the steps that positions are kept in; nil where the feed
    /// has none, or they say something else.
    private static func place(_ batch: borrowing ObservationBatch, at index: Int) -> (longitude: Double, latitude: Double)? {
        guard let longitudeColumn = batch.schema.column(named: "lon"), let latitudeColumn = batch.schema.column(named: "lat") else {
            return nil
        }
        let (longitude, latitude) = (batch.value(at: index, column: longitudeColumn), batch.value(at: index, column: latitudeColumn))
        guard longitude.kind == .number, latitude.kind == .number, let position = batch.position(at: index),
            let same = GridPosition(longitude: longitude.number, latitude: latitude.number)
        else { return nil }
        // A field that was rounded itself, halfway between two steps, may have come to the other one.
        guard abs(Int(same.longitude) - Int(position.longitude)) <= 1, abs(Int(same.latitude) - Int(position.latitude)) <= 1 else {
            return nil
        }
        return (longitude.number, latitude.number)
    }

    private static func time(_ microseconds: Int64) -> Instant? {
        microseconds == ObservationBatch.noTime ? nil : Instant(microsecondsSince1970: microseconds)
    }

    /// - Parameters:
    ///   - feature: what is known of the observation besides its attributes.
    ///   - fields: the columns, in their order.
    ///   - output: what the feature is added to.
    ///   - altitude: the third coordinate; nil for none.
    ///   - appendValue: appends the value of a column; appends nothing for null.
    private static func append(
        _ feature: Feature, _ fields: [Field], to output: inout [UInt8], altitude: PackedValue?, appendValue: (Int, inout [UInt8]) -> Void
    ) {
        output.append(contentsOf: #"{"type":"Feature""#.utf8)
        if let id = feature.id ?? feature.track {
            output.append(contentsOf: #","id":"#.utf8)
            JSONWriter.append(id, to: &output)
        }
        output.append(contentsOf: #","geometry":"#.utf8)
        appendPoint(feature.position, place: feature.place, altitude: altitude, to: &output)
        output.append(contentsOf: #","properties":{"#.utf8)
        var isFirst = true
        var value: [UInt8] = []
        for (column, field) in fields.enumerated() where field.name != ObservationSchema.altitudeName {
            value.removeAll(keepingCapacity: true)
            appendValue(column, &value)
            guard !value.isEmpty else { continue }
            var name = field.name
            if name == "track" || name == "time" {
                if isSame(value, name, feature) { continue }
                repeat { name = "feed_" + name } while fields.contains { $0.name == name }
            }
            appendName(name, isFirst: &isFirst, to: &output)
            output.append(contentsOf: value)
        }
        if let track = feature.track {
            appendName("track", isFirst: &isFirst, to: &output)
            JSONWriter.append(track, to: &output)
        }
        if let time = feature.time {
            appendName("time", isFirst: &isFirst, to: &output)
            output.append(UInt8(ascii: "\""))
            RFC3339.append(time, to: &output)
            output.append(UInt8(ascii: "\""))
        }
        output.append(contentsOf: "}}\n".utf8)
    }

    /// Whether an attribute called `track` or `time` says the same as the feature's own.
    private static func isSame(_ value: [UInt8], _ name: String, _ feature: Feature) -> Bool {
        let isText = value.first == UInt8(ascii: "\"")
        if name == "track" {
            // As bytes: texts that only look the same are two values.
            guard let track = feature.track else { return false }
            guard isText else { return value.elementsEqual(track.utf8) }
            var written: [UInt8] = []
            JSONWriter.append(track, to: &written)
            return value == written
        }
        return value.withUnsafeBytes { bytes in
            let inner = isText ? UnsafeRawBufferPointer(rebasing: bytes[1..<bytes.count - 1]) : bytes
            return feature.time.map { FeedTime.microseconds(of: inner) == $0.microsecondsSince1970 } ?? false
        }
    }

    private static func appendName(_ name: String, isFirst: inout Bool, to output: inout [UInt8]) {
        if !isFirst { output.append(UInt8(ascii: ",")) }
        isFirst = false
        JSONWriter.append(name, to: &output)
        output.append(UInt8(ascii: ":"))
    }

    package static func appendPoint(_ position: GridPosition?, altitude: PackedValue? = nil, to output: inout [UInt8]) {
        appendPoint(position, place: nil, altitude: altitude, to: &output)
    }

    private static func appendPoint(
        _ position: GridPosition?, place: (longitude: Double, latitude: Double)?, altitude: PackedValue?, to output: inout [UInt8]
    ) {
        guard let position else {
            output.append(contentsOf: "null".utf8)
            return
        }
        output.append(contentsOf: #"{"type":"Point","coordinates":["#.utf8)
        if let place {
            JSONWriter.append(place.longitude, to: &output)
            output.append(UInt8(ascii: ","))
            JSONWriter.append(place.latitude, to: &output)
        } else {
            JSONWriter.append(gridSteps: position.longitude, to: &output)
            output.append(UInt8(ascii: ","))
            JSONWriter.append(gridSteps: position.latitude, to: &output)
        }
        if let altitude, altitude.kind == .number {
            output.append(UInt8(ascii: ","))
            JSONWriter.append(altitude.number, to: &output)
        }
        output.append(contentsOf: "]}".utf8)
    }
}

/// Writes packed values as JSON.
package enum ValueWriter {
    /// Appends a value; nothing for null.
    ///
    /// - Parameters:
    ///   - value: what to write.
    ///   - output: what it is added to.
    ///   - withBytes: calls its argument with the bytes that the value stands for.
    package static func append(
        _ value: PackedValue, to output: inout [UInt8], withBytes: ((UnsafeRawBufferPointer) -> Void) -> Void
    ) {
        switch value.kind {
        case .null: break
        case .true: output.append(contentsOf: "true".utf8)
        case .false: output.append(contentsOf: "false".utf8)
        case .number: JSONWriter.append(value.number, to: &output)
        case .text: withBytes { JSONWriter.append($0, to: &output) }
        case .integer, .json: withBytes { output.append(contentsOf: $0) }
        }
    }
}
