// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import VedetteDynamicEntities
import VedetteGeometry

/// Reads GeoJSON point features that are written as most are, straight into a row: no dictionary, no text, nothing thrown.
///
/// It takes a record only where it is sure to say what ``FeatureDecoder`` would. Whatever it is not sure of (escapes in a name, a member twice,
/// an exponent, a fault) it leaves to that one, which also says what is wrong: so there is one reader of features, and this is its short way.
///
/// Keys are compared by whole words. Values of members that nobody asks for are checked as strictly as if they were wanted.
///
/// A reference, so that handing it about copies no list.
final class FixScanner: Sendable {
    /// Reads past the end of the record by so many bytes at the most; they must be there.
    static let padding = 24

    private let trackNames: [ScannedName]
    private let timeNames: [ScannedName]
    private let accuracyNames: [ScannedName]
    private let speedNames: [ScannedName]
    private let hasTrackField: Bool
    private let hasTimeField: Bool
    private let wantsNumbers: Bool
    /// A bit for each ``ScannedName/mark`` of a wanted name: most names of others are known by it.
    private let wantedMarks: UInt64

    /// nil where the options ask for what only the full decoder can do.
    init?(_ options: FixOptions) {
        guard options.filter == nil, !options.wantsContents, !options.feed.followsDescription, options.feed.requiresTrack else {
            return nil
        }
        func names(_ texts: [String]) -> [ScannedName]? {
            let names = texts.compactMap { ScannedName($0) }
            return names.count == texts.count ? names : nil
        }
        let tracks = options.feed.trackField.map { [$0] } ?? FeedOptions.trackNames
        let times = options.feed.timeField.map { [$0] } ?? FeedOptions.timeNames
        guard let trackNames = names(tracks), let timeNames = names(times), let accuracyNames = names(options.accuracyFields),
            let speedNames = names(options.speedFields), Set(tracks).isDisjoint(with: times)
        else { return nil }
        // A field that is two things at once is rare enough.
        let numbers = Set(options.accuracyFields + options.speedFields)
        guard numbers.isDisjoint(with: tracks + times), Set(options.accuracyFields).isDisjoint(with: options.speedFields) else {
            return nil
        }
        (self.trackNames, self.timeNames, self.accuracyNames, self.speedNames) = (trackNames, timeNames, accuracyNames, speedNames)
        (hasTrackField, hasTimeField) = (options.feed.trackField != nil, options.feed.timeField != nil)
        wantsNumbers = options.wantsNumbers
        wantedMarks = (trackNames + timeNames + accuracyNames + speedNames).reduce(0) { $0 | 1 << $1.mark }
    }

    /// What a record says, and how it was found.
    struct Found {
        var values = FixValues()
        var trackRank = Int.max
        var timeRank = Int.max
        var accuracyRank = Int.max
        var speedRank = Int.max
        var seen: UInt8 = 0
        // For who wants to know how the record is written: where its values begin, without a quote; −1 where there is none.
        var longitudePlace = -1
        var latitudePlace = -1
        var timePlace = -1
        var accuracyPlace = -1
        var speedPlace = -1
        /// A track id that does not count, as the feature has an id.
        var spare = 0..<0
        /// Whether nothing was there twice that could be the same.
        var isSingular = true
    }

    /// Reads a record.
    ///
    /// - Parameters:
    ///   - range: the record, trimmed.
    ///   - bytes: the block.
    ///   - dates: the days that were read last.
    ///   - found: what it says.
    /// - Returns: false where it is for the full decoder.
    func scan(_ range: Range<Int>, in bytes: UnsafeRawBufferPointer, dates: inout ScannedDate, into found: inout Found) -> Bool {
        guard let base = bytes.baseAddress else { return false }
        var reader = ByteScan(base: base, place: range.lowerBound, end: range.upperBound)
        found = Found()
        guard reader.take(UInt8(ascii: "{")) else { return false }
        repeat {
            guard let key = reader.key() else { return false }
            if key.matches(geometry) {
                guard found.seen & 1 == 0, readGeometry(&reader, &found) else { return false }
                found.seen |= 1
            } else if key.matches(properties) {
                guard found.seen & 2 == 0, readProperties(&reader, &dates, &found) else { return false }
                found.seen |= 2
            } else if key.matches(type) {
                guard found.seen & 4 == 0, let value = reader.key(isValue: true), value.matches(feature) else { return false }
                found.seen |= 4
            } else if key.matches(id) {
                guard found.seen & 8 == 0, let text = reader.identifier(), !text.isEmpty else { return false }
                found.values.id = text
                found.seen |= 8
            } else if !reader.skipValue() {
                return false
            }
        } while reader.take(UInt8(ascii: ","))
        // A feature, with a geometry, and nothing behind it.
        guard reader.take(UInt8(ascii: "}")), reader.isAtEnd, found.seen & 5 == 5 else { return false }
        return settle(&found)
    }

