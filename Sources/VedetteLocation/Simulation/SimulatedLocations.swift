// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

public import Foundation
public import VedetteGeometry

/// The locations of a ``SimulatedLocationDataSource``, by index. Those along a line are made when they are asked for, so that even a very small speed takes no memory.
public struct SimulatedLocations: RandomAccessCollection, Sendable {
    private enum Source: Sendable {
        case list([Location])
        case steps(Steps)
    }

    private struct Steps: Sendable {
        var route: GeodesicRoute
        var parameters: SimulationParameters
        var spatialReference: SpatialReference
        var count: Int
    }

    private let source: Source
    /// Whether the times were made up, and may go on growing when the locations begin anew.
    private let hasMadeUpTimes: Bool

    /// Locations as they are given.
    public init(_ locations: some Sequence<Location>) {
        source = .list(Array(locations))
        hasMadeUpTimes = false
    }

    /// Locations along a line, one each second of a device that moves at the speed of the parameters.
    ///
    /// The line between two vertices is the geodesic on WGS 84, in whatever spatial reference they are; parts follow one another without a way between them. The first location is at
    /// the beginning, each later one `speed` metres further along the line, also round its corners; the last is the last that is on the line. Heights are interpolated by
    /// distance. A location's course is the azimuth of the line at its place, at a vertex that of the segment that begins there. A line of no length has one location, whose
    /// speed is 0. Positions are in the spatial reference of the line, with longitudes from −180 to 180.
    ///
    /// - Parameters:
    ///   - polyline: in any spatial reference that PROJ knows; one without is taken to be in WGS 84.
    ///   - parameters: how the device moves.
    /// - Throws: ``LocationError`` with ``LocationError/Code/invalidSimulation``: the speed is not above 0, or so small that nobody can count the steps; a vertex is no place on Earth.
    public init(along polyline: Polyline, parameters: SimulationParameters) throws {
        let route = try GeodesicRoute(polyline)
        guard parameters.speed > 0, parameters.speed.isFinite else {
            throw LocationError(
                .invalidSimulation, "the speed must be above 0 metres a second; a device that stays is a list of one location")
        }
        // An end that is missed by less than a thousandth of a millimetre is reached.
        let stepCount = (route.length + Swift.min(1e-6, parameters.speed / 1_000)) / parameters.speed
        guard stepCount < 0x1p52 else {
            throw LocationError(.invalidSimulation, "the speed is too small to count the steps; raise it")
        }
        let count = route.vertices.isEmpty ? 0 : Int(stepCount) + 1
        source = .steps(Steps(route: route, parameters: parameters, spatialReference: polyline.spatialReference ?? .wgs84, count: count))
        hasMadeUpTimes = true
    }

    /// One location for each vertex of a line, each a second after the one before.
    ///
    /// Speed and course are those by which the next vertex is reached in a second along the geodesic; at the end of a part, those by which it was reached. Where a vertex equals the next,
    /// the device stays, and its course is that of the way that follows. Positions are the vertices.
    ///
    /// - Parameters:
    ///   - polyline: in any spatial reference that PROJ knows; one without is taken to be in WGS 84.
    ///   - startDate: the time of the first.
    /// - Throws: ``LocationError`` with ``LocationError/Code/invalidSimulation``: a vertex is no place on Earth.
    public init(atVerticesOf polyline: Polyline, startDate: Date = .now) throws {
        let route = try GeodesicRoute(polyline)
        let points = polyline.parts.flatMap(\.points)
        let motions = Self.motions(route)
        source = .list(
            zip(points, motions).enumerated().map { index, element in
                let (point, motion) = element
                let position =
                    point.spatialReference == nil ? Point(x: point.x, y: point.y, z: point.z, m: point.m, spatialReference: .wgs84) : point
                return Location(
                    position: position, horizontalAccuracy: 0, verticalAccuracy: 0, speed: motion.speed, course: motion.course,
                    timestamp: startDate + Double(index))
            })
        hasMadeUpTimes = true
    }

    /// How a device moves at each vertex.
    private static func motions(_ route: GeodesicRoute) -> [(speed: Double, course: Double)] {
        var motions = Array(repeating: (speed: 0.0, course: Double.nan), count: route.vertices.count)
        let segments = GeodesicRoute.segments(route.partSizes)
        for (from, to) in segments {
            let (start, end) = (route.vertices[from], route.vertices[to])
            let way = Geodesic.inverse(from: (start.latitude, start.longitude), to: (end.latitude, end.longitude))
            motions[from].speed = way.metres
            if way.metres > 0 { motions[from].course = way.azimuth1 }
            // Until a later segment says otherwise.
            motions[to] = (way.metres, way.metres > 0 ? way.azimuth2 : motions[from].course)
        }
        // One that stays points to where it goes next.
        for (from, to) in segments.reversed() where motions[from].speed == 0 && motions[to].course.isFinite {
            motions[from].course = motions[to].course
        }
        return motions
    }

    public var startIndex: Int { 0 }

    public var endIndex: Int {
        switch source {
        case .list(let locations): locations.count
        case .steps(let steps): steps.count
        }
    }

    public subscript(index: Int) -> Location { location(at: index, round: 0) }

    /// A location of a round, 0 for the first. Times that were made up grow with it: those of each round follow those of the one before.
    func location(at index: Int, round: Int) -> Location {
        switch source {
        case .list(let locations):
            let location = locations[index]
            guard hasMadeUpTimes, round > 0, let timestamp = location.timestamp else { return location }
            return Location(
                position: location.position, horizontalAccuracy: location.horizontalAccuracy, verticalAccuracy: location.verticalAccuracy,
                speed: location.speed, course: location.course, timestamp: timestamp + Double(round) * Double(locations.count))
        case .steps(let steps):
            precondition(index >= 0 && index < steps.count, "there are \(steps.count) locations")
            return Self.location(steps, index, round)
        }
    }

    private static func location(_ steps: Steps, _ index: Int, _ round: Int) -> Location {
        let parameters = steps.parameters
        let distance = Swift.min(Double(index) * parameters.speed, steps.route.length)
        let place = steps.route.place(at: distance)
        let point = Point(x: place?.longitude ?? .nan, y: place?.latitude ?? .nan, z: place?.height, spatialReference: .wgs84)
        // What came from there gets back there.
        let position = steps.spatialReference == .wgs84 ? point : GeometryEngine.project(point, into: steps.spatialReference) ?? point
        let seconds = Double(index) + Double(round) * Double(steps.count)
        return Location(
            position: position, horizontalAccuracy: parameters.horizontalAccuracy, verticalAccuracy: parameters.verticalAccuracy,
            speed: steps.route.length > 0 ? parameters.speed : 0, course: place?.azimuth ?? .nan, timestamp: parameters.startDate + seconds)
    }
}
