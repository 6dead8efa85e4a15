// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import Vedette

/// The guide to dynamic entities, fragment by fragment, as its readers write it down, against a service that runs.
@Suite(
    "The guide to dynamic entities", .timeLimit(.minutes(10)),
    .enabled(if: FlightService.isAvailable, "script/bootstrap makes the Python that the service needs"))
struct GuideFragmentsTests {
    @Test("connect, filter, keep so much, and count what comes and goes")
    func fragments() async throws {
        let service = try FlightService()
        let flightsStreamURL = service.url
        let map = Map(basemapStyle: .arcGISTopographic)
        map.initialViewpoint = Viewpoint(
            boundingGeometry: Envelope(xRange: -114 ... -111, yRange: 33...35, spatialReference: .wgs84))

        let streamService = ArcGISStreamService(url: flightsStreamURL)

        let extent = map.initialViewpoint?.targetGeometry
        let streamFilter = ArcGISStreamServiceFilter()
        streamFilter.whereClause = "alt >= 10000"
        streamFilter.geometry = extent
        streamService.filter = streamFilter

        streamService.purgeOptions.maximumDuration = TimeInterval(43200)
        streamService.purgeOptions.maximumObservationsPerTrack = 50
        #expect(streamService.purgeOptions.maximumObservations == 100_000)

        let (received, purged) = (streamService.receivedEntities, streamService.purgedEntities)
        do {
            try await streamService.connect()
        } catch {
            print(error)
            throw error
        }
        #expect(streamService.info?.fields.map(\.name).contains("ident") == true)

        // Of five flights, two are high enough and in the extent.
        var dynamicEntityCount = 0
        for await _ in received {
            dynamicEntityCount += 1
            if dynamicEntityCount == 2 { break }
        }
        let flights = try await streamService.queryDynamicEntities(using: DynamicEntityQueryParameters()).entities()
        #expect(Set(flights.compactMap { $0.attributes["ident"] as? String }) == ["VED2", "VED3"])

        // One observation in all is kept: one of the two goes.
        streamService.purgeOptions.maximumObservations = 1
        for await _ in purged {
            dynamicEntityCount -= 1
            break
        }
        #expect(dynamicEntityCount == 1)

        await streamService.disconnect()
        for await status in streamService.$connectionStatus {
            print(status)
            #expect(status == .disconnected)
            break
        }
    }

    @Test("a layer shows the stream and selects in it; the newest observation leads to its flight")
    func layer() async throws {
        let service = try FlightService()
        let streamService = ArcGISStreamService(url: service.url)
        let map = Map(basemapStyle: .arcGISStreets)
        let trackLineRenderer = SimpleRenderer(symbol: SimpleLineSymbol(style: .solid, color: .gray, width: 1))
        let previousObsRenderer = SimpleRenderer(symbol: SimpleMarkerSymbol(style: .circle, color: .gray, size: 3))

        let dynamicEntityLayer = DynamicEntityLayer(dataSource: streamService)
        dynamicEntityLayer.renderer = SimpleRenderer(symbol: SimpleMarkerSymbol(style: .circle, color: .red, size: 6))
        dynamicEntityLayer.labelsAreEnabled = false
        let received = streamService.receivedEntities
        map.addOperationalLayer(dynamicEntityLayer)

        dynamicEntityLayer.trackDisplayProperties.trackLineRenderer = trackLineRenderer
        dynamicEntityLayer.trackDisplayProperties.previousObservationRenderer = previousObsRenderer
        dynamicEntityLayer.trackDisplayProperties.showsTrackLine = false
        dynamicEntityLayer.trackDisplayProperties.showsPreviousObservations = false

        var flights: [DynamicEntity] = []
        for await info in received.prefix(2) { flights.append(info.dynamicEntity) }
        let (previousFlight, selectedFlight) = (flights[0], flights[1])
        dynamicEntityLayer.selectDynamicEntity(previousFlight)
        dynamicEntityLayer.unselectDynamicEntity(previousFlight)
        dynamicEntityLayer.selectDynamicEntity(selectedFlight)
        #expect(dynamicEntityLayer.selectedDynamicEntities == [selectedFlight])

        let geoElements: [any GeoElement] = [selectedFlight.latestObservation].compactMap { $0 }
        let observation = geoElements.first as? DynamicEntityObservation
        let dynamicEntity = try #require(observation?.dynamicEntity)
        let flight = try #require(dynamicEntity.attributes["ident"] as? String)
        #expect(flight.hasPrefix("VED"))
        #expect(dynamicEntity.attributes["dest"] is String)
        await streamService.disconnect()
    }
}
