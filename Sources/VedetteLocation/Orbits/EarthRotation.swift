// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import VedetteModel

/// How the Earth has turned at a moment.
enum EarthRotation {
    /// The angle in radians, and its rate in radians a second, from the mean equinox to the meridian of Greenwich: Greenwich mean sidereal time, IAU 1982
    /// (S. Aoki et al., *The new definition of universal time*, Astronomy and Astrophysics 105, 1982, 359–361).
    ///
    /// The formula wants UT1 and is given UTC, which differ by 0.9 s at most: up to 420 m on the equator, eastward or westward.
    static func angle(at time: Instant) -> (radians: Double, rate: Double) {
        let secondsOfCentury = 36_525.0 * 86_400
        // Centuries since 2000-01-01T12:00:00.
        let t = (Double(time.microsecondsSince1970) / 1e6 - 946_728_000) / secondsOfCentury
        let perCentury = 876_600.0 * 3_600 + 8_640_184.812_866
        let seconds = 67_310.548_41 + t * (perCentury + t * (0.093_104 - t * 6.2e-6))
        let rate = (perCentury + t * (2 * 0.093_104 - t * 3 * 6.2e-6)) / secondsOfCentury
        let radiansOfSecond = 2 * Double.pi / 86_400
        return (fmod(seconds, 86_400) * radiansOfSecond, rate * radiansOfSecond)
    }

    /// A position and velocity of the frame of the true equator and mean equinox (TEME), as seen from the turning Earth. The motion of the poles is
    /// neglected: up to 0.6″, 18 m.
    static func fixed(
        position: SIMD3<Double>, velocity: SIMD3<Double>, at time: Instant
    ) -> (position: SIMD3<Double>, velocity: SIMD3<Double>) {
        let (angle, rate) = angle(at: time)
        let (sine, cosine) = (sin(angle), cos(angle))
        func turned(_ vector: SIMD3<Double>) -> SIMD3<Double> {
            SIMD3(cosine * vector.x + sine * vector.y, cosine * vector.y - sine * vector.x, vector.z)
        }
        let place = turned(position)
        return (place, turned(velocity) - SIMD3(-rate * place.y, rate * place.x, 0))
    }
}
