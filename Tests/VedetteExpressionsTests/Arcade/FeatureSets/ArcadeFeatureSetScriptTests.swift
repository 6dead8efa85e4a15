// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Testing
import VedetteExpressions
import VedetteGeometry
import VedetteValues

/// Feature sets as scripts use them.
@Suite struct ArcadeFeatureSetScriptTests {
    static func evaluate(_ script: String, _ variables: [String: ArcadeContent]) throws -> ArcadeContent {
        let program = try ArcadeProgram(script, profile: .any)
        let context = ArcadeContext(now: Instant(microsecondsSince1970: 0))
        return try program.evaluate(program.variableNames.map { variables[$0] ?? .null }, in: context).value
    }

    static let variables: [String: ArcadeContent] = [
        "$layer": .featureSet(ArcadeCities.source),
        "$map": .featureSetCollection([(id: "0", title: "Cities", source: ArcadeCities.source)]),
        "$feature": .feature(
            ArcadeAttributesRow([(name: "limit", value: .integer(1_000_000))], geometry: ArcadeFeatureSetSpatialTests.alps)),
    ]

    @Test(arguments: [
        ("Count($layer)", 6.0),
        ("var limit = 1000000; Count(Filter($layer, 'POP > @limit'))", 3),
        // A variable of a function, and one of the script that it hides.
        ("var limit = 0; function f(limit) { return Count(Filter($layer, 'POP > @limit')) } f(1900000)", 2),
        ("var ids = [1, 3, 5]; Count(Filter($layer, 'OBJECTID in @ids'))", 3),
        // SQL that is put together.
        ("var a = 'DE'; var sql = 'COUNTRY = @a'; Count(Filter($layer, sql + ' AND POP > 2000000'))", 1),
        ("var sum = 0; for (var city in $layer) { if (!IsEmpty(city.POP)) { sum += city.POP } } sum", 8_034_000),
        ("var n = 0; for (var city in Top(OrderBy($layer, 'POP DESC'), 2)) { n += city.POP } n", 5_700_000),
        ("Sum($layer, 'POP')", 8_034_000), ("Max($layer, 'POP')", 3_700_000), ("Min($layer, 'POP')", 134_000),
        ("Round(Mean($layer, 'POP'))", 1_606_800), ("Average($layer, 'POP') == Mean($layer, 'POP') ? 1 : 0", .nan),
        ("First(OrderBy(Filter($layer, 'POP > 0'), 'POP')).POP", 134_000),
        ("Count(Intersects($feature, FeatureSetByName($map, 'Cities')))", 3),
        ("Count(Intersects(FeatureSetByName($map, 'Cities'), $feature))", 3),
        ("Count(Contains($feature, FeatureSetById($map, '0', ['NAME'])))", 3),
        ("Count(Within($layer, $feature))", 3),
        ("Count(GroupBy($layer, ['COUNTRY'], [{ name: 'n', expression: '1', statistic: 'COUNT' }]))", 4),
        (
            "First(Filter(OrderBy(GroupBy($layer,['COUNTRY'],[{name:'AVG_P',expression:'POP',statistic:'AVG'}]),'AVG_P DESC'), 'AVG_P > 1')).AVG_P",
            2_800_000
        ),
        ("Count(Distinct($layer, 'COUNTRY'))", 4),
        (
            "Count(FeatureSet('{\"fields\":[{\"name\":\"a\",\"type\":\"esriFieldTypeInteger\"}],\"features\":[{\"attributes\":{\"a\":1}}]}'))",
            1
        ),
        (
            "var f = []; for (var c in $layer) { Push(f, { attributes: { name: c.NAME, big: c.POP > 1000000 } }) } Count(Filter(FeatureSet({ features: f }), \"name LIKE 'B%'\"))",
            2
        ),
        (
            "First(FeatureSet({ geometryType: 'esriGeometryPoint', spatialReference: { wkid: 4326 }, features: [{ geometry: { x: 3, y: 4 }, attributes: {} }] })).geometry.x",
            .nan
        ),
        (
            "Geometry(First(FeatureSet({ geometryType: 'esriGeometryPoint', spatialReference: { wkid: 4326 }, features: [{ geometry: { x: 3, y: 4 }, attributes: {} }] }))).x",
            3
        ),
        ("var s = $layer; for (var i = 0; i < 64; i++) { s = Filter(s, 'POP > 0') } Count(s)", 5),
        ("Count(Schema($layer).fields)", 6), ("Count(GetFeatureSet(First(FeatureSetByName($map, 'Cities', ['NAME']))))", 6),
        ("Count(FromJSON(Text($layer)).features)", 6), ("Count(FeatureSet(Text($layer)))", 6),
        ("Count(Filter(FeatureSet(Text($layer)), \"FOUNDED < DATE '1190-01-01'\"))", 2),
    ])
    func aScriptAsksFeatureSets(script: String, expected: Double) throws {
        guard !expected.isNaN else {
            #expect(throws: ArcadeError.self) { try Self.evaluate(script, Self.variables) }
            return
        }
        guard case .number(let number) = try Self.evaluate(script, Self.variables) else {
            Issue.record("no number")
            return
        }
        #expect(number == expected)
    }

    @Test(arguments: [
        ("Filter($layer, 'POP > @gone')", ArcadeError.Code.unknownVariable), ("Filter($layer, 'NMAE = 1')", .invalidArgument),
        ("First($layer).POP = 3", .immutable), ("FeatureSetByName($map, 'Towns')", .outOfRange),
        ("var x = 1; Filter($layer, 'POP > @x' + ' AND @')", .invalidArgument),
    ])
    func faultsHaveAPlace(script: String, code: ArcadeError.Code) throws {
        let error = #expect(throws: ArcadeError.self) { try Self.evaluate(script, Self.variables) }
        #expect(error?.code == code, "\(error.map { "\($0)" } ?? "")")
        #expect((error?.line ?? 0) >= 1)
    }

    @Test func aResultIsRead() throws {
        guard case .featureSet(let source) = try Self.evaluate("Filter($layer, \"COUNTRY = 'AT'\")", Self.variables) else {
            Issue.record("no feature set")
            return
        }
        var names: [AttributeValue?] = []
        try source.forEachRow(in: nil) { row throws(ArcadeFailure) in
            names.append(row.value(named: ArcadeName("name")))
            return true
        }
        #expect(names == [.text("Wien"), .text("Graz")])
    }

    /// What takes long is stopped by its steps.
    @Test(arguments: [
        "while (true) { Count(Filter($layer, '1 = 1')) }",
        "var s = $layer; for (var i = 0; i < 100000; i++) { s = Filter(s, 'POP > 0') } Count(s)",
        "var s = $layer; for (var i = 0; i < 100000; i++) { s = OrderBy(s, 'POP') } Count(s)",
        "var s = $layer; for (var i = 0; i < 100000; i++) { s = Top(s, 3) } First(s)",
        "var s = $layer; for (var i = 0; i < 100000; i++) { s = Intersects(s, $feature) } Count(s)",
        "var s = $layer; for (var i = 0; i < 100000; i++) { s = Distinct(s, 'POP') } Count(s)",
        "var s = $layer; for (var i = 0; i < 65; i++) { s = Filter(s, 'POP > 0') } Count(s)",
        "while (true) { Sum($layer, 'POP') }",
        "while (true) { FeatureSet({ features: [{ attributes: { a: 1 } }] }) }",
    ])
    func workIsBounded(script: String) throws {
        let error = #expect(throws: ArcadeError.self) { try Self.evaluate(script, Self.variables) }
        #expect(error?.code == .limitExceeded)
    }
}
