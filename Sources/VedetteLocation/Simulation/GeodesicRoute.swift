// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import VedetteGeometry

/// A line on the Earth: between each two vertices it is the geodesic on the WGS 84 ellipsoid (C. F. F. Karney, *Algorithms for geodesics*, J. Geodesy 87, 2013; the routines
/// are PROJ's). Its parts follow one another without a way between them.
struct GeodesicRoute: Sendable {
    struct Place {
        var latitude: Double
        /// From −180 to 180.
        var longitude: Double
        var height: Double?
        /// The direction of the line here, clockwise from north; NaN where the line goes nowhere. At a vertex it is that of the segment that begins there.
        var azimuth: Double
    }

    struct Vertex {
        var latitude: Double
        var longitude: Double
        var height: Double?
    }

    private struct Segment {
        var from: Int
        var to: Int
        /// How far the beginning is from that of the line.
        var start: Double
        var length: Double
        var azimuth: Double
    }

    /// All vertices, part by part.
    let vertices: [Vertex]
    /// How many vertices each part has.
    let partSizes: [Int]
    /// The length of all parts, in metres.
    let length: Double
    /// Those that have a length.
    private let segments: [Segment]

    /// A place so near to a vertex, in metres, is the vertex.
    private static let nearness = 1e-6

    /// - Parameter line: in any spatial reference that PROJ knows; one without is taken to be in WGS 84.
    /// - Throws: ``LocationError`` with ``LocationError/Code/invalidSimulation`` for vertices that are no places on Earth, or cannot be projected to WGS 84.
    init(_ line: Polyline) throws {
        let runs = try Self.wgs84(line).parts.map(\.coordinates)
        partSizes = runs.map(\.count)
        vertices = runs.flatMap { run in
            (0..<run.count).map { index in
                let height = run.z?[index]
                return Vertex(latitude: run.y[index], longitude: run.x[index], height: height.flatMap { $0.isFinite ? $0 : nil })
            }
        }
        guard vertices.allSatisfy({ abs($0.latitude) <= 90 && $0.longitude.isFinite }) else {
            throw LocationError(
                .invalidSimulation,
                "a vertex of the line is no place on Earth; a line in other units than degrees needs its spatial reference")
        }
        var (segments, length) = ([Segment](), 0.0)
        for ends in Self.segments(partSizes) {
            let (from, to) = (vertices[ends.0], vertices[ends.1])
            let way = Geodesic.inverse(from: (from.latitude, from.longitude), to: (to.latitude, to.longitude))
            guard way.metres > 0 else { continue }
            segments.append(Segment(from: ends.0, to: ends.1, start: length, length: way.metres, azimuth: way.azimuth1))
            length += way.metres
        }
        (self.segments, self.length) = (segments, length)
    }

    private static func wgs84(_ line: Polyline) throws -> Polyline {
        guard let reference = line.spatialReference, reference != .wgs84 else { return line }
        do {
            guard let projected = try GeometryEngine.projected(line, into: .wgs84) as? Polyline else { return line }
            return projected
        } catch {
            throw LocationError(.invalidSimulation, "the line cannot be projected to WGS 84: \(error)")
        }
    }

    /// The pairs of vertices that follow one another in a part.
    static func segments(_ partSizes: [Int]) -> [(Int, Int)] {
        var (pairs, start) = ([(Int, Int)](), 0)
        for size in partSizes {
            for index in 1..<max(size, 1) { pairs.append((start + index - 1, start + index)) }
            start += size
        }
        return pairs
    }

    /// Where one is so many metres along the line. A line of no length is its first vertex.
    ///
    /// - Complexity: O(log *n*) in the number of vertices.
    func place(at distance: Double) -> Place? {
        guard let first = vertices.first else { return nil }
        guard let segment = segment(at: distance) else {
            return Place(latitude: first.latitude, longitude: Self.turned(first.longitude), height: first.height, azimuth: .nan)
        }
        let (from, to) = (vertices[segment.from], vertices[segment.to])
        let offset = min(max(0, distance - segment.start), segment.length)
        let height = from.height.flatMap { low in to.height.map { low + ($0 - low) * (offset / segment.length) } }
        if offset == 0 {
            return Place(latitude: from.latitude, longitude: Self.turned(from.longitude), height: from.height, azimuth: segment.azimuth)
        }
        let place = Geodesic.direct(from: (from.latitude, from.longitude), azimuth: segment.azimuth, metres: offset)
        return Place(latitude: place.latitude, longitude: Self.turned(place.longitude), height: height, azimuth: place.azimuth)
    }

    /// The last segment that begins at a distance or before.
    private func segment(at distance: Double) -> Segment? {
        var (low, high) = (0, segments.count)
        while low < high {
            let middle = (low + high) / 2
            if segments[middle].start <= distance + Self.nearness { low = middle + 1 } else { high = middle }
        }
        return low > 0 ? segments[low - 1] : segments.first
    }

    private static func turned(_ longitude: Double) -> Double {
        abs(longitude) <= 180 ? longitude : longitude - 360 * (longitude / 360).rounded()
    }
}
