// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import VedetteGeometry

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// A greatest distance from a place along the ellipsoid, asked of positions on the grid of 1e-7 degree.
struct ReachCondition: Sendable {
    private let origin: (latitude: Double, longitude: Double)
    private let metres: Double
    private let cosine: Double
    /// Where positions that match can lie; nil for anywhere.
    let candidates: [GridRectangle]?

    /// No way on the ellipsoid is shorter than the same way, by geodetic latitudes and longitudes, on a sphere of this radius in metres: it is the least
    /// radius of curvature, that of the meridian at the equator, a (1 − e²); less a little for rounding.
    static let leastRadius = 6_335_439.0

    init(of origin: (latitude: Double, longitude: Double), metres: Double) {
        (self.origin, self.metres) = (origin, metres)
        cosine = cos(origin.latitude * .pi / 180)
        candidates = metres >= 0 ? Self.candidates(origin, metres) : []
    }

    func matches(_ position: GridPosition) -> Bool {
        guard Self.leastMetres(from: origin, cosine, to: position) <= metres + 0.001 else { return false }
        let place = (latitude: position.latitudeDegrees, longitude: position.longitudeDegrees)
        return Geodesic.inverse(from: origin, to: place).metres <= metres
    }

    /// What a position is away at least; cheaper than what it is away. `cosine` is that of the latitude of `origin`.
    static func leastMetres(from origin: (latitude: Double, longitude: Double), _ cosine: Double, to position: GridPosition) -> Double {
        let north = (position.latitudeDegrees - origin.latitude) * .pi / 180
        let east = (position.longitudeDegrees - origin.longitude) * .pi / 180
        let (sineNorth, sineEast) = (sin(north / 2), sin(east / 2))
        let square = sineNorth * sineNorth + cosine * cos(position.latitudeDegrees * .pi / 180) * sineEast * sineEast
        return 2 * asin(min(1, square.squareRoot())) * leastRadius
    }

    /// The rectangles round a cap of the sphere of least radius, which holds all that is within reach.
    private static func candidates(_ origin: (latitude: Double, longitude: Double), _ metres: Double) -> [GridRectangle]? {
        let angle = metres / leastRadius + 1e-9
        guard angle < .pi / 2 else { return nil }
        let degrees = angle * 180 / .pi
        let (south, north) = (origin.latitude - degrees, origin.latitude + degrees)
        func band(_ west: Double, _ east: Double) -> GridRectangle { GridRectangle(west: west, south: south, east: east, north: north) }
        // A cap that holds a pole has all longitudes.
        guard south > -90, north < 90 else { return [band(-180, 180)] }
        let across = asin(min(1, sin(angle) / cos(origin.latitude * .pi / 180))) * 180 / .pi + 1e-7
        let (west, east) = (origin.longitude - across, origin.longitude + across)
        if west < -180 { return [band(-180, east), band(west + 360, 180)] }
        if east > 180 { return [band(west, 180), band(-180, east - 360)] }
        return [band(west, east)]
    }
}
