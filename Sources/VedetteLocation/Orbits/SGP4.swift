// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import VedetteModel

/// The model SGP4 for satellites whose revolution takes less than 225 minutes: mean elements and minutes since their epoch give position and velocity.
///
/// F. R. Hoots and R. L. Roehrich, *Models for Propagation of NORAD Element Sets*, Spacetrack Report No. 3, 1980, section 6, with the corrections of
/// D. A. Vallado, P. Crawford, R. Hujsak and T. S. Kelso, *Revisiting Spacetrack Report #3*, AIAA 2006-6753. Constants are those of WGS 72, for which
/// elements are made. Lengths are in Earth radii, times in minutes, angles in radians unless a name says otherwise; the names of coefficients are the
/// report's.
struct SGP4: Sendable {
    /// WGS 72 (*Revisiting Spacetrack Report #3*, table 1).
    enum Earth {
        /// In kilometres.
        static let radius = 6_378.135
        /// km³/s².
        static let gravitation = 398_600.8
        static let j2 = 0.001_082_616
        static let j3 = -0.000_002_538_81
        static let j4 = -0.000_001_655_97
        /// The square root of the gravitation in Earth radii and minutes.
        static let ke = 60 / (radius * radius * radius / gravitation).squareRoot()
    }

    /// Minutes that a revolution takes where sun and moon begin to count.
    static let deepSpacePeriod = 225.0
    /// The semimajor axis that goes with it, in Earth radii.
    static let deepSpaceAxis = pow(Earth.ke * deepSpacePeriod / (2 * .pi), 2.0 / 3)

    // The elements.
    let eccentricity, inclination, node, perigee, anomaly, bStar: Double
    /// Mean motion without the perturbation that Kozai's has in it, in radians a minute.
    let motion: Double
    // Rates of mean anomaly, perigee and node by the flattening of the Earth.
    let anomalyRate, perigeeRate, nodeRate: Double
    // Drag.
    let c1, c4, c5, eta: Double
    /// Whether drag is reckoned with in its simplest form: the perigee is below 220 km.
    let isSimple: Bool
    let d2, d3, d4, t2, t3, t4, t5: Double
    let nodeDrag, perigeeDrag, anomalyDrag: Double
    // Functions of the inclination.
    let cosine, sine: Double
    /// 3 cos² i − 1, 1 − cos² i, 7 cos² i − 1.
    let con41, con42, con43: Double
    // Long periods.
    let longitudeLong, eccentricityLong: Double

