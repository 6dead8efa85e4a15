// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

/// All places within a distance of a chain of geodesics, as rings on a plane that overlap.
///
/// A place is within the distance of a chain where it is within that of the nearest place of it. Either that lies between two vertices:
/// then the place is on the strip that geodesics across the edge sweep. Or it is a vertex, with the edges turned away: then the place is
/// in the sector between the strips on the outer side of the bend, or in the half disc at an end. Strips, sectors and half discs together
/// are all there is.
struct StripMaker {
    typealias Position = AzimuthalPlane.Position

    let plane: AzimuthalPlane
    let metres: Double
    /// How far a line may be from the curve that it stands for, in metres.
    let tolerance: Double
    var sampler = CurveSampler()
    /// What has been made so far.
    private(set) var rings: [[Position]] = []

    init(plane: AzimuthalPlane, metres: Double, tolerance: Double) {
        (self.plane, self.metres, self.tolerance) = (plane, metres, tolerance)
    }

    /// A geodesic between two vertices, which leaves the first and reaches the second in these directions.
    private struct Edge {
        var start: EarthPlace
        var end: EarthPlace
        var way: (metres: Double, azimuth1: Double, azimuth2: Double)
        /// The directions that the ends of the strip are square to.
        var (startAzimuth, endAzimuth): (Double, Double)
    }

    /// Degrees that sectors reach into the strips beside them.
    private static let overlap = 1.0

    /// Adds the strips, sectors and half discs of a chain of geodesics.
    mutating func add(_ chain: [EarthPlace], isClosed: Bool) throws {
        var edges: [Edge] = []
        for (start, end) in zip(chain, chain.dropFirst() + (isClosed ? Array(chain.prefix(1)) : [])) {
            let way = start.way(to: end)
            guard way.metres > 1e-9 else { continue }
            edges.append(Edge(start: start, end: end, way: way, startAzimuth: way.azimuth1, endAzimuth: way.azimuth2))
        }
        guard let first = edges.first, let last = edges.last else {
            if let place = chain.first {
                try plane.check(metres, around: place, place)
                try addSector(place, from: 0, by: 360)
            }
            return
        }
        for edge in edges { try plane.check(metres, around: edge.start, edge.end) }
        for index in edges.indices where isClosed || index > 0 {
            let before = index == 0 ? edges.count - 1 : index - 1
            let bend = Self.turn(edges[index].way.azimuth1 - edges[before].way.azimuth2)
            let radians = bend * .pi / 180
            if metres * radians * radians / 8 < tolerance / 4 {
                // So slight a bend leaves no gap that counts: both strips end on one line across it.
                edges[before].endAzimuth = edges[before].way.azimuth2 + bend / 2
                edges[index].startAzimuth = edges[before].endAzimuth
            } else {
                let side = bend > 0 ? -90.0 : 90
                let from = bend > 0 ? edges[before].way.azimuth2 : edges[index].way.azimuth1
                try addSector(edges[index].start, from: from + side, by: abs(bend))
            }
        }
        if !isClosed {
            try addSector(first.start, from: first.way.azimuth1 + 90, by: 180)
            try addSector(last.end, from: last.way.azimuth2 - 90, by: 180)
        }
        for edge in edges { try addStrip(edge) }
    }

    private static func turn(_ degrees: Double) -> Double { degrees - 360 * (degrees / 360).rounded() }

    private mutating func addStrip(_ edge: Edge) throws {
        let starts = try across(edge.start, azimuth: edge.startAzimuth)
        let ends = try across(edge.end, azimuth: edge.endAzimuth)
        let bends = (
            Self.turn(edge.startAzimuth - edge.way.azimuth1), Self.turn(edge.endAzimuth - edge.way.azimuth2)
        )
        guard let (left0, right0) = starts.ends, let (left1, right1) = ends.ends else { return }
        let metres = metres
        func beside(_ share: Double, _ angle: Double) -> EarthPlace {
            let foot = edge.start.moved(edge.way.metres * share, azimuth: edge.way.azimuth1)
            return foot.place.moved(metres, azimuth: foot.azimuth + bends.0 + share * (bends.1 - bends.0) + angle).place
        }
        let right = try sample(length: edge.way.metres, from: right0, to: right1) { beside($0, 90) }
        let left = try sample(length: edge.way.metres, from: left0, to: left1) { beside($0, -90) }
        // Along the right side, across to the left, back, and across to the right.
        rings.append(right + ends.reversed() + Array(left.dropFirst().reversed()) + starts.dropLast())
    }

    /// The line across a direction, from the left side to the right.
    private mutating func across(_ place: EarthPlace, azimuth: Double) throws -> [Position] {
        let left = try radius(place, azimuth: azimuth - 90)
        let right = try radius(place, azimuth: azimuth + 90)
        return left.reversed() + right.dropFirst()
    }

    /// The line from a place to the end of the distance.
    private mutating func radius(_ place: EarthPlace, azimuth: Double) throws -> [Position] {
        let (start, end) = (try plane.position(of: place), try plane.position(of: place.moved(metres, azimuth: azimuth).place))
        let metres = metres
        return try sample(length: metres, from: start, to: end) { place.moved(metres * $0, azimuth: azimuth).place } + [end]
    }

    private mutating func addSector(_ place: EarthPlace, from azimuth: Double, by angle: Double) throws {
        let isDisc = angle >= 360
        let (low, span) = isDisc ? (azimuth, 360) : (azimuth - Self.overlap, angle + 2 * Self.overlap)
        let metres = metres
        func rim(_ share: Double) -> EarthPlace { place.moved(metres, azimuth: low + share * span).place }
        let (start, end) = (try plane.position(of: rim(0)), try plane.position(of: rim(1)))
        let plane = plane
        let arc = try sampler.sample(pieces: Int((span / 30).rounded(.up)), from: start, to: end) {
            try plane.position(of: rim($0))
        } isStraight: { [tolerance] in
            CurveSampler.distance($1, from: $0, to: $2) <= tolerance
        }
        guard !isDisc else {
            rings.append(arc)
            return
        }
        let (out, back) = (try radius(place, azimuth: low), try radius(place, azimuth: low + span))
        rings.append(out.dropLast() + arc + back.reversed().dropLast())
    }

    private mutating func sample(
        length: Double, from start: Position, to end: Position, _ place: (Double) -> EarthPlace
    ) throws -> [Position] {
        let plane = plane
        return try sampler.sample(pieces: Int((length / 1_000_000).rounded(.up)), from: start, to: end) {
            try plane.position(of: place($0))
        } isStraight: { [tolerance] in
            CurveSampler.distance($1, from: $0, to: $2) <= tolerance
        }
    }
}

extension Array {
    fileprivate var ends: (Element, Element)? {
        guard let first, let last else { return nil }
        return (first, last)
    }
}
