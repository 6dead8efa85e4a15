// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization
import VedetteDynamicEntities
import VedetteGeometry
import VedetteModel
import VedetteTesting

@testable import VedetteMapping

/// Entities in some part of the world, as a layer of a map that somebody looks at.
struct IdentifyWorld {
    /// Later than any clock that limits are set by.
    static let start = Instant(microsecondsSince1970: 4_000_000_000_000_000)

    struct Feed: CustomDynamicEntityFeed {
        let events: AsyncStream<CustomDynamicEntityFeedEvent>
    }

    let source: CustomDynamicEntityDataSource
    let layer: DynamicEntityLayer
    let view: MapView
    /// The middle of the part of the world, and how far it reaches, in degrees.
    let place: (longitude: Double, latitude: Double, spread: Double)

    static let fields = [
        Field(type: .text, name: "id", alias: ""), Field(type: .text, name: "kind", alias: ""),
        Field(type: .float64, name: "heading", alias: ""),
    ]

    /// A source that says nothing by itself.
    static func source() -> CustomDynamicEntityDataSource {
        let info = DynamicEntityDataSourceInfo(entityIDFieldName: "id", fields: fields)
        return CustomDynamicEntityDataSource(info: info) { Feed(events: AsyncStream { $0.finish() }) }
    }

    /// An observation that comes in.
    struct Fix {
        var id: String
        var longitude: Double?
        var latitude: Double
        var kind = "a"
        var heading = 0.0
        var observedAt: Instant?
    }

    static func ingest(_ fixes: [Fix], into source: DynamicEntityDataSource, at now: Instant) {
        var batch = ObservationBatch(schema: ObservationSchema(fields: fields))
        for (ordinal, fix) in fixes.enumerated() {
            func text(_ text: String) -> Range<Int> {
                var text = text
                return text.withUTF8 { batch.append(UnsafeRawBufferPointer($0)) }
            }
            batch.beginRow()
            let name = text(fix.id)
            batch.setValue(ObservationBatch.reference(.text, name), column: 0)
            batch.setValue(ObservationBatch.reference(.text, text(fix.kind)), column: 1)
            batch.setValue(PackedValue(fix.heading), column: 2)
            let position = fix.longitude.flatMap { GridPosition(longitude: $0.remainder(dividingBy: 360), latitude: fix.latitude) }
            batch.endRow(
                track: name, position: position, time: fix.observedAt?.microsecondsSince1970 ?? ObservationBatch.noTime,
                ordinal: UInt64(ordinal))
        }
        source.entityStore.ingest(batch, at: now)
    }

    init(seed: UInt64) {
        var random = SeededRandomNumberGenerator(seed: seed)
        let places: [(Double, Double, Double)] = [
            (-112, 33.4, 0.3), (179.99, -17, 0.2), (-179.999, 52, 2), (15, 78, 1), (20, -84.9, 3), (0, 0, 0.01), (-100, 40, 60),
            (170, 10, 90),
        ]
        place = places[random.index(below: places.count)]
        source = Self.source()
        Self.fill(source, place, &random)
        layer = DynamicEntityLayer(dataSource: source)
        Self.dress(layer, &random)
        let map = random.index(below: 6) == 0 ? Map(spatialReference: .wgs84) : Map(spatialReference: .webMercator)
        map.addOperationalLayer(layer)
        view = MapView(map: map)
        view.time = Self.start.advanced(bySeconds: 60)
    }

