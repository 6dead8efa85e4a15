// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import CGEOS

/// An area on the ellipsoid: where it is on the map, what its rim is, and the plane that it can be laid on.
struct EarthRegion {
    typealias Position = AzimuthalPlane.Position

    /// The area on the map of the world.
    let onMap: Polygon
    /// A plane on which nothing of the area is near the far end; nil for an area without a rim, which is nothing or the whole world.
    let plane: AzimuthalPlane?

    /// The rim, in chains of geodesics that may begin and end anywhere.
    private let rim: [[EarthPlace]]
    private let isPlain: Bool

    /// - Parameters:
    ///   - polygon: the area.
    ///   - edges: its edges.
    ///   - tolerance: how far chains may be from the true edges, in metres.
    /// - Throws: ``GeometryError`` for an area that cannot be told from its edges.
    init(_ polygon: Polygon, _ edges: EarthEdges, tolerance: Double) throws {
        let chains = try edges.chains(tolerance: tolerance, asMap: true).filter { !$0.isEmpty }
        let turns = chains.map { chain in Self.turns(chain) }
        // Edges along the edge of the map, and turns round a pole, need a look at the whole world.
        isPlain = zip(chains, turns).allSatisfy { chain, turns in
            turns == 0 && chain.allSatisfy { !$0.isPole }
                && !zip(chain, chain.dropFirst() + chain.prefix(1)).contains { Self.isOnEdgeOfMap($0) && Self.isOnEdgeOfMap($1) }
        }
        guard turns.allSatisfy({ abs($0) <= 1 }) else {
            throw GeometryError(.operationFailed, "a ring goes round a pole more than once")
        }
        let plain = zip(chains, turns).filter { $1 == 0 }.map { Self.ring($0.0) }
        guard let mended = GeometryEngine.simplify(Polygon(rings: plain, spatialReference: .wgs84)),
            var onMap = GeometryEngine.normalizeCentralMeridian(of: mended) as? Polygon
        else { throw Self.failure }
        for (chain, turns) in zip(chains, turns) where turns != 0 {
            guard let polar = PolarRing.area(Self.ring(chain), turns: turns, pole: Self.pole(of: chain, turns)),
                let both = GeometryEngine.symmetricDifference(onMap, polar) as? Polygon
            else { throw Self.failure }
            onMap = both
        }
        self.onMap = onMap
        rim = isPlain ? Self.chains(of: mended) : try Self.rim(of: onMap)
        let places = rim.flatMap { $0 }
        guard !places.isEmpty, !onMap.isEmpty else {
            plane = nil
            return
        }
        let best = AzimuthalPlane(around: places)
        let other = AzimuthalPlane(center: best.center.antipode)
        guard let fitting = [best, other].first(where: { !Self.holds(onMap, $0.center.antipode) }) else {
            throw GeometryError(.operationFailed, "the area reaches round the Earth; buffer its parts")
        }
        plane = fitting
    }

    private static func chains(of area: Geometry) -> [[EarthPlace]] {
        area.runs.map { run in (0..<run.count).map { EarthPlace(latitude: run.y[$0], longitude: run.x[$0]) } }
    }

    private static func isOnEdgeOfMap(_ place: EarthPlace) -> Bool {
        abs(abs(place.longitude) - 180) < 1e-9 || abs(abs(place.longitude) - 540) < 1e-9
    }

    /// How many times a ring goes round the north pole.
    private static func turns(_ ring: [EarthPlace]) -> Int {
        guard let first = ring.first, let last = ring.last else { return 0 }
        let end = first.unrolled(near: last.longitude)
        return Int(((end.longitude - first.longitude) / 360).rounded())
    }

    private static func ring(_ chain: [EarthPlace]) -> Coordinates {
        Coordinates(x: chain.map(\.longitude), y: chain.map(\.latitude))
    }

    /// The pole that a ring which goes round both holds: the one that it has a vertex at, else the one on the smaller side.
    private static func pole(of chain: [EarthPlace], _ turns: Int) -> Double {
        let vertex = chain.first { $0.isPole }?.latitude
        // The sine of the latitude, summed over longitude, is positive where the cap in the north is the smaller one.
        var sum = 0.0
        for (place, next) in zip(chain, chain.dropFirst()) {
            sum += (next.longitude - place.longitude) * Double(turns) * (place.direction.z + next.direction.z)
        }
        return (vertex ?? sum) >= 0 ? 90 : -90
    }

    private static func holds(_ area: Polygon, _ place: EarthPlace) -> Bool {
        [-360.0, 0, 360].contains { turn in
            GeometryEngine.isGeometry(area, intersecting: Point(x: place.longitude + turn, y: place.latitude))
        }
    }

