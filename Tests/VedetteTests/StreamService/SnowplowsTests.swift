// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import Vedette

/// Vehicles from a stream service, shown for five minutes while they move: a program as people write it who know the ArcGIS Maps SDK for Swift.
@MainActor
private final class Snowplows {
    let map = Map(basemapStyle: .arcGISStreets)

    let streamService: ArcGISStreamService
    let dynamicEntityLayer: DynamicEntityLayer
    private(set) var connectionStatus: String

    var showsTrackLine: Bool {
        didSet { dynamicEntityLayer.trackDisplayProperties.showsTrackLine = showsTrackLine }
    }
    var maximumObservations: CGFloat {
        didSet { dynamicEntityLayer.trackDisplayProperties.maximumObservations = Int(maximumObservations) }
    }

    var isConnected: Bool { streamService.connectionStatus == .connected }

    init(url: URL) {
        streamService = {
            let streamService = ArcGISStreamService(url: url)
            let filter = ArcGISStreamServiceFilter()
            filter.whereClause = "speed > 0"
            streamService.filter = filter
            streamService.purgeOptions.maximumDuration = TimeInterval(5 * 60)
            return streamService
        }()
        dynamicEntityLayer = DynamicEntityLayer(dataSource: streamService)
        showsTrackLine = dynamicEntityLayer.trackDisplayProperties.showsTrackLine
        maximumObservations = CGFloat(dynamicEntityLayer.trackDisplayProperties.maximumObservations)
        connectionStatus = String(describing: streamService.connectionStatus)
        map.addOperationalLayer(dynamicEntityLayer)
    }

    func toggleConnection() async {
        if isConnected {
            await streamService.disconnect()
        } else {
            try? await streamService.connect()
        }
        connectionStatus = String(describing: streamService.connectionStatus)
    }
}

@Suite(
    "The snowplow program", .timeLimit(.minutes(10)),
    .enabled(if: FlightService.isAvailable, "script/bootstrap makes the Python that the service needs"))
@MainActor
struct SnowplowsTests {
    @Test("only what moves comes, the button connects and disconnects, and everything can be purged")
    func plows() async throws {
        let service = try FlightService()
        let program = Snowplows(url: service.url)
        #expect((program.showsTrackLine, program.maximumObservations) == (false, 5))
        program.showsTrackLine = true
        program.maximumObservations = 16
        let display = program.dynamicEntityLayer.trackDisplayProperties
        #expect((display.showsTrackLine, display.maximumObservations) == (true, 16))

        let received = program.streamService.receivedEntities
        var names: Set<String> = []
        for await info in received {
            names.insert(info.dynamicEntity.attributes["ident"] as? String ?? "")
            if names.count == 4 { break }
        }
        #expect(names == ["VED1", "VED2", "VED3", "VED4"])
        let plow = try #require(
            try await program.streamService.queryDynamicEntities(withTrackIDs: ["VED1"]).entities().first)
        var speed = plow.attributes["speed"] as? Double ?? .nan
        for await _ in plow.changes {
            speed = plow.attributes["speed"] as? Double ?? .nan
            break
        }
        #expect(speed == 180)

        await program.toggleConnection()
        #expect(program.connectionStatus == "disconnected")
        try await program.streamService.purgeAll()
        #expect(try await program.streamService.queryDynamicEntities(using: DynamicEntityQueryParameters()).entities().isEmpty)
        await program.toggleConnection()
        #expect(program.isConnected)
        await program.toggleConnection()
    }
}
