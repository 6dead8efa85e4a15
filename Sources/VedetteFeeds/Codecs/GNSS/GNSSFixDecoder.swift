// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import VedetteDynamicEntities
import VedetteGeometry
import VedetteLocation
import VedetteModel

/// Turns fixes of a GNSS receiver into observations: the figures of gpsd's TPV by its names and with its digits, and of its SKY the dilutions and
/// how many satellites there are.
struct GNSSFixDecoder: Sendable {
    /// The track of all fixes: a stream is of one receiver.
    static let track = "nmea"

    private let options: FeedOptions

    init(options: FeedOptions) {
        self.options = options
    }

    /// Adds an observation for a fix. While a receiver has no position that is no fault: where positions are required, there is none then.
    func decode(_ record: FeedRecord, into batch: inout ObservationBatch, issues: inout [FeedIssue]) {
        guard let content = record.content as? GNSSContent else { return }
        let fix = content.fix
        let byteCount = batch.bytes.count
        do throws(RecordError) {
            let position = try position(of: fix)
            if position == nil, options.requiresPosition { return }
            if let wanted = options.trackField {
                throw RecordError(
                    .noTrack, "a fix has no field \(Excerpt.of(wanted)); leave --track-field out, and its track is \"\(Self.track)\"")
            }
            batch.beginRow()
            let name = batch.appendBytes { $0 += Array(Self.track.utf8) }
            if options.wantsAttributes { setValues(content, hasPosition: position != nil, in: &batch) }
            batch.endRow(track: name, position: position, time: Self.microseconds(of: fix), ordinal: record.ordinal, id: nil)
        } catch {
            batch.abandonRow(bytes: byteCount)
            issues.append(FeedIssue(line: record.line, error.code, error.message))
        }
    }

    private func position(of fix: GNSSFix) throws(RecordError) -> GridPosition? {
        guard fix.mode == .twoDimensional || fix.mode == .threeDimensional, fix.latitude.isFinite, fix.longitude.isFinite else {
            return nil
        }
        guard let position = GridPosition(longitude: fix.longitude, latitude: fix.latitude) else {
            throw RecordError(.invalidPosition, "\(fix.latitude), \(fix.longitude) is no place on Earth")
        }
        return position
    }

    /// To the millisecond, as gpsd prints it.
    private static func microseconds(of fix: GNSSFix) -> Int64 {
        guard let time = fix.time, time.seconds > 0 else { return ObservationBatch.noTime }
        return time.seconds * 1_000_000 + Int64((time.nanoseconds + 500_000) / 1_000_000) * 1_000
    }

    private func setValues(_ content: GNSSContent, hasPosition: Bool, in batch: inout ObservationBatch) {
        let fix = content.fix
        if hasPosition, fix.mode == .threeDimensional, fix.altitude.isFinite {
            set(ObservationSchema.altitudeName, (fix.altitude * 1e4).rounded() / 1e4, in: &batch)
        }
        for member in fix.members + content.sky.members where member.value.isFinite {
            set(member.name, member.roundedValue, in: &batch)
            // Where features are printed, `track` is the track id, and this one is printed as `feed_track`.
            if member.name == "track" { set("course", member.roundedValue, in: &batch) }
        }
        if fix.heading.isFinite { set("heading", fix.heading, in: &batch) }
    }

    private func set(_ name: String, _ value: Double, in batch: inout ObservationBatch) {
        if let column = batch.column(for: Field(type: .float64, name: name, alias: "")) {
            batch.setValue(PackedValue(value), column: column)
        }
    }
}
