// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Draws the line that lies a distance to the right of a chain of edges, over the ellipsoid.
///
/// The nearest place of a chain is either within an edge, and the geodesic to it is square to the edge: all these places make up a strip
/// along the edge. Or it is a vertex with the edges turned away: a sector between two strips. The line goes round all strips and sectors
/// at once, each anticlockwise; where strips overlap, at bends to the right, it goes in to the vertex and out again. So every place
/// within the distance, and no other, has a winding number above 0, together with the area inside of closed chains.
struct OffsetCurve {
    private typealias Place = SIMD2<Double>

    let metres: Double
    /// How far the line may be from the true one, in metres: at vertices, and along edges.
    let arcTolerance: Double
    let edgeTolerance: Double

    private(set) var line: [SIMD2<Int64>] = []
    /// Whether all of the chain is where the short series will do.
    private var isNear = true
    private var arcStep = 0.0

    init(metres: Double, tolerance: Double) {
        self.metres = metres
        arcTolerance = tolerance * 0.75
        edgeTolerance = tolerance * 0.2
        // Inner vertices of an arc lie a tolerance outside, the middles of its edges a tolerance inside.
        let cosine = max((metres - arcTolerance) / (metres + arcTolerance), 0.7)
        arcStep = 2 * acos(cosine)
    }

    /// An edge of the chain, with its directions (east, north) at both ends.
    private struct Edge {
        var start: SIMD2<Double>
        var end: SIMD2<Double>
        var length: Double
        var isBent: Bool
    }

    /// The line around a closed chain, right of it.
    ///
    /// - Parameter chain: in grid steps, the first vertex not repeated, no vertex twice in a row; a single one gives a circle.
    mutating func draw(around chain: [SIMD2<Int64>]) {
        line.removeAll(keepingCapacity: true)
        line.reserveCapacity(chain.count * 3)
        let frames = chain.map { EarthFrame($0) }
        isNear = frames.allSatisfy { $0.isNear(metres) }
        guard chain.count > 1 else {
            if let frame = frames.first { addCircle(frame) }
            return
        }
        var edges: [Edge] = []
        edges.reserveCapacity(chain.count)
        for index in chain.indices {
            edges.append(Self.edge(frames[index], frames[index + 1 < chain.count ? index + 1 : 0], metres, edgeTolerance))
        }
        var last = edges[edges.count - 1]
        for index in chain.indices {
            let edge = edges[index]
            addBend(frames[index], last, edge)
            if edge.isBent { addStrip(frames[index], frames[index + 1 < chain.count ? index + 1 : 0]) }
            last = edge
        }
    }

    private static func edge(_ a: EarthFrame, _ b: EarthFrame, _ metres: Double, _ tolerance: Double) -> Edge {
        let (dx, dy) = (b.x - a.x, b.y - a.y)
        func direction(_ frame: EarthFrame) -> (SIMD2<Double>, Double) {
            let way = SIMD2(dx * frame.east, dy * frame.north)
            let length = (way * way).sum().squareRoot()
            return (length > 0 ? way / length : SIMD2(1, 0), length)
        }
        let (start, length) = direction(a)
        let (end, otherLength) = direction(b)
        let longer = max(length, otherLength)
        // How far the line beside the edge may bend from a straight one.
        let steep = max(abs(a.tangent), abs(b.tangent))
        let share = longer / EarthFrame.equatorialRadius
        let isBent = metres * share * share * (1 + steep * steep) > tolerance || abs(dx) > 450_000_000
        return Edge(start: start, end: end, length: min(length, otherLength), isBent: isBent)
    }

    @inline(__always)
    private func offset(_ frame: EarthFrame, _ way: SIMD2<Double>) -> SIMD2<Double> {
        isNear ? frame.near(eastward: way.x, northward: way.y) : frame.far(eastward: way.x, northward: way.y)
    }

    @inline(__always)
    private mutating func add(_ place: SIMD2<Double>) {
        let vertex = SIMD2<Int64>(Int64(place.x.rounded()), Int64(place.y.rounded()))
        if vertex != line.last { line.append(vertex) }
    }

    // MARK: Vertices

    /// The normal to the right of a direction.
    @inline(__always)
    private static func right(_ direction: SIMD2<Double>) -> SIMD2<Double> { SIMD2(direction.y, -direction.x) }

    private mutating func addBend(_ frame: EarthFrame, _ before: Edge, _ after: Edge) {
        let (from, to) = (Self.right(before.end), Self.right(after.start))
        let cosine = min(max((from * to).sum(), -1), 1)
        let sine = from.x * to.y - from.y * to.x
        let middle = from + to
        // The square of the cosine of half the bend.
        let half = (1 + cosine) / 2
        if sine > 0 || cosine < -0.999_999 {
            // Both strips may end on one line, where the corner that makes does not stick out.
            if isNear, half > 0.5, metres * (1 / half.squareRoot() - 1) <= arcTolerance {
                add(offset(frame, middle * (metres / (2 * half))))
            } else {
                addArc(frame, from, by: sine > 0 ? atan2(sine, cosine) : atan2(max(sine, 0), cosine), to)
            }
            return
        }
        // Where edges are long enough, the strips meet on the line that halves the bend.
        let trim = metres * ((1 - half) / max(half, 1e-9)).squareRoot()
        if isNear, !before.isBent, !after.isBent, half > 0.01, trim <= min(before.length, after.length) / 2,
            trim * trim * (1 + abs(frame.tangent)) < edgeTolerance * EarthFrame.equatorialRadius,
            metres / half.squareRoot() < 2 * metres
        {
            add(offset(frame, middle * (metres / (2 * half))))
            return
        }
        add(offset(frame, from * metres))
        line.append(SIMD2(Int64(frame.x), Int64(frame.y)))
        add(offset(frame, to * metres))
    }

