// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import NIOCore
import Testing
import Vedette
import VedetteDynamicEntities

@testable import VedetteServer

@Suite("Queries over the live socket", .timeLimit(.minutes(10)))
struct LiveQueryTests {
    private struct HandFeed: CustomDynamicEntityFeed {
        let events: AsyncStream<CustomDynamicEntityFeedEvent>
    }

    /// A server with one source that a test feeds.
    private struct World {
        let source: CustomDynamicEntityDataSource
        let feed: AsyncStream<CustomDynamicEntityFeedEvent>.Continuation

        init(fields: [Field] = [Field(type: .text, name: "id", alias: ""), Field(type: .float64, name: "speed", alias: "Speed")]) {
            let (stream, feed) = AsyncStream<CustomDynamicEntityFeedEvent>.makeStream()
            self.feed = feed
            let info = DynamicEntityDataSourceInfo(entityIDFieldName: "id", fields: fields)
            source = CustomDynamicEntityDataSource(info: info) { HandFeed(events: stream) }
        }

        func observe(_ id: String, _ longitude: Double, _ more: [String: any Sendable] = [:]) {
            feed.yield(.newObservation(geometry: Point(latitude: 0, longitude: longitude), attributes: more.merging(["id": id]) { $1 }))
        }

        func serve(_ body: @escaping @Sendable (Int) async throws -> Void) async throws {
            var configuration = LiveServerConfiguration()
            configuration.port = 0
            configuration.frameInterval = 0.02
            var shown = LiveSource(dataSource: source, name: "Things")
            shown.queries = [
                LiveQuery(name: "Near the origin", area: .circle(longitude: 0, latitude: 0, radius: 200_000)),
                LiveQuery(name: "By name", whereClause: "id = {parameter}", parameter: .init(name: "Name", example: "a")),
            ]
            let server = LiveServer(configuration: configuration, sources: [shown])
            try await withThrowingTaskGroup(of: Void.self) { group in
                let (addresses, continuation) = AsyncStream<String>.makeStream()
                group.addTask { try await server.run { continuation.yield($0) } }
                var iterator = addresses.makeAsyncIterator()
                let address = try #require(await iterator.next())
                try await body(try #require(URL(string: address)?.port))
                group.cancelAll()
                try? await group.waitForAll()
            }
        }
    }

    @Test("hello says what may be asked and what is offered")
    func hello() async throws {
        try await World().serve { port in
            try await LiveClient.open(port: port) { connection in
                let hello = try #require(await connection.next("hello"))
                #expect((hello["queries"] as? [String: Any])?["listed"] as? Int == QueryLimits.listed)
                let source = try #require((hello["sources"] as? [[String: Any]])?.first)
                let offered = try #require(source["queries"] as? [[String: Any]])
                #expect(offered.map { $0["name"] as? String } == ["Near the origin", "By name"])
                #expect((offered[1]["parameter"] as? [String: Any])?["example"] as? String == "a")
            }
        }
    }

