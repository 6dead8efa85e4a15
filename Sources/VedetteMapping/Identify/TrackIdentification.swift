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
        let estimate = DistanceEstimate(probe, within: farthest, count: spots.count)
        var nearest = NearestFirst(spots.lazy.map { estimate.least(to: $0.position) })
        var list = HitList<DynamicEntityObservation>(limit: limit)
        while let (index, least) = nearest.next(), !list.isSettled(beyond: least, reach: newest.reach) {
            look(at: spots[index].number, 0, spots[index].position, newest, depth: 0, owner, store, &list)
        }
        return list.sorted()
    }

    // MARK: Previous observations and lines

    private func trails(in owner: EntityStore, _ store: borrowing TrackStore, _ limit: Int) -> Hits {
        let farthest = probe.tolerance + max(previous?.reach ?? 0, line?.reach ?? 0)
        let area = probe.area(within: farthest)
        let trails = store.trails(in: area, window: observationLimit)
        let estimate = DistanceEstimate(probe, within: farthest, count: trails.count)
        var nearest = NearestFirst(trails.lazy.map { estimate.least(to: $0) })
        var points = HitList<DynamicEntityObservation>(limit: limit)
        var lines = HitList<DynamicEntityObservation>(limit: limit)
        while let (index, least) = nearest.next() {
            let hasAllPoints = previous.map { points.isSettled(beyond: least, reach: $0.reach) } ?? true
            let hasAllLines = line.map { lines.isSettled(beyond: least, reach: $0.reach) } ?? true
            if hasAllPoints, hasAllLines { break }
            follow(trails[index].number, area, owner, store, &points, &lines)
        }
        return points.sorted() + lines.sorted()
    }

    /// Looks at the previous observations of a track that are displayed in an area, and at the nearest part of its line there. What is outside is not
    /// even projected.
    private func follow(
        _ number: UInt32, _ area: TrackArea, _ owner: EntityStore, _ store: borrowing TrackStore,
        _ points: inout HitList<DynamicEntityObservation>, _ lines: inout HitList<DynamicEntityObservation>
    ) {
        var newer: GridPosition?
        var nearest: (age: Int, points: Double)?
        for age in 0..<min(observationLimit, store.observationCount(number)) {
            let row = store.observation(number, age: age)
            if age > 0, durationLimit > 0, now.seconds(since: row.receivedAt) > durationLimit { continue }
            guard let position = row.position else { continue }
            if age > 0, let previous, area.contains(position) {
                look(at: number, age, position, previous, depth: 1, owner, store, &points)
            }
            guard line != nil else { continue }
            if let newer, area.mayTouch(from: newer, to: position), let away = distance(from: newer, to: position),
                // Where two parts meet both are equally far, but for rounding, and the newer one counts.
                away < (nearest?.points ?? .infinity) - 1e-7
            {
                nearest = (age, away)
            }
            newer = position
        }
        if let nearest, let line { look(along: number, nearest.age, nearest.points, line, owner, store, &lines) }
    }

    /// How far the straight way between two positions, the shorter way round, is from what is asked for; nil where the map does not have them.
    private func distance(from start: GridPosition, to end: GridPosition) -> Double? {
        guard let start = position(of: start), let end = position(of: end) else { return nil }
        return probe.distance(from: start, to: probe.projection.plane.nearest(end, to: start))
    }

    // MARK: Looking closely

    /// Takes in an observation that is drawn near enough, where it may still be wanted.
    private func look(
        at number: UInt32, _ age: Int, _ position: GridPosition, _ look: Look, depth: Int, _ owner: EntityStore,
        _ store: borrowing TrackStore, _ list: inout HitList<DynamicEntityObservation>
    ) {
        guard let place = self.position(of: position) else { return }
        let vector = probe.vector(to: place)
        let nearness = vector.length
        guard nearness <= probe.tolerance + look.reach, !list.isSettled(beyond: nearness, reach: look.reach),
            let observation = owner.observation(number, age: age, in: store)
        else { return }
        let attributes = observation.attributes
        let distance = look.footprint(attributes).distance(
            from: ScreenVector(right: -vector.right, up: -vector.up), heading: look.heading(attributes),
            rotation: probe.projection.view.rotation)
        guard let distance, distance <= probe.tolerance else { return }
        list.insert(observation, Self.order(observation, distance, depth: depth, nearness: nearness))
    }

    /// Takes in the older end of a part of a line that is drawn near enough, where it may still be wanted.
    private func look(
        along number: UInt32, _ age: Int, _ nearness: Double, _ look: Look, _ owner: EntityStore, _ store: borrowing TrackStore,
        _ list: inout HitList<DynamicEntityObservation>
    ) {
        guard nearness <= probe.tolerance + look.reach, !list.isSettled(beyond: nearness, reach: look.reach),
            let observation = owner.observation(number, age: age, in: store)
        else { return }
        // A line knows of no attribute but the id of its entity.
        let attributes = observation.attributes.filter { $0.key == idFieldName }
        guard let width = look.footprint(attributes).lineWidth else { return }
        let distance = max(0, nearness - width / 2)
        guard distance <= probe.tolerance else { return }
        list.insert(observation, Self.order(observation, distance, depth: 2, nearness: nearness))
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
}
