// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import VedetteDynamicEntities
import VedetteGeometry
import VedetteModel

/// What of a layer of dynamic entities is drawn at a point of the screen: observations, newest and previous ones, and lines of tracks.
///
/// The store is asked for those tracks alone that can be there, and of these the nearest are looked at first, until no other can come before them. So the
/// work goes with what is wanted, also where all tracks are in one place.
struct TrackIdentification {
    let probe: ScreenProbe
    private let now: Instant
    private let newest: Look
    private let previous: Look?
    private let line: Look?
    private let observationLimit: Int
    private let durationLimit: Double
    private let idFieldName: String

    /// How something is drawn.
    private struct Look {
        let renderer: Renderer?
        let usual: SymbolFootprint
        /// How far from its place, or from the middle of its line, anything may be drawn.
        let reach: Double

        init(_ renderer: Renderer?, usual: SymbolFootprint, reach: (SymbolFootprint) -> Double?) {
            (self.renderer, self.usual) = (renderer, usual)
            self.reach = (renderer.map { $0.symbols.map { SymbolFootprint($0) } } ?? [usual]).compactMap(reach).max() ?? 0
        }

        func footprint(_ attributes: [String: any Sendable]) -> SymbolFootprint {
            guard let renderer else { return usual }
            return SymbolFootprint(renderer.symbol(for: attributes))
        }

        func heading(_ attributes: [String: any Sendable]) -> Double {
            // What is no expression turns nothing; whoever draws says so.
            ((try? renderer?.heading(for: attributes)) ?? nil) ?? 0
        }
    }

    /// Ages of previous observations are measured from `now`.
    init(_ probe: ScreenProbe, of layer: DynamicEntityLayer, at now: Instant) {
        let display = layer.trackDisplayProperties
        (self.probe, self.now) = (probe, now)
        newest = Look(layer.renderer, usual: .usualMarker, reach: \.reach)
        let isLong = display.maximumObservations > 1
        previous =
            display.showsPreviousObservations && isLong
            ? Look(display.previousObservationRenderer ?? layer.renderer, usual: .usualMarker, reach: \.reach) : nil
        line = display.showsTrackLine && isLong ? Look(display.trackLineRenderer, usual: .usualLine) { $0.lineWidth.map { $0 / 2 } } : nil
        (observationLimit, durationLimit) = (display.maximumObservations, display.maximumDuration)
        idFieldName = layer.dataSource.sourceInfo?.entityIDFieldName ?? ""
    }

    /// What is drawn there, first to last, each observation once: on it or nearest to it first; then newest observations before previous ones, and
    /// those before lines; then by the distance to the place itself; then those that came later. No more than `limit`.
    func observations(in owner: EntityStore, limit: Int) -> [DynamicEntityObservation] {
        owner.withStore { store in
            var hits = newest(in: owner, store, limit)
            if previous != nil || line != nil { hits += trails(in: owner, store, limit) }
            hits.sort { $0.order < $1.order }
            // An observation may be found by its symbol and by its line.
            var (found, known): ([DynamicEntityObservation], Set<UInt64>) = ([], [])
            for hit in hits where found.count < limit && known.insert(hit.element.id).inserted { found.append(hit.element) }
            return found
        }
    }

    private typealias Hits = [(order: HitOrder, element: DynamicEntityObservation)]

    // MARK: Newest observations

    private func newest(in owner: EntityStore, _ store: borrowing TrackStore, _ limit: Int) -> Hits {
        let farthest = probe.tolerance + newest.reach
        let spots = store.spots(in: probe.area(within: farthest))
        var list = HitList<DynamicEntityObservation>(limit: limit)
        for radius in radii(farthest, count: spots.count) {
            list = HitList(limit: limit)
            let near = radius < farthest ? probe.area(within: radius).spots(among: spots) : spots
            var places = near.compactMap { spot in
                vector(to: spot.position).map { Candidate(number: spot.number, age: 0, vector: $0, nearness: $0.length) }
            }
            look(at: &places, newest, depth: 0, owner, store, &list)
            if list.isSettled(beyond: radius, reach: newest.reach) { break }
        }
        return list.sorted()
    }

    // MARK: Previous observations and lines

    private func trails(in owner: EntityStore, _ store: borrowing TrackStore, _ limit: Int) -> Hits {
        let reach = max(previous?.reach ?? 0, line?.reach ?? 0)
        let farthest = probe.tolerance + reach
        let trails = store.trails(in: probe.area(within: farthest), window: observationLimit)
        var found: Hits = []
        for radius in radii(farthest, count: trails.count) {
            let area = probe.area(within: radius)
            let near = radius < farthest ? area.trails(among: trails) : trails
            var points = HitList<DynamicEntityObservation>(limit: limit)
            var lines = HitList<DynamicEntityObservation>(limit: limit)
            var (places, ways): ([Candidate], [Candidate]) = ([], [])
            for trail in near { follow(trail.number, store, area, farthest, &places, &ways) }
            if let previous { look(at: &places, previous, depth: 1, owner, store, &points) }
            if let line { look(along: &ways, line, owner, store, &lines) }
            found = points.sorted() + lines.sorted()
            let isSettled =
                (previous == nil || points.isSettled(beyond: radius, reach: previous?.reach ?? 0))
                && (line == nil || lines.isSettled(beyond: radius, reach: line?.reach ?? 0))
            if isSettled { break }
        }
        return found
    }

