// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import VedetteGeometry
import VedetteModel

/// A question what is drawn at a point of the screen of a scene.
struct SceneProbe: Sendable {
    let projection: SceneProjection
    let point: CGPoint
    /// How far from it something may be drawn, in points.
    let tolerance: Double

    /// How near something is drawn.
    struct Nearness: Hashable, Sendable {
        /// Points from what is asked for; 0 on it.
        var points: Double
        /// Metres from the camera.
        var metres: Double

        /// The one that is drawn nearer to what is asked for; of two that are equally near, the one nearer to the camera.
        static func nearer(_ first: Nearness?, _ second: Nearness?) -> Nearness? {
            guard let first, let second else { return first ?? second }
            return (second.points, second.metres) < (first.points, first.metres) ? second : first
        }
    }

    /// nil for a point that is not on the view: nothing is drawn there. A tolerance that is negative or NaN counts as 0.
    init?(_ projection: SceneProjection, at point: CGPoint, tolerance: Double) {
        guard projection.contains(point) else { return nil }
        (self.projection, self.point) = (projection, point)
        self.tolerance = tolerance > 0 ? min(tolerance, ScreenProbe.farthest) : 0
    }

    /// From a point of the screen to what is asked for.
    func vector(from screenPoint: CGPoint) -> ScreenVector {
        ScreenVector(right: point.x - screenPoint.x, up: screenPoint.y - point.y)
    }

    // MARK: Points

    /// How near a symbol of a point is drawn; nil where it is farther than the tolerance, or hidden.
    ///
    /// - Parameters:
    ///   - pose: where the point is, and how its renderer turns it. How a body is turned by itself is added here, for it may be one of several.
    ///   - symbol: what it is drawn with.
    /// - Returns: how near.
    func nearness(of pose: TargetPose, _ symbol: Symbol) -> Nearness? {
        let place = pose.place.point
        let metres = place.distance(to: projection.pose.position)
        guard !projection.isHidden(place), let screenPoint = projection.screenPoint(of: place) else { return nil }
        let points = points(of: pose, at: screenPoint, symbol, metres: metres, depth: 0)
        return points.flatMap { $0 <= tolerance ? Nearness(points: $0, metres: metres) : nil }
    }

    private func points(of pose: TargetPose, at screenPoint: CGPoint, _ symbol: Symbol, metres: Double, depth: Int) -> Double? {
        // A symbol that holds itself would never end.
        guard depth < 8 else { return nil }
        switch symbol {
        case let symbol as CompositeSymbol:
            return symbol.symbols.compactMap { points(of: pose, at: screenPoint, $0, metres: metres, depth: depth + 1) }.min()
        case let symbol as DistanceCompositeSceneSymbol:
            return symbol.symbol(atDistance: metres).flatMap { points(of: pose, at: screenPoint, $0, metres: metres, depth: depth + 1) }
        case let symbol as MarkerSceneSymbol:
            if let body = SceneBody(symbol) { return body.distance(from: point, TargetState(pose.turned(by: symbol, 1)), projection) }
            // As a picture of unknown size is.
            let vector = vector(from: screenPoint)
            let half = SymbolFootprint.unknownPictureSize / 2
            return ScreenVector(right: max(0, abs(vector.right) - half), up: max(0, abs(vector.up) - half)).length
        default: return SymbolFootprint(symbol).distance(from: vector(from: screenPoint), heading: 0, rotation: 0)
        }
    }

    // MARK: Lines and areas

    /// How near lines are drawn through points of the Earth; what is beside or behind the camera, or hidden, is not.
    ///
    /// - Complexity: O(points).
    func nearness(along lines: [[Vector3]], isClosed: Bool, width: Double, isFilled: Bool) -> Nearness? {
        var least: Nearness?
        for line in lines {
            guard var previous = isClosed ? line.last : line.first else { continue }
            for next in isClosed ? line[...] : line.dropFirst() {
                if let edge = edge(previous, next) {
                    least = Nearness.nearer(least, nearness(edge.start, edge.end, edge.metres, width))
                }
                previous = next
            }
        }
        if isFilled, isInside(lines) { least = Nearness(points: 0, metres: metres(inside: lines)) }
        return least.flatMap { $0.points <= tolerance ? $0 : nil }
    }

