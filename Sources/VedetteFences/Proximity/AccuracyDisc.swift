// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import VedetteGeometry

/// Every place whose geodesic distance from a fix is at most a radius.
struct AccuracyDisc {
    /// The fix, in grid steps.
    private let x: Double
    private let y: Double
    /// In metres, above 0.
    let radius: Double
    private let frame: EarthFrame
    /// How far lengths on the plane about the fix may be from true ones in the disc, as a share; infinite where that plane is no use.
    private let slack: Double

    /// No two places are farther apart.
    private static let greatestDistance = 20_003_932.0
    /// The smallest and the largest radius of curvature of the ellipsoid, in metres.
    private static let smallestRadius = 6_335_439.0
    private static let largestRadius = 6_399_594.0

    init(longitude: Int32, latitude: Int32, radius: Double) {
        x = Double(longitude)
        y = Double(latitude)
        self.radius = min(radius, Self.greatestDistance)
        frame = EarthFrame(x: x, y: y)
        let share = 1.5 * self.radius / Self.smallestRadius * (abs(frame.tangent) + 0.1)
        slack = share < 0.05 ? share + 1e-9 : .infinity
    }

    /// Boxes that hold the disc, as places of an edge about −180…180° have to be moved: each with the longitude that the fix has then.
    ///
    /// On a sphere a circle of angular radius r about latitude φ reaches asin(sin r / cos φ) to both sides. The smallest radius of curvature makes r, and a
    /// hundredth is added to both, for the ellipsoid.
    var boxes: [(box: FenceBox, x: Double)] {
        let angle = radius / Self.smallestRadius * 1.000_1
        let steps = Int64((angle / EarthFrame.radiansPerStep).rounded(.up)) + 2
        let (bottom, top) = (Int64(y) - steps, Int64(y) + steps)
        let (width, half) = (FenceRing.worldWidth, FenceRing.worldRight)
        let sine = sin(min(angle * 1.01, .pi / 2)) / max(cos(y * EarthFrame.radiansPerStep), 1e-12)
        guard top < FenceRing.poleLatitude, bottom > -FenceRing.poleLatitude, sine < 0.999 else {
            // Longitudes are compared the shorter way round by the geodesic, whatever turn they are on.
            return [
                (
                    FenceBox(
                        left: -half, bottom: max(bottom, -FenceRing.poleLatitude), right: half, top: min(top, FenceRing.poleLatitude)), x
                )
            ]
        }
        let reach = Int64((asin(sine) * 1.01 / EarthFrame.radiansPerStep).rounded(.up)) + 2
        return [-width, 0, width].compactMap { turn in
            let (left, right) = (Int64(x) - reach + turn, Int64(x) + reach + turn)
            guard left <= half, right >= -half else { return nil }
            return (FenceBox(left: left, bottom: bottom, right: right, top: top), x + Double(turn))
        }
    }

    /// Whether an edge comes nearer to the fix than the radius; or as near, where `orTouches`.
    ///
    /// - Parameters:
    ///   - edge: a place in grid steps, and the way from there to the edge's other end.
    ///   - x: the longitude of the fix on the turn of the world that the edge is on.
    ///   - orTouches: whether a distance that is the radius counts.
    /// - Returns: whether it does, to about a nanometre.
    func isMet(by edge: (ax: Double, ay: Double, dx: Double, dy: Double), x: Double, orTouches: Bool) -> Bool {
        if slack < 1 {
            // On the plane about the fix edges are straight, and lengths in the disc right but for the slack.
            let (ax, ay) = ((edge.ax - x) * frame.east, (edge.ay - y) * frame.north)
            let (dx, dy) = (edge.dx * frame.east, edge.dy * frame.north)
            let squaredLength = dx * dx + dy * dy
            let share = squaredLength > 0 ? min(max(-(ax * dx + ay * dy) / squaredLength, 0), 1) : 0
            let (nearX, nearY) = (ax + share * dx, ay + share * dy)
            let squaredDistance = nearX * nearX + nearY * nearY
            let (outer, inner) = (radius * (1 + 2 * slack), radius * (1 - 2 * slack))
            if squaredDistance > outer * outer { return false }
            if squaredDistance < inner * inner { return true }
        } else {
            // No way between two parallels is shorter than the meridian between them.
            let (low, high) = (min(edge.ay, edge.ay + edge.dy), max(edge.ay, edge.ay + edge.dy))
            if max(low - y, y - high) * EarthFrame.radiansPerStep * Self.smallestRadius > radius { return false }
        }
        return isMetExactly(by: edge, orTouches: orTouches)
    }

