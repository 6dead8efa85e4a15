// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Testing
import VedetteExpressions
import VedetteGeometry
import VedetteValues

/// Feature sets that scripts make or take out of collections.
@Suite struct ArcadeFeatureSetMakingTests {
    typealias Cities = ArcadeCities

    static var collection: ArcadeValue {
        .featureSetCollection(
            ArcadeFeatureSetCollection([
                (id: "0", title: "Cities", source: Cities.source),
                (id: "one", title: "Cities (old)", source: ArcadeRowsSource([], schema: Cities.schema, spatialReference: nil)),
            ]))
    }

    @Test(arguments: [
        ("FeatureSetByName", "Cities", 6), ("FeatureSetByName", "CITIES", 6),
        ("FeatureSetByName", "Cities (old)", 0), ("FeatureSetById", "one", 0),
    ])
    func aLayerIsFoundInACollection(function: String, name: String, count: Int) throws {
        let set = try Cities.call(function, [Self.collection, .text(name)])
        #expect(try Cities.call("Count", [set]).asNumber == Double(count))
    }

    @Test func aLayerThatIsNotThereSaysWhichAre() throws {
        let failure = #expect(throws: ArcadeFailure.self) { try Cities.call("FeatureSetByName", [Self.collection, .text("Towns")]) }
        #expect(failure?.code == .outOfRange)
        #expect(failure?.message.contains("'Cities'") == true)
        #expect(throws: ArcadeFailure.self) { try Cities.call("FeatureSetByName", [Cities.features, .text("Cities")]) }
    }

