// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import VedetteDynamicEntities
import VedetteGeometry
import VedetteModel

/// What is drawn of tracks in a scene: newest observations, previous ones and lines.
extension SceneIdentification {
    /// What is drawn there of a layer, first to last, each observation once.
    ///
    /// - Complexity: O(observations that are displayed).
    func observations(of layer: DynamicEntityLayer, _ store: borrowing TrackStore) -> [DynamicEntityObservation] {
        let (display, owner) = (layer.trackDisplayProperties, layer.dataSource.entityStore)
        let newest = SceneTrackLook(layer.renderer, probe, layer.sceneProperties)
        let previous = SceneTrackLook(display.previousObservationRenderer ?? layer.renderer, probe, layer.sceneProperties)
        let shown = shownTrack(of: layer, store)
        let altitude = store.schema.altitudeColumn
        let count = display.showsPreviousObservations || display.showsTrackLine ? display.maximumObservations : 1
        var hits: [(order: HitOrder, element: DynamicEntityObservation)] = []
        for number in 0..<UInt32(store.numberCount) where store.entity(number) != nil {
            var newer: Point?
            var line: (age: Int, nearness: SceneProbe.Nearness)?
            for age in 0..<max(1, min(count, store.observationCount(number))) {
                let row = store.observation(number, age: age)
                if age > 0, display.maximumDuration > 0, now.seconds(since: row.receivedAt) > display.maximumDuration { continue }
                guard let place = Self.place(of: row, altitude: altitude) else { continue }
                let look = age == 0 ? newest : previous
                let state = age == 0 && shown?.number == number ? shown?.state : nil
                if age == 0 || display.showsPreviousObservations, state != nil || look.mayReach(place),
                    let observation = owner.observation(number, age: age, in: store),
                    let nearness = look.nearness(of: observation, shownAt: state)
                {
                    hits.append((order(nearness, observation, depth: age == 0 ? 0 : 1), observation))
                }
                if display.showsTrackLine, let newer, let nearness = lineNearness(of: layer, store, number, newer, place),
                    nearness.points < (line?.nearness.points ?? .infinity)
                {
                    line = (age, nearness)
                }
                newer = place
            }
            if let line, let observation = owner.observation(number, age: line.age, in: store) {
                hits.append((order(line.nearness, observation, depth: 2), observation))
            }
        }
        hits.sort { $0.order < $1.order }
        var (found, known): ([DynamicEntityObservation], Set<UInt64>) = ([], [])
        for hit in hits where found.count < wish.oneMore && known.insert(hit.element.id).inserted { found.append(hit.element) }
        return found
    }

    /// The track of a layer that the camera follows, and where it is drawn.
    private func shownTrack(of layer: DynamicEntityLayer, _ store: borrowing TrackStore) -> (number: UInt32, state: TargetState)? {
        guard let followed, let entity = followed.element as? DynamicEntity, layer.dataSource.owns(entity),
            let number = store.number(named: entity.trackID), store.entity(number) == entity.id
        else { return nil }
        return (number, followed.state)
    }

    private func order(_ nearness: SceneProbe.Nearness, _ observation: DynamicEntityObservation, depth: Int) -> HitOrder {
        HitOrder(
            distance: nearness.points, depth: depth, nearness: nearness.metres, time: observation.receivedAt.microsecondsSince1970,
            number: observation.id)
    }

    private static func place(of row: TrackRowView, altitude: Int?) -> Point? {
        guard let position = row.position else { return nil }
        let value = altitude.map { row.value(column: $0) }
        return Point(
            x: position.longitudeDegrees, y: position.latitudeDegrees, z: value?.kind == .number ? value?.number : nil,
            spatialReference: .wgs84)
    }

    /// How near the part of a line between two observations is drawn.
    private func lineNearness(
        of layer: DynamicEntityLayer, _ store: borrowing TrackStore, _ number: UInt32, _ newer: Point, _ older: Point
    ) -> SceneProbe.Nearness? {
        let renderer = layer.trackDisplayProperties.trackLineRenderer
        let name = layer.dataSource.sourceInfo?.entityIDFieldName ?? ""
        // A line knows of no attribute but the id of its entity.
        let footprint = renderer.map { SymbolFootprint($0.symbol(for: [name: store.name(number)])) } ?? .usualLine
        guard let width = footprint.lineWidth else { return nil }
        return SceneElementProbe(probe, nil, layer.sceneProperties, followed: nil).nearness(
            along: [[newer, older]], isClosed: false, width: width, isFilled: false)
    }
}

/// How observations are drawn in a scene.
private struct SceneTrackLook {
    private let elements: SceneElementProbe
    private let properties: LayerSceneProperties
    /// How far from its place on the screen anything may be drawn, in points, and in metres.
    private let reach: (points: Double, metres: Double)
    private let usual = SimpleMarkerSymbol()

    init(_ renderer: Renderer?, _ probe: SceneProbe, _ properties: LayerSceneProperties) {
        elements = SceneElementProbe(probe, renderer, properties, followed: nil)
        self.properties = properties
        let symbols = (renderer?.symbols ?? [usual]).flatMap { Self.parts($0, depth: 0) }
        let metres = symbols.compactMap { ($0 as? MarkerSceneSymbol).flatMap { SceneBody($0)?.reach } }.max() ?? 0
        let points =
            symbols.compactMap { $0 is MarkerSceneSymbol ? SymbolFootprint.unknownPictureSize : SymbolFootprint($0).reach }.max() ?? 0
        reach = (points, metres)
    }

    private static func parts(_ symbol: Symbol, depth: Int) -> [Symbol] {
        guard depth < 8 else { return [] }
        switch symbol {
        case let symbol as CompositeSymbol: return symbol.symbols.flatMap { parts($0, depth: depth + 1) }
        case let symbol as DistanceCompositeSceneSymbol: return symbol.ranges.flatMap { parts($0.symbol, depth: depth + 1) }
        default: return [symbol]
        }
    }

    /// Whether anything that is drawn for a place may be near enough: a quick test.
    func mayReach(_ point: Point) -> Bool {
        let placement = ScenePlacement(properties)
        let isDraped = placement.placement == .drapedBillboarded || placement.placement == .drapedFlat
        let place = EllipsoidPosition(
            longitude: point.x, latitude: point.y, altitude: isDraped ? 0 : (point.z ?? 0) + placement.altitudeOffset)
        let (probe, projection) = (elements.probe, elements.probe.projection)
        let seen = projection.seen(place.point)
        // A body may be beside the camera and yet in its view.
        guard seen.z < -2 * reach.metres - SceneProjection.nearest else { return seen.z < 2 * reach.metres }
        guard let screenPoint = projection.screenPoint(ofSeen: seen) else { return false }
        let points = reach.points * 2 + 4 * reach.metres * projection.points(perMetreAhead: -seen.z)
        return probe.vector(from: screenPoint).length <= probe.tolerance + points
    }

    func nearness(of observation: DynamicEntityObservation, shownAt shown: TargetState?) -> SceneProbe.Nearness? {
        guard let geometry = observation.geometry else { return nil }
        let attributes = observation.attributes
        guard let symbol = elements.renderer.map({ $0.symbol(for: attributes) }) ?? usual else { return nil }
        return elements.nearness(of: observation, geometry, attributes, symbol, shownAt: shown)
    }
}