    // Each scanner's own: a static one costs a check at every use.
    private let type = ScannedName(known: "type")
    private let feature = ScannedName(known: "Feature")
    private let id = ScannedName(known: "id")
    private let geometry = ScannedName(known: "geometry")
    private let properties = ScannedName(known: "properties")
    private let coordinates = ScannedName(known: "coordinates")
    private let point = ScannedName(known: "Point")

    /// Decides which text is the track id: as the full decoder does.
    private func settle(_ found: inout Found) -> Bool {
        if hasTimeField, found.timeRank == .max { return false }
        if hasTrackField {
            if found.trackRank == .max {
                guard trackNames[0].matches(id), !found.values.id.isEmpty else { return false }
                (found.values.track, found.values.id) = (found.values.id, 0..<0)
            }
            return true
        }
        if !found.values.id.isEmpty {
            (found.spare, found.values.track, found.values.id) = (found.values.track, found.values.id, 0..<0)
            return true
        }
        return found.trackRank != .max
    }

    // MARK: Geometry

    private func readGeometry(_ reader: inout ByteScan, _ found: inout Found) -> Bool {
        guard reader.take(UInt8(ascii: "{")) else { return false }
        var seen: UInt8 = 0
        repeat {
            guard let key = reader.key() else { return false }
            if key.matches(type) {
                guard seen & 1 == 0, let value = reader.key(isValue: true), value.matches(point) else { return false }
                seen |= 1
            } else if key.matches(coordinates) {
                guard seen & 2 == 0, readPosition(&reader, &found) else { return false }
                seen |= 2
            } else if !reader.skipValue() {
                return false
            }
        } while reader.take(UInt8(ascii: ","))
        return reader.take(UInt8(ascii: "}")) && seen == 3
    }

    private func readPosition(_ reader: inout ByteScan, _ found: inout Found) -> Bool {
        guard reader.take(UInt8(ascii: "[")) else { return false }
        found.longitudePlace = reader.nextPlace()
        guard let x = reader.gridSteps(), reader.take(UInt8(ascii: ",")) else { return false }
        found.latitudePlace = reader.nextPlace()
        guard let y = reader.gridSteps(), abs(x) <= 1_800_000_000, abs(y) <= 900_000_000
        else { return false }
        if reader.take(UInt8(ascii: ",")) {
            reader.skipSpace()
            guard reader.skipNumber() else { return false }
        }
        (found.values.longitude, found.values.latitude) = (Int32(truncatingIfNeeded: x), Int32(truncatingIfNeeded: y))
        return reader.take(UInt8(ascii: "]"))
    }

    // MARK: Properties

    private func readProperties(_ reader: inout ByteScan, _ dates: inout ScannedDate, _ found: inout Found) -> Bool {
        if !reader.take(UInt8(ascii: "{")) { return reader.takeNull() }
        if reader.take(UInt8(ascii: "}")) { return true }
        repeat {
            guard let key = reader.key() else { return false }
            if wantedMarks &>> key.mark & 1 == 0 {
                guard reader.skipValue() else { return false }
            } else if let rank = key.rank(among: trackNames) {
                // Of names the first counts; the same twice is a fault where it was asked for.
                guard rank != found.trackRank || !hasTrackField else { return false }
                guard let text = reader.identifier(), !text.isEmpty else { return false }
                found.isSingular = found.isSingular && found.trackRank == .max
                if rank < found.trackRank { (found.values.track, found.trackRank) = (text, rank) }
            } else if let rank = key.rank(among: timeNames) {
                // Two times are for the full decoder.
                found.timePlace = reader.nextPlace()
                guard found.timeRank == .max, let time = reader.time(&dates) else { return false }
                (found.values.time, found.timeRank) = (time, rank)
            } else if wantsNumbers, let rank = key.rank(among: accuracyNames) {
                found.isSingular = found.isSingular && found.accuracyRank == .max
                found.accuracyPlace = reader.nextPlace()
                guard rank != found.accuracyRank, let number = reader.double() else { return false }
                if rank < found.accuracyRank { (found.values.accuracy, found.accuracyRank) = (number, rank) }
            } else if wantsNumbers, let rank = key.rank(among: speedNames) {
                found.isSingular = found.isSingular && found.speedRank == .max
                found.speedPlace = reader.nextPlace()
                guard rank != found.speedRank, let number = reader.double() else { return false }
                if rank < found.speedRank { (found.values.speed, found.speedRank) = (number, rank) }
            } else if !reader.skipValue() {
                return false
            }
        } while reader.take(UInt8(ascii: ","))
        return reader.take(UInt8(ascii: "}"))
    }
}