    // MARK: The rim of what reaches the edge of the map

    /// The edges of an area that are edges on the Earth: not those along a pole, nor those along the edge of the map where the area goes
    /// on beyond.
    private static func rim(of area: Polygon) throws -> [[EarthPlace]] {
        // Beside itself a turn on, the area has no edge in the middle but true ones.
        let beside = area.replacingRuns(
            area.lines.map { Coordinates(x: $0.x.map { $0 + 360 }, y: $0.y) }, spatialReference: area.spatialReference)
        guard let twice = GeometryEngine.union(area, beside), let edges = GeometryEngine.boundary(of: twice) else {
            throw Self.failure
        }
        // A turn of it that begins off the edge of the map, where few areas have a vertex.
        let low = 17.318_652_741
        let window = Envelope(corners: (low, -91), (low + 360, 91), zRange: nil, spatialReference: area.spatialReference)
        guard let lines = GeometryEngine.intersection(edges, window) as? Polyline else { throw Self.failure }
        // Both ends of what is cut must be the same place to the last bit.
        var cuts: [Double] = []
        func latitude(ofCut latitude: Double) -> Double {
            if let known = cuts.first(where: { abs($0 - latitude) < 1e-8 }) { return known }
            cuts.append(latitude)
            return latitude
        }
        return lines.lines.flatMap { line -> [[EarthPlace]] in
            var chains: [[EarthPlace]] = [[]]
            let places = (0..<line.count).map { index in
                let isCut = abs(line.x[index] - low) < 1e-9 || abs(line.x[index] - low - 360) < 1e-9
                return EarthPlace(
                    latitude: isCut ? latitude(ofCut: line.y[index]) : line.y[index], longitude: isCut ? low : line.x[index])
            }
            for place in places {
                let isAlongPole = place.isPole && chains[chains.count - 1].last?.isPole == true
                if isAlongPole { chains.append([]) }
                chains[chains.count - 1].append(place)
            }
            return chains.filter { $0.count > 1 }
        }
    }

    // MARK: On the plane

    /// The area on the plane.
    func area(on plane: AzimuthalPlane, tolerance: Double) throws -> Polygon {
        var sampler = CurveSampler()
        var lines: [Coordinates] = []
        for chain in rim {
            var line = Coordinates()
            let ring = isPlain ? chain + chain.prefix(1) : chain
            for (start, end) in zip(ring, ring.dropFirst()) {
                let next = end.unrolled(near: start.longitude)
                let (dy, dx) = (next.latitude - start.latitude, next.longitude - start.longitude)
                func value(_ share: Double) throws -> Position {
                    try plane.position(of: EarthPlace(latitude: start.latitude + share * dy, longitude: start.longitude + share * dx))
                }
                let (first, last) = (try plane.position(of: start), try plane.position(of: next))
                let pieces = Int((abs(dy) / 10 + abs(dx) / 30).rounded(.up))
                let positions = try sampler.sample(pieces: pieces, from: first, to: last, value: value) { first, between, last in
                    CurveSampler.distance(between, from: first, to: last) <= tolerance
                }
                for position in positions { line.append(x: position.x, y: position.y) }
            }
            if let end = ring.last {
                let position = try plane.position(of: end)
                line.append(x: position.x, y: position.y)
            }
            lines.append(line)
        }
        return try Self.filled(lines)
    }

    /// The area that lies inside an odd number of lines, which together must be closed.
    private static func filled(_ lines: [Coordinates]) throws -> Polygon {
        // To a thousandth of a millimetre, so that ends that are one place are one position.
        let snapped = lines.map { line in
            Coordinates(x: line.x.map { ($0 * 1e6).rounded() / 1e6 }, y: line.y.map { ($0 * 1e6).rounded() / 1e6 })
        }
        return try GEOSContext.with { context in
            let shape = try GEOSShape(Polyline(lines: snapped, spatialReference: nil), in: context)
            let noded = try GEOSShape(adopting: shape.use { GEOSUnaryUnion_r(context.handle, $0) }, in: context, from: "buffer")
            let made = try GEOSShape(adopting: noded.use { GEOSBuildArea_r(context.handle, $0) }, in: context, from: "buffer")
            let area = Polygon(polygons: try made.pieces(in: context).polygons, spatialReference: nil)
            // A line that does not close would be left out without a word.
            let (length, rim) = (
                GeometryEngine.length(of: Polyline(lines: snapped, spatialReference: nil)), GeometryEngine.length(of: area)
            )
            guard !area.isEmpty, abs(length - rim) <= 1e-6 * length + 1e-3 else { throw failure }
            return area
        }
    }

    private static let failure = GeometryError(.operationFailed, "the area cannot be told from its edges; simplify it")
}