    /// - Precondition: the elements are finite; eccentricity from 0 to below 1, mean motion above 0.
    init(_ elements: OrbitalElements) {
        let radians = Double.pi / 180
        eccentricity = elements.eccentricity
        inclination = elements.inclination * radians
        (node, perigee) = (elements.rightAscensionOfAscendingNode * radians, elements.argumentOfPerigee * radians)
        (anomaly, bStar) = (elements.meanAnomaly * radians, elements.dragTerm)
        (cosine, sine) = (cos(inclination), sin(inclination))

        let (e, e2) = (eccentricity, eccentricity * eccentricity)
        let theta2 = cosine * cosine
        let theta4 = theta2 * theta2
        (con41, con42, con43) = (3 * theta2 - 1, 1 - theta2, 7 * theta2 - 1)
        let beta2 = 1 - e2
        let beta = beta2.squareRoot()

        // The mean motion is Kozai's; the model needs Brouwer's.
        let kozai = elements.meanMotion * 2 * .pi / 1_440
        let flat = 0.75 * Earth.j2 * con41 / (beta * beta2)
        let a1 = pow(Earth.ke / kozai, 2.0 / 3)
        let delta1 = flat / (a1 * a1)
        let a0 = a1 * (1 - delta1 / 3 - delta1 * delta1 - 134.0 / 81 * delta1 * delta1 * delta1)
        motion = kozai / (1 + flat / (a0 * a0))
        let a = pow(Earth.ke / motion, 2.0 / 3)

        // The density of the air is taken to fall with the fourth power of the height above s, which is lowered with the perigee.
        let perigeeHeight = (a * (1 - e) - 1) * Earth.radius
        isSimple = perigeeHeight < 220
        let floor = perigeeHeight >= 156 ? 78 : perigeeHeight >= 98 ? perigeeHeight - 78 : 20
        let s = floor / Earth.radius + 1
        let q4 = pow((120 - floor) / Earth.radius, 4)

        let xi = 1 / (a - s)
        eta = a * e * xi
        let (eta2, eEta) = (eta * eta, e * eta)
        let psi2 = abs(1 - eta2)
        let coefficient = q4 * pow(xi, 4)
        let spread = coefficient / pow(psi2, 3.5)
        let c2 =
            spread * motion
            * (a * (1 + 1.5 * eta2 + eEta * (4 + eta2)) + 0.375 * Earth.j2 * xi / psi2 * con41 * (8 + 3 * eta2 * (8 + eta2)))
        c1 = bStar * c2
        let c3 = e > 1e-4 ? -2 * coefficient * xi * (Earth.j3 / Earth.j2) * motion * sine / e : 0
        let still = -3 * con41 * (1 - 2 * eEta + eta2 * (1.5 - 0.5 * eEta))
        let turning = 0.75 * con42 * (2 * eta2 - eEta * (1 + eta2)) * cos(2 * perigee)
        c4 =
            2 * motion * spread * a * beta2
            * (eta * (2 + 0.5 * eta2) + e * (0.5 + 2 * eta2) - Earth.j2 * xi / (a * psi2) * (still + turning))
        c5 = 2 * spread * a * beta2 * (1 + 2.75 * (eta2 + eEta) + eEta * eta2)

        // Secular rates by J2, J2² and J4.
        let p2 = 1 / (a * a * beta2 * beta2)
        let first = 1.5 * Earth.j2 * p2 * motion
        let second = 0.5 * first * Earth.j2 * p2
        let fourth = -0.46875 * Earth.j4 * p2 * p2 * motion
        anomalyRate = motion + 0.5 * first * beta * con41 + 0.0625 * second * beta * (13 - 78 * theta2 + 137 * theta4)
        perigeeRate =
            -0.5 * first * (1 - 5 * theta2) + 0.0625 * second * (7 - 114 * theta2 + 395 * theta4)
            + fourth * (3 - 36 * theta2 + 49 * theta4)
        nodeRate = -first * cosine + (0.5 * second * (4 - 19 * theta2) + 2 * fourth * (3 - 7 * theta2)) * cosine

        perigeeDrag = bStar * c3 * cos(perigee)
        anomalyDrag = e > 1e-4 ? -2.0 / 3 * coefficient * bStar / eEta : 0
        nodeDrag = 3.5 * beta2 * -first * cosine * c1

        // Where the satellite circles against the Earth's rotation in the plane of the equator, the divisor is nought.
        let divisor = abs(1 + cosine) > 1.5e-12 ? 1 + cosine : 1.5e-12
        longitudeLong = -0.25 * (Earth.j3 / Earth.j2) * sine * (3 + 5 * cosine) / divisor
        eccentricityLong = -0.5 * (Earth.j3 / Earth.j2) * sine

        t2 = 1.5 * c1
        let c1c1 = c1 * c1
        d2 = 4 * a * xi * c1c1
        let third = d2 * xi * c1 / 3
        d3 = (17 * a + s) * third
        d4 = 0.5 * third * a * xi * (221 * a + 31 * s) * c1
        t3 = d2 + 2 * c1c1
        t4 = 0.25 * (3 * d3 + c1 * (12 * d2 + 10 * c1c1))
        t5 = 0.2 * (3 * d4 + 12 * c1 * d3 + 6 * d2 * d2 + 15 * c1c1 * (2 * d2 + c1c1))
    }

    /// Minutes that a revolution takes.
    var period: Double { 2 * .pi / motion }
}
