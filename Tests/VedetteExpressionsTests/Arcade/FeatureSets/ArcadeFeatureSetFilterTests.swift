// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Testing
import VedetteExpressions
import VedetteGeometry
import VedetteValues

/// Filter, OrderBy, First, Top and Count over feature sets.
@Suite struct ArcadeFeatureSetFilterTests {
    typealias Cities = ArcadeCities

    @Test(arguments: [
        ("POP > 1000000", ["Berlin", "Hamburg", "Wien"]),
        ("pop > 1000000 AND country = 'DE'", ["Berlin", "Hamburg"]),
        ("NAME LIKE 'B%'", ["Berlin", "Bern"]),
        ("NAME = 'O''Hara'", ["O'Hara"]),
        ("POP IS NULL", ["O'Hara"]),
        ("FOUNDED < DATE '1190-01-01'", ["Hamburg", "Graz"]),
        ("POP / AREA > 4000", ["Berlin", "Wien"]),
        ("1 = 2", []),
        ("", ["Berlin", "Hamburg", "Wien", "Graz", "O'Hara", "Bern"]),
    ])
    func aFilterKeepsTheRowsForWhichItIsTrue(sql: String, expected: [String]) throws {
        #expect(try Cities.names(Cities.call("Filter", [Cities.features, .text(sql)])) == expected)
    }

    private static var variableCases: [(String, [String: ArcadeValue], [String])] {
        [
            ("POP > @limit", ["limit": .number(1_950_000)], ["Berlin", "Wien"]),
            ("NAME = @name", ["name": .text("O'Hara")], ["O'Hara"]),
            // Text of a variable is never SQL.
            ("NAME = @name", ["name": .text("x' OR '1' = '1")], []),
            ("OBJECTID IN @ids", ["ids": Cities.array(.number(2), .number(4), .number(99))], ["Hamburg", "Graz"]),
            ("OBJECTID IN (1, @ids)", ["ids": Cities.array(.number(2))], ["Berlin", "Hamburg"]),
            ("NAME IN @names", ["names": Cities.array()], []),
            ("NOT (NAME IN @names) AND POP > 0", ["names": Cities.array(.text("Wien"), .text("Bern"))], ["Berlin", "Hamburg", "Graz"]),
            ("FOUNDED > @day", ["Day": .date(ArcadeDate(instant: Cities.instant("1190-01-01"), zone: .utc))], ["Berlin", "Bern"]),
            ("COUNTRY = @none", ["none": .null], []),
            ("POP BETWEEN @low AND @high", ["low": .number(1e5), "high": .number(3e5)], ["Graz", "Bern"]),
            ("NAME LIKE @like", ["like": .text("%e%n")], ["Berlin", "Wien", "Bern"]),
        ]
    }

    @Test(arguments: 0..<11)
    func variablesOfTheScriptStandForTheirValues(number: Int) throws {
        let (sql, variables, expected) = Self.variableCases[number]
        let run = Cities.run(variables)
        #expect(try Cities.names(Cities.call("Filter", [Cities.features, .text(sql)], in: run)) == expected, "\(sql)")
    }

    @Test(arguments: [
        ("NAME = @gone", ArcadeError.Code.unknownVariable),
        ("NAME = @ids", .invalidArgument),
        ("NAME = @shape", .type),
        ("NMAE = 'x'", .invalidArgument),
        ("NAME = 'x", .invalidArgument),
        ("NAME", .invalidArgument),
        ("POP + 1", .invalidArgument),
    ])
    func whatCannotBeAskedSaysWhy(sql: String, code: ArcadeError.Code) throws {
        let run = Cities.run([
            "ids": Cities.array(.number(1), .number(2)), "shape": .geometry(Point(x: 0, y: 0)),
        ])
        let failure = #expect(throws: ArcadeFailure.self) { try Cities.call("Filter", [Cities.features, .text(sql)], in: run) }
        #expect(failure?.code == code)
        #expect(failure?.message.hasPrefix("Filter") == true)
    }

    @Test func atSignsMeanNothingInClausesOfPrograms() throws {
        let error = #expect(throws: ExpressionError.self) { try WhereClause("NAME = @name") }
        #expect(error?.message.contains("write its value") == true)
    }

    @Test(arguments: [
        ("POP", ["O'Hara", "Bern", "Graz", "Hamburg", "Wien", "Berlin"]),
        ("POP DESC", ["Berlin", "Wien", "Hamburg", "Graz", "Bern", "O'Hara"]),
        ("country asc, pop desc", ["O'Hara", "Wien", "Graz", "Bern", "Berlin", "Hamburg"]),
        ("POP / AREA DESC", ["Wien", "Berlin", "Bern", "Hamburg", "Graz", "O'Hara"]),
        ("CHAR_LENGTH(NAME), NAME", ["Bern", "Graz", "Wien", "Berlin", "O'Hara", "Hamburg"]),
        ("", ["Berlin", "Hamburg", "Wien", "Graz", "O'Hara", "Bern"]),
    ])
    func anOrderIsThatOfItsFields(order: String, expected: [String]) throws {
        #expect(try Cities.names(Cities.call("OrderBy", [Cities.features, .text(order)])) == expected)
    }

    @Test func stepsFollowOneAnother() throws {
        let run = Cities.run()
        let german = try Cities.call("Filter", [Cities.features, .text("COUNTRY = 'DE'")], in: run)
        let first = try Cities.call("OrderBy", [german, .text("POP")], in: run)
        #expect(try Cities.call("Count", [first], in: run).asNumber == 2)
        let top = try Cities.call("Top", [first, .number(1.9)], in: run)
        #expect(try Cities.names(top, in: run) == ["Hamburg"])
        guard case .feature(let feature) = try Cities.call("First", [first], in: run) else {
            Issue.record("no feature")
            return
        }
        #expect(feature.value(named: ArcadeName("name"), in: run).map { if case .text("Hamburg") = $0 { true } else { false } } == true)
        #expect(!feature.isMutable)
    }

    @Test(arguments: [(0.0, 0), (2, 2), (99, 6), (.infinity, 6), (1e300, 6)])
    func topKeepsAtMostSoMany(count: Double, expected: Int) throws {
        let top = try Cities.call("Top", [Cities.features, .number(count)])
        #expect(try Cities.names(top).count == expected)
        #expect(try Cities.call("Count", [top]).asNumber == Double(expected))
    }

    @Test(arguments: [-1.0, .nan])
    func topOfNoCountIsRefused(count: Double) throws {
        #expect(throws: ArcadeFailure.self) { try Cities.call("Top", [Cities.features, .number(count)]) }
    }

    @Test func firstOfNothingIsNull() throws {
        let none = try Cities.call("Filter", [Cities.features, .text("1 = 2")])
        #expect(try Cities.call("First", [none]).isNull)
        #expect(try Cities.call("Count", [none]).asNumber == 0)
    }

    @Test func workIsCountedBeforeItIsDone() throws {
        let filtered = try Cities.call("Filter", [Cities.features, .text("POP > 0")])
        let failure = #expect(throws: ArcadeFailure.self) { try Cities.call("Count", [filtered], in: Cities.run(steps: 5)) }
        #expect(failure?.code == .limitExceeded)
    }
}
