// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import VedetteGeometry
import VedetteModel

/// How near what is asked for is to a geometry as it is drawn: vertices where the map has them, straight edges between them.
///
/// Where the map goes round the world the nearest of the geometry's copies counts. A part with a vertex that the map does not have is not drawn.
struct GeometryProbe: Sendable {
    let probe: ScreenProbe

    private var plane: MapPlane { probe.projection.plane }

    /// How far what is asked for is from what is drawn of a geometry.
    ///
    /// - Parameters:
    ///   - geometry: without a spatial reference, in that of the map.
    ///   - footprint: what it is drawn with.
    ///   - heading: the degrees by which markers are turned besides.
    /// - Returns: points; 0 on it, nil where nothing is drawn, or where it is farther than the tolerance.
    /// - Complexity: O(*n*) in the number of positions.
    func distance(to geometry: Geometry, _ footprint: SymbolFootprint, heading: Double = 0) -> Double? {
        let distance: Double? =
            switch geometry {
            case let point as Point:
                // Far the most, and without arrays.
                probe.projection.position(of: point).flatMap { self.distance(to: $0, footprint, heading) }
            case is Multipoint:
                positions(of: geometry).joined().compactMap { self.distance(to: $0, footprint, heading) }.min()
            case is Polyline:
                footprint.lineWidth.flatMap { edges(of: positions(of: geometry), isClosed: false, width: $0, isFilled: false) }
            case let envelope as Envelope: area(envelope.isEmpty ? [] : positions(of: Self.polygon(envelope)), footprint)
            case is Polygon: area(positions(of: geometry), footprint)
            default: nil
            }
        return distance.flatMap { $0 <= probe.tolerance ? $0 : nil }
    }

    private static func polygon(_ box: Envelope) -> Polygon {
        Polygon(
            rings: [Coordinates(x: [box.xMin, box.xMin, box.xMax, box.xMax], y: [box.yMin, box.yMax, box.yMax, box.yMin])],
            spatialReference: box.spatialReference)
    }

    private func distance(to position: MapPosition, _ footprint: SymbolFootprint, _ heading: Double) -> Double? {
        guard !footprint.parts.isEmpty else { return nil }
        let vector = probe.vector(to: position)
        return footprint.distance(
            from: ScreenVector(right: -vector.right, up: -vector.up), heading: heading, rotation: probe.projection.view.rotation)
    }

    private func area(_ rings: [[MapPosition]], _ footprint: SymbolFootprint) -> Double? {
        guard footprint.isFilled || footprint.outlineWidth != nil else { return nil }
        return edges(of: rings, isClosed: true, width: footprint.outlineWidth ?? 0, isFilled: footprint.isFilled)
    }

    // MARK: Edges

    /// The distance to edges and, where that is asked for, to what they enclose (by the even-odd rule).
    private func edges(of lines: [[MapPosition]], isClosed: Bool, width: Double, isFilled: Bool) -> Double? {
        var (xMin, xMax) = (Double.infinity, -Double.infinity)
        for position in lines.joined() { (xMin, xMax) = (min(xMin, position.x), max(xMax, position.x)) }
        guard xMin <= xMax else { return nil }
        var least = Double.infinity
        for shift in shifts(from: xMin, to: xMax, within: probe.tolerance + width / 2) {
            let origin = probe.place - MapPosition(x: shift, y: 0)
            var isInside = false
            for line in lines {
                guard var previous = (isClosed ? line.last : line.first).map({ $0 - origin }) else { continue }
                for position in isClosed ? line[...] : line.dropFirst() {
                    let next = position - origin
                    least = min(least, probe.straight(previous, next))
                    // The half-line to the right of what is asked for.
                    if (previous.y > 0) != (next.y > 0), (previous.x * next.y - next.x * previous.y) * (next.y - previous.y) > 0 {
                        isInside.toggle()
                    }
                    previous = next
                }
                if !isClosed, line.count == 1 { least = min(least, probe.straight(previous, previous)) }
            }
            if isFilled, isInside { return 0 }
        }
        return max(0, least - width / 2)
    }

    /// By how much to move a geometry, by whole worlds, so that its copies that may be near enough come to lie where they are drawn.
    private func shifts(from xMin: Double, to xMax: Double, within points: Double) -> [Double] {
        guard let worldWidth = plane.worldWidth else { return [0] }
        let reach = points * probe.projection.resolution
        let first = ((probe.place.x - reach - xMax) / worldWidth).rounded(.up)
        let last = ((probe.place.x + reach - xMin) / worldWidth).rounded(.down)
        guard first <= last else { return [] }
        // More copies than these are the same again: those beside the view's middle are nearer.
        let middle = ((probe.place.x - (xMin + xMax) / 2) / worldWidth).rounded()
        return stride(from: max(first, middle - 3), through: min(last, middle + 3), by: 1).map { $0 * worldWidth }
    }

    // MARK: On the map

    /// The positions of a geometry's parts on the map; without parts that it does not have.
    private func positions(of geometry: Geometry) -> [[MapPosition]] {
        let source = geometry.spatialReference ?? plane.spatialReference
        guard source != plane.spatialReference else {
            return geometry.runs.compactMap { run in Self.finite(zip(run.x, run.y)) { MapPosition(x: $0, y: $1) } }
        }
        if source == .wgs84, plane.isCylindrical {
            return geometry.runs.compactMap { run in
                Self.finite(zip(run.x, run.y)) { plane.position(of: EarthPosition(longitude: $0, latitude: $1)) }
            }
        }
        guard let projected = GeometryEngine.project(geometry, into: plane.spatialReference) else { return [] }
        return projected.runs.compactMap { run in Self.finite(zip(run.x, run.y)) { MapPosition(x: $0, y: $1) } }
    }

    private static func finite(
        _ numbers: some Sequence<(Double, Double)>, _ position: (Double, Double) -> MapPosition?
    ) -> [MapPosition]? {
        var positions: [MapPosition] = []
        for (x, y) in numbers {
            guard x.isFinite, y.isFinite, let place = position(x, y) else { return nil }
            positions.append(place)
        }
        return positions.isEmpty ? nil : positions
    }
}