    /// Whether what is asked for is in an area, by the even-odd rule; one of which all corners are hidden by the Earth has nothing.
    private func isInside(_ rings: [[Vector3]]) -> Bool {
        var isInside = false
        for ring in rings {
            let corners = clipped(ring.map(projection.seen))
            guard var previous = corners.last else { continue }
            for corner in corners {
                // The half-line to the right of what is asked for.
                if (previous.up > 0) != (corner.up > 0),
                    (previous.right * corner.up - corner.right * previous.up) * (corner.up - previous.up) > 0
                {
                    isInside.toggle()
                }
                previous = corner
            }
        }
        return isInside && !rings.joined().allSatisfy(projection.isHidden)
    }

    /// How far from the camera an area is that holds what is asked for: as the ground there, else as its nearest corner.
    private func metres(inside rings: [[Vector3]]) -> Double {
        let camera = projection.pose.position
        return projection.ground(at: point)?.point.distance(to: camera) ?? rings.joined().map { $0.distance(to: camera) }.min() ?? 0
    }

    /// The part of a ring that is ahead of the camera (Sutherland and Hodgman, 1974), from what is asked for.
    private func clipped(_ ring: [Vector3]) -> [ScreenVector] {
        guard var previous = ring.last else { return [] }
        let limit = -SceneProjection.nearest
        var corners: [Vector3] = []
        for corner in ring {
            if (previous.z <= limit) != (corner.z <= limit) { corners.append(Self.cut(previous, corner)) }
            if corner.z <= limit { corners.append(corner) }
            previous = corner
        }
        return corners.compactMap { projection.screenPoint(ofSeen: $0).map { ScreenVector(right: $0.x - point.x, up: point.y - $0.y) } }
    }

    /// Where a line goes through the plane from which on anything is seen.
    private static func cut(_ first: Vector3, _ second: Vector3) -> Vector3 {
        let limit = -SceneProjection.nearest
        var point = first + (second - first) * ((limit - first.z) / (second.z - first.z))
        point.z = limit
        return point
    }

    private func nearness(_ start: ScreenVector, _ end: ScreenVector, _ metres: (Double, Double), _ width: Double) -> Nearness {
        let way = end - start
        let square = way.right * way.right + way.up * way.up
        let share = square > 0 ? min(max(-(start.right * way.right + start.up * way.up) / square, 0), 1) : 0
        let nearest = ScreenVector(right: start.right + share * way.right, up: start.up + share * way.up)
        return Nearness(points: max(0, nearest.length - width / 2), metres: metres.0 + share * (metres.1 - metres.0))
    }

    private struct Edge {
        /// From what is asked for.
        var start: ScreenVector
        var end: ScreenVector
        /// Metres from the camera.
        var metres: (Double, Double)
    }

    /// A straight part of a line, cut where it goes beside the camera; nil for one that is behind, or hidden.
    private func edge(_ first: Vector3, _ second: Vector3) -> Edge? {
        var (start, end) = (projection.seen(first), projection.seen(second))
        let limit = -SceneProjection.nearest
        if start.z > limit, end.z > limit { return nil }
        if start.z > limit { start = Self.cut(end, start) } else if end.z > limit { end = Self.cut(start, end) }
        guard !(projection.isHidden(first) && projection.isHidden(second)), let from = projection.screenPoint(ofSeen: start),
            let to = projection.screenPoint(ofSeen: end)
        else { return nil }
        return Edge(
            start: ScreenVector(right: from.x - point.x, up: point.y - from.y),
            end: ScreenVector(right: to.x - point.x, up: point.y - to.y), metres: (start.length, end.length))
    }
}

extension TargetPose {
    /// Turned as a body is by itself, besides; or, by −1, without that.
    func turned(by symbol: Symbol?, _ factor: Double) -> TargetPose {
        guard let symbol = symbol as? MarkerSceneSymbol else { return self }
        return TargetPose(
            place, heading: heading + factor * Double(symbol.heading), pitch: pitch + factor * Double(symbol.pitch),
            roll: roll + factor * Double(symbol.roll))
    }
}
