// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import VedetteDynamicEntities
import VedetteGeometry
import VedetteModel

@testable import VedetteMapping

/// What of a layer is drawn at a point, found by drawing all of it: slow, and written without the code that it checks.
///
/// Everything is put on the screen in points, in all copies of the world, and measured there.
struct IdentifyOracle {
    /// The screen of a view of a Web Mercator map, or of one in degrees.
    struct Screen {
        let isMercator: Bool
        let x, y, resolution, turn, left, top: Double
        let world: Double

        init(_ view: MapView) {
            guard let now = view.view else { fatalError("the view has no size") }
            isMercator = now.spatialReference == .webMercator
            let metres = now.scale * 0.0254 / 96
            world = isMercator ? 2 * Double.pi * 6_378_137 : 360
            resolution = isMercator ? metres : metres / (2 * Double.pi * 6_378_137 / 360)
            (x, y, turn) = (now.center.x, now.center.y, now.rotation / 180 * .pi)
            (left, top) = (view.contentInsets.leading + now.width / 2, view.contentInsets.top + now.height / 2)
        }

        /// The place on the map of longitude and latitude.
        func map(_ longitude: Double, _ latitude: Double) -> (x: Double, y: Double) {
            guard isMercator else { return (longitude, latitude) }
            let edge = 85.051128779806604
            let angle = min(max(latitude, -edge), edge) * .pi / 180
            return (longitude / 360 * world, 6_378_137 * log(tan(.pi / 4 + angle / 2)))
        }

        /// Where a place of the map is on the screen: right and down from its corner.
        func point(_ place: (x: Double, y: Double), copy: Int = 0) -> CGPoint {
            let (east, north) = ((place.x + Double(copy) * world - x) / resolution, (place.y - y) / resolution)
            return CGPoint(
                x: left + east * cos(turn) - north * sin(turn), y: top - (east * sin(turn) + north * cos(turn)))
        }
    }

    /// Something that is drawn: a marker, or a line of several places.
    struct Thing {
        var observation: DynamicEntityObservation
        /// 0 for newest observations, 1 for previous ones, 2 for lines.
        var depth: Int
        var places: [(x: Double, y: Double)]
        var symbol: Symbol
        var heading = 0.0
        /// Of a line: the older observations of its parts.
        var older: [DynamicEntityObservation] = []
    }

    let screen: Screen
    let things: [Thing]

    init(_ layer: DynamicEntityLayer, _ view: MapView) async throws {
        let screen = Screen(view)
        let display = layer.trackDisplayProperties
        var things: [Thing] = []
        for entity in try await layer.dataSource.queryDynamicEntities(using: DynamicEntityQueryParameters()).entities() {
            let all = entity.observations()
            let wanted = Array(all.prefix(display.maximumObservations)).enumerated().filter { index, observation in
                let age = view.time.map { $0.seconds(since: observation.receivedAt) } ?? 0
                return index == 0 || display.maximumDuration == 0 || age <= display.maximumDuration
            }.map { ($0.offset, $0.element) }
            for (index, observation) in wanted where index == 0 || display.showsPreviousObservations {
                guard let point = observation.geometry as? Point else { continue }
                let renderer = index == 0 ? layer.renderer : display.previousObservationRenderer ?? layer.renderer
                guard let symbol = renderer == nil ? SimpleMarkerSymbol() : renderer?.symbol(for: observation) else { continue }
                let heading = renderer?.rotationExpression == "[heading]" ? observation.attributes["heading"] as? Double : nil
                things.append(
                    Thing(
                        observation: observation, depth: index == 0 ? 0 : 1, places: [screen.map(point.x, point.y)], symbol: symbol,
                        heading: heading ?? 0))
            }
            let placed = wanted.compactMap { item in (item.1.geometry as? Point).map { (item.1, screen.map($0.x, $0.y)) } }
            guard display.showsTrackLine, placed.count > 1 else { continue }
            var places = [placed[0].1]
            for (_, place) in placed.dropFirst() {
                var next = place
                while next.x - places[places.count - 1].x > screen.world / 2 { next.x -= screen.world }
                while next.x - places[places.count - 1].x < -screen.world / 2 { next.x += screen.world }
                places.append(next)
            }
            let symbol = (display.trackLineRenderer as? SimpleRenderer)?.symbol ?? SimpleLineSymbol()
            things.append(
                Thing(observation: placed[0].0, depth: 2, places: places, symbol: symbol, older: placed.dropFirst().map(\.0)))
        }
        (self.screen, self.things) = (screen, things)
    }

    /// How an observation stands among the others that are found.
    struct Standing: Hashable {
        var id: UInt64
        var distance: Double
        var depth: Int
        var nearness: Double
        var time: Int64

        static func isBefore(_ first: Standing, _ second: Standing) -> Bool {
            if first.distance != second.distance { return first.distance < second.distance }
            if first.depth != second.depth { return first.depth < second.depth }
            if first.nearness != second.nearness { return first.nearness < second.nearness }
            return (first.time, first.id) > (second.time, second.id)
        }