    @Test func fieldsAndGeometriesCanBeLeftOut() throws {
        let run = Cities.run()
        let some = try Cities.call(
            "FeatureSetByName", [Self.collection, .text("Cities"), Cities.array(.text("name"), .text("POP")), .boolean(false)], in: run)
        guard case .feature(let feature) = try Cities.call("First", [some], in: run), case .featureSet(let set) = some else {
            Issue.record("no feature")
            return
        }
        #expect(feature.fieldNames == ["NAME", "POP"])
        #expect(feature.geometry == nil)
        #expect(!feature.hasField(named: ArcadeName("COUNTRY")))
        #expect(set.source.schema.fields.map(\.name) == ["NAME", "POP"])
        #expect(throws: ArcadeFailure.self) { try Cities.call("Filter", [some, .text("COUNTRY = 'DE'")], in: run) }
        // The whole layer is behind it.
        guard case .featureSet(let whole) = try Cities.call("GetFeatureSet", [.feature(feature)], in: run) else {
            Issue.record("no feature set")
            return
        }
        #expect(whole.source.schema.fields.count == 6)
        let all = try Cities.call("FeatureSetByName", [Self.collection, .text("Cities"), Cities.array(.text("*"))], in: run)
        #expect(try Cities.call("Count", [Cities.call("Filter", [all, .text("COUNTRY = 'DE'")], in: run)], in: run).asNumber == 2)
        #expect(throws: ArcadeFailure.self) {
            try Cities.call("FeatureSetByName", [Self.collection, .text("Cities"), Cities.array(.text("nmae"))], in: run)
        }
    }

    @Test func aDictionaryBecomesFeatures() throws {
        let definition = Cities.dictionary(
            (
                "fields",
                Cities.array(
                    Cities.dictionary(("name", .text("id")), ("type", .text("esriFieldTypeInteger"))),
                    Cities.dictionary(("name", .text("day")), ("alias", .text("Day")), ("type", .text("esriFieldTypeDate"))),
                    Cities.dictionary(("name", .text("note")), ("type", .text("esriFieldTypeString"))))
            ),
            ("geometryType", .text("esriGeometryPoint")), ("spatialReference", Cities.dictionary(("wkid", .number(3857)))),
            (
                "features",
                Cities.array(
                    Cities.dictionary(
                        ("geometry", .geometry(Point(x: 1, y: 2, spatialReference: .webMercator))),
                        ("attributes", Cities.dictionary(("ID", .number(7)), ("day", .number(86_400_000)), ("more", .number(1))))),
                    Cities.dictionary(("attributes", Cities.dictionary(("id", .number(8)), ("note", .text("x"))))))
            ))
        let run = Cities.run()
        let features = try Cities.call("FeatureSet", [definition], in: run)
        #expect(try Cities.values("id", of: features, in: run) == [.integer(7), .integer(8)])
        #expect(try Cities.values("DAY", of: features, in: run) == [.instant(Instant(microsecondsSince1970: 86_400_000_000)), .null])
        #expect(try Cities.values("note", of: features, in: run) == [.null, .text("x")])
        guard case .featureSet(let set) = features else { return }
        #expect(set.source.spatialReference == .webMercator)
        #expect(set.source.schema.geometryType == "esriGeometryPoint")
        #expect(set.source.rowCount == 2)
        #expect(try set.rows(in: run)[0].geometry is Point)
        #expect(
            try Cities.call("Count", [Cities.call("Filter", [features, .text("day > DATE '1970-01-01'")], in: run)], in: run).asNumber == 1)
    }

    @Test func fieldsThatAreNotSaidAreFound() throws {
        let definition = Cities.dictionary(
            (
                "features",
                Cities.array(
                    Cities.dictionary(("attributes", Cities.dictionary(("a", .number(1)), ("b", .text("x")), ("c", .null)))),
                    Cities.dictionary(("attributes", Cities.dictionary(("B", .text("y")), ("a", .text("mixed"))))))
            ))
        guard case .featureSet(let set) = try Cities.call("FeatureSet", [definition]) else { return }
        #expect(set.source.schema.fields.map(\.name) == ["a", "b", "c"])
        #expect(set.source.schema.fields.map(\.type) == [nil, .text, nil])
    }

    @Test func whatIsNoFeatureSetIsRefused() throws {
        let wrong = [
            ArcadeValue.number(1), .null, Cities.dictionary(("features", .text("x"))),
            Cities.dictionary(("features", Cities.array(.number(1)))), Cities.dictionary(("fields", Cities.array(.text("a")))),
            Cities.dictionary(("features", Cities.array(Cities.dictionary(("geometry", .number(1)))))),
        ]
        for value in wrong {
            let failure = #expect(throws: ArcadeFailure.self) { try Cities.call("FeatureSet", [value]) }
            #expect(failure?.message.hasPrefix("FeatureSet") == true)
        }
    }

    @Test func whatIsKnownOfALayerIsTold() throws {
        #expect(try Cities.call("GetFeatureSetInfo", [Cities.features]).isNull)
        var info = ArcadeFeatureSetInfo()
        (info.layerID, info.layerName) = (3, "Cities")
        let source = ArcadeRowsSource([], schema: Cities.schema, spatialReference: nil, info: info)
        guard case .dictionary(let told) = try Cities.call("GetFeatureSetInfo", [.featureSet(ArcadeFeatureSet(source: source))]) else {
            Issue.record("no dictionary")
            return
        }
        #expect(told["LAYERID"]?.asNumber == 3)
        #expect(told["itemId"]?.isNull == true)
    }

    @Test(arguments: ["Attachments", "FeatureSetByAssociation", "FeatureSetByRelationshipClass", "FeatureSetByRelationshipName"])
    func whatLiesInServicesIsNotToBeHad(name: String) throws {
        let failure = #expect(throws: ArcadeFailure.self) { try Cities.call(name, [.null, .null, .null]) }
        #expect(failure?.code == .unavailableFunction)
    }

    @Test func subtypesFilter() throws {
        var schema = Cities.schema
        schema.subtypeField = "COUNTRY"
        let source = ArcadeRowsSource(Cities.rows, schema: schema, spatialReference: .wgs84)
        let some = try Cities.call("FilterBySubtypeCode", [.featureSet(ArcadeFeatureSet(source: source)), .text("AT")])
        #expect(try Cities.names(some) == ["Wien", "Graz"])
        #expect(throws: ArcadeFailure.self) { try Cities.call("FilterBySubtypeCode", [Cities.features, .number(1)]) }
    }
}
