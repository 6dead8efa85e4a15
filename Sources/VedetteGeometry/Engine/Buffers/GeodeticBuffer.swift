// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

/// The buffer of a line or an area on the WGS 84 ellipsoid.
///
/// Edges become chains of geodesics; what is within the distance of them is put together on an azimuthal plane, where nothing is torn,
/// and brought back to the map of longitude and latitude. Each of these steps takes up a part of the deviation that is allowed.
struct GeodeticBuffer {
    /// In metres; below 0 what is to be taken off an area.
    let metres: Double
    /// In metres.
    let deviation: Double
    let curve: GeodeticCurveType

    /// The largest distance: beyond a quarter of the Earth the ways across a line meet.
    static let maximumMetres = 9_000_000.0

    /// - Parameter shape: a line or an area in any spatial reference that PROJ knows.
    /// - Returns: an area in WGS 84, within the world.
    /// - Throws: ``GeometryError`` where it cannot be done.
    func area(around shape: Multipart) throws -> Polygon {
        guard abs(metres) <= Self.maximumMetres else {
            throw GeometryError(.operationFailed, "lines and areas have geodetic buffers of up to \(Self.maximumMetres) m")
        }
        let edges = EarthEdges(shape, curve: curve)
        if let area = shape as? Polygon { return try buffered(area, edges) }
        let chains = try edges.chains(tolerance: deviation / 8)
        let plane = AzimuthalPlane(around: chains.flatMap(Self.withMiddles))
        let strips = try strips(chains, isClosed: false, on: plane)
        return try brought(strips, from: plane)
    }

    private static func withMiddles(_ chain: [EarthPlace]) -> [EarthPlace] {
        zip(chain, chain.dropFirst()).flatMap { start, end in
            let way = start.way(to: end)
            return way.metres < 100_000 ? [start] : [start, start.moved(way.metres / 2, azimuth: way.azimuth1).place]
        } + chain.suffix(1)
    }

    private func buffered(_ polygon: Polygon, _ edges: EarthEdges) throws -> Polygon {
        let region = try EarthRegion(polygon, edges, tolerance: deviation / 8)
        guard let plane = region.plane else { return region.onMap }
        let inside = try region.area(on: plane, tolerance: deviation / 8)
        let outlines = inside.lines.map { run in (0..<run.count).map { plane.place(at: SIMD2(run.x[$0], run.y[$0])) } }
        let rim = try strips(outlines, isClosed: true, on: plane)
        let made = metres > 0 ? GeometryEngine.union(inside, rim) : GeometryEngine.difference(inside, rim)
        guard let area = made as? Polygon else { throw Self.failure }
        return try brought(area, from: plane)
    }

    /// What is within the distance of chains, on a plane.
    private func strips(_ chains: [[EarthPlace]], isClosed: Bool, on plane: AzimuthalPlane) throws -> Polygon {
        var maker = StripMaker(plane: plane, metres: abs(metres), tolerance: deviation / 8)
        for chain in chains { try maker.add(chain, isClosed: isClosed) }
        let pieces = maker.rings.compactMap { ring -> Geometry? in
            let piece = Polygon(polygons: [[Coordinates(x: ring.map(\.x), y: ring.map(\.y))]], spatialReference: nil)
            // Where a bend is sharper than the distance, the strip folds over on its inner side.
            return GeometryEngine.simplify(piece)
        }
        guard pieces.count == maker.rings.count, let union = GeometryEngine.union(of: pieces) as? Polygon else { throw Self.failure }
        return union
    }

    private func brought(_ area: Polygon, from plane: AzimuthalPlane) throws -> Polygon {
        var map = PlaneToMap(plane: plane, tolerance: deviation / 4)
        let polygons = area.polygons.compactMap { rings -> [Coordinates]? in
            guard let outer = rings.first, !isSliver(outer) else { return nil }
            return [outer] + rings.dropFirst().filter { !isSliver($0) }
        }
        return try map.area(polygons)
    }

    /// Whether a ring is so narrow that only rounding can have made it, where lines that should be one cross.
    private func isSliver(_ ring: Coordinates) -> Bool {
        let area = abs(Part(coordinates: ring, spatialReference: nil).doubledSignedArea)
        return area <= deviation / 50 * GeometryEngine.length(of: Polygon(rings: [ring], spatialReference: nil))
    }

    static let failure = GeometryError(.operationFailed, "the parts of the buffer could not be put together; simplify the shape")
}
