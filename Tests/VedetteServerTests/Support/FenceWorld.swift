// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import Vedette

@testable import VedetteServer

/// A server with one source that a test feeds, where fences may be drawn.
struct FenceWorld {
    private struct HandFeed: CustomDynamicEntityFeed {
        let events: AsyncStream<CustomDynamicEntityFeedEvent>
    }

    let source: CustomDynamicEntityDataSource
    private let feed: AsyncStream<CustomDynamicEntityFeedEvent>.Continuation
    var configuration = LiveServerConfiguration()

    init(editing: LiveServerConfiguration.FenceEditing = .shared, file: String? = nil) {
        let (stream, feed) = AsyncStream<CustomDynamicEntityFeedEvent>.makeStream()
        self.feed = feed
        let info = DynamicEntityDataSourceInfo(
            entityIDFieldName: "id",
            fields: [Field(type: .text, name: "id", alias: ""), Field(type: .float64, name: "speed", alias: "Speed")])
        source = CustomDynamicEntityDataSource(info: info) { HandFeed(events: stream) }
        configuration.port = 0
        configuration.frameInterval = 0.02
        configuration.fenceEditing = editing
        configuration.fenceFile = file
    }

    func observe(_ id: String, _ longitude: Double, _ latitude: Double = 0, _ more: [String: any Sendable] = [:]) {
        feed.yield(.newObservation(geometry: Point(latitude: latitude, longitude: longitude), attributes: more.merging(["id": id]) { $1 }))
    }

    func serve(_ body: @escaping @Sendable (Int) async throws -> Void) async throws {
        let server = LiveServer(configuration: configuration, sources: [LiveSource(dataSource: source, name: "Things")])
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

    /// A square of `size` degrees to each side of a place, as GeoJSON.
    static func square(_ longitude: Double, _ latitude: Double = 0, size: Double = 1) -> String {
        let (west, east, south, north) = (longitude - size, longitude + size, latitude - size, latitude + size)
        return
            #"{"type":"Polygon","coordinates":[[[\#(west),\#(south)],[\#(east),\#(south)],[\#(east),\#(north)],[\#(west),\#(north)],[\#(west),\#(south)]]]}"#
    }
}

extension LiveClient.Connection {
    /// Says something of a fence; answers with the `fence-saved`, `fence-error` or `error` of this request, not of one before it.
    mutating func ask(_ message: String) async throws -> LiveClient.Object {
        let request = (try JSONSerialization.jsonObject(with: Data(message.utf8)) as? [String: Any])?["request"] as? Int
        try await send(message)
        while let object = try await nextText() {
            guard ["fence-saved", "fence-error", "error"].contains(object["type"] as? String) else { continue }
            if request == nil || object["request"] == nil || object["request"] as? Int == request { return object }
        }
        throw LiveClient.Refused(status: 0)
    }

    /// The next text message of any type; frames on the way are acknowledged.
    mutating func nextText() async throws -> LiveClient.Object? {
        while let message = try await next() {
            switch message {
            case .text(let object): return object
            case .frame(let frame): try await send(#"{"type":"ack","frame":\#(frame.sequence)}"#)
            case .close: return nil
            }
        }
        return nil
    }

    /// Waits until a drawn fence is told that fulfils a condition.
    mutating func drawn(_ isWanted: ([String: Any]) -> Bool) async throws -> [String: Any] {
        while let object = try await next("drawn-fences") {
            if let fence = (object["fences"] as? [[String: Any]] ?? []).first(where: isWanted) { return fence }
        }
        throw LiveClient.Refused(status: 0)
    }
}
