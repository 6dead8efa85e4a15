// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import VedetteGeometry
import VedetteModel

/// How near the elements of one layer or overlay are drawn to what is asked for.
struct SceneElementProbe {
    let probe: SceneProbe
    let renderer: Renderer?
    private let placement: ScenePlacement
    private let orientation: SceneOrientation
    /// What a camera follows, where it is drawn.
    private let followed: (element: any GeoElement, state: TargetState)?

    /// No edge is drawn straight for more than so many degrees, for the Earth is round: that is 60 cm below the ground.
    private static let longestEdge = 0.05
    /// Nor is one cut into more parts than these.
    private static let mostParts = 1_000.0

    init(_ probe: SceneProbe, _ renderer: Renderer?, _ properties: LayerSceneProperties, followed: (any GeoElement, TargetState)?) {
        (self.probe, self.renderer, placement) = (probe, renderer, ScenePlacement(properties))
        orientation = SceneOrientation(renderer?.sceneProperties)
        self.followed = followed.map { (element: $0.0, state: $0.1) }
    }

    /// How near an element is drawn; nil where it is not, or farther away than the tolerance.
    ///
    /// - Parameters:
    ///   - element: the element, or an observation.
    ///   - geometry: where it is.
    ///   - attributes: what it is turned by.
    ///   - symbol: what it is drawn with.
    ///   - shown: where it is drawn, of one that is followed; nil for where it says that it is.
    /// - Returns: how near.
    func nearness(
        of element: any GeoElement, _ geometry: Geometry, _ attributes: @autoclosure () -> [String: any Sendable], _ symbol: Symbol,
        shownAt shown: TargetState? = nil
    ) -> SceneProbe.Nearness? {
        switch geometry {
        case let point as Point:
            if let state = shown ?? followed.flatMap({ $0.element === element ? $0.state : nil }) {
                return probe.nearness(of: state.pose.turned(by: symbol, -1), symbol)
            }
            return pose(of: point, attributes()).flatMap { probe.nearness(of: $0, symbol) }
        case is Multipoint:
            let attributes = attributes()
            return points(of: geometry).joined().compactMap { point in
                pose(of: point, attributes).flatMap { probe.nearness(of: $0, symbol) }
            }.reduce(nil) { SceneProbe.Nearness.nearer($0, $1) }
        case is Polyline:
            let footprint = SymbolFootprint(symbol)
            return footprint.lineWidth.flatMap { nearness(along: points(of: geometry), isClosed: false, width: $0, isFilled: false) }
        case is Polygon, is Envelope:
            let footprint = SymbolFootprint(symbol)
            guard footprint.isFilled || footprint.outlineWidth != nil else { return nil }
            return nearness(
                along: points(of: geometry), isClosed: true, width: footprint.outlineWidth ?? 0, isFilled: footprint.isFilled)
        default: return nil
        }
    }

    /// How near lines are drawn through places that are told in degrees.
    func nearness(along lines: [[Point]], isClosed: Bool, width: Double, isFilled: Bool) -> SceneProbe.Nearness? {
        let lines = lines.map { line in Self.rounded(line.compactMap(place), isClosed: isClosed) }
        return probe.nearness(along: lines, isClosed: isClosed, width: width, isFilled: isFilled)
    }

    /// Where a point is, and how the renderer turns it.
    private func pose(of point: Point, _ attributes: [String: any Sendable]) -> TargetPose? {
        TargetPose(
            point, attributes: attributes, symbol: nil, orientation: orientation, placement: placement.placement,
            altitudeOffset: placement.altitudeOffset)
    }

    private func place(_ point: Point) -> EllipsoidPosition? {
        guard var place = EllipsoidPosition(point) else { return nil }
        let isDraped = placement.placement == .drapedBillboarded || placement.placement == .drapedFlat
        place.altitude = isDraped ? 0 : place.altitude + placement.altitudeOffset
        return place
    }

    private func points(of geometry: Geometry) -> [[Point]] {
        let runs =
            (geometry as? Envelope).map { box in
                box.isEmpty
                    ? [] : [Coordinates(x: [box.xMin, box.xMin, box.xMax, box.xMax], y: [box.yMin, box.yMax, box.yMax, box.yMin])]
            } ?? geometry.runs
        return runs.map { run in
            run.x.indices.map { Point(x: run.x[$0], y: run.y[$0], z: run.z?[$0], spatialReference: geometry.spatialReference) }
        }
    }

    /// Places with more between them where they are far apart: longitude, latitude and height go evenly, longitude the shorter way round.
    static func rounded(_ places: [EllipsoidPosition], isClosed: Bool) -> [Vector3] {
        guard let last = places.last else { return [] }
        var points: [Vector3] = []
        var previous = isClosed ? last : places[0]
        for (index, place) in places.enumerated() {
            defer { previous = place }
            guard isClosed || index > 0 else {
                points.append(place.point)
                continue
            }
            let east = (place.longitude - previous.longitude).remainder(dividingBy: 360)
            let north = place.latitude - previous.latitude
            let parts = min(max(1, (max(abs(east), abs(north)) / longestEdge).rounded(.up)), mostParts)
            for part in 1...Int(parts) {
                let share = Double(part) / parts
                let between = EllipsoidPosition(
                    longitude: previous.longitude + share * east, latitude: previous.latitude + share * north,
                    altitude: previous.altitude + share * (place.altitude - previous.altitude))
                points.append(part == Int(parts) ? place.point : between.point)
            }
        }
        return points
    }
}