    /// Tracks that wander, jump now and then, and tell of some places late.
    private static func fill(
        _ source: DynamicEntityDataSource, _ place: (longitude: Double, latitude: Double, spread: Double),
        _ random: inout SeededRandomNumberGenerator
    ) {
        let hasTimes = random.index(below: 2) == 0
        if random.index(below: 3) == 0 { source.purgeOptions.maximumObservationsPerTrack = 5 }
        if random.index(below: 3) == 0 { source.purgeOptions.maximumObservations = 350 }
        var ways: [String: (x: Double, y: Double)] = [:]
        for step in 0..<9 {
            var fixes: [Fix] = []
            for number in 0..<(step == 0 ? 60 : 45) {
                let id = "t\(step == 0 ? number : random.index(below: 60))"
                var way =
                    ways[id]
                    ?? (
                        place.longitude + random.number(-place.spread, place.spread),
                        place.latitude + random.number(-place.spread, place.spread)
                    )
                let stride = random.index(below: 15) == 0 ? place.spread : place.spread / 12
                way.x += random.number(-stride, stride)
                way.y = min(max(way.y + random.number(-stride, stride), -89.9), 89.9)
                ways[id] = way
                let isLate = random.index(below: 8) == 0
                fixes.append(
                    Fix(
                        id: id, longitude: random.index(below: 25) == 0 ? nil : way.x, latitude: way.y,
                        kind: ["a", "b", "c"][random.index(below: 3)], heading: random.number(0, 360),
                        observedAt: hasTimes ? start.advanced(bySeconds: Double(step) * 10 - (isLate ? 35 : 0)) : nil))
            }
            ingest(fixes, into: source, at: start.advanced(bySeconds: Double(step) * 5))
            // Whoever asks now and then has an index that has to keep up.
            if step == 3 { source.entityStore.withStore { store in _ = store.trails(in: .everywhere, window: 2).count } }
        }
    }

    private static func dress(_ layer: DynamicEntityLayer, _ random: inout SeededRandomNumberGenerator) {
        func marker() -> Symbol {
            if random.index(below: 4) == 0 {
                let text = TextSymbol(text: "AB\nC", size: 10, horizontalAlignment: .left, verticalAlignment: .bottom)
                text.angle = 30
                return text
            }
            let styles: [SimpleMarkerSymbol.Style] = [.circle, .square, .triangle]
            let marker = SimpleMarkerSymbol(style: styles[random.index(below: 3)], size: CGFloat(random.number(4, 24)))
            if random.index(below: 2) == 0 { marker.outline = SimpleLineSymbol(width: 2) }
            (marker.offsetX, marker.offsetY) = (CGFloat(random.index(below: 3) * 5), CGFloat(random.index(below: 2) * -7))
            (marker.angle, marker.angleAlignment) = (Float(random.number(0, 90)), random.index(below: 2) == 0 ? .map : .screen)
            return random.index(below: 5) == 0 ? CompositeSymbol(symbols: [marker, SimpleMarkerSymbol(size: 6)]) : marker
        }
        func renderer() -> Renderer? {
            let kind = random.index(below: 4)
            if kind == 0 { return nil }
            let renderer: Renderer
            if kind == 1 {
                renderer = SimpleRenderer(symbol: marker())
            } else {
                let values = ["a", "b"].map { UniqueValue(description: "", label: "", symbol: marker(), values: [$0]) }
                renderer = UniqueValueRenderer(
                    fieldNames: ["kind"], uniqueValues: values, defaultSymbol: random.index(below: 2) == 0 ? nil : marker())
            }
            if random.index(below: 2) == 0 { (renderer.rotationExpression, renderer.rotationType) = ("[heading]", .geographic) }
            return renderer
        }
        layer.renderer = renderer()
        let display = layer.trackDisplayProperties
        display.showsPreviousObservations = random.index(below: 3) != 0
        display.showsTrackLine = random.index(below: 3) != 0
        display.maximumObservations = 1 + random.index(below: 7)
        display.maximumDuration = random.index(below: 3) == 0 ? 32 : 0
        display.previousObservationRenderer = renderer()
        if random.index(below: 2) == 0 {
            display.trackLineRenderer = SimpleRenderer(symbol: SimpleLineSymbol(width: CGFloat(random.number(1, 8))))
        }
    }

    /// Looks somewhere else.
    func turn(_ random: inout SeededRandomNumberGenerator) {
        view.size = CGSize(width: random.number(200, 1_400), height: random.number(200, 900))
        view.contentInsets = random.index(below: 3) == 0 ? .init(top: 10, leading: 50, bottom: 100, trailing: 0) : .init()
        let fitting = place.spread * 111_000 / 400 / MapScale.metresPerPoint
        view.move(
            to: Viewpoint(
                center: Point(
                    x: place.longitude + random.number(-place.spread, place.spread) / 2,
                    y: min(max(place.latitude + random.number(-place.spread, place.spread) / 2, -85), 85), spatialReference: .wgs84),
                scale: fitting * pow(10, random.number(-0.7, 0.9)), rotation: random.index(below: 3) == 0 ? 0 : random.number(0, 360)))
    }
}
