// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Testing
import VedetteGeometry
import VedetteValues

@testable import VedetteExpressions

@Suite("Functions of features")
struct ArcadeFeatureFunctionsTests {
    private static let variables: [String: ArcadeContent] = {
        var schema = ArcadeSchema()
        let material = CodedValueDomain(
            name: "Material", codedValues: [CodedValue(name: "Steel", code: 1), CodedValue(name: "Wood", code: 2)])
        let kind = CodedValueDomain(name: "Kind", codedValues: [CodedValue(name: "Road", code: "R"), CodedValue(name: "Path", code: "P")])
        schema.fields = [
            Field(type: .oid, name: "OBJECTID", alias: "Id", isEditable: false, isNullable: false),
            Field(type: .int16, name: "MATERIAL", alias: "", domain: material),
            Field(type: .text, name: "KIND", alias: "", length: 10, domain: kind),
            Field(type: .float64, name: "HEIGHT", alias: "", domain: RangeDomain(name: "Heights", minValue: 0.0, maxValue: 10.0)),
            Field(type: .int32, name: "SUB", alias: ""),
        ]
        (schema.objectIDField, schema.geometryType, schema.subtypeField) = ("OBJECTID", "esriGeometryPoint", "SUB")
        var rail = ArcadeSchema.Subtype(code: .integer(7), name: "Rail")
        rail.domains["material"] = CodedValueDomain(name: "RailMaterial", codedValues: [CodedValue(name: "Iron", code: 1)])
        schema.subtypes = [ArcadeSchema.Subtype(code: .integer(3), name: "Street"), rail]
        func row(_ sub: Int64) -> ArcadeContent {
            .feature(
                TestRow(
                    fields: [
                        ("OBJECTID", .integer(1)), ("MATERIAL", .integer(1)), ("KIND", .text("R")), ("HEIGHT", .null),
                        ("SUB", .integer(sub)),
                    ], geometry: Point(x: 1, y: 2), schema: schema))
        }
        return ["$feature": row(3), "$rail": row(7), "$bare": .feature(TestRow(fields: [("A", .text("b"))]))]
    }()

    @Test(
        "Features of every form",
        arguments: [
            ("Feature(Point({x: 1, y: 2}), 'a', 1, 'B', 'x').b", "x"), ("Geometry(Feature(Point({x: 1, y: 2}), 'a', 1)).x", "1"),
            ("Feature(null, 'a', 1).A", "1"), ("Geometry(Feature(null, 'a', 1))", "null"), ("Feature(null, {a: 1, b: null}).b", "null"),
            ("Feature(Point({x: 1, y: 2}), {a: 1}).a", "1"), ("Feature({geometry: {x: 1, y: 2}, attributes: {a: 5}}).a", "5"),
            ("Geometry(Feature({geometry: Point({x: 1, y: 2}), attributes: {}})).y", "2"), ("Feature({attributes: {a: 5}})['A']", "5"),
            ("Feature('{\"geometry\": {\"x\": 1, \"y\": 2}, \"attributes\": {\"a\": 5}}').a", "5"),
            ("Geometry(Feature('{\"geometry\": {\"x\": 1, \"y\": 2}, \"attributes\": {\"a\": 5}}')).x", "1"),
            ("Feature($feature).MATERIAL", "1"), ("var f = Feature($feature); f.material = 2; [f.MATERIAL, $feature.MATERIAL]", "[2, 1]"),
            ("TypeOf(Feature(null, 'd', Date(0)).d)", "Date"), ("TypeOf(Feature(null, 'd', true).d)", "Boolean"), ("Feature(null)", "null"),
            ("TypeOf(Feature(Point({x: 1, y: 2})))", "Feature"), ("Feature(null, 'a')", "invalidArgument"),
            ("Feature(1)", "invalidArgument"),
            ("Feature(null, 'a', 1, 'b')", "invalidArgument"), ("Feature(null, 'a', [1])", "type"), ("Feature(null, {a: {b: 1}})", "type"),
            ("Feature({a: 1})", "invalidArgument"), ("Feature('[1]')", "invalidArgument"), ("Feature('x')", "invalidArgument"),
            ("Feature({attributes: [1]})", "type"), ("Feature(1, 'a', 1)", "type"), ("Feature(Feature($feature), {a: 1}).a", "1"),
            ("Feature({geometry: 5, attributes: {}})", "type"),
        ])
    func features(script: String, expected: String) {
        #expect(ScriptAnswer.text(of: script, Self.variables) == expected)
    }

