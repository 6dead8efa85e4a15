// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import Vedette

/// Scripts in Arcade as programs use them, with nothing imported but the umbrella.
@Suite("Programs with Arcade", .timeLimit(.minutes(10)))
struct ArcadeProgramsTests {
    private struct HandFeed: CustomDynamicEntityFeed {
        let events: AsyncStream<CustomDynamicEntityFeedEvent>
    }

    private struct HandProvider: LocationProvider {
        let locations: AsyncStream<Location>
        let headings = AsyncStream<Double> { $0.finish() }
    }

    private func crimes() async throws -> FeatureCollectionTable {
        let table = FeatureCollectionTable(
            fields: [Field(type: .text, name: "kind", alias: "Kind"), Field(type: .int32, name: "severity", alias: "")],
            geometryType: Point.self, spatialReference: .wgs84, name: "Crime in the last 60 days")
        var features: [Feature] = []
        for number in 0..<100 {
            let (x, y) = (Double(number % 10) + 0.5, Double(number / 10) + 0.5)
            let attributes: [String: any Sendable] = ["kind": number % 3 == 0 ? "theft" : "noise", "severity": number % 5]
            features.append(table.makeFeature(attributes: attributes, geometry: Point(x: x, y: y, spatialReference: .wgs84)))
        }
        try await table.add(features)
        return table
    }

    private func beat(_ size: Double) -> Feature {
        let table = FeatureCollectionTable(
            fields: [Field(type: .text, name: "name", alias: "")], geometryType: Polygon.self, spatialReference: .wgs84, name: "Beats")
        let corners = [(0.0, 0.0), (0, size), (size, size), (size, 0)]
        return table.makeFeature(
            attributes: ["name": "North"],
            geometry: Polygon(points: corners.map { Point(x: $0.0, y: $0.1, spatialReference: .wgs84) }))
    }

    /// As in the sample “Query features with Arcade expression”.
    @Test("a call-out counts the features of a layer inside a feature")
    func callout() async throws {
        let map = Map(spatialReference: .wgs84)
        map.addOperationalLayers([FeatureLayer(featureTable: try await crimes())])
        let script = "var crimes = FeatureSetByName($map, 'Crime in the last 60 days');\nreturn Count(Intersects($feature, crimes));"
        let evaluator = ArcadeEvaluator(expression: ArcadeExpression(expression: script), profile: .formCalculation)
        // Programs for the SDK say `Any`.
        let variables: [String: Any] = ["$feature": beat(3), "$map": map]
        let result = try await evaluator.evaluate(withProfileVariables: variables)
        #expect(result.result(as: .double) as? Double == 9)
        let again = try await evaluator.evaluate(withProfileVariables: ["$feature": beat(4), "$map": map])
        #expect(again.result(as: .string) as? String == "16")
    }

    @Test("a map's layers are known by name, in groups too, and as their definition expressions say")
    func mapLayers() async throws {
        let layer = FeatureLayer(featureTable: try await crimes())
        layer.name = "Crimes"
        layer.definitionExpression = "kind = 'theft'"
        let map = Map(spatialReference: .wgs84)
        map.addOperationalLayers([GroupLayer(childLayers: [layer])])
        func count(_ script: String) async throws -> Double? {
            let evaluator = ArcadeEvaluator(expression: ArcadeExpression(expression: script), profile: .popup)
            return try await evaluator.evaluate(withProfileVariables: ["$map": map, "$layer": layer]).result(as: .double) as? Double
        }
        #expect(try await count("Count(FeatureSetByName($map, 'Crimes'))") == 34)
        #expect(try await count("Count(FeatureSetByName($map, 'Cri' + 'mes'))") == 34)
        #expect(try await count("Count($layer)") == 34)
        await #expect(throws: ArcadeError.self) { try await count("FeatureSetByName($map, 'Towns')") }
    }

    @Test("a table in memory answers where clauses and boxes by itself")
    func table() async throws {
        let table = try await crimes()
        func number(_ script: String) throws -> Double? {
            let evaluator = ArcadeEvaluator(expression: ArcadeExpression(expression: script), profile: .popup)
            return try evaluator.evaluateNow(withProfileVariables: ["$layer": table, "$feature": beat(5)]).result(as: .double) as? Double
        }
        #expect(try number("Count($layer)") == 100)
        #expect(try number("var s = 3; Count(Filter($layer, \"kind = 'theft' AND severity > @s\"))") == 7)
        #expect(try number("Count(Filter(Intersects($layer, $feature), 'severity = 0'))") == 5)
        #expect(try number("Count(Intersects(Filter($layer, 'severity = 0'), $feature))") == 5)
        #expect(try number("Sum($layer, 'severity')") == 200)
        #expect(try number("var n = 0; for (var f in $layer) { n += f.Severity } n") == 200)
        #expect(try number("Count(Schema($layer).fields)") == 3)
        let evaluator = ArcadeEvaluator(expression: ArcadeExpression(expression: "First($layer)"), profile: .popup)
        let first = try #require(try evaluator.evaluateNow(withProfileVariables: ["$layer": table]).result as? Feature)
        #expect(first.attributes["kind"] as? String == "theft")
        #expect(first.objectID != nil)
    }