    private mutating func addArc(_ frame: EarthFrame, _ from: SIMD2<Double>, by angle: Double, _ to: SIMD2<Double>) {
        add(offset(frame, from * metres))
        let pieces = max(1, Int((angle / arcStep).rounded(.up)))
        if isNear {
            for piece in 1..<pieces {
                add(offset(frame, Self.turned(from, angle * Double(piece) / Double(pieces)) * (metres + arcTolerance)))
            }
        } else {
            let metres = metres
            sample(pieces: max(2, Int((angle / 0.4).rounded(.up))), arcTolerance) { share in
                let way = Self.turned(from, angle * share) * metres
                return frame.far(eastward: way.x, northward: way.y)
            }
        }
        add(offset(frame, to * metres))
    }

    private mutating func addCircle(_ frame: EarthFrame) {
        let pieces = max(8, Int((2 * .pi / arcStep).rounded(.up)))
        if isNear {
            // A circle has no ends that other parts join: the radius is the same all round.
            let radius = metres + arcTolerance * (metres > arcTolerance * 4 ? 1 : 0)
            for piece in 0..<pieces { add(offset(frame, Self.turned(SIMD2(1, 0), 2 * .pi * Double(piece) / Double(pieces)) * radius)) }
        } else {
            let metres = metres
            let way = SIMD2(metres, 0)
            add(frame.far(eastward: way.x, northward: way.y))
            sample(pieces: 16, arcTolerance) { share in
                let way = Self.turned(SIMD2(1, 0), 2 * .pi * share) * metres
                return frame.far(eastward: way.x, northward: way.y)
            }
        }
    }

    private static func turned(_ direction: SIMD2<Double>, _ angle: Double) -> SIMD2<Double> {
        let (sine, cosine) = (sin(angle), cos(angle))
        return SIMD2(direction.x * cosine - direction.y * sine, direction.x * sine + direction.y * cosine)
    }

    // MARK: Edges

    /// The places between both ends of the line beside an edge.
    private mutating func addStrip(_ a: EarthFrame, _ b: EarthFrame) {
        let (dx, dy) = (b.x - a.x, b.y - a.y)
        let metres = metres
        let isNear = isNear
        sample(pieces: max(1, Int((abs(dx) / 300_000_000).rounded(.up))), edgeTolerance) { share in
            let frame = EarthFrame(x: a.x + share * dx, y: a.y + share * dy)
            let way = SIMD2(dx * frame.east, dy * frame.north)
            let normal = Self.right(way) * (metres / (way * way).sum().squareRoot())
            return isNear ? frame.near(eastward: normal.x, northward: normal.y) : frame.far(eastward: normal.x, northward: normal.y)
        }
    }

    private static let maximumDepth = 16

    /// Adds places of a curve between its ends, so many that straight lines come close enough to it.
    private mutating func sample(pieces: Int, _ tolerance: Double, _ place: (Double) -> SIMD2<Double>) {
        var last = place(0)
        for piece in 0..<pieces {
            let (low, high) = (Double(piece) / Double(pieces), Double(piece + 1) / Double(pieces))
            let next = place(high)
            halve(low, last, high, next, depth: 0, tolerance, place)
            if piece + 1 < pieces { add(next) }
            last = next
        }
    }

    private mutating func halve(
        _ low: Double, _ start: SIMD2<Double>, _ high: Double, _ end: SIMD2<Double>, depth: Int, _ tolerance: Double,
        _ place: (Double) -> SIMD2<Double>
    ) {
        let share = (low + high) / 2
        let middle = place(share)
        guard depth < Self.maximumDepth, Self.distance(middle, start, end) > tolerance else { return }
        halve(low, start, share, middle, depth: depth + 1, tolerance, place)
        add(middle)
        halve(share, middle, high, end, depth: depth + 1, tolerance, place)
    }

    /// Metres, about, from a place to the straight line between two others that are not far.
    private static func distance(_ place: SIMD2<Double>, _ start: SIMD2<Double>, _ end: SIMD2<Double>) -> Double {
        let frame = EarthFrame(x: place.x, y: place.y)
        let scale = SIMD2(frame.east, frame.north)
        let (way, part) = ((end - start) * scale, (place - start) * scale)
        let length = (way * way).sum()
        let along = length > 0 ? min(max((way * part).sum() / length, 0), 1) : 0
        let rest = part - along * way
        return (rest * rest).sum().squareRoot()
    }
}