        /// Whether two stand alike, as far as rounding lets anybody tell.
        func isLike(_ other: Standing) -> Bool {
            abs(distance - other.distance) < 1e-8 && depth == other.depth && abs(nearness - other.nearness) < 1e-8
        }
    }

    /// Whether an answer has the right observations, first to last. Where two are equally far but for rounding, either may come first; where they are equally far
    /// to the last bit, the order is what it has to be.
    func agrees(_ found: [UInt64], at click: CGPoint, tolerance: Double, limit: Int) -> Bool {
        let expected = answer(click, tolerance: tolerance)
        guard found.count == min(limit, expected.count), Set(found).count == found.count else { return false }
        let known = Dictionary(uniqueKeysWithValues: expected.map { ($0.id, $0) })
        return zip(found, expected).allSatisfy { id, wanted in
            guard let standing = known[id] else { return false }
            let isTie = standing.distance == wanted.distance && standing.nearness == wanted.nearness
            return id == wanted.id || (standing.isLike(wanted) && !isTie)
        }
    }

    /// All observations at a point, first to last.
    func answer(_ click: CGPoint, tolerance: Double) -> [Standing] {
        var found: [UInt64: Standing] = [:]
        for thing in things {
            var (distance, nearness, observation) = (Double.infinity, Double.infinity, thing.observation)
            for copy in -3...3 {
                if thing.depth < 2 {
                    let place = screen.point(thing.places[0], copy: copy)
                    let near = hypot(click.x - place.x, click.y - place.y)
                    if near < nearness {
                        nearness = near
                        distance = Self.distance(click, place, thing.symbol, thing.heading, screen.turn * 180 / .pi)
                    }
                } else {
                    for part in thing.older.indices {
                        let near = Self.distance(
                            click, screen.point(thing.places[part], copy: copy), screen.point(thing.places[part + 1], copy: copy))
                        // At a corner both parts are equally near, and the newer one counts.
                        if near < nearness - 1e-9 { (nearness, observation) = (near, thing.older[part]) }
                    }
                    distance = max(0, nearness - Double((thing.symbol as? LineSymbol)?.width ?? 0) / 2)
                }
            }
            guard distance <= tolerance else { continue }
            let standing = Standing(
                id: observation.id, distance: distance, depth: thing.depth, nearness: nearness,
                time: observation.receivedAt.microsecondsSince1970)
            if let known = found[observation.id], Standing.isBefore(known, standing) { continue }
            found[observation.id] = standing
        }
        return found.values.sorted(by: Standing.isBefore)
    }

    /// From a point to a straight line between two others.
    private static func distance(_ click: CGPoint, _ start: CGPoint, _ end: CGPoint) -> Double {
        let (x, y) = (end.x - start.x, end.y - start.y)
        let length = hypot(x, y)
        let toEnds = min(hypot(click.x - start.x, click.y - start.y), hypot(click.x - end.x, click.y - end.y))
        guard length > 0 else { return toEnds }
        let along = ((click.x - start.x) * x + (click.y - start.y) * y) / length
        guard along > 0, along < length else { return toEnds }
        return abs((click.x - start.x) * y - (click.y - start.y) * x) / length
    }

    /// From a point to a marker at a place.
    static func distance(_ click: CGPoint, _ place: CGPoint, _ symbol: Symbol, _ heading: Double, _ rotation: Double) -> Double {
        if let composite = symbol as? CompositeSymbol {
            return composite.symbols.map { distance(click, place, $0, heading, rotation) }.min() ?? .infinity
        }
        guard let marker = symbol as? MarkerSymbol else { return .infinity }
        let turn = (Double(marker.angle) + heading - (marker.angleAlignment == .map ? rotation : 0)) * .pi / 180
        var (middle, width, height) = (CGPoint(x: place.x + marker.offsetX, y: place.y - marker.offsetY), 0.0, 0.0)
        if let simple = marker as? SimpleMarkerSymbol {
            width = simple.size + (simple.outline?.width ?? 0)
            height = width
            if simple.style == .circle { return max(0, hypot(click.x - middle.x, click.y - middle.y) - width / 2) }
        } else if let text = marker as? TextSymbol {
            // Two letters, two lines, to the right of the place and over it.
            (width, height) = (2 * 0.6 * text.size, 2 * 1.2 * text.size)
            middle = CGPoint(x: middle.x + width / 2, y: middle.y - height / 2)
        }
        // The box's own corner: turned back by as much as the symbol is turned.
        let (x, y) = (click.x - middle.x, click.y - middle.y)
        let (ownX, ownY) = (x * cos(-turn) - y * sin(-turn), x * sin(-turn) + y * cos(-turn))
        let (outsideX, outsideY) = (max(0, abs(ownX) - width / 2), max(0, abs(ownY) - height / 2))
        return hypot(outsideX, outsideY)
    }
}