    @Test("features and graphics keep their fields, and come back as they were")
    func elements() throws {
        let feature = beat(2)
        func result(_ script: String, _ value: any Sendable) throws -> ArcadeEvaluationResult {
            try ArcadeEvaluator(expression: ArcadeExpression(expression: script), profile: .popup)
                .evaluateNow(withProfileVariables: ["$feature": value])
        }
        #expect(try result("$feature.NAME + ' beat'", feature).result(as: .string) as? String == "North beat")
        #expect(try result("$feature", feature).result as? Feature === feature)
        #expect(try result("Area($feature)", feature).result(as: .double) as? Double == 4)
        // A field of the table that has no value is null; a name that is no field is an error.
        #expect(try result("IsEmpty($feature.objectid)", feature).result as? Bool == true)
        #expect(throws: ArcadeError.self) { try result("$feature.nmae", feature) }
        let graphic = Graphic(geometry: Point(x: 1, y: 2), attributes: ["Name": "x", "when": Date(timeIntervalSince1970: 0)])
        #expect(try result("$feature.name + Year($feature.WHEN)", graphic).result as? String == "x1970")
        let error = #expect(throws: ArcadeError.self) { try result("$feature.name = 'y'", graphic) }
        #expect(error?.code == .immutable)
        #expect(graphic.attributes["Name"] as? String == "x")
    }

    @Test(
        "a location is a feature with five fields",
        arguments: [
            ("$locationupdate.horizontalaccuracy <= 10", true), ("$locationupdate['HorizontalAccuracy'] < 5", false),
            ("$locationupdate.velocity > 10 && $locationupdate.course == 90", true), ("IsEmpty($locationupdate.verticalaccuracy)", true),
            ("$locationupdate.verticalaccuracy <= 20", true), ("$locationupdate.heading == 90", true),
            ("Year($locationupdate.timestamp) == 1970", true),
            ("Geometry($locationupdate).x == 8.5", true), ("HasKey($locationupdate, 'velocity')", true),
            ("TypeOf($locationupdate) == 'Feature'", true),
        ])
    func location(script: String, expected: Bool) throws {
        let location = Location(
            position: Point(latitude: 47, longitude: 8.5), timestamp: Date(timeIntervalSince1970: 0), horizontalAccuracy: 6, speed: 12,
            course: 90)
        let evaluator = ArcadeEvaluator(expression: ArcadeExpression(expression: script), profile: .locationUpdateConstraint)
        let result = try evaluator.evaluateNow(withProfileVariables: ["$locationupdate": location])
        #expect(result.result(as: .boolean) as? Bool == expected)
    }

    @Test("observations of an entity are a track")
    func track() async throws {
        let (stream, feed) = AsyncStream<CustomDynamicEntityFeedEvent>.makeStream()
        let info = DynamicEntityDataSourceInfo(
            entityIDFieldName: "id",
            fields: [
                Field(type: .text, name: "id", alias: ""), Field(type: .float64, name: "speed", alias: ""),
                Field(type: .text, name: "note", alias: ""),
            ])
        let source = CustomDynamicEntityDataSource(info: info) { HandFeed(events: stream) }
        var observations = source.receivedObservations.makeAsyncIterator()
        try await source.connect()
        var newest: DynamicEntityObservation?
        var first: DynamicEntityObservation?
        for number in 0..<4 {
            feed.yield(
                .newObservation(
                    geometry: Point(latitude: 0, longitude: Double(number) * 0.001), attributes: ["id": "a", "speed": Double(number) * 10]))
            newest = await observations.next()?.observation
            if number == 0 { first = newest }
        }
        let observation = try #require(newest)
        let entity = try #require(observation.dynamicEntity)
        func result(_ script: String, _ value: any Sendable, _ profile: ArcadeProfile = .velocity) async throws -> (any Sendable)? {
            try await ArcadeEvaluator(expression: ArcadeExpression(expression: script), profile: profile)
                .evaluate(withProfileVariables: ["$feature": value]).result
        }
        #expect(try await result("$feature.Speed", entity) as? Double == 30)
        #expect(try await result("IsEmpty($feature.note)", observation) as? Bool == true)
        #expect(try await result("Geometry($feature).x", entity) as? Double == 0.003)
        #expect(try await result("$feature", entity) as? DynamicEntity == entity)
        #expect(try await result("TrackIndex()", entity) as? Double == 3)
        #expect(try await result("TrackIndex()", try #require(first)) as? Double == 0)
        #expect(try await result("TrackFieldWindow('speed', -2, 1)", entity) as? [Double] == [10, 20, 30])
        #expect(try await result("Round(TrackCurrentDistance())", observation) as? Double == 334)
        #expect(try await result("Count(TrackWindow(-10, 10))", entity, .unrestricted) as? Double == 4)
    }

