// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import VedetteGeometry

/// A fence as the page about fence semantics words it, for tests: rings of whole numbers, every edge looked at, nothing prepared.
///
/// It shares no line with the engine. Inside is decided by a ray upwards, in 128-bit integers, at places that may be fractions of a step.
struct ReferenceFence: Sendable {
    static let world: Int128 = 3_600_000_000

    struct Edge: Sendable {
        var (ax, ay, bx, by): (Int128, Int128, Int128, Int128)
    }

    struct Ring: Sendable {
        var edges: [Edge] = []
        /// Whether it contains a pole because it goes round the world, and whether that is the northern one.
        var goesRound = false
        var isNorthern = false
        var (west, east, south, north): (Int128, Int128, Int128, Int128) = (.max, .min, .max, .min)
    }

    enum Place {
        case inside
        case border
        case outside
    }

    /// A place on the grid or between: (x / scale, y / scale) steps.
    struct Position {
        var x: Int128
        var y: Int128
        var scale: Int128 = 1
    }

    let id: String
    /// Each polygon is an outer ring and its holes.
    let polygons: [[Ring]]

    init(id: String, polygons: [[[GridPosition]]]) {
        self.id = id
        self.polygons = polygons.map { $0.map(Self.ring) }
    }

    /// The difference of two longitudes by the shorter way; half of the world stays as it is written.
    static func shorter(_ difference: Int128) -> Int128 {
        if difference > world / 2 { return difference - world }
        if difference < -world / 2 { return difference + world }
        return difference
    }

    private static func ring(_ vertices: [GridPosition]) -> Ring {
        var ring = Ring()
        var x = Int128(vertices[0].longitude)
        let start = x
        // Twice the area between the ring and the equator: which side has the smaller cap, if it goes round.
        var area: Int128 = 0
        for (index, vertex) in vertices.enumerated() {
            let next = vertices[(index + 1) % vertices.count]
            let dx = shorter(Int128(next.longitude) - Int128(vertex.longitude))
            let edge = Edge(ax: x, ay: Int128(vertex.latitude), bx: x + dx, by: Int128(next.latitude))
            ring.west = min(ring.west, edge.ax, edge.bx)
            ring.east = max(ring.east, edge.ax, edge.bx)
            ring.south = min(ring.south, edge.ay)
            ring.north = max(ring.north, edge.ay)
            area += dx * (edge.ay + edge.by)
            x += dx
            if dx != 0 || edge.ay != edge.by { ring.edges.append(edge) }
        }
        ring.goesRound = x != start
        ring.isNorthern = x > start ? area >= 0 : area <= 0
        return ring
    }

    /// Inside, the border included, the borders of holes too.
    func holds(_ position: Position) -> Bool {
        polygons.contains { rings in
            Self.place(position, in: rings[0]) != .outside && !rings.dropFirst().contains { Self.place(position, in: $0) == .inside }
        }
    }

    func holds(_ position: GridPosition) -> Bool {
        holds(Position(x: Int128(position.longitude), y: Int128(position.latitude)))
    }

    static func place(_ position: Position, in ring: Ring) -> Place {
        let scale = position.scale
        let y = position.y
        if !ring.goesRound, y > ring.north * scale || y < ring.south * scale { return .outside }
        var isOdd = false
        for turn in -3...3 as ClosedRange<Int128> {
            let x = position.x + turn * world * scale
            if x < ring.west * scale || x > ring.east * scale { continue }
            for edge in ring.edges {
                if x < min(edge.ax, edge.bx) * scale || x > max(edge.ax, edge.bx) * scale { continue }
                let cross = (edge.bx - edge.ax) * (y - edge.ay * scale) - (edge.by - edge.ay) * (x - edge.ax * scale)
                if cross == 0, y >= min(edge.ay, edge.by) * scale, y <= max(edge.ay, edge.by) * scale { return .border }
                if (edge.ax * scale <= x) != (edge.bx * scale <= x), (cross < 0) == (edge.bx > edge.ax) { isOdd.toggle() }
            }
        }
        return isOdd != (ring.goesRound && ring.isNorthern) ? .inside : .outside
    }
}
