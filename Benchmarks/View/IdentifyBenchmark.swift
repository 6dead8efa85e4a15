// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import VedetteDynamicEntities
import VedetteGeometry
import VedetteMapping
import VedetteModel
import VedetteTesting

/// How long a view takes to say what is drawn at a point: milliseconds of processor time for each of many clicks, which other programs disturb least.
struct IdentifyBenchmark {
    private struct Feed: CustomDynamicEntityFeed {
        let events: AsyncStream<CustomDynamicEntityFeedEvent>
    }

    private static let fields = [
        Field(type: .text, name: "id", alias: ""), Field(type: .text, name: "kind", alias: ""),
        Field(type: .float64, name: "heading", alias: ""), Field(type: .float64, name: "speed", alias: ""),
        Field(type: .float64, name: "altitude", alias: ""),
    ]
    private static let start = Instant(microsecondsSince1970: 1_700_000_000_000_000)
    private static let steps = 10

    /// Half of the tracks are anywhere in a country of 50 by 20 degrees, half around ten cities.
    private var places: [(x: Double, y: Double)] = []
    private var headings: [Double] = []
    private var random = SeededRandomNumberGenerator(seed: 8)
    private var step = 0
    private let source: CustomDynamicEntityDataSource

    private init(tracks: Int, spread: Double) {
        let info = DynamicEntityDataSourceInfo(entityIDFieldName: "id", fields: Self.fields)
        source = CustomDynamicEntityDataSource(info: info) { Feed(events: AsyncStream { $0.finish() }) }
        source.purgeOptions.maximumObservations = tracks * Self.steps
        let cities = (0..<10).map { _ in (x: random.number(-120, -72), y: random.number(27, 47)) }
        for number in 0..<tracks {
            let city = cities[number % 10]
            let place =
                number % 2 == 0
                ? (x: random.number(-122, -72), y: random.number(27, 47))
                : (x: city.x + random.number(-0.5, 0.5), y: city.y + random.number(-0.5, 0.5))
            places.append((-97 + (place.x + 97) * spread, 37 + (place.y - 37) * spread))
            headings.append(random.number(0, 360))
        }
        for _ in 0..<Self.steps { move(0..<tracks) }
    }

    /// Moves some tracks on by a second: 250 metres.
    private mutating func move(_ tracks: Range<Int>) {
        step += 1
        var batch = ObservationBatch(schema: ObservationSchema(fields: Self.fields))
        for number in tracks {
            let angle = headings[number] * .pi / 180
            places[number].x += 0.002_5 * sin(angle)
            places[number].y += 0.002_2 * cos(angle)
            batch.beginRow()
            let name = batch.appendBytes { $0.append(contentsOf: "v\(number)".utf8) }
            batch.setValue(ObservationBatch.reference(.text, name), column: 0)
            let kind = batch.appendBytes { $0.append(contentsOf: "k\(number % 4)".utf8) }
            batch.setValue(ObservationBatch.reference(.text, kind), column: 1)
            batch.setValue(PackedValue(headings[number]), column: 2)
            batch.endRow(
                track: name, position: GridPosition(longitude: places[number].x, latitude: places[number].y),
                time: Self.start.advanced(bySeconds: Double(step)).microsecondsSince1970, ordinal: UInt64(number))
        }
        source.entityStore.ingest(batch, at: Self.start.advanced(bySeconds: Double(step)))
    }

    private static func layer(of source: CustomDynamicEntityDataSource, showsTracks: Bool) -> DynamicEntityLayer {
        let layer = DynamicEntityLayer(dataSource: source)
        let values = (0..<4).map { number in
            let marker = SimpleMarkerSymbol(style: .triangle, size: 10 + CGFloat(number))
            return UniqueValue(description: "", label: "", symbol: marker, values: ["k\(number)"])
        }
        let renderer = UniqueValueRenderer(fieldNames: ["kind"], uniqueValues: values, defaultSymbol: SimpleMarkerSymbol())
        (renderer.rotationExpression, renderer.rotationType) = ("[heading]", .geographic)
        layer.renderer = renderer
        layer.trackDisplayProperties.showsPreviousObservations = showsTracks
        layer.trackDisplayProperties.showsTrackLine = showsTracks
        return layer
    }

    /// - Parameters:
    ///   - tracks: how many tracks, each with ten observations.
    ///   - clicks: how many clicks a line.
    /// - Throws: nothing, as the layer is in the map.
    static func run(tracks: Int, clicks: Int) async throws {
        print("# identify: \(tracks) tracks of \(steps) observations, \(clicks) clicks a line, tolerance 12; ms of processor time a click")
        for (name, spread) in [("a country", 1.0), ("one city", 0.005), ("one place", 0.0)] {
            var world = IdentifyBenchmark(tracks: tracks, spread: spread)
            for showsTracks in [false, true] {
                let layer = layer(of: world.source, showsTracks: showsTracks)
                let map = Map(spatialReference: .webMercator)
                map.addOperationalLayer(layer)
                let view = MapView(map: map)
                view.size = CGSize(width: 1_400, height: 900)
                for scale in [100_000.0, 10_000_000, 300_000_000] {
                    for limit in [1, 10] {
                        try await world.measure(
                            view, layer, clicks, scale, limit, name: "\(name), \(showsTracks ? "tracks" : "newest"), 1:\(Int(scale))")
                    }
                }
            }
        }
    }

    private mutating func measure(
        _ view: MapView, _ layer: DynamicEntityLayer, _ clicks: Int, _ scale: Double, _ limit: Int, name: String
    ) async throws {
        var (times, found) = ([Double](), 0)
        for click in 0..<clicks {
            // Things go on moving between clicks, a tenth of them at a time.
            let share = places.count / 10
            if click % 20 == 0 { move(click / 20 % 10 * share..<(click / 20 % 10 + 1) * share) }
            let place = places[random.index(below: places.count)]
            view.move(to: Viewpoint(latitude: place.y, longitude: place.x, scale: scale, rotation: random.number(0, 360)))
            view.time = Self.start.advanced(bySeconds: Double(step))
            let point = CGPoint(x: 700 + random.number(-15, 15), y: 450 + random.number(-15, 15))
            let before = ProcessUse.processorSeconds
            let result = try await view.proxy.identify(on: layer, screenPoint: point, tolerance: 12, maximumResults: limit)
            times.append((ProcessUse.processorSeconds - before) * 1_000)
            found += result.geoElements.count
        }
        times.sort()
        func at(_ share: Double) -> String { String(format: "%.3f", times[min(times.count - 1, Int(share * Double(times.count)))]) }
        print("\(name), \(limit) wanted: p50 \(at(0.5)) p99 \(at(0.99)) most \(at(1)); \(found) found")
    }
}
