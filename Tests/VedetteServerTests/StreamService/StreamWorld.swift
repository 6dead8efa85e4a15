// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import Vedette

@testable import VedetteServer

/// A server that publishes one source fed by hand (`harbour/things`) and one that writers feed (`pushed`).
struct StreamWorld {
    private struct HandFeed: CustomDynamicEntityFeed {
        let events: AsyncStream<CustomDynamicEntityFeedEvent>
    }

    let source: CustomDynamicEntityDataSource
    let pushed = BroadcastDynamicEntityDataSource(trackField: "id", timeField: "t")
    private let feed: AsyncStream<CustomDynamicEntityFeedEvent>.Continuation
    var configuration = LiveServerConfiguration()

    static let things = "/arcgis/rest/services/harbour/things/StreamServer"
    static let subscribe = "/arcgis/ws/services/harbour/things/StreamServer/subscribe"

    init() {
        let (stream, feed) = AsyncStream<CustomDynamicEntityFeedEvent>.makeStream()
        self.feed = feed
        let info = DynamicEntityDataSourceInfo(
            entityIDFieldName: "id",
            fields: [
                Field(type: .text, name: "id", alias: "Name"), Field(type: .float64, name: "speed", alias: ""),
                Field(type: .date, name: "when", alias: ""), Field(type: .int32, name: "count", alias: ""),
            ])
        info.timeFieldName = "when"
        info.description = "Things that move"
        source = CustomDynamicEntityDataSource(info: info) { HandFeed(events: stream) }
        configuration.port = 0
        configuration.frameInterval = 0.02
    }

    func observe(_ id: String, _ longitude: Double = 5, _ latitude: Double = 50, _ more: [String: any Sendable] = [:]) {
        feed.yield(
            .newObservation(geometry: Point(latitude: latitude, longitude: longitude), attributes: more.merging(["id": id]) { $1 }))
    }

    func observe(_ id: String, at point: Point?, _ more: [String: any Sendable] = [:]) {
        feed.yield(.newObservation(geometry: point, attributes: more.merging(["id": id]) { $1 }))
    }

    /// Runs the server while `body` runs with its port, after both sources are connected.
    func serve(_ body: @escaping @Sendable (Int) async throws -> Void) async throws {
        var things = LiveSource(dataSource: source, name: "Things")
        things.serviceName = "harbour/things"
        things.labelField = "id"
        var written = LiveSource(dataSource: pushed, name: "Pushed")
        written.serviceName = "pushed"
        written.isBroadcastAllowed = true
        let server = LiveServer(configuration: configuration, sources: [things, written])
        try await withThrowingTaskGroup(of: Void.self) { group in
            let (addresses, continuation) = AsyncStream<String>.makeStream()
            group.addTask { try await server.run { continuation.yield($0) } }
            var iterator = addresses.makeAsyncIterator()
            let address = try #require(await iterator.next())
            let port = try #require(URL(string: address)?.port)
            for source in [source as DynamicEntityDataSource, pushed] {
                for await status in source.$connectionStatus where status == .connected { break }
            }
            try await body(port)
            group.cancelAll()
            // Cancelled, the server ends; how it says so does not matter.
            try? await group.waitForAll()
        }
    }

    /// A GET, by a plain socket so that what is sent is what is meant.
    static func get(_ port: Int, _ path: String, _ headers: [String: String] = [:]) async throws -> HTTPAnswer {
        let all = ["Host": "127.0.0.1:\(port)", "Connection": "close"].merging(headers) { $1 }
        return try await HTTPAnswer(
            of: (["GET \(path) HTTP/1.1"] + all.map { "\($0.key): \($0.value)" }).joined(separator: "\r\n") + "\r\n\r\n", port)
    }

    static func post(_ port: Int, _ path: String, _ form: String) async throws -> HTTPAnswer {
        try await HTTPAnswer(
            of: """
                POST \(path) HTTP/1.1\r
                Host: 127.0.0.1:\(port)\r
                Connection: close\r
                Content-Type: application/x-www-form-urlencoded\r
                Content-Length: \(form.utf8.count)\r
                \r
                \(form)
                """, port)
    }

    /// The value of one of the stream's counters.
    static func metric(_ port: Int, _ name: String, service: String = "harbour/things") async throws -> Int? {
        let text = try await get(port, "/metrics").body
        let line = text.split(separator: "\n").first { $0.hasPrefix("vedette_stream_\(name){service=\"\(service)\"}") }
        return line?.split(separator: " ").last.flatMap { Int($0) }
    }
}

/// An answer of the server.
struct HTTPAnswer: Sendable {
    let status: Int
    let body: String
    let headers: [String: String]

    init(of text: String, _ port: Int) async throws {
        let parts = try await PlainSocket.exchange(text, port: port).components(separatedBy: "\r\n\r\n")
        let lines = parts[0].components(separatedBy: "\r\n")
        var fields: [String: String] = [:]
        for line in lines.dropFirst() {
            let pair = line.split(separator: ":", maxSplits: 1).map { $0.trimmingCharacters(in: .whitespaces) }
            if pair.count == 2 { fields[pair[0].lowercased()] = pair[1] }
        }
        status = lines[0].split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
        body = parts.dropFirst().joined(separator: "\r\n\r\n")
        headers = fields
    }

    /// The body as a JSON object; empty where it is none.
    var object: LiveClient.Object {
        LiveClient.Object(members: (try? JSONSerialization.jsonObject(with: Data(body.utf8))) as? [String: Any] ?? [:])
    }
}
