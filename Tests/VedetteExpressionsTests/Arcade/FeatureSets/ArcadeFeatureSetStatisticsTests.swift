// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import VedetteExpressions
import VedetteGeometry
import VedetteTesting
import VedetteValues

/// Statistics, GroupBy and Distinct over feature sets.
@Suite struct ArcadeFeatureSetStatisticsTests {
    typealias Cities = ArcadeCities

    @Test(arguments: [
        ("Sum", "POP", 8_034_000.0),
        ("Min", "POP", 134_000),
        ("Max", "POP", 3_700_000),
        ("Average", "POP", 1_606_800),
        ("Sum", "pop / 1000", 8_034),
        ("Max", "CASE WHEN COUNTRY = 'DE' THEN 1 ELSE 0 END", 1),
        ("Sum", "CHAR_LENGTH(NAME)", 31),
    ])
    func aStatisticIsThatOfItsValues(name: String, expression: String, expected: Double) throws {
        let value = try #require(try Cities.call(name, [Cities.features, .text(expression)]).asNumber)
        #expect(abs(value - expected) < 1e-6)
    }

    @Test func deviationsAreThoseOfThePopulation() throws {
        let values = Cities.table.compactMap(\.area)
        let mean = values.reduce(0, +) / Double(values.count)
        let variance = values.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(values.count)
        #expect(abs(try Cities.call("Variance", [Cities.features, .text("AREA")]).asNumber! - variance) < 1e-6)
        #expect(abs(try Cities.call("Stdev", [Cities.features, .text("AREA")]).asNumber! - variance.squareRoot()) < 1e-9)
    }

    @Test func ofNothingThereIsASumAlone() throws {
        let none = try Cities.call("Filter", [Cities.features, .text("1 = 2")])
        #expect(try Cities.call("Sum", [none, .text("POP")]).asNumber == 0)
        for name in ["Min", "Max", "Average", "Stdev", "Variance"] { #expect(try Cities.call(name, [none, .text("POP")]).isNull) }
    }

    @Test func groupsHaveStatistics() throws {
        let statistics = Cities.array(
            Cities.dictionary(("name", .text("total")), ("expression", .text("POP")), ("statistic", .text("SUM"))),
            Cities.dictionary(("name", .text("density")), ("expression", .text("POP / AREA")), ("statistic", .text("avg"))),
            Cities.dictionary(("name", .text("n")), ("expression", .text("1")), ("statistic", .text("Count"))),
            Cities.dictionary(("name", .text("oldest")), ("expression", .text("FOUNDED")), ("statistic", .text("MIN"))))
        let grouped = try Cities.call("GroupBy", [Cities.features, Cities.array(.text("country")), statistics])
        #expect(try Cities.values("COUNTRY", of: grouped) == [.text("DE"), .text("AT"), .null, .text("CH")])
        #expect(try Cities.values("total", of: grouped) == [.number(5_600_000), .number(2_300_000), .number(0), .number(134_000)])
        #expect(try Cities.values("n", of: grouped) == [.integer(2), .integer(2), .integer(1), .integer(1)])
        #expect(
            try Cities.values("oldest", of: grouped) == [
                .instant(Cities.instant("1189-05-07")), .instant(Cities.instant("1128-01-01")), .null,
                .instant(Cities.instant("1191-01-01")),
            ])
        // A result is a feature set like any other.
        let large = try Cities.call("Filter", [grouped, .text("total > 1000000 AND n = 2")])
        #expect(try Cities.values("country", of: try Cities.call("OrderBy", [large, .text("total")])) == [.text("AT"), .text("DE")])
    }

