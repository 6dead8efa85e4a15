// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Testing
import VedetteGeometry
import VedetteValues

@testable import VedetteExpressions

/// Functions of texts as scripts call them.
@Suite struct TextScriptTests {
    private func evaluate(_ script: String, zone: ArcadeTimeZone = .utc) throws -> ArcadeContent {
        let context = ArcadeContext(now: Instant(microsecondsSince1970: 1_700_000_000_000_000), timeZone: zone, seed: 7)
        return try ArcadeProgram(script, profile: .any).evaluate([], in: context).value
    }

    @Test(arguments: [
        ("Concatenate('#', ToHex(70), ToHex(130), ToHex(180))", "#4682B4"),
        ("var url = 'app://?'; url + UrlEncode({ zoom: 12, center: '47.6,-122.3' })", "app://?center=47.6%2C-122.3&zoom=12"),
        ("Concatenate(Split('red;green;blue', ';', 2), '+')", "red+green"),
        ("Proper(Lower('GRAND RAPIDS'))", "Grand Rapids"),
        ("var s = ''; for (var i in [1, 2]) { s += Text(i + 1, '00') + ' ' } Trim(s)", "01 02"),
        ("'total: ' + 1e21 + ' ' + 0.1 + ' ' + null + true", "total: 1e+21 0.1 true"),
        ("`${Text(0.256, '#.0%')} of ${{ a: [1, null] }}`", "25.6% of {\"a\":[1,null]}"),
        (
            "Text({ when: Date(2023, 0, 2), day: DateOnly(2023, 0, 2), at: Time(3, 4) })",
            "{\"when\":1672617600000,\"day\":\"2023-01-02\",\"at\":\"03:04:00\"}"
        ),
        ("Text(Point({ x: 1, y: 2, spatialReference: { wkid: 4326 } }))", "{\"x\":1,\"y\":2,\"spatialReference\":{\"wkid\":4326}}"),
        (
            "Text(Feature(Point({ x: 1, y: 2, spatialReference: { wkid: 3857 } }), 'A', 1))",
            "{\"geometry\":{\"x\":1,\"y\":2,\"spatialReference\":{\"wkid\":3857}},\"attributes\":{\"A\":1}}"
        ),
        ("Text(Date(2023, 8, 14, 10, 4, 49), 'ddd, MMM D, Y h:mm:ss A')", "Thu, Sep 14, 2023 10:04:49 AM"),
        ("Concatenate([Date(2023, 8, 14), 5], ' ', 'MM/DD/YY')", "09/14/23 MM/DD/YY"),
        ("var d = FromJSON('{\"a\": [1, {\"b\": \"x\"}]}'); d.a[1].b", "x"),
        ("Text(FromJSON(Text({ a: [1, 'b', true, null] })))", "{\"a\":[1,\"b\",true,null]}"),
        ("Mid('\u{1F309}x', 2) + Left('x\u{1F309}', 3)", "xx\u{1F309}"),
        ("Left(Guid('digits'), 0) + Count(Guid()) + ' ' + Count(Guid('digits'))", "38 32"),
        ("Text(Hash('a') == Hash('a')) + (Hash([1]) == Hash([1])) + (Hash('1') == Hash(1))", "truetruefalse"),
        ("Text(Number('1,234.5', '#,##0.##') + 1)", "1235.5"),
        ("Text(Number('$(5)', '$#;$(#)'))", "-5"),
    ])
    func aScriptSays(script: String, text: String) throws {
        guard case .text(let found) = try evaluate(script) else {
            Issue.record("not a text")
            return
        }
        #expect(found == text)
    }

    @Test func aFeatureSetIsWrittenAndReadAgain() throws {
        let script = """
            var set = FeatureSet({
                geometryType: 'esriGeometryPoint',
                fields: [{ name: 'NAME', type: 'esriFieldTypeString', alias: 'Name' }],
                features: [{ geometry: { x: 1, y: 2, spatialReference: { wkid: 4326 } }, attributes: { NAME: 'Orca' } }]
            });
            [Text(set), First(FeatureSet(Text(set))).NAME]
            """
        guard case .array(let parts) = try evaluate(script), case .text(let json) = parts[0], case .text(let name) = parts[1] else {
            Issue.record("no texts")
            return
        }
        #expect(name == "Orca")
        #expect(
            json.hasPrefix(
                #"{"geometryType":"esriGeometryPoint","fields":[{"name":"NAME","type":"esriFieldTypeString","alias":"Name"}]"#
            ))
        #expect(json.hasSuffix(",\"attributes\":{\"NAME\":\"Orca\"}}]}"))
    }

    /// The same seed gives the same identifiers, another seed others.
    @Test func identifiersFollowTheSeed() throws {
        func guids(_ seed: UInt64) throws -> String {
            let context = ArcadeContext(now: Instant(microsecondsSince1970: 0), seed: seed)
            guard case .text(let text) = try ArcadeProgram("Guid() + Guid()", profile: .any).evaluate([], in: context).value else {
                return ""
            }
            return text
        }
        #expect(try guids(1) == guids(1))
        #expect(try guids(1) != guids(2))
        #expect(try guids(1).prefix(38) != guids(1).suffix(38))
    }
}
