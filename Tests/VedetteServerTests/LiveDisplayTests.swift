// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import Vedette

@testable import VedetteServer

/// A feed whose events a test sends.
private struct HandFeed: CustomDynamicEntityFeed {
    let events: AsyncStream<CustomDynamicEntityFeedEvent>
}

/// A server with one source that a layer displays.
private struct DisplayWorld {
    let source: CustomDynamicEntityDataSource
    let layer: DynamicEntityLayer
    let feed: AsyncStream<CustomDynamicEntityFeedEvent>.Continuation
    var configuration = LiveServerConfiguration()

    init() {
        let (stream, feed) = AsyncStream<CustomDynamicEntityFeedEvent>.makeStream()
        self.feed = feed
        let info = DynamicEntityDataSourceInfo(
            entityIDFieldName: "id",
            fields: [
                Field(type: .text, name: "id", alias: ""), Field(type: .text, name: "phase", alias: ""),
                Field(type: .float64, name: "course", alias: ""),
            ])
        source = CustomDynamicEntityDataSource(info: info) { HandFeed(events: stream) }
        layer = DynamicEntityLayer(dataSource: source)
        layer.renderer = UniqueValueRenderer(
            fieldNames: ["phase"],
            uniqueValues: [
                UniqueValue(label: "Climbing", symbol: SimpleMarkerSymbol(style: .triangle, color: .green, size: 12), values: ["up"]),
                UniqueValue(label: "Landing", symbol: SimpleMarkerSymbol(color: .red), values: ["down"]),
            ], defaultLabel: "Else", defaultSymbol: SimpleMarkerSymbol(color: .gray))
        layer.renderer?.rotationExpression = "[course]"
        layer.renderer?.rotationType = .geographic
        layer.trackDisplayProperties.showsTrackLine = true
        configuration.port = 0
        configuration.frameInterval = 0.02
    }

    func observe(_ id: String, _ longitude: Double, _ phase: String, course: Double = 0) {
        feed.yield(
            .newObservation(
                geometry: Point(latitude: 0, longitude: longitude), attributes: ["id": id, "phase": phase, "course": course]))
    }

    func serve(_ body: @escaping @Sendable (Int) async throws -> Void) async throws {
        let server = LiveServer(configuration: configuration, sources: [LiveSource(layer: layer, name: "Flights")])
        try await withThrowingTaskGroup(of: Void.self) { group in
            let (addresses, continuation) = AsyncStream<String>.makeStream()
            group.addTask {
                defer { continuation.finish() }
                try await server.run { continuation.yield($0) }
            }
            var iterator = addresses.makeAsyncIterator()
            guard let address = await iterator.next() else {
                try await group.next()
                return
            }
            try await body(try #require(URL(string: address)?.port))
            group.cancelAll()
            try? await group.waitForAll()
        }
    }
}

@Suite("How sources are displayed", .timeLimit(.minutes(10)))
struct LiveDisplayTests {
    @Test("a viewer that knows symbols is told the classes, then frames with the class and the direction of each")
    func classes() async throws {
        let world = DisplayWorld()
        try await world.serve { port in
            world.observe("a", 1, "up", course: 90)
            world.observe("b", 2, "down", course: -90)
            world.observe("c", 3, "level")
            try await LiveClient.open(port: port, path: "/live?display=1") { connection in
                let symbols = try #require(await connection.next("symbols"))
                let classes = try #require(symbols["classes"] as? [[String: Any]])
                #expect(classes.map { $0["label"] as? String } == ["Climbing", "Landing", "Else"])
                let first = classes[0]["symbol"] as? [String: Any]
                #expect(
                    first?["style"] as? String == "triangle" && first?["size"] as? Double == 12
                        && symbols["renderer"] as? String == "unique-value")
                #expect((symbols["track"] as? [String: Any])?["line"] as? Bool == true)
                var found: [String: [UInt16]] = [:]
                while found.count < 3 {
                    let frame = try #require(await connection.nextFrame())
                    #expect(frame.isStyled)
                    for (entity, one) in zip(frame.entities, frame.classes) {
                        if let name = frame.names[entity.number] { found[name] = [one, entity.heading] }
                    }
                }
                #expect(found == ["a": [0, 9_000], "b": [1, 27_000], "c": [2, 0]])
            }
            // Whoever does not ask gets frames as ever.
            try await LiveClient.open(port: port) { connection in
                let told1 = try #require(await connection.nextFrame())
                #expect(told1.isStyled == false)
            }
        }
    }

    @Test("a change of the layer is told, and everybody anew where it concerns the look")
    func changes() async throws {
        let world = DisplayWorld()
        try await world.serve { port in
            world.observe("a", 1, "up")
            try await LiveClient.open(port: port, path: "/live?display=1") { connection in
                _ = try await connection.next("symbols")
                world.layer.opacity = 0.5
                let faded = try #require(await connection.next("symbols"))
                #expect(faded["opacity"] as? Double == 0.5)
                world.layer.renderer = SimpleRenderer(symbol: SimpleMarkerSymbol(style: .x))
                let simple = try #require(await connection.next("symbols"))
                #expect(simple["renderer"] as? String == "simple")
                let frame = try #require(await connection.nextFrame())
                #expect(frame.isReset && frame.classes == [0] && frame.entities.map(\.heading) == [65_535])
            }
        }
    }

