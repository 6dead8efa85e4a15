// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Testing
import VedetteGeometry

@testable import VedetteExpressions

/// JSON of values, and values of JSON.
@Suite struct ArcadeJSONTests {
    private static let point = Point(x: -122.5, y: 47, spatialReference: .wgs84)

    @Test(arguments: [
        TextCase("Text", [nil], ""), TextCase("Text", [true], "true"), TextCase("Text", [false], "false"),
        TextCase("Text", ["a\"b"], "a\"b"),
        TextCase("Text", [12], "12"), TextCase("Text", [1.5], "1.5"), TextCase("Text", [100_000], "100000"), TextCase("Text", [-0.0], "0"),
        TextCase("Text", [1e21], "1e+21"), TextCase("Text", [1e20], "100000000000000000000"), TextCase("Text", [1e-7], "1e-7"),
        TextCase("Text", [1e-6], "0.000001"), TextCase("Text", [123_456_789.125], "123456789.125"), TextCase("Text", [0.1], "0.1"),
        TextCase("Text", [9_007_199_254_740_993], "9007199254740992"), TextCase("Text", [5e-324], "5e-324"),
        TextCase("Text", [1.7976931348623157e308], "1.7976931348623157e+308"), TextCase("Text", [-1.5e-9], "-1.5e-9"),
        TextCase("Text", [.number(.nan)], "NaN"), TextCase("Text", [.number(.infinity)], "Infinity"),
        TextCase("Text", [.number(-.infinity)], "-Infinity"), TextCase("Text", [.function("IsEmpty")], "IsEmpty"),
        TextCase("Text", [.date(milliseconds: 1_476_987_783_000)], "2016-10-20T18:23:03Z"),
        TextCase("Text", [[]], "[]"), TextCase("Text", [[:]], "{}"),
        TextCase(
            "Text", [[1, "two", nil, true, [3.5], .number(.nan), .number(.infinity), -0.0]], "[1,\"two\",null,true,[3.5],null,null,0]"),
        TextCase("Text", [["b": 1, "A": ["c": "d"]]], "{\"b\":1,\"A\":{\"c\":\"d\"}}"),
        TextCase("Text", [["when": .date(milliseconds: 1_476_987_783_555)]], "{\"when\":1476987783555}"),
        TextCase("Text", [[.function("IsEmpty")]], "[null]"),
        TextCase("Text", [["\"\\/\n\r\t\u{8}\u{1F}é\u{1F309}"]], "[\"\\\"\\\\/\\n\\r\\t\\u0008\\u001fé\u{1F309}\"]"),
        TextCase("Text", [.geometry(point)], "{\"x\":-122.5,\"y\":47,\"spatialReference\":{\"wkid\":4326}}"),
        TextCase(
            "Text", [.feature([("Name", "x"), ("N", 2), ("Gone", nil)], point)],
            #"{"geometry":{"x":-122.5,"y":47,"spatialReference":{"wkid":4326}},"attributes":{"Name":"x","N":2,"Gone":null}}"#
        ),
        TextCase("Text", [.feature([], nil)], "{\"geometry\":null,\"attributes\":{}}"),
    ])
    func aValueIsWritten(_ it: TextCase) throws {
        try it.check()
    }

    @Test(arguments: [
        TextCase("FromJSON", ["true"], true), TextCase("FromJSON", ["false"], false), TextCase("FromJSON", ["null"], nil),
        TextCase("FromJSON", ["812.4"], 812.4), TextCase("FromJSON", [" -1.5e3\n"], -1_500),
        TextCase("FromJSON", ["\"a\\u00e9\\n\""], "aé\n"),
        TextCase("FromJSON", ["[\"uno\", 2, \"tres\", false, null, []]"], ["uno", 2, "tres", false, nil, []]),
        TextCase("FromJSON", ["{\"cats\": 3, \"dogs\": {\"old\": [4]}, \"\": 1}"], ["cats": 3, "dogs": ["old": [4]], "": 1]),
        TextCase("FromJSON", ["{\"a\": 1, \"A\": 2}"], ["a": 2]), TextCase("FromJSON", ["{}"], [:]), TextCase("FromJSON", [nil], nil),
        TextCase("FromJSON", [7], 7), TextCase("FromJSON", [[1, 2]], [1, 2]), TextCase("FromJSON", ["\"\\ud83c\\udf09\""], "\u{1F309}"),
    ])
    func aTextIsRead(_ it: TextCase) throws {
        try it.check()
    }

    @Test(arguments: [
        "", " ", "nul", "True", "{", "[1,]", "{\"a\":1,}", "{a:1}", "'a'", "[1 2]", "01", "1.", ".5", "+1", "NaN", "Infinity", "-", "1e999",
        "\"a", "\"\\x\"", "\"\\ud83c\"", "\"\n\"", "[]]", "1 2", "// 1", "\u{FEFF}1",
    ])
    func whatIsNoJSONIsRefusedWithItsPlace(text: String) throws {
        let failure = try #require(try TextCase.failure("FromJSON", [.text(text)]))
        #expect(failure.code == .invalidArgument)
        #expect(failure.message.hasPrefix("FromJSON cannot read its text: "))
        #expect(failure.message.contains("(at byte "))
    }

    @Test func depthIsLimitedBothWays() throws {
        let run = TextCase.run()
        for (depth, isRead) in [(64, true), (65, false), (30_000, false)] {
            let json = String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
            let value = try? ArcadeJSON.read(json, in: run, function: "FromJSON")
            #expect((value != nil) == isRead)
            if let value { #expect(try ArcadeJSON.write(value, in: run) == json) }
        }
        var value = ArcadeValue.null
        for _ in 0..<64 { value = try run.makeArray([value]) }
        #expect(try ArcadeJSON.write(value, in: run).count == 2 * 64 + 4)
        value = try run.makeArray([value])
        #expect(throws: ArcadeFailure.self) { try ArcadeJSON.write(value, in: run) }
    }

    @Test(arguments: ["Text", "Hash"])
    func whatContainsItselfIsRefused(function: String) throws {
        let run = TextCase.run()
        let array = ArcadeArray([])
        let dictionary = try run.makeDictionary()
        dictionary["me"] = .array(array)
        array.elements = [.dictionary(dictionary)]
        defer { array.elements = [] }
        let definition = try #require(ArcadeFunctionCatalogue.definition(named: function))
        do throws(ArcadeFailure) {
            _ = try definition.body(ArcadeArguments([.array(array)]), run)
            Issue.record("written")
        } catch {
            #expect(error.code == .limitExceeded)
            #expect(error.message.contains("64"))
        }
    }

    /// An array that holds the same array twice, and so on, would have 2^60 elements in JSON.
    @Test(arguments: ["Text", "Hash"])
    func whatIsSharedManyTimesEndsAtALimit(function: String) throws {
        let run = TextCase.run()
        var value = try run.makeArray([.text("x")])
        for _ in 0..<60 { value = try run.makeArray([value, value]) }
        let definition = try #require(ArcadeFunctionCatalogue.definition(named: function))
        do throws(ArcadeFailure) {
            _ = try definition.body(ArcadeArguments([value]), run)
            Issue.record("written")
        } catch {
            #expect(error.code == .limitExceeded)
        }
    }

    @Test func dictionariesAreReadFromTextToo() throws {
        try TextCase("Dictionary", ["{\"a\": {\"b\": 1}}"], ["a": ["b": 1]]).check()
        let failure = try #require(try TextCase.failure("Dictionary", ["{\"a\": }"]))
        #expect(failure.message.hasPrefix("Dictionary cannot read its text: "))
    }
}
