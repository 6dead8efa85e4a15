// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import VedetteExpressions
import VedetteGeometry

@testable import VedetteModel

@Suite("Labels")
struct LabelTests {
    private let attributes: [String: any Sendable] = [
        "VesselName": "SALISH", "speed": 12.0, "draught": 3.25, "count": 7, "isMoored": false, "status": 2,
    ]

    @Test(
        "an expression of fields and text gives the label",
        arguments: [
            ("[VesselName]", "SALISH"), ("[vesselname]", "SALISH"), ("[ VesselName ]", "SALISH"), ("", ""), ("[nothing]", ""),
            ("MV [VesselName]: [speed] kn", "MV SALISH: 12 kn"), ("[draught] m", "3.25 m"), ("[count]/[isMoored]", "7/false"),
            ("[VesselName] CONCAT \" - \" CONCAT [speed]", "SALISH - 12"), ("\"MV \" CONCAT [VesselName]", "MV SALISH"),
            ("[VesselName] CONCAT NEWLINE CONCAT [count]", "SALISH\n7"), ("say \"[count]\"", "say \"7\""),
            ("CONCATENATED [count]", "CONCATENATED 7"), ("[VesselName", "[VesselName"), ("a]b", "a]b"), ("[]", ""),
            ("\"only text\"", "only text"), ("[[count]]", "]"),
        ])
    func simple(expression: String, label: String) {
        #expect(SimpleLabelExpression(simpleExpression: expression).text(for: attributes) == label)
    }

    @Test("a long run of brackets that never close is read in one go")
    func brackets() {
        let text = String(repeating: "[", count: 200_000) + String(repeating: "\"", count: 1)
        #expect(LabelTemplate(text).text(for: [:], fields: []) == text)
    }

    @Test("the fields of an expression are told once each, in their order")
    func fieldNames() {
        #expect(SimpleLabelExpression(simpleExpression: "[b] [A] [B] x").fieldNames == ["b", "A"])
    }

    @Test("a coded value is told by its name where the definition says so")
    func codedValues() throws {
        let domain = CodedValueDomain(name: "status", codedValues: [CodedValue(name: "under way", code: 2)])
        let fields = [Field(type: .int32, name: "Status", alias: "", domain: domain)]
        let definition = LabelDefinition(labelExpression: SimpleLabelExpression(simpleExpression: "[status]"), textSymbol: TextSymbol())
        let now = Instant(microsecondsSince1970: 0)
        #expect(try definition.text(for: attributes, fields: fields, at: now) == "2")
        definition.usesCodedValues = true
        #expect(try definition.text(for: attributes, fields: fields, at: now) == "under way")
    }

    @Test("a definition labels what fulfils its where clause")
    func whereClause() throws {
        let definition = LabelDefinition(labelExpression: SimpleLabelExpression(simpleExpression: "[count]"), textSymbol: TextSymbol())
        let now = Instant(microsecondsSince1970: 0)
        #expect(try definition.text(for: attributes, at: now) == "7")
        definition.whereClause = "speed > 20"
        #expect(try definition.text(for: attributes, at: now) == nil)
        definition.whereClause = "speed >"
        #expect(throws: ExpressionError.self) { try definition.text(for: attributes, at: now) }
    }

    @Test("defaults are those of the reference; a script is kept as it is")
    func defaults() throws {
        let expression = ArcadeLabelExpression(arcadeString: "$feature.name")
        let definition = LabelDefinition(labelExpression: expression, textSymbol: TextSymbol(color: .red, size: 12))
        #expect((definition.placement, definition.deconflictionStrategy) == (.automatic, .automatic))
        #expect((definition.name, definition.whereClause, definition.usesCodedValues) == ("", "", false))
        #expect(definition.priority.isNaN)
        #expect(definition.minScale == nil && definition.maxScale == nil)
        #expect(expression.expression == "$feature.name")
        #expect(try definition.text(for: [:], at: Instant(microsecondsSince1970: 0)) == nil)
    }

    @Test("definitions are added to and taken out of what is labelled")
    func labeled() {
        let overlay = GraphicsOverlay()
        #expect(!overlay.labelsAreEnabled)
        let definitions = (0..<3).map { _ in
            LabelDefinition(labelExpression: SimpleLabelExpression(simpleExpression: ""), textSymbol: TextSymbol())
        }
        overlay.addLabelDefinition(definitions[0])
        overlay.addLabelDefinitions(definitions[1...])
        overlay.removeLabelDefinition(definitions[1])
        #expect(overlay.labelDefinitions == [definitions[0], definitions[2]])
        overlay.removeAllLabelDefinitions()
        #expect(overlay.labelDefinitions.isEmpty)
    }
}