    @Test("fences say what a script makes of them, and a filter leaves locations out")
    func geotriggers() async throws {
        let (stream, feed) = AsyncStream<Location>.makeStream()
        let source = CustomLocationDataSource { HandProvider(locations: stream) }
        let square = Graphic(
            geometry: Polygon(points: [
                Point(latitude: 0, longitude: 0), Point(latitude: 0, longitude: 1), Point(latitude: 1, longitude: 1),
                Point(latitude: 1, longitude: 0),
            ]), attributes: ["name": "the square"])
        let locationFeed = LocationGeotriggerFeed(
            locationDataSource: source, filter: ArcadeExpression(expression: "$locationupdate.horizontalaccuracy <= 20"))
        let script = """
            { 'message': Upper($feedfeature.velocity) + ' ' + $fencenotificationtype + ' ' + $fencefeature.name, 'actions': ['ring', 'log'], 'n': 1 }
            """
        let monitor = GeotriggerMonitor(
            geotrigger: FenceGeotrigger(
                feed: locationFeed, ruleType: .enterOrExit, fenceParameters: GraphicFenceParameters(graphics: [square]),
                messageExpression: ArcadeExpression(expression: script), name: "Watch"))
        let stumbling = GeotriggerMonitor(
            geotrigger: FenceGeotrigger(
                feed: locationFeed, ruleType: .enter, fenceParameters: GraphicFenceParameters(graphics: [square]),
                messageExpression: ArcadeExpression(expression: "$fencefeature.gone"), name: "Watch"))
        var notifications = monitor.notifications.makeAsyncIterator()
        var others = stumbling.notifications.makeAsyncIterator()
        try await monitor.start()
        try await stumbling.start()
        try await source.start()
        func send(_ longitude: Double, accuracy: Double, speed: Double) {
            feed.yield(
                Location(
                    position: Point(latitude: 0.5, longitude: longitude), timestamp: Date(timeIntervalSince1970: longitude),
                    horizontalAccuracy: accuracy, speed: speed))
        }
        // The second is in the fence, but so vague that it does not count.
        send(-1, accuracy: 5, speed: 1)
        send(-0.5, accuracy: 50, speed: 2)
        send(0.5, accuracy: 5, speed: 3)
        send(1.5, accuracy: .nan, speed: 4)
        let entered = try #require(await notifications.next())
        #expect(entered.message == "3 entered the square")
        #expect(entered.actions == ["ring", "log"])
        #expect(entered.messageProperties["n"] as? Double == 1)
        #expect(await notifications.next()?.message == "4 exited the square")
        #expect(await others.next()?.message == "")
        #expect(stumbling.messageErrorCount == 1)
        #expect(stumbling.latestMessageError?.code == .outOfRange)
        #expect(monitor.messageErrorCount == 0)
        #expect(monitor.latestMessageError == nil)
        #expect(locationFeed.filterErrorCount == 0)
        await source.stop()
    }