    @Test func groupsCanBeExpressions() throws {
        let groups = Cities.array(Cities.dictionary(("name", .text("letter")), ("expression", .text("SUBSTRING(NAME, 1, 1)"))))
        let statistic = Cities.dictionary(("name", .text("n")), ("expression", .text("NAME")), ("statistic", .text("COUNT")))
        let grouped = try Cities.call("GroupBy", [Cities.features, groups, statistic])
        #expect(try Cities.values("letter", of: grouped) == ["B", "H", "W", "G", "O"].map { .text($0) })
        #expect(try Cities.values("n", of: grouped) == [2, 1, 1, 1, 1].map { .integer($0) })
    }

    @Test func distinctRowsComeOnce() throws {
        let countries = try Cities.call("Distinct", [Cities.features, .text("COUNTRY")])
        #expect(try Cities.values("COUNTRY", of: countries) == [.text("DE"), .text("AT"), .null, .text("CH")])
        let sizes = try Cities.call(
            "Distinct",
            [
                Cities.features,
                Cities.dictionary(("name", .text("size")), ("expression", .text("CASE WHEN POP > 1000000 THEN 'big' ELSE 'small' END"))),
            ])
        #expect(try Cities.values("size", of: sizes) == [.text("big"), .text("small")])
    }

    @Test func aStatisticThatIsNoneIsRefused() throws {
        let wrong = [
            ArcadeValue.text("x"), Cities.dictionary(("name", .text("a"))),
            Cities.dictionary(("name", .text("a")), ("expression", .text("POP")), ("statistic", .text("MEDIAN"))),
        ]
        for statistic in wrong {
            #expect(throws: ArcadeFailure.self) { try Cities.call("GroupBy", [Cities.features, .text("NAME"), statistic]) }
        }
    }

    /// Random tables, against plain loops.
    @Test(arguments: 0..<20)
    func groupsAreWhatPlainLoopsSay(seed: UInt64) throws {
        var generator = SeededRandomNumberGenerator(seed: seed)
        let rows = (0..<Int.random(in: 0..<300, using: &generator)).map { _ in
            (
                key: Int64.random(in: 0..<7, using: &generator),
                value: Bool.random(using: &generator) ? Double.random(in: -1e6...1e6, using: &generator) : nil
            )
        }
        let fields = [Field(type: .int64, name: "k", alias: ""), Field(type: .float64, name: "v", alias: "")]
        let source = ArcadeRowsSource(
            rows.map { row in
                ArcadeAttributesRow([
                    (name: "k", value: .integer(row.key)), (name: "v", value: row.value.map { .number($0) } ?? .null),
                ])
            }, schema: ArcadeSchema(fields: fields, geometryType: nil), spatialReference: nil)
        let statistics = ["COUNT", "SUM", "MIN", "MAX", "AVG", "VAR"].map { name in
            Cities.dictionary(("name", .text(name)), ("expression", .text("v")), ("statistic", .text(name)))
        }
        let grouped = try Cities.call(
            "GroupBy", [.featureSet(ArcadeFeatureSet(source: source)), .text("k"), .array(ArcadeArray(statistics))])
        var keys: [Int64] = []
        for row in rows where !keys.contains(row.key) { keys.append(row.key) }
        #expect(try Cities.values("k", of: grouped) == keys.map { .integer($0) })
        for (index, key) in keys.enumerated() {
            let values = rows.filter { $0.key == key }.compactMap(\.value)
            func number(_ name: String) throws -> Double? {
                switch try Cities.values(name, of: grouped)[index] {
                case .integer(let value): Double(value)
                case .number(let value): value
                default: nil
                }
            }
            #expect(try number("COUNT") == Double(values.count))
            #expect(abs(try number("SUM")! - values.reduce(0, +)) < 1e-6)
            #expect(try number("MIN") == values.min())
            #expect(try number("MAX") == values.max())
            guard !values.isEmpty else { continue }
            let mean = values.reduce(0, +) / Double(values.count)
            #expect(abs(try number("AVG")! - mean) < 1e-6)
            let variance = values.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(values.count)
            #expect(abs(try number("VAR")! - variance) <= 1e-9 * max(1, variance))
        }
    }
}