    /// The previous observations of a track that are displayed in an area, and the nearest part of its line there. What is outside is not even projected.
    private func follow(
        _ number: UInt32, _ store: borrowing TrackStore, _ area: TrackArea, _ farthest: Double, _ places: inout [Candidate],
        _ ways: inout [Candidate]
    ) {
        var newer: GridPosition?
        var nearest: Candidate?
        for age in 0..<min(observationLimit, store.observationCount(number)) {
            let row = store.observation(number, age: age)
            if age > 0, durationLimit > 0, now.seconds(since: row.receivedAt) > durationLimit { continue }
            guard let position = row.position else { continue }
            if age > 0, previous != nil, area.contains(position), let vector = self.vector(to: position), vector.length <= farthest {
                places.append(Candidate(number: number, age: age, vector: vector, nearness: vector.length))
            }
            guard line != nil else { continue }
            if let newer, area.mayTouch(from: newer, to: position), let distance = self.distance(from: newer, to: position),
                // Where two parts meet both are equally far, but for rounding, and the newer one counts.
                distance < (nearest?.nearness ?? .infinity) - 1e-7
            {
                nearest = Candidate(number: number, age: age, nearness: distance)
            }
            newer = position
        }
        if let nearest, nearest.nearness <= farthest { ways.append(nearest) }
    }

    /// How far the straight way between two positions, the shorter way round, is from what is asked for; nil where the map does not have them.
    private func distance(from start: GridPosition, to end: GridPosition) -> Double? {
        guard let start = self.position(of: start), let end = self.position(of: end) else { return nil }
        return probe.distance(from: start, to: probe.projection.plane.nearest(end, to: start))
    }

    // MARK: Looking closely

    /// Something that may be drawn near enough.
    private struct Candidate {
        var number: UInt32
        var age: Int
        /// From what is asked for to the place.
        var vector = ScreenVector(right: 0, up: 0)
        var nearness: Double
    }

    /// Goes through points, the nearest first, until no other can be wanted.
    private func look(
        at places: inout [Candidate], _ look: Look, depth: Int, _ owner: EntityStore, _ store: borrowing TrackStore,
        _ list: inout HitList<DynamicEntityObservation>
    ) {
        places.sort { $0.nearness < $1.nearness }
        for place in places {
            if list.isSettled(beyond: place.nearness, reach: look.reach) { return }
            guard place.nearness <= probe.tolerance + look.reach,
                let observation = owner.observation(place.number, age: place.age, in: store)
            else { continue }
            let attributes = observation.attributes
            let way = ScreenVector(right: -place.vector.right, up: -place.vector.up)
            let distance = look.footprint(attributes).distance(
                from: way, heading: look.heading(attributes), rotation: probe.projection.view.rotation)
            guard let distance, distance <= probe.tolerance else { continue }
            list.insert(observation, Self.order(observation, distance, depth: depth, nearness: place.nearness))
        }
    }

    /// Goes through lines, the nearest first, until no other can be wanted.
    private func look(
        along ways: inout [Candidate], _ look: Look, _ owner: EntityStore, _ store: borrowing TrackStore,
        _ list: inout HitList<DynamicEntityObservation>
    ) {
        ways.sort { $0.nearness < $1.nearness }
        for way in ways {
            if list.isSettled(beyond: way.nearness, reach: look.reach) { return }
            guard let observation = owner.observation(way.number, age: way.age, in: store) else { continue }
            // A line knows of no attribute but the id of its entity.
            let attributes = observation.attributes.filter { $0.key == idFieldName }
            guard let width = look.footprint(attributes).lineWidth else { continue }
            let distance = max(0, way.nearness - width / 2)
            guard distance <= probe.tolerance else { continue }
            list.insert(observation, Self.order(observation, distance, depth: 2, nearness: way.nearness))
        }
    }

    private static func order(_ observation: DynamicEntityObservation, _ distance: Double, depth: Int, nearness: Double) -> HitOrder {
        HitOrder(
            distance: distance, depth: depth, nearness: nearness, time: observation.receivedAt.microsecondsSince1970,
            number: observation.id)
    }

    private func position(of position: GridPosition) -> MapPosition? {
        probe.projection.plane.position(
            of: EarthPosition(longitude: position.longitudeDegrees, latitude: position.latitudeDegrees))
    }

    private func vector(to position: GridPosition) -> ScreenVector? { self.position(of: position).map(probe.vector) }

    /// How far to look, step by step: at once as far as anything can be wanted, unless that is very much.
    private func radii(_ farthest: Double, count: Int) -> [Double] {
        guard count > 512, probe.canNarrow else { return [farthest] }
        return [4_096, 512, 64, 8, 1].map { farthest / $0 }
    }
}
