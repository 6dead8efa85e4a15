// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import Vedette
import VedetteServer

/// A source whose observations a test tells.
struct ToldSource {
    private struct HandFeed: CustomDynamicEntityFeed {
        let events: AsyncStream<CustomDynamicEntityFeedEvent>
    }

    let source: CustomDynamicEntityDataSource
    private let feed: AsyncStream<CustomDynamicEntityFeedEvent>.Continuation

    init() {
        let (stream, feed) = AsyncStream<CustomDynamicEntityFeedEvent>.makeStream()
        self.feed = feed
        let info = DynamicEntityDataSourceInfo(entityIDFieldName: "id", fields: [Field(type: .text, name: "id", alias: "")])
        source = CustomDynamicEntityDataSource(info: info) { HandFeed(events: stream) }
    }

    func observe(_ id: String, _ longitude: Double, _ latitude: Double = 0) {
        feed.yield(.newObservation(geometry: Point(latitude: latitude, longitude: longitude), attributes: ["id": id]))
    }

    /// A monitor of a square of one degree to each side of a place.
    func monitor(_ name: String, _ longitude: Double) -> GeotriggerMonitor {
        let square = Graphic(
            geometry: Envelope(xRange: (longitude - 1)...(longitude + 1), yRange: -1...1, spatialReference: .wgs84),
            attributes: ["id": name, "name": name])
        return GeotriggerMonitor(
            geotrigger: FenceGeotrigger(
                feed: DynamicEntityGeotriggerFeed(dataSource: source), ruleType: .enter,
                fenceParameters: GraphicFenceParameters(graphics: [square]), name: name))
    }
}

extension LiveServer {
    /// A configuration for tests: any port, and frames that come soon.
    static var testing: LiveServerConfiguration {
        var configuration = LiveServerConfiguration()
        configuration.port = 0
        configuration.frameInterval = 0.02
        return configuration
    }

    /// Runs while `body` runs with its port.
    ///
    /// - Throws: what the server throws where it does not come to listen, or what `body` throws.
    func serving(_ body: @escaping @Sendable (Int) async throws -> Void) async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            let (addresses, continuation) = AsyncStream<String>.makeStream()
            group.addTask {
                defer { continuation.finish() }
                try await run { continuation.yield($0) }
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

/// GET by a plain socket: status, head and body.
func page(_ port: Int, _ path: String) async throws -> (status: Int, head: String, body: String) {
    let answer = try await PlainSocket.exchange("GET \(path) HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\nConnection: close\r\n\r\n", port: port)
    let parts = answer.components(separatedBy: "\r\n\r\n")
    return (Int(answer.split(separator: " ")[1]) ?? 0, parts[0].lowercased(), parts.dropFirst().joined(separator: "\r\n\r\n"))
}
