// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Vedette

/// A program that shows vehicles and, where one is tapped, selects it and lets a callout go along with it.
@MainActor
final class VehicleCallout {
    struct Feed: CustomDynamicEntityFeed {
        let events: AsyncStream<CustomDynamicEntityFeedEvent>
    }

    let dynamicEntityLayer: DynamicEntityLayer
    let mapView: MapView
    let report: AsyncStream<CustomDynamicEntityFeedEvent>.Continuation
    /// Where the callout stands; nil where nothing was tapped.
    private(set) var placement: CalloutPlacement?

    init() {
        let (events, report) = AsyncStream.makeStream(of: CustomDynamicEntityFeedEvent.self)
        let info = DynamicEntityDataSourceInfo(
            entityIDFieldName: "vehicle",
            fields: [Field(type: .text, name: "vehicle", alias: "Vehicle"), Field(type: .float64, name: "speed", alias: "Speed")])
        info.spatialReference = .wgs84
        let dataSource = CustomDynamicEntityDataSource(info: info) { Feed(events: events) }
        self.report = report

        dynamicEntityLayer = DynamicEntityLayer(dataSource: dataSource)
        dynamicEntityLayer.renderer = SimpleRenderer(symbol: SimpleMarkerSymbol(style: .circle, color: .red, size: 8))
        dynamicEntityLayer.trackDisplayProperties.showsPreviousObservations = true
        dynamicEntityLayer.trackDisplayProperties.showsTrackLine = true

        let map = Map(basemapStyle: .arcGISStreets)
        map.initialViewpoint = Viewpoint(latitude: 40.559691, longitude: -111.869001, scale: 150_000)
        map.addOperationalLayer(dynamicEntityLayer)
        mapView = MapView(map: map)
        mapView.size = CGSize(width: 390, height: 800)
    }

    /// What the program does with a tap.
    func tap(at screenPoint: CGPoint) async {
        placement = nil
        dynamicEntityLayer.clearSelection()
        guard let result = try? await mapView.proxy.identify(on: dynamicEntityLayer, screenPoint: screenPoint, tolerance: 12),
            let observation = result.geoElements.first as? DynamicEntityObservation,
            let entity = observation.dynamicEntity
        else {
            return
        }
        dynamicEntityLayer.selectDynamicEntity(entity)
        placement = .geoElement(entity)
    }

    /// The text of the callout: what the newest observation says.
    var calloutText: String? {
        guard let entity = placement?.geoElement as? DynamicEntity, let observation = entity.latestObservation else { return nil }
        return "\(observation.attributes["vehicle"] as? String ?? "?"): \(observation.attributes["speed"] as? Double ?? 0) mph"
    }
}