    // MARK: Exactly

    /// A place of an edge: its distance from the fix, and how that grows along the edge, in metres a share.
    private struct Sample {
        var share: Double
        var distance: Double
        var growth: Double
    }

    private func sample(_ edge: (ax: Double, ay: Double, dx: Double, dy: Double), _ share: Double) -> Sample {
        let (placeX, placeY) = (edge.ax + share * edge.dx, edge.ay + share * edge.dy)
        let way = Geodesic.inverse(from: (y / 1e7, x / 1e7), to: (placeY / 1e7, placeX / 1e7))
        let place = EarthFrame(x: placeX, y: placeY)
        let azimuth = way.azimuth2 * .pi / 180
        return Sample(
            share: share, distance: way.metres,
            growth: edge.dx * place.east * sin(azimuth) + edge.dy * place.north * cos(azimuth))
    }

    /// Halves the edge until each piece is too far, or one place of it near enough, or the distance has one least value in it, which is then looked for.
    ///
    /// The distance along a piece of length l is at least (g₀ + g₁ − l) / 2. Where tan(g/R) κ R < 1, for the curvature κ of the edge on the ellipsoid, which is at
    /// most 1.1 tan φ / R, each place where the distance does not change is one where it is least, so there is one at the most.
    private func isMetExactly(by edge: (ax: Double, ay: Double, dx: Double, dy: Double), orTouches: Bool) -> Bool {
        func isNear(_ distance: Double) -> Bool { orTouches ? distance <= radius : distance < radius }
        let (start, end) = (sample(edge, 0), sample(edge, 1))
        if isNear(start.distance) || isNear(end.distance) { return true }
        var pending = [(start, end)]
        while let (low, high) = pending.popLast() {
            let (lowY, highY) = (edge.ay + low.share * edge.dy, edge.ay + high.share * edge.dy)
            let flattest = lowY * highY <= 0 ? 0 : min(abs(lowY), abs(highY))
            let steepest = max(abs(lowY), abs(highY))
            let part = high.share - low.share
            let (east, north) = (
                Self.largestRadius * cos(flattest * EarthFrame.radiansPerStep) * edge.dx * part * EarthFrame.radiansPerStep,
                Self.largestRadius * edge.dy * part * EarthFrame.radiansPerStep
            )
            let length = (east * east + north * north).squareRoot()
            if (low.distance + high.distance - length) / 2 > radius { continue }
            guard length > 1e-6 else { continue }
            let farthest = (low.distance + high.distance + length) / 2 / Self.smallestRadius
            let bend = 1.1 * tan(min(steepest * EarthFrame.radiansPerStep, .pi / 2 - 1e-9))
            if farthest < 1.2, tan(farthest) * bend < 0.8 {
                if low.growth < 0, high.growth > 0, isNear(least(edge, low, high)) { return true }
                continue
            }
            let middle = sample(edge, (low.share + high.share) / 2)
            if isNear(middle.distance) { return true }
            pending.append((middle, high))
            pending.append((low, middle))
        }
        return false
    }

    /// The least distance between two places of an edge where it falls at the one and grows at the other: regula falsi (Illinois), then halving.
    private func least(_ edge: (ax: Double, ay: Double, dx: Double, dy: Double), _ low: Sample, _ high: Sample) -> Double {
        var (low, high) = (low, high)
        var (lowGrowth, highGrowth) = (low.growth, high.growth)
        var best = min(low.distance, high.distance)
        var lastSide = 0
        let whole = max(abs(edge.dx), abs(edge.dy)) * EarthFrame.radiansPerStep * Self.largestRadius
        for round in 0..<200 {
            guard (high.share - low.share) * whole > 1e-6 else { break }
            let guess = low.share - lowGrowth * (high.share - low.share) / (highGrowth - lowGrowth)
            let share = round < 40 && guess > low.share && guess < high.share ? guess : (low.share + high.share) / 2
            guard share > low.share, share < high.share else { break }
            let middle = sample(edge, share)
            best = min(best, middle.distance)
            // So flat that no other place is nearer by a nanometre.
            if abs(middle.growth) * (high.share - low.share) < 1e-9 { break }
            if middle.growth < 0 {
                (low, lowGrowth) = (middle, middle.growth)
                if lastSide < 0 { highGrowth /= 2 }
                lastSide = -1
            } else {
                (high, highGrowth) = (middle, middle.growth)
                if lastSide > 0 { lowGrowth /= 2 }
                lastSide = 1
            }
        }
        return best
    }
}
