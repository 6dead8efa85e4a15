// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

// Programs that call functions with what no function expects.
extension ArcadeProgramMaker {
    private mutating func call() -> String {
        "\(pick(functionNames))(\(arguments(random.index(below: 5))))"
    }

    mutating func absurdCalls() -> String {
        Self.prelude + (0..<number(1...4)).map { _ in call() }.joined(separator: "\n")
    }

    mutating func absurdLoop() -> String {
        let call = call()
        return Self.prelude
            + "for (var i = 0; i < 1e6; i++) { \(pick(["\(call)", "a = [\(call), a]", "t = Text(\(call))", "d[Text(i)] = \(call)", "var z = \(call)"])) }"
    }

    mutating func patterns() -> String {
        let characters = [
            "0", "#", ",", ".", ";", "%", "'", "‰", "-", "+", "E", "a", "[", "]", "Y", "M", "D", "H", "h", "m", "s", "S", "Z", "A", "d",
            "é", " ", "$", "\\\\", "{", "}",
        ]
        var pattern = ""
        let length = magnitude(upTo: 10_000)
        if isHeads() {
            pattern = repeated(pick(characters), length)
        } else {
            for _ in 0..<min(length, 2_000) { pattern += pick(characters) }
        }
        pattern = pattern.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "\\'")
        let numbers = Self.numbers
        let use = pick([
            "Text(\(pick(numbers)), p)", "Number(p, p)",
            "Number('\(pick(["1,234.5", "-5", "(5)", "1e5", "123456789012345678901234567890"]))', p)",
            "Text(Date(2024, 1, 29, 1, 2, 3), p)",
            "Date(p, p)", "DateOnly(p, p)", "Time(p, p)", "Text(Time(1, 2, 3), p)", "Date('2024-02-29', p)",
            "Concatenate([1, 2, 3], ',', p)", "Text(Text(1e308, p), p)",
            "for (var i = 0; i < 1e5; i++) { Text(i / 3, p) }", "for (var i = 0; i < 1e5; i++) { Number(Text(i), p) }",
            "for (var i = 0; i < 1e5; i++) { Text(Now(), p) }",
            "ConvertDirection(30, {angleType: 'DEGREES', directionType: 'NORTH'}, {angleType: 'DMS', directionType: 'QUADRANT', outputType: 'text', format: p})",
            "Replace(p, Left(p, 1), p)", "Split(p, Left(p, 1))", "Find(Right(p, 100), p)", "UrlEncode(p)", "Proper(p)", "Guid(p)",
            "StandardizeGuid(p, p)",
        ])
        return "var p = '\(pattern)';\n\(use)"
    }

    mutating func dates() -> String {
        let (numbers, zones) = (
            Self.numbers,
            [
                "'UTC'", "'Europe/Berlin'", "'+14:00'", "'-99:99'", "'unknown'", "'system'", "'Nowhere/City'", "''", "null", "5",
                "'../../etc/passwd'", "'America/St_Johns'",
            ]
        )
        let units = [
            "'years'", "'months'", "'weeks'", "'days'", "'hours'", "'minutes'", "'seconds'", "'milliseconds'", "'fortnights'", "null", "1",
        ]
        func number() -> (inout ArcadeProgramMaker) -> String { { $0.pick(numbers) } }
        let parts = (0..<7).map { _ in pick(numbers) }
        let date = pick([
            "Date(\(pick(numbers)))", "Date(\(parts.joined(separator: ", ")))", "Date(\(parts.prefix(3).joined(separator: ", ")))",
            "Date(\(parts.joined(separator: ", ")), \(pick(zones)))",
            "Now()", "Timestamp()", "Date(2024, 1, 29, 0, 0, 0, 0, \(pick(zones)))", "DateOnly(\(parts.prefix(3).joined(separator: ", ")))",
            "Time(\(parts.prefix(4).joined(separator: ", ")))",
            "Date('9999-12-31T23:59:59Z')", "Date('-271821-04-20')", "Date('+275760-09-13T00:00:00Z')", "DateOnly('0000-01-01')",
            "Date(\(pick(Self.texts)))", "Time(\(pick(numbers)))",
        ])
        let use = pick([
            "DateAdd(x, \(pick(numbers)), \(pick(units)))", "DateDiff(x, Now(), \(pick(units)), \(pick(zones)))",
            "DateDiff(Date(\(pick(numbers))), x, \(pick(units)))", "Text(x)", "Text(x, 'Y M D d ZZZZZ')",
            "ChangeTimeZone(x, \(pick(zones)))", "Week(x, \(pick(numbers)))", "ISOWeek(x) + ISOYear(x)", "Number(x)", "x + 1",
            "ToLocal(ToUTC(x))", "Year(x) + Month(x) + Day(x)", "[x, x]", "x == x", "x < Now()",
            "TimeZoneOffset(x)", "TimeZone(x)", "Hash(x)",
            "for (var i = 0; i < 1e6; i++) { x = DateAdd(x, \(pick(numbers)), \(pick(units))) } x",
            "for (var i = 0; i < 1e6; i++) { x = ChangeTimeZone(x, \(pick(zones))) }",
            "for (var i = 0; i < 1e6; i++) { Text(x, 'dddd ZZZZ') }", "Sort([x, Date(0), x])",
            "Weekday(x) + Hour(x) + Minute(x) + Second(x) + Millisecond(x)",
            "Date(x, x, \(pick(zones)))", "DateOnly(x)", "Time(x)",
        ])
        return "var x = \(date);\n\(use)"
    }

    mutating func json() -> String {
        let depth = magnitude(upTo: 5_000)
        let text = pick([
            repeated("[", depth) + repeated("]", depth), repeated("[", depth), repeated("{\"a\":", depth) + "1" + repeated("}", depth),
            "{\"a\":" + repeated("9", depth) + "}", "[" + repeated("1,", depth) + "1]",
            "{" + (0..<min(depth, 800)).map { "\"k\($0)\":\($0)," }.joined() + "\"z\":0}",
            "\"" + repeated("\\\\u0041", min(depth, 2_000)) + "\"", "\"\\\\uD800\"", "[1e999,-1e999,1e-999]", "nul", "tru",
            "{\"a\":1,\"a\":2}", "",
            "{\"rings\":[[" + repeated("[0,0],", min(depth, 2_000)) + "[1,1]]]}",
            "{\"x\":1e308,\"y\":1e308,\"spatialReference\":{\"wkid\":99999999999}}",
            "{\"paths\":" + repeated("[", min(depth, 100)) + "1" + repeated("]", min(depth, 100)) + "}",
            "{\"features\":[" + repeated("{\"attributes\":{\"a\":1}},", min(depth, 500)) + "{}]}",
            "{\"attributes\":{\"a\":null},\"geometry\":{\"x\":\"NaN\",\"y\":null}}", "{\"xmin\":5,\"ymin\":5,\"xmax\":-5,\"ymax\":\"a\"}",
        ])
        let reader = pick([
            "FromJSON", "Dictionary", "Feature", "Point", "Polygon", "Polyline", "Multipoint", "Extent", "FeatureSet", "Geometry", "Number",
            "Date",
        ])
        let use = pick([
            "x", "Text(x)", "FromJSON(Text(x))", "for (var i = 0; i < 1e5; i++) { x = \(reader)(Text(x)) }", "Count(x)", "Hash(x)",
            "[x, x]", "for (var k in x) { x[k] }", "Array(x, true)", "Area(x)", "Geometry(x)",
        ])
        return "var x = \(reader)('\(text)');\n\(use)"
    }

    mutating func featureSets() -> String {
        let count = magnitude(upTo: 200)
        let fields = "fields: [{name: 'A', type: 'esriFieldTypeInteger'}, {name: 'B', type: 'esriFieldTypeString'}]"
        let features =
            "[" + (0..<count).map { "{attributes: {A: \($0), B: 'b\($0 % 3)'}, geometry: {x: \($0), y: 1}}" }.joined(separator: ",") + "]"
        let clause = pick([
            "A > 1", repeated("(", 100) + "A > 1" + repeated(")", 100), "A > 1" + repeated(" OR A > 1", magnitude(upTo: 500)),
            "B LIKE '" + repeated("%a", magnitude(upTo: 300)) + "'", "A IN (" + repeated("1,", magnitude(upTo: 800)) + "1)",
            "nobody = 1", "A >", "A = @limit", "A = @nobody", "", "1=1", "A / 0 > 1",
        ]).split(separator: "'", omittingEmptySubsequences: false).joined(separator: "\\'")
        let use = pick([
            "Filter(fs, w)", "Count(Filter(fs, w))", "First(OrderBy(fs, 'A DESC'))", "OrderBy(fs, w)",
            "GroupBy(fs, 'B', {name: 'n', expression: 'A', statistic: 'SUM'})",
            "GroupBy(fs, ['A', 'B'], [{name: 'n', expression: w, statistic: 'COUNT'}])",
            "Distinct(fs, 'B')", "Sum(fs, 'A')", "Mean(fs, w)", "Top(fs, 1e300)",
            "for (var f in fs) { for (var g in fs) { Distance(f, g) } }", "Intersects(fs, Buffer(Point({x: 1, y: 1}), 5))", "Text(fs)",
            "[fs, fs]", "Schema(fs)",
            "for (var i = 0; i < 1e5; i++) { fs = Filter(fs, w) } Count(fs)", "for (var i = 0; i < 1e5; i++) { Count(Filter(fs, w)) }",
            "for (var i = 0; i < 1e5; i++) { First(fs) }", "Max(fs, 'A') + Min(fs, 'A') + Stdev(fs, 'A')", "Area(fs)", "fs == fs",
            "Hash(fs)",
            "Filter(fs, function_)", "Map(fs, Count)", "Sort(fs)", "Attachments(First(fs))", "FeatureSetById(fs, '1')",
            "FeatureSetByName($map, w)",
        ])
        return
            "var limit = 1; function function_(x) { return x.A > 1 }\nvar w = '\(clause)';\nvar fs = FeatureSet({\(fields), features: \(features)});\n\(use)"
    }
}
