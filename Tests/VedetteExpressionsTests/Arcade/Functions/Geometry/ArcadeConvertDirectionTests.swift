// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Testing
import VedetteExpressions
import VedetteValues

@Suite struct ArcadeConvertDirectionTests {
    private static let fromNorth = "{directionType: 'North', angleType: 'DEGREES'}"

    private static func quadrant(_ input: String) -> String {
        "ConvertDirection(\(input), \(fromNorth), {directionType: 'Quadrant', angleType: 'Degrees', outputType: 'value'})"
    }

    private static func written(_ input: String, _ directionType: String, _ format: String) -> String {
        "ConvertDirection(\(input), \(fromNorth), {directionType: '\(directionType)', outputType: 'text', format: '\(format)'})"
    }

    /// The examples of the documents.
    @Test(arguments: [
        ScriptCase(
            "ConvertDirection(30, {directionType:'North', angleType: 'Degrees'}, {directionType:'Quadrant', angleType: 'DMS', outputType: 'value'})",
            "['N', 30, 0, 0, 'E']"),
        ScriptCase(
            "ConvertDirection(25.9999, \(fromNorth), {directionType:'North', angleType: 'DMS', outputType: 'value'})", "[25, 59, 59.64]"),
        ScriptCase(quadrant("1"), "['N', 1, 'E']"),
        ScriptCase(
            "ConvertDirection(['N', 25, 59, 59.64, 'E'], {directionType: 'Quadrant', angleType: 'DMS'}, "
                + "{directionType: 'North', angleType: 'Degrees', outputType: 'value'})",
            "25.9999"),
        ScriptCase(
            "ConvertDirection(180.0, \(fromNorth), {directionType: 'North', angleType: 'radians', outputType : 'value'})",
            "3.141592653589793"),
        ScriptCase(written("25.34", "North", "R"), "'0'"),
        ScriptCase(written("25.34", "North", "DDDD.D"), "'0025.3'"),
        ScriptCase(written("25.34", "North", "[DD.DD]"), "'DD.DD'"),
        ScriptCase(written("25.34", "quadrant", "P B"), "'North East'"),
        ScriptCase(written("25.34", "quadrant", "p dd[°] mm[′] ss[″] b"), "'N 25° 20′ 24″ E'"),
    ])
    func theExamplesOfTheDocuments(_ scriptCase: ScriptCase) throws { try scriptCase.check() }

    @Test(arguments: [
        ScriptCase(quadrant("0"), "['N', 0, 'E']"),
        ScriptCase(quadrant("90"), "['N', 90, 'E']"),
        ScriptCase(quadrant("90.1"), "['S', 89.9, 'E']"),
        ScriptCase(quadrant("180"), "['S', 0, 'E']"),
        ScriptCase(quadrant("200.1"), "['S', 20.1, 'W']"),
        ScriptCase(quadrant("270"), "['N', 90, 'W']"),
        ScriptCase(quadrant("359.5"), "['N', 0.5, 'W']"),
        ScriptCase(quadrant("360"), "['N', 0, 'E']"),
        ScriptCase(quadrant("-30"), "['N', 30, 'W']"),
        ScriptCase(quadrant("750"), "['N', 30, 'E']"),
        ScriptCase(quadrant("-1e-300"), "['N', 0, 'E']"),
        ScriptCase(quadrant("1e18"), "['N', 80, 'W']"),
    ])
    func quadrantsMeetWithoutGaps(_ scriptCase: ScriptCase) throws { try scriptCase.check() }

    @Test(arguments: [
        ScriptCase("ConvertDirection(30, {directionType: 'south'}, {directionType: 'north'})", "210"),
        ScriptCase("ConvertDirection(190, {directionType: 'south'}, {directionType: 'north'})", "10"),
        ScriptCase("ConvertDirection(30, {directionType: 'polar'}, {directionType: 'north'})", "60"),
        ScriptCase("ConvertDirection(100.3, {directionType: 'polar'}, {directionType: 'north'})", "349.7"),
        ScriptCase("ConvertDirection(-25, {directionType: 'polar'}, {directionType: 'north'})", "115"),
        ScriptCase("ConvertDirection(0, {directionType: 'north'}, {directionType: 'polar'})", "90"),
        ScriptCase("ConvertDirection(0, {directionType: 'north'}, {directionType: 'south'})", "180"),
        ScriptCase("ConvertDirection(0, {directionType: 'polar'}, {directionType: 'south'})", "270"),
        ScriptCase("ConvertDirection(-330, {}, {})", "30"),
        ScriptCase("ConvertDirection(100, {angleType: 'gons', directionType: 'polar'}, {angleType: 'gons'})", "0"),
    ])
    func whereADirectionIsMeasuredFrom(_ scriptCase: ScriptCase) throws { try scriptCase.check() }