    @Test("labels are those of the latest observation, of the definition whose condition it fulfils")
    func labels() async throws {
        let world = DisplayWorld()
        let up = LabelDefinition(labelExpression: SimpleLabelExpression(simpleExpression: "↑ [id]"), textSymbol: TextSymbol(size: 11))
        up.whereClause = "phase = 'up'"
        up.placement = .pointAboveCenter
        let down = LabelDefinition(labelExpression: ArcadeLabelExpression(arcadeString: "Upper($feature.id)"), textSymbol: TextSymbol())
        down.whereClause = "phase = 'down'"
        world.layer.addLabelDefinitions([up, down])
        world.layer.labelsAreEnabled = true
        try await world.serve { port in
            world.observe("a", 1, "up")
            try await LiveClient.open(port: port, path: "/live?display=1") { connection in
                let symbols = try #require(await connection.next("symbols"))
                #expect((symbols["labels"] as? [[String: Any]])?.map { $0["placement"] as? String } == ["pointAboveCenter", "automatic"])
                func next(_ connection: inout LiveClient.Connection) async throws -> [[String]] {
                    while let message = try await connection.next("labels") {
                        let rows = (message["labels"] as? [[Any]])?.map { $0.map { "\($0)" } } ?? []
                        if !rows.isEmpty { return rows }
                    }
                    return []
                }
                let first = try await next(&connection)
                #expect(first == [["0", "0", "↑ a"]])
                world.observe("a", 2, "down")
                let second = try await next(&connection)
                #expect(second == [["0", "1", "A"]])
                world.observe("a", 3, "level")
                let third = try await next(&connection)
                #expect(third == [["0"]])
            }
        }
    }

    @Test("purging, connecting and disconnecting is for whom the server lets")
    func control() async throws {
        var world = DisplayWorld()
        world.configuration.sourceControl = .shared
        let shared = world
        try await shared.serve { port in
            shared.observe("a", 1, "up")
            try await LiveClient.open(port: port, path: "/live?display=1") { connection in
                let told2 = try #require(await connection.next("hello"))
                #expect(told2["sourceControl"] as? Bool == true)
                while let frame = try await connection.nextFrame(), frame.total == 0 {}
                try await connection.send(#"{"type":"control","request":1,"source":0,"action":"purge"}"#)
                let purged = try #require(await connection.next("controlled"))
                #expect(purged["request"] as? Int == 1 && purged["error"] == nil)
                while let frame = try await connection.nextFrame(), frame.total > 0 {}
                try await connection.send(#"{"type":"control","request":2,"source":0,"action":"disconnect"}"#)
                let told3 = try #require(await connection.next("controlled"))
                #expect(told3["action"] as? String == "disconnect")
                #expect(shared.source.connectionStatus == .disconnected)
                try await connection.send(#"{"type":"control","request":3,"source":0,"action":"explode"}"#)
                let told4 = try #require(await connection.next("error"))
                #expect(told4["code"] as? String == "bad-message")
            }
        }
        let closed = DisplayWorld()
        try await closed.serve { port in
            closed.observe("a", 1, "up")
            try await LiveClient.open(port: port) { connection in
                let told5 = try #require(await connection.next("hello"))
                #expect(told5["sourceControl"] == nil)
                while let frame = try await connection.nextFrame(), frame.total == 0 {}
                try await connection.send(#"{"type":"control","request":1,"source":0,"action":"purge"}"#)
                let told6 = try #require(await connection.next("controlled"))
                #expect(told6["error"] != nil)
                let told7 = try #require(await connection.nextFrame())
                #expect(told7.total == 1)
            }
        }
    }

    @Test("a viewer of a large source is told of its view, and of a crowd in cells")
    func extents() async throws {
        var world = DisplayWorld()
        world.configuration.maximumWholeEntities = 10
        world.configuration.maximumDrawnEntities = 12
        let shared = world
        try await shared.serve { port in
            for index in 0..<20 { shared.observe("t\(index)", Double(index), "up") }
            try await LiveClient.open(port: port, path: "/live?display=1") { connection in
                while let frame = try await connection.nextFrame(), frame.total < 20 {}
                try await connection.send(
                    #"{"type":"view","width":800,"height":600,"center":[2,0],"scale":1000000,"rotation":0,"user":true}"#)
                var names: [String] = []
                while let frame = try await connection.nextFrame() {
                    guard frame.isReset else { continue }
                    names = frame.names.values.sorted()
                    break
                }
                #expect(names.contains("t2") && !names.contains("t15"))
                // Who is not in the view is found by name.
                try await connection.send(#"{"type":"find","request":7,"text":"T15"}"#)
                let found = try #require(await connection.next("found"))
                let tracks = found["tracks"] as? [[String: Any]]
                #expect(found["request"] as? Int == 7 && found["count"] as? Int == 1 && tracks?.first?["track"] as? String == "t15")
                #expect(tracks?.first?["location"] as? [Double] == [15, 0])
                try await connection.send(
                    #"{"type":"view","width":800,"height":600,"center":[2,0],"scale":200000000,"rotation":0,"user":true}"#)
                let cells = try #require(await connection.next("cells"))
                #expect(cells["count"] as? Int == 20)
                try await connection.send(
                    #"{"type":"view","width":800,"height":600,"center":[15,0],"scale":1000000,"rotation":0,"user":true}"#)
                // The crowd is told again each second, perhaps once more before the new view is heard of.
                while let told8 = try await connection.next("cells"), !told8.isNull("cells") { #expect(told8["count"] as? Int == 20) }
            }
        }
    }
}
