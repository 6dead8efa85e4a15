// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import Vedette

/// Ships from a file of JSON lines, with their names as labels: a program as people write it who know the ArcGIS Maps SDK for Swift.
@Suite("The vessel program", .timeLimit(.minutes(10)))
struct VesselWatchTests {
    private struct Vessel: Decodable {
        struct Attributes: Decodable {
            enum CodingKeys: String, CodingKey {
                case mmsi = "MMSI"
                case name = "VesselName"
                case speed = "SOG"
            }

            let mmsi: String
            let name: String
            let speed: Double
        }

        let geometry: Point
        let attributes: Attributes
    }

    private struct VesselFeed: CustomDynamicEntityFeed {
        // The type of the sequence is left to the compiler, as programs do.
        let events = VesselWatchTests.url.lines.map { line in
            try await Task.sleep(nanoseconds: 1_000)
            let vessel = try JSONDecoder().decode(Vessel.self, from: Data(line.utf8))
            return CustomDynamicEntityFeedEvent.newObservation(
                geometry: vessel.geometry,
                attributes: [
                    Vessel.Attributes.CodingKeys.mmsi.rawValue: vessel.attributes.mmsi,
                    Vessel.Attributes.CodingKeys.name.rawValue: vessel.attributes.name,
                    Vessel.Attributes.CodingKeys.speed.rawValue: vessel.attributes.speed,
                ]
            )
        }
    }

    private static let file = try? TemporaryFile(
        "vessels.jsonl",
        lines: (0..<90).map { number in
            """
            {"geometry":{"x":\(-123.5 + Double(number) / 1_000),"y":48.1,"spatialReference":{"wkid":4326}},\
            "attributes":{"MMSI":"36700000\(number % 3)","VesselName":"\(["SALISH", "CHETZEMOKA", "KENNEWICK"][number % 3])",\
            "SOG":\(Double(number) / 10)}}
            """
        })

    private static var url: URL { file?.url ?? URL(fileURLWithPath: "/nowhere") }

    private static func makeMap() -> Map {
        let map = Map(basemapStyle: .arcGISOceans)
        map.initialViewpoint = Viewpoint(latitude: 47.984, longitude: -123.657, scale: 3e6)

        let info = DynamicEntityDataSourceInfo(
            entityIDFieldName: "MMSI",
            fields: [
                Field(type: .text, name: "MMSI", alias: "MMSI", length: 256),
                Field(type: .float64, name: "SOG", alias: "SOG", length: 8),
                Field(type: .text, name: "VesselName", alias: "VesselName", length: 256),
            ]
        )
        info.spatialReference = .wgs84
        let dataSource = CustomDynamicEntityDataSource(info: info, makeFeed: VesselFeed.init)

        let layer = DynamicEntityLayer(dataSource: dataSource)
        let trackDisplayProperties = layer.trackDisplayProperties
        trackDisplayProperties.showsPreviousObservations = true
        trackDisplayProperties.showsTrackLine = true
        trackDisplayProperties.maximumObservations = 20

        let labelDefinition = LabelDefinition(
            labelExpression: SimpleLabelExpression(simpleExpression: "[VesselName]"),
            textSymbol: TextSymbol(color: .red, size: 12)
        )
        labelDefinition.placement = .pointAboveCenter
        layer.addLabelDefinition(labelDefinition)
        layer.labelsAreEnabled = true
        map.addOperationalLayer(layer)
        return map
    }

    @Test("three ships, their tracks and their labels come from the file")
    func vessels() async throws {
        let map = Self.makeMap()
        let layer = map.operationalLayers.first as! DynamicEntityLayer
        var hasConnected = false
        for await status in layer.dataSource.$connectionStatus {
            if status == .connecting || status == .connected { hasConnected = true }
            // A feed that comes to its end without an error has disconnected.
            if status == .disconnected, hasConnected { break }
            if status == .disconnected, !(try await layer.dataSource.queryDynamicEntities(using: .init()).entities().isEmpty) { break }
        }
        let vessels = try await layer.dataSource.queryDynamicEntities(using: DynamicEntityQueryParameters()).entities()
        #expect(Set(vessels.compactMap { $0.attributes["MMSI"] as? String }) == ["367000000", "367000001", "367000002"])
        #expect(vessels.allSatisfy { $0.observations().count == 30 })
        let labels = vessels.compactMap { vessel in
            (layer.labelDefinitions.first?.expression as? SimpleLabelExpression)?.text(for: vessel.attributes)
        }
        #expect(Set(labels) == ["SALISH", "CHETZEMOKA", "KENNEWICK"])
        #expect(vessels.allSatisfy { layer.trackDisplayProperties.displayedObservations(of: $0, at: Instant(Date())).count == 20 })
    }
}