    @Test(
        "What is known of a layer",
        arguments: [
            ("Schema($feature).objectIdField", "OBJECTID"), ("Schema($feature).globalIdField", ""),
            ("Schema($feature).geometryType", "esriGeometryPoint"), ("Count(Schema($feature).fields)", "5"),
            (
                "Schema($feature).fields[1]",
                "{name: MATERIAL, alias: MATERIAL, type: esriFieldTypeSmallInteger, length: 0, editable: true, nullable: true, domain: Material}"
            ),
            ("Schema($feature)['fields'][0].nullable", "false"), ("Schema($bare)", "null"), ("Schema(Feature($feature))", "null"),
            ("Schema(null)", "null"), ("Schema(1)", "type"),
            (
                "Domain($feature, 'material')",
                "{type: codedValue, name: Material, dataType: esriFieldTypeSmallInteger, codedValues: [{code: 1, name: Steel}, {code: 2, name: Wood}]}"
            ),
            ("Domain($rail, 'MATERIAL').name", "RailMaterial"),
            ("Domain($feature, 'HEIGHT')", "{type: range, name: Heights, dataType: esriFieldTypeDouble, min: 0, max: 10}"),
            ("Domain($feature, 'OBJECTID')", "null"), ("Domain($feature, 'NONE')", "null"), ("Domain($bare, 'A')", "null"),
            ("DomainName($feature, 'MATERIAL')", "Steel"), ("DomainName($feature, 'MATERIAL', 2)", "Wood"),
            ("DomainName($feature, 'MATERIAL', '2')", "Wood"), ("DomainName($feature, 'KIND')", "Road"),
            ("DomainName($rail, 'MATERIAL')", "Iron"), ("DomainName($feature, 'MATERIAL', 1, 7)", "Iron"),
            ("DomainName($feature, 'MATERIAL', 9)", "null"), ("DomainName($feature, 'HEIGHT')", "null"), ("DomainName($bare, 'A')", "null"),
            ("DomainName(null, 'A')", "null"), ("DomainName('x', 'A')", "type"),
            ("DomainCode($feature, 'MATERIAL', 'Wood')", "2"), ("DomainCode($feature, 'KIND', 'Path')", "P"),
            ("DomainCode($feature, 'MATERIAL')", "1"), ("DomainCode($feature, 'MATERIAL', 'Stone')", "null"),
            ("DomainCode($feature, 'MATERIAL', 'Iron', 7)", "1"), ("DomainCode($bare, 'A', 'x')", "null"),
            ("Subtypes($feature)", "{subtypeField: SUB, subtypes: [{code: 3, name: Street}, {code: 7, name: Rail}]}"),
            ("Subtypes($bare)", "null"), ("SubtypeCode($feature)", "3"), ("SubtypeName($feature)", "Street"),
            ("SubtypeName($rail)", "Rail"),
            ("SubtypeCode($bare)", "null"), ("SubtypeName($bare)", "null"), ("SubtypeName(null)", "null"), ("SubtypeCode(1)", "type"),
            ("GdbVersion($feature)", ""), ("Expects($feature, 'A', 'B')", "null"), ("Expects($feature, '*')", "null"),
        ])
    func layers(script: String, expected: String) {
        #expect(ScriptAnswer.text(of: script, Self.variables) == expected)
    }
}
