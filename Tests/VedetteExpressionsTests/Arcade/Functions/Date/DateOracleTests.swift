// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import VedetteValues

@testable import VedetteExpressions

@Suite("Dates beside Python's")
struct DateOracleTests {
    private static let count = Int(ProcessInfo.processInfo.environment["DATE_COUNT"] ?? "") ?? 4_000
    private static let seed = Int(ProcessInfo.processInfo.environment["DATE_SEED"] ?? "") ?? 1

    @Test(
        "offsets, clocks, weeks, sums and differences are the same for random moments in all zones, many around changes of clocks",
        .enabled(if: DateOracle.isInstalled, "Vendor/python is missing; run script/bootstrap test"))
    func sameDates() throws {
        let samples = try DateOracle.dates(count: Self.count, seed: Self.seed)
        try #require(samples.count == Self.count)
        for sample in samples {
            let zone = try #require(ArcadeTimeZone.named(sample.zone), "\(sample.zone)")
            let date = try #require(ArcadeDate(milliseconds: sample.milliseconds, zone: zone))
            let wall = date.wall
            let what = Comment(rawValue: "\(sample) seed \(Self.seed)")
            #expect(zone.offset(at: sample.milliseconds) == sample.offset, what)
            if sample.abbreviation.allSatisfy(\.isLetter), !zone.isUTC {
                #expect(zone.abbreviation(at: sample.milliseconds) == sample.abbreviation, what)
            }
            let parts = [
                wall.date.year, wall.date.month - 1, wall.date.day, wall.hour, wall.minute, wall.second, wall.millisecond,
            ]
            #expect(parts == sample.parts, what)
            #expect(zone.milliseconds(ofWall: wall.milliseconds) == sample.ofWall, what)
            #expect(zone.milliseconds(ofWall: wall.milliseconds + sample.shift) == sample.ofShifted, what)
            #expect(wall.dayOfYear + 1 == sample.dayOfYear, what)
            #expect([wall.isoWeek.year, wall.isoWeek.week, (wall.weekday + 6) % 7 + 1] == sample.iso, what)
            #expect(Self.week(date, sample.start) == Double(sample.week), what)
            let months = ArcadeDateArithmetic.adding(Double(sample.months), .months(1), to: date)
            #expect(months?.wholeMilliseconds == sample.monthsLater, what)
            let days = ArcadeDateArithmetic.adding(Double(sample.days), .days(1), to: date)
            #expect(days?.wholeMilliseconds == sample.daysLater, what)
            let other = try #require(ArcadeDate(milliseconds: sample.other, zone: zone))
            #expect(abs(ArcadeDateArithmetic.difference(other, date, .days(1)) - sample.daysBetween) < 1e-9, what)
            #expect(abs(ArcadeDateArithmetic.difference(other, date, .months(1)) - sample.monthsBetween) < 1e-9, what)
        }
    }

    private static func week(_ date: ArcadeDate, _ start: Int) -> Double? {
        let run = ArcadeRun(context: DateCall.context())
        guard case .number(let week)? = try? ArcadeDateFunctions.week(ArcadeArguments([.date(date), .number(Double(start))]), run) else {
            return nil
        }
        return week
    }
}
