// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

extension GeometryEngine {
    /// The most turns of the world that a geometry may span.
    private static let maximumTurnCount = 1_000.0

    /// A geometry with all its positions on the map of the world, between −180° and 180° or what that is in Web Mercator.
    ///
    /// Lines and areas that go past the antimeridian are cut there; the parts keep their places on the Earth. What is cut keeps heights
    /// and loses measures. A geometry that is on the map is returned as it is.
    ///
    /// - Returns: nil for a spatial reference other than ``SpatialReference/wgs84`` and ``SpatialReference/webMercator``, for one that
    ///   spans more than 1,000 turns of the world, or where an area cannot be cut since its rings cross themselves.
    /// - Complexity: O(*n* log *n*) for each turn of the world.
    public static func normalizeCentralMeridian(of geometry: Geometry) -> Geometry? {
        let world: Double
        switch geometry.spatialReference?.horizontal {
        case .id(.wgs84): world = 360
        case .id(.webMercator): world = 2 * 20_037_508.342789244
        default: return nil
        }
        let extent = geometry.extent
        guard !extent.isEmpty, extent.xMin < -world / 2 || extent.xMax > world / 2 else { return geometry }
        func turn(_ x: Double) -> Double { ((x + world / 2) / world).rounded(.down) }
        guard extent.xMin.isFinite, extent.xMax.isFinite, extent.width / world <= maximumTurnCount else { return nil }
        if geometry.dimension == 0 {
            // What lies on the edge of the map stays there.
            let runs = geometry.runs.map { run in
                Coordinates(x: run.x.map { abs($0) <= world / 2 ? $0 : $0 - world * turn($0) }, y: run.y, z: run.z, m: run.m)
            }
            return geometry.replacingRuns(runs, spatialReference: geometry.spatialReference)
        }
        var parts: [Multipart] = []
        for number in stride(from: turn(extent.xMin), through: turn(extent.xMax), by: 1) {
            let middle = number * world
            let strip = Envelope(
                corners: (middle - world / 2, extent.yMin - 1), (middle + world / 2, extent.yMax + 1), zRange: nil,
                spatialReference: geometry.spatialReference)
            guard let part = intersection(geometry, strip) as? Multipart else { return nil }
            let moved = part.lines.map { run in
                // Rounding may leave a vertex beside the edge that it was cut at.
                Coordinates(x: run.x.map { min(max($0 - middle, -world / 2), world / 2) }, y: run.y, z: run.z)
            }
            if let part = part.replacingRuns(moved, spatialReference: geometry.spatialReference) as? Multipart { parts.append(part) }
        }
        // Parts of an area from different turns may have an edge in common: together they are one.
        return geometry is Polyline
            ? Polyline(lines: parts.flatMap(\.lines), spatialReference: geometry.spatialReference) : union(of: parts.map { $0 as Geometry })
    }
}
