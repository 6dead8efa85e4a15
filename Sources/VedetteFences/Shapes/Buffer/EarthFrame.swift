// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import VedetteGeometry

/// The WGS 84 ellipsoid around a place: how long steps of the grid are there, and where short geodesics from there end.
struct EarthFrame {
    /// The place, in grid steps; x may run on past ±180°.
    let x: Double
    let y: Double
    /// Metres in a step of longitude along the parallel, 0 at a pole.
    let east: Double
    /// Metres in a step of latitude.
    let north: Double
    /// The tangent of the latitude.
    let tangent: Double
    /// The radii of curvature along the meridian and across it, in metres.
    private let meridional: Double
    private let transverse: Double
    /// Half of how fast the meridional radius grows with latitude, as a share of it, a radian.
    private let flattening: Double

    static let equatorialRadius = 6_378_137.0
    static let squaredEccentricity = 0.006_694_379_990_141_317
    static let radiansPerStep = Double.pi / 180 / 1e7

    init(x: Double, y: Double) {
        (self.x, self.y) = (x, y)
        let latitude = y * Self.radiansPerStep
        let sine = sin(latitude)
        let cosine = max(0, cos(latitude))
        let rest = 1 - Self.squaredEccentricity * sine * sine
        transverse = Self.equatorialRadius / rest.squareRoot()
        meridional = transverse * (1 - Self.squaredEccentricity) / rest
        east = transverse * cosine * Self.radiansPerStep
        north = meridional * Self.radiansPerStep
        tangent = sine / max(cosine, 1e-12)
        flattening = 1.5 * Self.squaredEccentricity * sine * cosine / rest
    }

    init(_ vertex: SIMD2<Int64>) { self.init(x: Double(vertex.x), y: Double(vertex.y)) }

    /// Where the geodesic ends that leaves the place with `eastward` and `northward` metres to go, by the first two terms of the series of Gauss
    /// (compare W. Torge, J. Müller, *Geodesy*, 2012, 6.3). The error is about (d/R)² (1 + 3 tan² φ) / 6 of the distance d.
    @inline(__always)
    func near(eastward v: Double, northward u: Double) -> SIMD2<Double> {
        let rise = u / meridional
        let latitude = rise - tangent * v * v / (2 * meridional * transverse) - flattening * rise * rise
        let longitude = v * (1 + u * tangent / transverse) * Self.radiansPerStep / east
        return SIMD2(x + longitude / Self.radiansPerStep, y + latitude / Self.radiansPerStep)
    }

    /// The same for any distance.
    func far(eastward v: Double, northward u: Double) -> SIMD2<Double> {
        let end = Geodesic.direct(
            from: (y / 1e7, x / 1e7), azimuth: atan2(v, u) * 180 / .pi, metres: (u * u + v * v).squareRoot())
        let turn = ((x / 1e7 - end.longitude) / 360).rounded()
        return SIMD2((end.longitude + 360 * turn) * 1e7, end.latitude * 1e7)
    }

    /// Whether ``near(eastward:northward:)`` is good to a ten-thousandth for a distance.
    func isNear(_ metres: Double) -> Bool {
        let share = metres / Self.equatorialRadius
        return share * share * (1 + 4 * tangent * tangent) < 3e-4
    }
}
