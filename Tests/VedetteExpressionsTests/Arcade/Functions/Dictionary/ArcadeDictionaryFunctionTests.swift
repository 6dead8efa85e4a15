// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Testing
import VedetteExpressions
import VedetteGeometry
import VedetteValues

@Suite struct ArcadeDictionaryFunctionTests {
    private static let towns = "var d = Dictionary('Port Hope', 16214, 'Grafton', '<1000', 'Cobourg', 18519);\n"

    @Test(arguments: [
        ScriptCase("Dictionary()", "{}"),
        ScriptCase("Dictionary('field1', 1, 'field2', 2)", "{field1: 1, field2: 2}"),
        ScriptCase("Dictionary('a', 1, 'A', 2)", "{a: 2}"),
        ScriptCase("Dictionary(1, 2)", "{1: 2}"),
        ScriptCase("Dictionary('a', 1, 'b')", "!invalidArgument"),
        ScriptCase("Dictionary(5)", "!invalidArgument"),
        ScriptCase("Dictionary(null)", "null"),
        ScriptCase(#"var s = '{"id": 1, "population": 200, "city": "Spencer, ID"}'; Dictionary(s).population"#, "200"),
        ScriptCase("Dictionary('[1]')", "!invalidArgument"),
        ScriptCase("Dictionary('{')", "!invalidArgument"),
        ScriptCase("var a = {c: {n: 1}}; var b = Dictionary(a); [a == b, a.c == b.c]", "[false, true]"),
        ScriptCase("var a = {c: {n: 1}}; var b = Dictionary(a, true); b.c.n = 2; [a.c == b.c, a.c.n]", "[false, 1]"),
        ScriptCase("var a = {}; a.a = a; Dictionary(a, true)", "!limitExceeded"),
        ScriptCase(
            "var p = Dictionary(Point({x: 1, y: 2, spatialReference: {wkid: 4326}})); [p.x, p.y, p.spatialReference.wkid]", "[1, 2, 4326]"),
        ScriptCase("var f = Feature(null, 'a', 1); Dictionary(f)", "{geometry: null, attributes: {a: 1}}"),
    ])
    func aDictionaryIsMade(_ scriptCase: ScriptCase) throws { try scriptCase.check() }

    @Test(arguments: [
        ScriptCase("FromJSON('true')", "true"),
        ScriptCase("FromJSON('null')", "null"),
        ScriptCase("FromJSON('[1, \"a\", null]')", "[1, 'a', null]"),
        ScriptCase(#"fromJSON('{"kids": 3, "adults": 4 }')"#, "{kids: 3, adults: 4}"),
        ScriptCase(#"FromJSON('"hello"')"#, "'hello'"),
        ScriptCase("FromJSON('1.5e3')", "1500"),
        ScriptCase("FromJSON(null)", "null"),
        ScriptCase("FromJSON('{')", "!invalidArgument"),
    ])
    func jsonIsRead(_ scriptCase: ScriptCase) throws { try scriptCase.check() }

    @Test(arguments: [
        ScriptCase(towns + "HasKey(d, 'Grafton')", "true"),
        ScriptCase(towns + "HasKey(d, 'GRAFTON')", "true"),
        ScriptCase(towns + "HasKey(d, 'Toronto')", "false"),
        ScriptCase("HasKey({a: null}, 'a')", "true"),
        ScriptCase("HasKey({}, 'a')", "false"),
        ScriptCase("HasKey(null, 'a')", "false"),
        ScriptCase("HasKey('text', 'a')", "false"),
        ScriptCase("HasKey({a: {b: null}}, ['a', 'b'])", "true"),
        ScriptCase("HasKey({a: {b: null}}, ['a', 'c'])", "false"),
        ScriptCase("HasKey({'1': 2}, 1)", "true"),
        ScriptCase("HasKey(Feature(null, 'a', null), 'A')", "true"),
        ScriptCase(towns + "HasValue(d, 'Cobourg')", "true"),
        ScriptCase(towns + "HasValue(d, 'Toronto')", "false"),
        ScriptCase("HasValue({a: null}, 'a')", "false"),
        ScriptCase("HasValue({a: ''}, 'a')", "false"),
        ScriptCase("HasValue({a: 0}, 'a')", "true"),
        ScriptCase("HasValue({a: []}, 'a')", "true"),
        ScriptCase("HasValue(null, 'a')", "false"),
        ScriptCase("HasValue({a: {b: [{c: 1}]}}, ['a', 'b', 0, 'c'])", "true"),
        ScriptCase("HasValue({a: {b: [{c: 1}]}}, ['a', 'b', 1, 'c'])", "false"),
        ScriptCase("HasValue({a: {b: null}}, ['a', 'b'])", "false"),
        ScriptCase("HasValue({a: 1}, ['a', 'b'])", "false"),
        ScriptCase("HasValue([null, 1], 1)", "true"),
        ScriptCase("HasValue([null, 1], 0)", "false"),
        ScriptCase("HasValue([1], 9)", "false"),
        ScriptCase("HasValue(Feature(null, 'a', 1), 'a')", "true"),
    ])
    func keysAreAskedFor(_ scriptCase: ScriptCase) throws { try scriptCase.check() }

    /// A feature that was handed in.
    private final class Row: ArcadeRow {
        let geometry: Geometry? = nil
        let fieldNames = ["name", "depth"]

        func value(named name: ArcadeName) -> AttributeValue? {
            switch name.folded {
            case "name": .text("buoy")
            case "depth": .null
            default: nil
            }
        }
    }

    @Test(arguments: [
        ("Dictionary($feature)", "{geometry: null, attributes: {name: 'buoy', depth: null}}"),
        ("HasKey($feature, 'DEPTH')", "true"), ("HasKey($feature, 'height')", "false"), ("HasValue($feature, 'depth')", "false"),
        ("HasValue($feature, 'name')", "true"), ("DefaultValue($feature, 'depth', 7)", "7"),
        ("DefaultValue($feature, 'name', 7)", "'buoy'"),
        ("TypeOf($feature)", "'Feature'"), ("Map([$feature], TypeOf)", "['Feature']"),
    ])
    func aFeatureThatWasHandedInHasKeys(script: String, expected: String) throws {
        #expect(try ScriptResult(script, variables: ["$feature": .feature(Row())]).description == expected)
    }
}
