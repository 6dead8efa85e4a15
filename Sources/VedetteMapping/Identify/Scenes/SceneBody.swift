// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import VedetteModel

/// A box in which the body of a scene symbol is, in metres.
struct SceneBody: Sendable {
    /// Half of its sizes along x, y and z.
    private let half: Vector3
    /// How far its middle is above the place of its element, along its own z.
    private let lift: Double
    /// A sphere of one size all around is a disc on the screen.
    private let isRound: Bool

    /// nil for a body whose size is not said.
    init?(_ symbol: MarkerSceneSymbol) {
        let sizes = [symbol.width, symbol.depth, symbol.height]
        guard sizes.allSatisfy(\.isFinite), let largest = sizes.max(), largest > 0 else { return nil }
        // A side that is not said is as long as the longest.
        let (width, depth, height) = (
            sizes[0] > 0 ? sizes[0] : largest, sizes[1] > 0 ? sizes[1] : largest, sizes[2] > 0 ? sizes[2] : largest
        )
        half = Vector3(width, depth, height) / 2
        isRound = (symbol as? SimpleMarkerSceneSymbol)?.style == .sphere && width == depth && depth == height
        lift =
            switch symbol.anchorPosition {
            case .bottom: height / 2
            case .top: -height / 2
            case .center, .origin: 0
            }
    }

    /// The radius of a sphere around the place of the element that holds all of it.
    var reach: Double { half.length + abs(lift) }

    /// How far a point of the screen is from what is drawn of the box, in points; nil where it is beside or behind the camera.
    func distance(from point: CGPoint, _ state: TargetState, _ projection: SceneProjection) -> Double? {
        let turn = state.body
        let middle = state.position + turn.rotate(Vector3(0, 0, lift))
        if isRound {
            guard let screenPoint = projection.screenPoint(of: middle) else { return nil }
            let radius = half.x * projection.points(perMetreAhead: -projection.seen(middle).z)
            return max(0, hypot(point.x - screenPoint.x, point.y - screenPoint.y) - radius)
        }
        var corners: [CGPoint] = []
        for x in [-1.0, 1] {
            for y in [-1.0, 1] {
                for z in [-1.0, 1] {
                    let corner = middle + turn.rotate(Vector3(x * half.x, y * half.y, z * half.z))
                    if let screenPoint = projection.screenPoint(of: corner) { corners.append(screenPoint) }
                }
            }
        }
        return corners.isEmpty ? nil : ScreenHull(corners).distance(to: point)
    }
}

/// The smallest convex area around points of the screen (Andrew's monotone chain, 1979).
struct ScreenHull {
    /// Counter-clockwise in the axes of the points, without those on a side.
    private(set) var corners: [CGPoint]

    init(_ points: [CGPoint]) {
        let sorted = points.sorted { ($0.x, $0.y) < ($1.x, $1.y) }
        func chain(_ points: some Sequence<CGPoint>) -> [CGPoint] {
            var chain: [CGPoint] = []
            for point in points {
                while chain.count >= 2, Self.turn(chain[chain.count - 2], chain[chain.count - 1], point) <= 0 { chain.removeLast() }
                chain.append(point)
            }
            return chain
        }
        let (lower, upper) = (chain(sorted), chain(sorted.reversed()))
        corners = sorted.count < 3 ? sorted : Array(lower.dropLast()) + Array(upper.dropLast())
    }

    private static func turn(_ first: CGPoint, _ second: CGPoint, _ third: CGPoint) -> Double {
        (second.x - first.x) * (third.y - first.y) - (second.y - first.y) * (third.x - first.x)
    }

    /// How far a point is from the area; 0 in it, infinite where there is none.
    func distance(to point: CGPoint) -> Double {
        guard let last = corners.last else { return .infinity }
        var (least, isInside, previous) = (Double.infinity, corners.count > 2, last)
        for corner in corners {
            if Self.turn(previous, corner, point) < 0 { isInside = false }
            let (x, y) = (corner.x - previous.x, corner.y - previous.y)
            let square = x * x + y * y
            let share = square > 0 ? min(max(((point.x - previous.x) * x + (point.y - previous.y) * y) / square, 0), 1) : 0
            least = min(least, hypot(point.x - previous.x - share * x, point.y - previous.y - share * y))
            previous = corner
        }
        return isInside ? 0 : least
    }
}
