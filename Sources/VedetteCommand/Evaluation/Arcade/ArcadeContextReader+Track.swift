// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Vedette
import VedetteExpressions
import VedetteValues

extension ArcadeContextReader {
    private static let timeFields = [
        "time", "timestamp", "datetime", "date", "t", "start_time", "starttime", "instant_datetime", "instant_start",
    ]

    /// The observations of a track: a list of features or a feature set, in the order of time.
    ///
    /// - Parameters:
    ///   - json: the list.
    ///   - current: the place of the one that the script is about; the last, unless given.
    /// - Returns: the track.
    /// - Throws: where something of it cannot be read.
    func track(_ json: OrderedJSON, current: Int?) throws -> ArcadeTrack {
        let set = try featureSet(json.elements.map { .object([("features", .array($0))]) } ?? json)
        return ArcadeTrack(set.rows.map { ($0, time(of: $0)) }, current: current)
    }

    /// When an observation was made: its field of dates, or one that is called so.
    private func time(of row: any ArcadeRow) -> Instant? {
        for name in Self.timeFields {
            switch row.value(named: ArcadeName(name)) {
            case .instant(let instant): return instant
            case .number(let number):
                // Seconds or milliseconds, told apart by size.
                let microseconds = (number * (abs(number) < 1e11 ? 1e6 : 1e3)).rounded()
                if let whole = Int64(exactly: microseconds) { return Instant(microsecondsSince1970: whole) }
            case .text(let text): if let date = try? ArcadeContextDate.date(text, zone: timeZone) { return date.instant }
            default: break
            }
        }
        for name in row.fieldNames { if case .instant(let instant) = row.value(named: ArcadeName(name)) { return instant } }
        return nil
    }
}
