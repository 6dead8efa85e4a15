// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import VedetteExpressions
import VedetteGeometry
import VedetteValues

@testable import VedetteModel

@Suite("Pop-ups", .timeLimit(.minutes(10)))
struct PopupTests {
    private static func feature() async throws -> Feature {
        let kinds = CodedValueDomain(name: "kinds", codedValues: [CodedValue(name: "Ferry", code: Int32(3))])
        let table = FeatureCollectionTable(
            fields: [
                Field(type: .text, name: "name", alias: "Name"), Field(type: .int32, name: "kind", alias: "", domain: kinds),
                Field(type: .float64, name: "tons", alias: "Weight in tons"), Field(type: .text, name: "flag", alias: "Flag"),
            ], geometryType: Point.self, spatialReference: .wgs84)
        let feature = table.makeFeature(
            attributes: ["name": "Aurora", "kind": Int32(3), "tons": 1_234_567.891], geometry: Point(latitude: 1, longitude: 2))
        try await table.add(feature)
        return feature
    }

    @Test("without a definition all fields are listed, as the table has them; coded values by their names")
    func plain() async throws {
        let popup = Popup(geoElement: try await Self.feature())
        #expect(popup.title.isEmpty)
        let fields = try #require(popup.evaluatedElements.first as? FieldsPopupElement)
        let rows = Dictionary(uniqueKeysWithValues: zip(fields.labels, fields.formattedValues))
        #expect(rows["Name"] == "Aurora")
        #expect(rows["kind"] == "Ferry")
        #expect(rows["Weight in tons"] == "1234567.891")
        #expect(rows["Flag"]?.isEmpty == true)
        // A graphic has no table, but what it has.
        let graphic = Popup(geoElement: Graphic(attributes: ["b": 2, "a": "x"]))
        let own = try #require(graphic.evaluatedElements.first as? FieldsPopupElement)
        #expect(own.labels == ["a", "b"])
        #expect(own.formattedValues == ["x", "2"])
    }

    @Test("titles and texts name fields in any case; what is no field stays as it is written")
    func titles() async throws {
        let definition = PopupDefinition()
        let popup = Popup(geoElement: try await Self.feature(), definition: definition)
        for (title, told) in [
            ("{NAME} ({kind})", "Aurora (Ferry)"), ("{nobody} {name", "{nobody} {name"), ("{{name}}", "{Aurora}"), ("{}", "{}"),
            ("{flag}.", "."),
            ("{expression/none}", "{expression/none}"), ("", ""),
        ] {
            definition.title = title
            #expect(popup.title == told)
        }
        // As many braces as there are letters are no trap.
        definition.title = String(repeating: "{", count: 200_000)
        #expect(popup.title.count == 200_000)
    }

    @Test("fields are called and written as the definition says; hidden ones are left out")
    func fields() async throws {
        let definition = PopupDefinition()
        definition.elements = [
            FieldsPopupElement(fields: [
                PopupField(fieldName: "TONS", format: PopupFieldFormat(decimalPlaces: 1, usesThousandsSeparator: true)),
                PopupField(fieldName: "name", label: "Ship"), PopupField(fieldName: "flag", isVisible: false),
                PopupField(fieldName: "nobody"),
            ]), TextPopupElement(text: "<b>{name}</b>"),
        ]
        let popup = Popup(geoElement: try await Self.feature(), definition: definition)
        let fields = try #require(popup.evaluatedElements.first as? FieldsPopupElement)
        #expect(fields.labels == ["Weight in tons", "Ship", "nobody"])
        #expect(fields.formattedValues == ["1,234,567.9", "Aurora", ""])
        #expect((popup.evaluatedElements.last as? TextPopupElement)?.text == "<b>Aurora</b>")
    }

    @Test(
        "numbers are written with so many digits, and thousands apart",
        arguments: [
            (0.0, 0, "0"), (999, 0, "999"), (1_000, 0, "1,000"), (-1_000, 2, "-1,000.00"), (-999.5, 1, "-999.5"),
            (123_456_789, -3, "123,456,789"),
            (1e21, 0, "1,000,000,000,000,000,000,000"),
        ])
    func numbers(_ number: Double, _ places: Int, _ text: String) {
        #expect(NumberText.text(number, PopupFieldFormat(decimalPlaces: places, usesThousandsSeparator: true)) == text)
    }

    @Test("scripts are evaluated when that is asked for, and one that stumbles tells its error")
    func expressions() async throws {
        let definition = PopupDefinition()
        definition.title = "{expression/heavy}"
        definition.expressions = [
            PopupExpression(name: "heavy", title: "Heavy?", expression: "IIf($feature.tons > 1000, 'heavy', 'light')"),
            PopupExpression(name: "half", expression: "$feature.tons / 2", returnType: .number),
            PopupExpression(name: "wrong", expression: "Lenght(1)"), PopupExpression(name: "nothing", expression: "null"),
            PopupExpression(name: "text", expression: "'many'", returnType: .number),
        ]
        definition.elements = [
            FieldsPopupElement(fields: [
                PopupField(fieldName: "expression/heavy"), PopupField(fieldName: "Expression/HALF", format: PopupFieldFormat()),
                PopupField(fieldName: "expression/wrong"),
            ])
        ]
        let popup = Popup(geoElement: try await Self.feature(), definition: definition)
        #expect(popup.title == "{expression/heavy}")
        let made = try await popup.evaluateExpressions()
        #expect(made.map { $0.result as? String } == ["heavy", nil, nil, nil, nil])
        #expect(made[1].result as? Double == 1_234_567.891 / 2)
        #expect(made.map { $0.error is ArcadeError } == [false, false, true, false, false])
        #expect(made[4].result == nil)
        #expect(popup.title == "heavy")
        let fields = try #require(popup.evaluatedElements.first as? FieldsPopupElement)
        #expect(fields.labels == ["Heavy?", "Expression/HALF", "expression/wrong"])
        #expect(fields.formattedValues == ["heavy", "617284", ""])
    }
}