    @Test("a query that is offered answers with its area, and tells who comes and goes")
    func offered() async throws {
        let world = World()
        try await world.serve { port in
            world.observe("in", 1, ["speed": 5.0])
            world.observe("out", 3)
            try await LiveClient.open(port: port) { connection in
                while try #require(await connection.nextFrame()).total < 2 {}
                try await connection.send(#"{"type":"query","query":5,"offered":0,"fields":["speed"]}"#)
                let begun = try #require(await connection.next("query"))
                #expect(begun["query"] as? Int == 5 && begun["relationship"] as? String == "intersects")
                let area = try #require(begun["area"] as? [String: Any])
                let text = try String(decoding: JSONSerialization.data(withJSONObject: area), as: UTF8.self)
                let polygon = try Polygon.fromGeoJSON(text)
                #expect(abs(polygon.extent.xMax - 1.7966) < 0.001, "200 km are 1.7966 degrees on the equator")
                let first = try #require(await connection.next("results"))
                #expect(first["count"] as? Int == 1 && first.standings == ["in": "matches"])
                #expect((first.rows[0]["attributes"] as? [String: Any])?["speed"] as? Double == 5)
                world.observe("out", 1.5)
                #expect(try await connection.next("results")?.standings == ["out": "matches"])
                world.observe("in", 2)
                let left = try #require(await connection.next("results"))
                #expect(left["count"] as? Int == 1 && left.standings == ["in": "former"])
                world.feed.yield(.deleteEntity(id: "in"))
                #expect(try await connection.next("results")?.standings == ["in": "gone"])
                // After a cancellation nothing more is told: the next answer is that of the next query.
                try await connection.send(#"{"type":"cancel","query":5}"#)
                world.observe("out", 1.6)
                try await connection.send(#"{"type":"query","query":6,"offered":1,"parameter":"out"}"#)
                let other = try #require(await connection.next("query"))
                #expect(other["where"] as? String == "id = 'out'")
                var results = try #require(await connection.next("results"))
                while results["query"] as? Int == 5 { results = try #require(await connection.next("results")) }
                #expect(results["query"] as? Int == 6 && results.standings == ["out": "matches"])
            }
        }
    }

    @Test("what cannot be asked is answered with its part and place, and the connection goes on")
    func refusals() async throws {
        let world = World()
        try await world.serve { port in
            try await LiveClient.open(port: port) { connection in
                for (message, part, code, offset) in [
                    (#""where":"speed > 'fast"}"#, "where", "syntax", 8), (#""where":"spede > 1 AND"}"#, "where", "syntax", 13),
                    (#""where":"speed + 1"}"#, "where", "typeMismatch", nil), (#""offered":9}"#, "query", "missing", nil),
                    (#""offered":1}"#, "parameter", "missing", nil), (#""geometry":{"type":"Blob"}}"#, "geometry", "bad-geometry", nil),
                    (#""geometry":{"type":"Polygon","coordinates":[[[0,0],[1,1],[0,0]]]}}"#, "geometry", "bad-geometry", nil),
                ] as [(String, String, String, Int?)] {
                    try await connection.send(#"{"type":"query","query":1,\#(message)"#)
                    let error = try #require(await connection.next("query-error"))
                    #expect(error["query"] as? Int == 1 && error["part"] as? String == part, "\(message): \(error.members)")
                    #expect(error["code"] as? String == code, "\(message): \(error.members)")
                    #expect(offset == nil || error["offset"] as? Int == offset, "\(message): \(error.members)")
                }
                for number in 1...QueryLimits.queriesPerViewer { try await connection.send(#"{"type":"query","query":\#(number)}"#) }
                // The same number again takes its own place.
                try await connection.send(#"{"type":"query","query":2,"where":"speed > 1"}"#)
                try await connection.send(#"{"type":"query","query":99}"#)
                #expect(try await connection.next("query-error")?["code"] as? String == "too-many")
                for message in [
                    #"{"type":"query","query":1,"where":{}}"#, #"{"type":"expand","query":1,"tracks":[1]}"#, #"{"type":"cancel"}"#,
                ] {
                    try await connection.send(message)
                    #expect(try await connection.next("error")?["code"] as? String == "bad-message")
                }
                // About queries that are none.
                try await connection.send(#"{"type":"cancel","query":-9}"#)
                try await connection.send(#"{"type":"dismiss","query":-9}"#)
                try await connection.send(#"{"type":"expand","query":-9,"tracks":["a"]}"#)
                world.observe("a", 1)
                #expect(try await connection.next("results") != nil)
            }
        }
    }

    @Test("many queries of many viewers at once are answered, each by itself")
    func many() async throws {
        let world = World()
        try await world.serve { port in
            for number in 0..<50 { world.observe("t\(number)", 1, ["speed": Double(number)]) }
            try await withThrowingTaskGroup(of: Void.self) { group in
                for viewer in 0..<12 {
                    group.addTask {
                        try await LiveClient.open(port: port) { connection in
                            while try #require(await connection.nextFrame()).total < 50 {}
                            for query in 1...4 {
                                let least = viewer * 4 + query - 1
                                try await connection.send(#"{"type":"query","query":\#(query),"where":"speed >= \#(least)","fields":[]}"#)
                            }
                            var counts: [Int: Int] = [:]
                            while counts.count < 4 {
                                let results = try #require(await connection.next("results"))
                                let query = try #require(results["query"] as? Int)
                                counts[query] = results["count"] as? Int
                                #expect(results.rows.count == results["count"] as? Int)
                            }
                            for query in 1...4 { #expect(counts[query] == 50 - (viewer * 4 + query - 1)) }
                        }
                    }
                }
                try await group.waitForAll()
            }
        }
    }

    @Test("fields that become known after hello are told")
    func fields() async throws {
        let (stream, feed) = AsyncStream<CustomDynamicEntityFeedEvent>.makeStream()
        feed.finish()
        let info = DynamicEntityDataSourceInfo(entityIDFieldName: "id", fields: [])
        let source = CustomDynamicEntityDataSource(info: info) { HandFeed(events: stream) }
        let hub = LiveHub(configuration: LiveServerConfiguration(), sources: [LiveSource(dataSource: source, name: "S")], monitors: [])
        let message = LiveMessages.fields(of: hub.sources[0], index: 0, [Field(type: .float64, name: "knots", alias: "Speed")])
        let object = try #require(try JSONSerialization.jsonObject(with: Data(message)) as? [String: Any])
        #expect(object["type"] as? String == "fields" && object["source"] as? Int == 0)
        #expect(((object["fields"] as? [[String: Any]])?.first)?["alias"] as? String == "Speed")
    }
}
