// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import Vedette
import VedetteLocation
import VedetteModel

@testable import VedetteServer

@Suite("Live server with locations", .timeLimit(.minutes(10)))
struct LiveLocationTests {
    private struct Missing: Error, CustomStringConvertible {
        var description: String { "the antenna is missing" }
    }

    /// A source that fails as long as a test wants.
    private final class FailingSource: LocationDataSource, @unchecked Sendable {
        override func doStart() { didStartOrFailWithError(Missing()) }
    }

    private func serve(
        _ locations: [LiveLocation], monitors: [GeotriggerMonitor] = [], _ body: @escaping @Sendable (Int) async throws -> Void
    ) async throws {
        var configuration = LiveServerConfiguration()
        configuration.port = 0
        configuration.frameInterval = 0.02
        let server = LiveServer(configuration: configuration, locations: locations, monitors: monitors)
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

    private func station() -> (LiveLocation, HandLocationSource) {
        let source = HandLocationSource()
        var location = LiveLocation(dataSource: source, name: "Space \"station\"")
        location.symbol = .station
        location.initialZoomScale = 4e7
        location.pathDuration = 5_400
        return (location, source)
    }

    @Test("a server of locations alone says which there are, how they stand, where they are, and that it lives")
    func alone() async throws {
        let (location, source) = station()
        try await serve([location, LiveLocation(dataSource: FailingSource(), name: "Lost")]) { port in
            source.move(170, 50, at: 1_000, speed: 7_660, course: 50)
            try await LiveClient.open(port: port) { connection in
                let hello = try #require(await connection.next("hello"))
                #expect((hello["sources"] as? [Any])?.isEmpty == true)
                let described = try #require(hello["locations"] as? [[String: Any]])
                #expect(described.map { $0["name"] as? String } == ["Space \"station\"", "Lost"])
                #expect(described[0]["symbol"] as? String == "station" && described[0]["autoPanMode"] as? String == "recenter")
                #expect(described[0]["zoomScale"] as? Double == 4e7 && described[0]["path"] as? Double == 5_400)
                var standings: [Int: String] = [:]
                var error: String?
                while standings != [0: "started", 1: "failedToStart"] {
                    let status = try #require(await connection.next("location-status"))
                    standings[try #require(status["location"] as? Int)] = status["status"] as? String
                    error = status["error"] as? String ?? error
                }
                #expect(error == "the antenna is missing")
                try await connection.send(#"{"type":"view","width":800,"height":600,"center":[0,0],"scale":1e8,"rotation":0}"#)
                try await connection.send(#"{"type":"show-location","location":0}"#)
                #expect(try await connection.next("location-path")?["reset"] as? Bool == true)
                #expect(try await connection.next("location")?["position"] as? [Double] == [170, 50])
                #expect(try await connection.next("viewpoint")?["scale"] as? Double == 4e7)
                source.move(-179, 51, at: 1_002, speed: 7_660, course: 50)
                #expect(try await connection.next("location")?["position"] as? [Double] == [-179, 51])
                let frame = try #require(await connection.nextFrame())
                #expect(frame.source == 255 && frame.entities.isEmpty && frame.total == 0)
                try await connection.send(#"{"type":"show-location","location":7}"#)
                #expect(try await connection.next("error")?["code"] as? String == "bad-message")
            }
            let metrics = try await PlainSocket.get(port, "/metrics")
            #expect(
                metrics.contains("vedette_locations_started{location=\"1\",name=\"Lost\"} 0")
                    && metrics.contains("vedette_location_updates_total{location=\"0\",name=\"Space \\\"station\\\"\"} 2"))
            let drawing = try await PlainSocket.get(port, "/live/locations/0.geojson")
            #expect(drawing.contains(" 200 ") && drawing.contains("application/geo+json") && drawing.contains("MultiLineString"))
            for path in ["2.geojson", "0", "-1.geojson", "x.geojson", "0.geojson.geojson"] {
                #expect(try await PlainSocket.get(port, "/live/locations/\(path)").contains(" 404 "), "\(path)")
            }
            #expect(try await PlainSocket.get(port, "/readyz").contains("Lost is failedToStart"))
        }
        // The server does not stop what it started.
        #expect(source.status == .started)
    }

    @Test("a viewer that acknowledges nothing is told nothing more of a location, and is closed")
    func slow() async throws {
        let (location, source) = station()
        try await serve([location]) { port in
            try await LiveClient.open(port: port) { connection in
                _ = try await connection.next("hello")
                try await connection.send(#"{"type":"show-location","location":0}"#)
                var frames = 0
                while frames < 2 { if case .frame? = try await connection.next() { frames += 1 } }
                source.move(1, 1)
                // The connection is not stuck: what is asked is answered.
                try await connection.send("nonsense")
                while let message = try await connection.next() {
                    guard case .text(let object) = message else { continue }
                    #expect(object["type"] as? String != "location")
                    if object["type"] as? String == "error" { break }
                }
                try await connection.send(#"{"type":"ack","frame":2}"#)
                #expect(try await connection.next("location")?["position"] as? [Double] == [1, 1])
            }
        }
    }

    @Test("fences watch a location, and what happens is told by its name")
    func fences() async throws {
        let (location, source) = station()
        let box = Graphic(
            geometry: Envelope(xRange: 0...1, yRange: 0...1, spatialReference: .wgs84), attributes: ["id": "box", "name": "The box"])
        let monitor = GeotriggerMonitor(
            geotrigger: FenceGeotrigger(
                feed: LocationGeotriggerFeed(locationDataSource: source), ruleType: .enterOrExit,
                fenceParameters: GraphicFenceParameters(graphics: [box]), name: "Watch"))
        try await serve([location], monitors: [monitor]) { port in
            try await LiveClient.open(port: port) { connection in
                _ = try await connection.next("hello")
                source.move(0.5, 0.5)
                let entered = try #require(await connection.next("notification"))
                #expect(entered["device"] as? Int == 0 && entered["source"] == nil && entered["track"] as? String == "Space \"station\"")
                #expect(entered["message"] as? String == "Space \"station\" entered The box")
            }
        }
    }
}

extension PlainSocket {
    fileprivate static func get(_ port: Int, _ path: String) async throws -> String {
        try await exchange("GET \(path) HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\nConnection: close\r\n\r\n", port: port)
    }
}
