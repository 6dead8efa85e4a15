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
    private let newest: TrackLook
    private let previous: TrackLook?
    private let line: TrackLook?
    private let observationLimit: Int
    private let durationLimit: Double
    private let idFieldName: String

    /// Ages of previous observations are measured from `now`.
    init(_ probe: ScreenProbe, of layer: DynamicEntityLayer, at now: Instant) {
        let display = layer.trackDisplayProperties
        (self.probe, self.now) = (probe, now)
        newest = TrackLook(layer.renderer, usual: .usualMarker, reach: \.reach)
        let isLong = display.maximumObservations > 1
        previous =
            display.showsPreviousObservations && isLong
            ? TrackLook(display.previousObservationRenderer ?? layer.renderer, usual: .usualMarker, reach: \.reach) : nil
        line =
            display.showsTrackLine && isLong ? TrackLook(display.trackLineRenderer, usual: .usualLine) { $0.lineWidth.map { $0 / 2 } } : nil
        (observationLimit, durationLimit) = (display.maximumObservations, display.maximumDuration)
        idFieldName = layer.dataSource.sourceInfo?.entityIDFieldName ?? ""
    }

    /// What is drawn there, first to last, each observation once: on it or nearest to it first; then newest observations before previous ones, and
    /// those before lines; then by the distance to the place itself; then those that came later. No more than `limit`.
    func observations(in owner: EntityStore, limit: Int) -> [DynamicEntityObservation] {
        owner.withStore { store in
            let (newest, bound) = newest(in: owner, store, limit)
            var hits = newest
            if previous != nil || line != nil { hits += trails(in: owner, store, limit, bound) }
            hits.sort { $0.order < $1.order }
            // An observation may be found by its symbol and by its line.
            var (found, known): ([DynamicEntityObservation], Set<UInt64>) = ([], [])
            for hit in hits where found.count < limit && known.insert(hit.order.number).inserted {
                if let observation = owner.observation(hit.element.number, age: hit.element.age, in: store) { found.append(observation) }
            }
            return found
        }
    }

    /// An observation in the store, by its track and how many of that are newer.
    private typealias Spot = (number: UInt32, age: Int)
    private typealias Hits = [(order: HitOrder, element: Spot)]

    // MARK: Newest observations

    /// The first newest observations, and what nothing behind can be wanted of any kind; nil where there may be more.
    private func newest(in owner: EntityStore, _ store: borrowing TrackStore, _ limit: Int) -> (Hits, bound: HitOrder?) {
        let farthest = probe.tolerance + newest.reach
        let spots = store.spots(in: probe.area(within: farthest))
        let estimate = DistanceEstimate(probe, within: farthest, count: spots.count)
        var nearest = NearestFirst(spots.lazy.map { estimate.least(to: $0.position) })
        var list = HitList<Spot>(limit: limit)
        var newest: BoundTrackLook? = newest.bound(to: store)
        while let (index, least) = nearest.next(), !list.isSettled(beyond: least, reach: self.newest.reach) {
            look(at: spots[index].number, 0, spots[index].position, &newest, depth: 0, owner, store, &list)
        }
        return (list.sorted(), list.last)
    }

    // MARK: Previous observations and lines

    private func trails(in owner: EntityStore, _ store: borrowing TrackStore, _ limit: Int, _ bound: HitOrder?) -> Hits {
        // All of them lie deeper than the newest: under as many of those as are wanted there is nothing to look for.
        if let bound, bound.distance == 0, bound.depth == 0 { return [] }
        let farthest = probe.tolerance + max(previous?.reach ?? 0, line?.reach ?? 0)
        let area = probe.area(within: farthest)
        let trails = store.trails(in: area, window: observationLimit)
        let estimate = DistanceEstimate(probe, within: farthest, count: trails.count)
        var nearest = NearestFirst(trails.lazy.map { estimate.least(to: $0) })
        var points = HitList<Spot>(limit: limit, bound: bound)
        var lines = HitList<Spot>(limit: limit, bound: bound)
        var previous = previous?.bound(to: store)
        while let (index, least) = nearest.next() {
            let hasAllPoints = previous.map { points.isSettled(beyond: least, reach: $0.look.reach, depth: 1) } ?? true
            let hasAllLines = line.map { lines.isSettled(beyond: least, reach: $0.reach, depth: 2) } ?? true
            if hasAllPoints, hasAllLines { break }
            follow(trails[index].number, area, &previous, owner, store, &points, &lines)
            // As many points as are wanted are as many observations, whatever lines there are.
            lines.narrow(to: points.last)
        }
        return points.sorted() + lines.sorted()
    }

    /// Looks at the previous observations of a track that are displayed in an area, and at the nearest part of its line there. What is outside is not
    /// even projected.
    private func follow(
        _ number: UInt32, _ area: TrackArea, _ previous: inout BoundTrackLook?, _ owner: EntityStore, _ store: borrowing TrackStore,
        _ points: inout HitList<Spot>, _ lines: inout HitList<Spot>
    ) {
        var newer: GridPosition?
        var nearest: (age: Int, points: Double)?
        for age in 0..<min(observationLimit, store.observationCount(number)) {
            let row = store.observation(number, age: age)
            if age > 0, durationLimit > 0, now.seconds(since: row.receivedAt) > durationLimit { continue }
            guard let position = row.position else { continue }
            if age > 0, previous != nil, area.contains(position) {
                look(at: number, age, position, &previous, depth: 1, owner, store, &points)
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
        at number: UInt32, _ age: Int, _ position: GridPosition, _ look: inout BoundTrackLook?, depth: Int, _ owner: EntityStore,
        _ store: borrowing TrackStore, _ list: inout HitList<Spot>
    ) {
        guard let reach = look?.look.reach, let place = self.position(of: position) else { return }
        let vector = probe.vector(to: place)
        let nearness = vector.length
        guard nearness <= probe.tolerance + reach, !list.isSettled(beyond: nearness, reach: reach, depth: depth) else { return }
        let distance = look?.distance(
            of: number, age, from: ScreenVector(right: -vector.right, up: -vector.up), rotation: probe.projection.view.rotation, owner,
            store)
        guard let distance, distance <= probe.tolerance else { return }
        insert(number, age, distance, depth: depth, nearness, owner, store, &list)
    }

    /// Takes in the older end of a part of a line that is drawn near enough, where it may still be wanted.
    private func look(
        along number: UInt32, _ age: Int, _ nearness: Double, _ look: TrackLook, _ owner: EntityStore, _ store: borrowing TrackStore,
        _ list: inout HitList<Spot>
    ) {
        guard nearness <= probe.tolerance + look.reach, !list.isSettled(beyond: nearness, reach: look.reach, depth: 2),
            let width = look.lineWidth(of: number, age, idFieldName: idFieldName, owner, store)
        else { return }
        let distance = max(0, nearness - width / 2)
        if distance <= probe.tolerance { insert(number, age, distance, depth: 2, nearness, owner, store, &list) }
    }

    private func insert(
        _ number: UInt32, _ age: Int, _ distance: Double, depth: Int, _ nearness: Double, _ owner: EntityStore,
        _ store: borrowing TrackStore, _ list: inout HitList<Spot>
    ) {
        guard let id = owner.observationID(number, age: age, in: store) else { return }
        let time = store.observation(number, age: age).receivedAt.microsecondsSince1970
        list.insert(
            (number, age), HitOrder(distance: distance, depth: depth, nearness: nearness, time: time, number: id))
    }

    private func position(of position: GridPosition) -> MapPosition? {
        probe.projection.plane.position(
            of: EarthPosition(longitude: position.longitudeDegrees, latitude: position.latitudeDegrees))
    }
}
