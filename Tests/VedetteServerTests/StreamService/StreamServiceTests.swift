// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import NIOCore
import NIOPosix
import NIOWebSocket
import Testing
import Vedette

@testable import VedetteServer

@Suite("Stream services", .timeLimit(.minutes(10)))
struct StreamServiceTests {
    // MARK: Descriptions

    @Test("a service describes itself in the words of the ArcGIS REST API")
    func metadata() async throws {
        try await StreamWorld().serve { port in
            let answer = try await StreamWorld.get(port, StreamWorld.things + "?f=json")
            #expect(answer.status == 200 && answer.headers["content-type"] == "application/json")
            let object = answer.object
            #expect(object["description"] as? String == "Things that move" && object["geometryType"] as? String == "esriGeometryPoint")
            #expect(object["objectIdField"] as? String == "OBJECTID" && object["displayField"] as? String == "id")
            #expect(object["capabilities"] as? String == "subscribe" && object["geometryField"] as? String == "geometry")
            #expect((object["spatialReference"] as? [String: Any])?["wkid"] as? Int == 4326)
            let time = try #require(object["timeInfo"] as? [String: Any])
            #expect(time["trackIdField"] as? String == "id" && time["startTimeField"] as? String == "when")
            let fields = try #require(object["fields"] as? [[String: Any]])
            #expect(
                fields.map { $0["type"] as? String } == [
                    "esriFieldTypeOID", "esriFieldTypeString", "esriFieldTypeDouble", "esriFieldTypeDate", "esriFieldTypeInteger",
                ])
            let urls = try #require((object["streamUrls"] as? [[String: Any]])?.first)
            #expect(urls["transport"] as? String == "ws" && urls["token"] == nil)
            #expect(urls["urls"] as? [String] == ["ws://127.0.0.1:\(port)/arcgis/ws/services/harbour/things/StreamServer"])
            let archive = try #require(object["keepLatestArchive"] as? [String: Any])
            #expect(archive["featuresUrl"] as? String == "http://127.0.0.1:\(port)/arcgis/rest/services/harbour/things/FeatureServer/0")
            let pushed = try await StreamWorld.get(port, "/arcgis/rest/services/pushed/StreamServer?f=pjson")
            #expect(pushed.object["capabilities"] as? String == "broadcast,subscribe" && pushed.body.hasPrefix("{\n  \""))
        }
    }

    @Test("the catalogue, folders, pages for people, and what is not there")
    func catalogue() async throws {
        try await StreamWorld().serve { port in
            let top = try await StreamWorld.get(port, "/arcgis/rest/services?f=json").object
            #expect(top["folders"] as? [String] == ["harbour"])
            #expect(
                (top["services"] as? [[String: Any]])?.map { "\($0["name"] ?? "")/\($0["type"] ?? "")" } == [
                    "pushed/FeatureServer", "pushed/StreamServer",
                ])
            let folder = try await StreamWorld.get(port, "/arcgis/rest/services/harbour?f=json").object
            #expect((folder["services"] as? [[String: Any]])?.compactMap { $0["name"] as? String } == ["harbour/things", "harbour/things"])
            #expect(try await StreamWorld.get(port, "/arcgis/rest/info?f=json").object["currentVersion"] as? Double == 11.3)
            for path in [
                "/arcgis/rest/services", StreamWorld.things, StreamWorld.things + "?f=html", "/arcgis/rest/services/pushed/FeatureServer/0",
            ] {
                let page = try await StreamWorld.get(port, path)
                #expect(
                    page.status == 200 && page.headers["content-type"] == "text/html; charset=utf-8" && !page.body.contains("<script"),
                    "\(path)")
            }
            for path in [
                "/arcgis/rest/services/nobody/StreamServer", "/arcgis/rest/services/nobody", "/arcgis/rest/other",
                "/arcgis/rest/services/things/StreamServer",
            ] {
                let answer = try await StreamWorld.get(port, path + "?f=json")
                #expect(answer.status == 404 && (answer.object["error"] as? [String: Any])?["code"] as? Int == 404, "\(path)")
            }
            #expect(try await StreamWorld.get(port, StreamWorld.things + "?f=amf").status == 400)
            // Unpublished sources are not there, and no socket either.
            #expect(try await StreamWorld.get(port, StreamWorld.subscribe).status == 426)
        }
    }

    // MARK: Subscriptions

    @Test("observations come as Esri features, one a frame, as they were")
    func features() async throws {
        let world = StreamWorld()
        try await world.serve { port in
            try await TextSocket.open(port: port, StreamWorld.subscribe) { connection in
                try await Self.joined(port)
                world.observe(
                    "a\"\u{1F6A2}\u{1}", 1.25, -2.5, ["speed": 7.5, "when": Date(timeIntervalSince1970: 1_777_777_777.25), "count": 3])
                world.observe("b", at: nil)
                let first = try #require(await connection.nextObject())
                let geometry = try #require(first["geometry"] as? [String: Any])
                #expect(geometry["x"] as? Double == 1.25 && geometry["y"] as? Double == -2.5)
                #expect((geometry["spatialReference"] as? [String: Any])?["wkid"] as? Int == 4326)
                let attributes = try #require(first["attributes"] as? [String: Any])
                #expect(attributes["id"] as? String == "a\"\u{1F6A2}\u{1}" && attributes["when"] as? Int == 1_777_777_777_250)
                #expect(
                    attributes["speed"] as? Double == 7.5 && attributes["count"] as? Int == 3 && attributes["OBJECTID"] as? Int ?? 0 > 0)
                let second = try #require(await connection.nextObject())
                #expect(second.isNull("geometry"))
                let nothing = try #require(second["attributes"] as? [String: Any])
                #expect(nothing["speed"] is NSNull && nothing["when"] is NSNull && nothing["id"] as? String == "b")
            }
        }
    }

    @Test(
        "a subscription's parameters filter and shape what comes",
        arguments: [
            "where=speed%20%3E%205&outFields=id,SPEED&outSR=102100", "where=speed+%3E+5&outFields=speed,id&outSR=%7B%22wkid%22:3857%7D",
            "geometry=0,0,10,10&outFields=id,speed&outSR=3857",
            "geometry=%7B%22xmin%22:0,%22ymin%22:0,%22xmax%22:1113194.9,%22ymax%22:1118889.9,%22spatialReference%22:%7B%22wkid%22:102100%7D%7D&outFields=speed,id&outSR=102100&spatialRel=esriSpatialRelIntersects",
            "geometry=0,0,10,10&spatialRel=esriSpatialRelContains&outFields=speed,id&outSR=102100",
        ])
    func parameters(query: String) async throws {
        let world = StreamWorld()
        try await world.serve { port in
            try await TextSocket.open(port: port, StreamWorld.subscribe + "?" + query) { connection in
                try await Self.joined(port)
                world.observe("slow", 40, 40, ["speed": 4])
                world.observe("fast", 5, 5, ["speed": 6])
                let feature = try #require(await connection.nextObject())
                let attributes = try #require(feature["attributes"] as? [String: Any])
                #expect(attributes.keys.sorted() == ["id", "speed"] && attributes["id"] as? String == "fast")
                let x = try #require((feature["geometry"] as? [String: Any])?["x"] as? Double)
                #expect(abs(x - 556_597.4539663679) < 0.01)
            }
        }
    }

    @Test(
        "a subscription that cannot be served is refused before it is opened, with the reason",
        arguments: [
            "where=nobody%20%3D%201", "where=speed%20%3E", "geometry=1,2,3", "outFields=nobody", "outSR=1", "outSR=x", "spatialRel=near",
            "geometry=%7B%22xmin%22:5,%22ymin%22:0,%22xmax%22:1,%22ymax%22:1,%22spatialReference%22:%7B%22wkid%22:32631%7D%7D",
        ])
    func refusals(query: String) async throws {
        try await StreamWorld().serve { port in
            let upgrade = [
                "Upgrade": "websocket", "Connection": "Upgrade", "Sec-WebSocket-Version": "13",
                "Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25jZQ==",
            ]
            let answer = try await StreamWorld.get(port, StreamWorld.subscribe + "?" + query, upgrade)
            #expect(answer.status == 400, "\(answer.body)")
            let error = try #require(answer.object["error"] as? [String: Any])
            #expect(error["code"] as? Int == 400 && (error["message"] as? String)?.isEmpty == false)
        }
    }

    @Test("a filter is changed on the open socket: what comes behind the answer is by the new one; what cannot be leaves the old one")
    func liveFilters() async throws {
        let world = StreamWorld()
        try await world.serve { port in
            try await TextSocket.open(port: port, StreamWorld.subscribe) { connection in
                try await connection.send(
                    #"{"filter":{"where":"speed > 5","outFields":"id","geometry":{"xmin":0,"ymin":0,"xmax":9,"ymax":9}}}"#)
                let answer = try #require(await connection.nextObject())
                let filter = try #require(answer["filter"] as? [String: Any])
                #expect(filter["where"] as? String == "speed > 5" && filter["outFields"] as? String == "id" && answer["error"] == nil)
                #expect((filter["geometry"] as? [String: Any])?["xmax"] as? Int == 9)
                world.observe("slow", 1, 1, ["speed": 1])
                world.observe("far", 20, 1, ["speed": 9])
                world.observe("good", 1, 1, ["speed": 9])
                #expect(try await connection.nextAttributes()?.members as? [String: String] == ["id": "good"])
                for bad in [#"{"filter":{"where":"nobody = 1"}}"#, #"{"filter":7}"#, #"{"filter":{"where":5}}"#, "nonsense", "[]", "{}"] {
                    try await connection.send(bad)
                    let refusal = try #require(await connection.nextObject())
                    #expect((refusal["error"] as? [String])?.count == 1, "\(bad)")
                    #expect((refusal["filter"] as? [String: Any])?["where"] as? String == "speed > 5", "\(bad)")
                }
                world.observe("slow", 1, 1, ["speed": 1])
                world.observe("better", 1, 1, ["speed": 10])
                #expect(try await connection.nextAttributes()?.members as? [String: String] == ["id": "better"])
                for clear in [#"{"filter":null}"#, #"{"filter":{}}"#] {
                    try await connection.send(clear)
                    #expect(try await connection.nextObject()?["filter"] as? [String: String] == [:])
                }
                world.observe("slow", 50, 1, ["speed": 1])
                #expect(try await connection.nextAttributes()?["id"] as? String == "slow")
                #expect(try await StreamWorld.metric(port, "bad_messages_total") == 6)
            }
        }
    }

    @Test("after the handshake of a JavaScript client features come as featureResult; one that cannot be complied with closes the socket")
    func handshake() async throws {
        let world = StreamWorld()
        try await world.serve { port in
            try await TextSocket.open(port: port, StreamWorld.subscribe) { connection in
                try await connection.send(
                    #"{"format":"json","spatialReference":{"wkid":102100},"outFields":["id"],"filter":{"where":"speed = 1"}}"#)
                // A filter message is answered behind it: then it has been heard.
                try await connection.send(#"{"filter":{"where":"speed = 2","outFields":["id"]}}"#)
                _ = try await connection.nextObject()
                world.observe("a", 5, 5, ["speed": 2])
                let result = try #require(await connection.nextObject())
                #expect(result["type"] as? String == "featureResult")
                let feature = try #require((result["features"] as? [[String: Any]])?.first)
                #expect(feature["attributes"] as? [String: String] == ["id": "a"])
                #expect(((feature["geometry"] as? [String: Any])?["x"] as? Double ?? 0) > 500_000)
            }
            for bad in [
                #"{"format":"pbf"}"#, #"{"format":"json","spatialReference":{"wkid":7}}"#, #"{"format":"json","outFields":["nobody"]}"#,
            ] {
                let code = try await TextSocket.open(port: port, StreamWorld.subscribe) { connection in
                    try await connection.send(bad)
                    return try await connection.closeCode()
                }
                #expect(code == 1008, "\(bad)")
            }
        }
    }

    @Test("a filter over the 180th meridian, and positions that a map which goes round names")
    func antimeridian() async throws {
        let world = StreamWorld()
        try await world.serve { port in
            for geometry in ["170,-10,-170,10", "170,-10,190,10"] {
                try await TextSocket.open(port: port, StreamWorld.subscribe + "?outFields=id&geometry=" + geometry) { connection in
                    try await Self.joined(port)
                    for (name, longitude) in [("no", 0.0), ("west", 175.0), ("no", 169.0), ("east", -175.0)] {
                        world.observe(name, longitude, 0)
                    }
                    #expect(try await connection.nextAttributes()?["id"] as? String == "west", "\(geometry)")
                    #expect(try await connection.nextAttributes()?["id"] as? String == "east", "\(geometry)")
                }
                try await Self.left(port)
            }
        }
    }

    // MARK: Writers

    @Test("writers push features; subscribers of the same service see them, and what is wrong with the others is answered")
    func broadcast() async throws {
        let world = StreamWorld()
        try await world.serve { port in
            try await TextSocket.open(port: port, "/arcgis/rest/services/pushed/StreamServer/subscribe") { connection in
                try await Self.joined(port, service: "pushed")
                try await TextSocket.open(port: port, "/arcgis/ws/services/pushed/StreamServer/broadcast") { writer in
                    try await writer.send(#"{"attributes":{"id":"a","t":1777777777000,"n":1},"geometry":{"x":1,"y":2}}"#)
                    try await writer.send(
                        #" [{"attributes":{"id":"b","t":1},"geometry":{"x":111319.49079327358,"y":0,"spatialReference":{"wkid":102100}}},{"attributes":{"id":"c","t":2}}] "#
                    )
                    try await writer.send(
                        #"{"type":"featureResult","features":[{"attributes":{"t":3}},{"attributes":{"id":"d","t":4},"geometry":null}]}"#)
                    let complaint = try #require(await writer.nextObject())
                    #expect((complaint["error"] as? [String])?.count == 1)
                    try await writer.send("nonsense")
                    #expect((try await writer.nextObject()?["error"] as? [String])?.count == 1)
                    try await writer.send(.ping, ByteBuffer(string: "?"))
                    if case .pong(let text) = try await writer.next() { #expect(text == "?") } else { Issue.record("no pong") }
                }
                var seen: [String] = []
                for _ in 0..<4 {
                    let feature = try #require(await connection.nextObject())
                    let attributes = try #require(feature["attributes"] as? [String: Any])
                    seen.append(attributes["id"] as? String ?? "")
                    if seen.last == "a" { #expect(attributes["n"] as? Int == 1 && attributes["t"] as? Int == 1_777_777_777_000) }
                    if seen.last == "b" { #expect((feature["geometry"] as? [String: Any])?["x"] as? Double == 1) }
                }
                #expect(seen == ["a", "b", "c", "d"])
                #expect(try await StreamWorld.metric(port, "broadcast_observations_total", service: "pushed") == 4)
                #expect(try await StreamWorld.metric(port, "broadcast_rejected_total", service: "pushed") == 2)
            }
        }
    }

    @Test("nobody writes into a source that does not take it")
    func noBroadcast() async throws {
        try await StreamWorld().serve { port in
            await #expect(throws: LiveClient.Refused.self) {
                try await TextSocket.open(port: port, "/arcgis/ws/services/harbour/things/StreamServer/broadcast") { _ in }
            }
            let answer = try await StreamWorld.get(port, "/arcgis/ws/services/harbour/things/StreamServer/broadcast")
            #expect(answer.status == 403)
        }
    }

    @Test("what is written before the source is connected and after it is disconnected is refused, and the text says why")
    func disconnected() async throws {
        let source = BroadcastDynamicEntityDataSource(trackField: "id")
        let feature = Array(#"{"attributes":{"id":"a"},"geometry":{"x":1,"y":2}}"#.utf8)
        #expect(throws: FeedError.self) { try source.receive(feature) }
        try await source.connect()
        #expect(try source.receive(feature).count == 1)
        for bad in ["", "{", "7", "{\"features\":7}", "[1]", "{\"features\":[]} x"] {
            let outcome = Result { try source.receive(Array(bad.utf8)) }
            if case .success(let result) = outcome { #expect(result.count == 0, "\(bad)") }
        }
        await source.disconnect()
        for await status in source.$connectionStatus where status == .disconnected { break }
    }

    @Test("names that cannot be used, and broadcasts into a source with a feed, do not start")
    func configuration() async throws {
        let plain = CustomDynamicEntityDataSource(info: DynamicEntityDataSourceInfo(entityIDFieldName: "id", fields: [])) {
            throw CancellationError()
        }
        func start(_ names: [String?], broadcast: Bool = false) async -> String? {
            var configuration = LiveServerConfiguration()
            configuration.port = 0
            let sources = names.map { name in
                var source = LiveSource(dataSource: plain, name: "S")
                source.serviceName = name
                source.isBroadcastAllowed = broadcast
                return source
            }
            do {
                try await LiveServer(configuration: configuration, sources: sources).run()
                return nil
            } catch {
                return (error as? LiveServerError).map { $0.code.rawValue + $0.message }
            }
        }
        #expect(await start(["a b"])?.contains("\"a b\"") == true)
        #expect(await start(["a", "A"])?.contains("two services") == true)
        #expect(await start(["a"], broadcast: true)?.contains("cannot take broadcasts") == true)
        #expect(await start([nil], broadcast: true)?.contains("no service name") == true)
    }

    // MARK: Waiting

    /// Waits until the server serves a subscriber: what is observed before goes past it.
    static func joined(_ port: Int, _ count: Int = 1, service: String = "harbour/things") async throws {
        while try await StreamWorld.metric(port, "subscribers", service: service) != count { try await Task.sleep(for: .milliseconds(5)) }
    }

    static func left(_ port: Int) async throws { try await joined(port, 0) }
}
