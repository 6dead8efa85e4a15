// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import Vedette

/// A dashboard that counts: entities there are, observations that came and went, and how the connection stands.
@Suite("The counting program", .timeLimit(.minutes(10)))
struct EntityCountsTests {
    private actor Dashboard {
        private(set) var entityCount = 0
        private(set) var receivedCount = 0
        private(set) var purgedCount = 0
        private(set) var statuses: [String] = []

        func entityReceived() { entityCount += 1 }
        func entityPurged() { entityCount -= 1 }
        func observationReceived() { receivedCount += 1 }
        func observationPurged() { purgedCount += 1 }
        func connectionChanged(_ status: ConnectionStatus) { statuses.append(status.description) }
    }

    private struct SensorFeed: CustomDynamicEntityFeed {
        let events: AsyncStream<CustomDynamicEntityFeedEvent>
    }

    @Test("received and purged entities and observations are all counted, once each")
    func counts() async throws {
        let info = DynamicEntityDataSourceInfo(
            entityIDFieldName: "sensor",
            fields: [Field(type: .text, name: "sensor", alias: ""), Field(type: .float64, name: "wind", alias: "")])
        let source = CustomDynamicEntityDataSource(info: info) {
            SensorFeed(
                events: AsyncStream { continuation in
                    for round in 0..<10 {
                        for sensor in 0..<5 {
                            continuation.yield(
                                .newObservation(
                                    geometry: Point(x: Double(sensor), y: 50, spatialReference: .wgs84),
                                    attributes: ["sensor": "S\(sensor)", "wind": Double(round)]))
                        }
                    }
                    continuation.yield(.deleteEntity(id: "S4"))
                    continuation.finish()
                })
        }
        source.purgeOptions.maximumObservationsPerTrack = 4

        let dashboard = Dashboard()
        let (received, purged) = (source.receivedEntities, source.purgedEntities)
        let (observations, purgedObservations) = (source.receivedObservations, source.purgedObservations)
        try await source.connect()
        for await status in source.$connectionStatus where status == .disconnected { break }

        await withTaskGroup(of: Void.self) { group in
            group.addTask {
                // 50 observations came in; 5 entities with the first round.
                for await _ in received.prefix(5) { await dashboard.entityReceived() }
            }
            group.addTask { for await _ in purged.prefix(1) { await dashboard.entityPurged() } }
            group.addTask { for await _ in observations.prefix(50) { await dashboard.observationReceived() } }
            // Six of each track by the limit, and the four that were left of the deleted one.
            group.addTask { for await _ in purgedObservations.prefix(34) { await dashboard.observationPurged() } }
        }
        for await status in source.$connectionStatus {
            await dashboard.connectionChanged(status)
            break
        }
        #expect(await dashboard.entityCount == 4)
        #expect(await dashboard.receivedCount == 50)
        #expect(await dashboard.purgedCount == 34)
        #expect(await dashboard.statuses == ["Disconnected"])
        #expect(observations.missedEventCount == 0)
    }
}

extension ConnectionStatus {
    /// Programs add words of their own.
    fileprivate var description: String {
        switch self {
        case .connecting: "Connecting"
        case .connected: "Connected"
        case .disconnected: "Disconnected"
        case .failed: "Failed"
        @unknown default: "Unknown"
        }
    }
}