    @Test("a message or a filter that cannot be read keeps a monitor from starting; a filter that stumbles lets locations through")
    func faults() async throws {
        let (stream, feed) = AsyncStream<Location>.makeStream()
        let source = CustomLocationDataSource { HandProvider(locations: stream) }
        let square = Graphic(geometry: Envelope(xMin: 0, yMin: 0, xMax: 1, yMax: 1, spatialReference: .wgs84))
        func trigger(_ feed: LocationGeotriggerFeed, _ script: String?) -> FenceGeotrigger {
            FenceGeotrigger(
                feed: feed, ruleType: .enter, fenceParameters: GraphicFenceParameters(graphics: [square]),
                messageExpression: script.map { ArcadeExpression(expression: $0) }, name: "Watch")
        }
        let broken = GeotriggerMonitor(geotrigger: trigger(LocationGeotriggerFeed(locationDataSource: source), "Uper('x')"))
        await #expect(throws: ArcadeError.self) { try await broken.start() }
        #expect(broken.status == .failedToStart)
        #expect(broken.warning is ArcadeError)
        for script in ["$locationupdate.horizontalaccuracy <<= 10", "$feature.horizontalaccuracy <= 10"] {
            let feed = LocationGeotriggerFeed(locationDataSource: source, filter: ArcadeExpression(expression: script))
            let monitor = GeotriggerMonitor(geotrigger: trigger(feed, nil))
            await #expect(throws: ArcadeError.self) { try await monitor.start() }
            #expect(monitor.status == .failedToStart)
        }
        let filtered = LocationGeotriggerFeed(locationDataSource: source, filter: ArcadeExpression(expression: "$locationupdate.gone > 1"))
        let monitor = GeotriggerMonitor(geotrigger: trigger(filtered, nil))
        var notifications = monitor.notifications.makeAsyncIterator()
        try await monitor.start()
        try await source.start()
        feed.yield(Location(position: Point(latitude: 0.5, longitude: 0.5)))
        #expect(await notifications.next()?.message == "Watch")
        #expect(filtered.filterErrorCount == 1)
        #expect(filtered.latestFilterError?.localizedDescription.contains("gone") == true)
        await source.stop()
    }

    @Test("labels are what scripts say")
    func labels() throws {
        let definition = LabelDefinition(
            labelExpression: ArcadeLabelExpression(arcadeString: "$feature.NAME + TextFormatting.NewLine + Text($feature.pop, '#,###')"),
            textSymbol: TextSymbol())
        let now = Instant(Date(timeIntervalSince1970: 0))
        #expect(try definition.text(for: ["name": "Bern", "pop": 134_000], at: now) == "Bern\n134,000")
        definition.whereClause = "pop > 1000000"
        #expect(try definition.text(for: ["name": "Bern", "pop": 134_000], at: now) == nil)
    }

    @Test("a GeoPackage is a store of tables that scripts know by name")
    func geoPackage() async throws {
        let url = FileManager.default.temporaryDirectory.appendingPathComponent("vedette-\(UUID().uuidString).gpkg")
        defer { try? FileManager.default.removeItem(at: url) }
        let package = try await GeoPackage.create(fileURL: url)
        for (name, count) in [("Harbours", 20), ("Towns", 3)] {
            let table = try await package.makeFeatureTable(
                name: name, fields: [Field(type: .int32, name: "berths", alias: "")], geometryType: Point.self, spatialReference: .wgs84)
            try await table.add(
                (0..<count).map {
                    table.makeFeature(attributes: ["berths": $0], geometry: Point(x: Double($0), y: 0, spatialReference: .wgs84))
                })
        }
        func number(_ script: String) async throws -> Double? {
            let evaluator = ArcadeEvaluator(expression: ArcadeExpression(expression: script), profile: .popup)
            let area = Graphic(geometry: Envelope(xMin: -1, yMin: -1, xMax: 4.5, yMax: 1, spatialReference: .wgs84))
            let variables: [String: Any] = ["$feature": area, "$datastore": GeoPackage(fileURL: url)]
            return try await evaluator.evaluate(withProfileVariables: variables).result(as: .double) as? Double
        }
        #expect(try await number("Sum(Intersects($feature, FeatureSetByName($datastore, 'harbours')), 'berths')") == 10)
        #expect(try await number("Count(FeatureSetByName($datastore, 'Tow' + 'ns'))") == 3)
        #expect(try await number("Count(FeatureSetById($datastore, '1'))") == 3)
        await #expect(throws: ArcadeError.self) { try await number("FeatureSetByName($datastore, 'Lakes')") }
    }

    @Test("one evaluator serves eight tasks at once")
    func tasks() async throws {
        let table = try await crimes()
        let evaluator = ArcadeEvaluator(
            expression: ArcadeExpression(expression: "Count(Filter($layer, 'severity = ' + $feature.severity))"), profile: .popup)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for task in 0..<8 {
                group.addTask {
                    for turn in 0..<10 {
                        let graphic = Graphic(attributes: ["severity": (task + turn) % 6])
                        let result = try await evaluator.evaluate(withProfileVariables: ["$layer": table, "$feature": graphic])
                        #expect(result.result(as: .double) as? Double == ((task + turn) % 6 == 5 ? 0 : 20))
                    }
                }
            }
            try await group.waitForAll()
        }
    }
}
