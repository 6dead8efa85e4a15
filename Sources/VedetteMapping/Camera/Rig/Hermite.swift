// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The cubic that has given values and slopes at 0 and at 1.
enum Hermite {
    /// Its value at a share of the way; slopes are a unit of the share.
    static func value(_ share: Double, from first: Double, _ firstSlope: Double, to last: Double, _ lastSlope: Double) -> Double {
        let (u, square, cube) = (share, share * share, share * share * share)
        return first + (last - first) * (3 * square - 2 * cube) + firstSlope * (u - 2 * square + cube) + lastSlope * (cube - square)
    }

    /// Its slope there.
    static func slope(_ share: Double, from first: Double, _ firstSlope: Double, to last: Double, _ lastSlope: Double) -> Double {
        let (u, square) = (share, share * share)
        return (last - first) * 6 * (u - square) + firstSlope * (1 - 4 * u + 3 * square) + lastSlope * (3 * square - 2 * u)
    }

    static func value(_ share: Double, from first: Vector3, _ firstSlope: Vector3, to last: Vector3, _ lastSlope: Vector3) -> Vector3 {
        Vector3(
            value(share, from: first.x, firstSlope.x, to: last.x, lastSlope.x),
            value(share, from: first.y, firstSlope.y, to: last.y, lastSlope.y),
            value(share, from: first.z, firstSlope.z, to: last.z, lastSlope.z))
    }
}

/// Ways from one angle to another.
enum Turn {
    /// The shorter way round in degrees, from −180 to 180.
    static func shorterDegrees(from first: Double, to second: Double) -> Double { (second - first).remainder(dividingBy: 360) }

    /// The shorter way round in radians, from −π to π.
    static func shorter(from first: Double, to second: Double) -> Double { (second - first).remainder(dividingBy: 2 * .pi) }
}

extension Quaternion {
    /// For a rotation that moves as the turn by `vector`, the rate of `vector` that gives a rate of turn about its own axes: the inverse of
    /// the right Jacobian (Chirikjian, *Stochastic Models, Information Theory, and Lie Groups* 2, 2012, (10.86)).
    static func rate(of vector: Vector3, turning rate: Vector3) -> Vector3 {
        let angle = vector.length
        let factor = angle < 1e-3 ? 1.0 / 12 : 1 / (angle * angle) - (1 + cos(angle)) / (2 * angle * sin(angle))
        guard factor.isFinite, abs(factor) < 1e6 else { return rate }
        let once = vector.cross(rate)
        return rate + 0.5 * once + factor * vector.cross(once)
    }
}
