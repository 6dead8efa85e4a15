// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The geodesic on the ellipsoid of WGS 84 (T. Vincenty, "Direct and inverse solutions of geodesics on the ellipsoid", Survey Review 176, 1975).
///
/// Fixes of one receiver are near each other, where it is good to a tenth of a millimetre; for other places use `GeometryEngine`.
enum EarthDistance {
    private static let (a, b, flattening) = (6_378_137.0, 6_356_752.314245, 1 / 298.257223563)

    /// Metres between two places in degrees; NaN where one is unknown or they are nearly opposite each other.
    static func metres(_ first: (latitude: Double, longitude: Double), _ second: (latitude: Double, longitude: Double)) -> Double {
        let toRadians = Double.pi / 180
        let difference = (second.longitude - first.longitude) * toRadians
        let reduced1 = atan((1 - flattening) * tan(first.latitude * toRadians))
        let reduced2 = atan((1 - flattening) * tan(second.latitude * toRadians))
        let (sine1, cosine1, sine2, cosine2) = (sin(reduced1), cos(reduced1), sin(reduced2), cos(reduced2))
        var lambda = difference
        for _ in 0..<100 {
            let (sineLambda, cosineLambda) = (sin(lambda), cos(lambda))
            let east = cosine2 * sineLambda
            let north = cosine1 * sine2 - sine1 * cosine2 * cosineLambda
            let sineSigma = (east * east + north * north).squareRoot()
            if sineSigma == 0 { return 0 }
            let cosineSigma = sine1 * sine2 + cosine1 * cosine2 * cosineLambda
            let sigma = atan2(sineSigma, cosineSigma)
            let sineAlpha = cosine1 * cosine2 * sineLambda / sineSigma
            let cosine2Alpha = 1 - sineAlpha * sineAlpha
            var middle = cosineSigma - 2 * sine1 * sine2 / cosine2Alpha
            // Along the equator.
            if !middle.isFinite { middle = 0 }
            let c = flattening / 16 * cosine2Alpha * (4 + flattening * (4 - 3 * cosine2Alpha))
            let before = lambda
            let correction = sigma + c * sineSigma * (middle + c * cosineSigma * (2 * middle * middle - 1))
            lambda = difference + (1 - c) * flattening * sineAlpha * correction
            if !(abs(lambda - before) > 1e-12) {
                let u2 = cosine2Alpha * (a * a - b * b) / (b * b)
                let bigA = 1 + u2 / 16384 * (4096 + u2 * (-768 + u2 * (320 - 175 * u2)))
                let bigB = u2 / 1024 * (256 + u2 * (-128 + u2 * (74 - 47 * u2)))
                let inner = bigB / 6 * middle * (-3 + 4 * sineSigma * sineSigma) * (-3 + 4 * middle * middle)
                let deltaSigma = bigB * sineSigma * (middle + bigB / 4 * (cosineSigma * (-1 + 2 * middle * middle) - inner))
                return b * bigA * (sigma - deltaSigma)
            }
        }
        return .nan
    }
}