    @Test(arguments: [
        ("50, {angleType: 'GONS'}", "45"), ("'50', {angleType: 'gradians'}", "45"), ("PI, {angleType: 'RADIANS'}", "180"),
        ("[25, 20, 24], {angleType: 'DMS'}", "25.34"), ("'25-20-24', {angleType: 'DMS'}", "25.34"),
        ("'25 20 24', {angleType: 'DMS'}", "25.34"),
        ("'25d20m24s', {angleType: 'DMS'}", "25.34"), ("[25, 20], {angleType: 'DMS'}", "25.333333333333"),
        ("[-25, 20, 24], {angleType: 'DMS'}", "334.66"), ("'-0 30 0', {angleType: 'DMS'}", "359.5"), ("25.5, {angleType: 'DMS'}", "25.5"),
        ("'N 25°20′24″ E', {angleType: 'DMS', directionType: 'QUADRANT'}", "25.34"),
        ("'N25-20-24W', {angleType: 'DMS', directionType: 'QUADRANT'}", "334.66"),
        ("'South 10 East', {directionType: 'QUADRANT'}", "170"), ("['s', '10', 'w'], {directionType: 'QUADRANT'}", "190"),
        ("['N', 100, 'E'], {directionType: 'QUADRANT'}", "100"), ("10, {directionType: 'QUADRANT'}", "10"), ("' 45.5 ', {}", "45.5"),
        ("45, {angleType: null, directionType: null}", "45"), ("true, {}", "1"),
    ])
    func directionsAreRead(input: String, expected: String) throws {
        #expect(try ScriptResult("ConvertDirection(\(input), {outputType: 'value'})").description == expected)
    }

    @Test(arguments: [
        "null", "''", "'  '", "'north by west'", "NaN", "Infinity", "[1, 2]", "[]", "['N', 1, 'E']", "[null, []]", "{}", "'1 2 3'",
        "'1.2.3'", "'N'",
        "[1, 2, 3, 4, 5, 6]", "'12 parsecs'",
    ])
    func whatIsNoDirectionIsNull(input: String) throws {
        #expect(try ScriptResult("ConvertDirection(\(input), {}, {})").description == "null")
    }

    @Test(arguments: [
        ScriptCase(written("25.34", "north", "D"), "'25'"),
        ScriptCase(written("25.345", "north", "DDD.DD"), "'025.35'"),
        ScriptCase(written("359.96", "north", "DDD.D"), "'000.0'"),
        ScriptCase(written("359.9999", "north", "ddd-mm-ss"), "'000-00-00'"),
        ScriptCase(written("25.99999", "north", "dd mm ss"), "'26 00 00'"),
        ScriptCase(written("25.9999", "north", "dd mm ss.sss"), "'25 59 59.640'"),
        ScriptCase(written("25.9999", "north", "d m"), "'26 0'"),
        ScriptCase(written("25.51", "north", "d"), "'26'"),
        ScriptCase(written("25.34", "north", "dd mm.mm"), "'25 20.40'"),
        ScriptCase(written("25.34", "north", "ss.ssssssssssss"), "'24.000000000000'"),
        ScriptCase(written("45", "north", "G"), "'50'"),
        ScriptCase(written("45", "north", "GGG.GG"), "'050.00'"),
        ScriptCase(written("180", "north", "R.RRRRR"), "'3.14159'"),
        ScriptCase(written("45", "north", "DD[ D] [d"), "'45 D d'"),
        ScriptCase(written("45", "north", ""), "''"),
        ScriptCase(written("89.99999", "quadrant", "p d-mm-ss b"), "'N 90-00-00 E'"),
        ScriptCase(written("200", "quadrant", "P DD B"), "'South 20 West'"),
        ScriptCase(written("135", "polar", "D"), "'315'"),
        ScriptCase("ConvertDirection(25.34, {}, {directionType: 'quadrant', angleType: 'dms', outputType: 'text'})", "'N 25 20 24 E'"),
        ScriptCase("ConvertDirection(25.34, {}, {outputType: 'text'})", "'25.34'"),
        ScriptCase("ConvertDirection(25.34, {}, {format: 'DD'})", "'25'"),
        ScriptCase("ConvertDirection(null, {}, {format: 'DD'})", "null"),
    ])
    func directionsAreWritten(_ scriptCase: ScriptCase) throws { try scriptCase.check() }

    @Test(arguments: [
        ScriptCase("ConvertDirection(1, null, {})", "!type"),
        ScriptCase("ConvertDirection(1, {}, 'DMS')", "!type"),
        ScriptCase("ConvertDirection(1, {angleType: 'MILS'}, {})", "!invalidArgument"),
        ScriptCase("ConvertDirection(1, {}, {directionType: 'EAST'})", "!invalidArgument"),
        ScriptCase("ConvertDirection(1, {}, {outputType: 'words'})", "!invalidArgument"),
    ])
    func wrongWordsAreRefused(_ scriptCase: ScriptCase) throws { try scriptCase.check() }

    /// Directions all around the circle come back through every way of saying them.
    @Test func directionsComeBack() throws {
        let script = """
            var ways = [{angleType: 'DMS'}, {angleType: 'GONS'}, {angleType: 'RADIANS'}, {directionType: 'SOUTH'}, {directionType: 'POLAR'},
                {directionType: 'QUADRANT'}, {directionType: 'QUADRANT', angleType: 'DMS'}];
            var wrong = [];
            for (var i = 0; i < 360; i += 7.77) {
                for (var w in ways) {
                    var there = ConvertDirection(i, {}, ways[w]);
                    var back = ConvertDirection(there, ways[w], {});
                    if (Abs(back - i) > 1e-8) { Push(wrong, [i, there, back]) }
                }
            }
            wrong
            """
        #expect(try ScriptResult(script).description == "[]")
    }
}
