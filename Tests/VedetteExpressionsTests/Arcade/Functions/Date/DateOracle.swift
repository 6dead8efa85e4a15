// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import VedetteTesting

/// The dates of `Tests/Oracles/date_oracle.py`, whose calendar and time zones are Python's.
struct DateOracle: Decodable {
    let zone: String
    let milliseconds: Int64
    let offset: Int64
    let abbreviation: String
    /// Year, month from 0, day, hour, minute, second, millisecond.
    let parts: [Int]
    let ofWall: Int64
    let shift: Int64
    let ofShifted: Int64
    let dayOfYear: Int
    /// Year, week, weekday.
    let iso: [Int]
    let start: Int
    let week: Int
    let months: Int
    let monthsLater: Int64
    let days: Int
    let daysLater: Int64
    let other: Int64
    let daysBetween: Double
    let monthsBetween: Double

    /// Whether `script/bootstrap test` has been here, and there are zones to compare.
    static var isInstalled: Bool { PythonProgram.can("import zoneinfo; zoneinfo.ZoneInfo('Europe/Paris')") }

    static func dates(count: Int, seed: Int) throws -> [DateOracle] {
        try PythonProgram.lines("date_oracle.py", ["\(count)", "\(seed)"]).map { try JSONDecoder().decode(DateOracle.self, from: $0) }
    }
}
