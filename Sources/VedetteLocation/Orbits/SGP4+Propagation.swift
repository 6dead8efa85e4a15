// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation

extension SGP4 {
    /// Why there is no position.
    enum Failure: Error {
        /// The elements describe no ellipse any more.
        case noOrbit
        /// The satellite is below the surface.
        case belowSurface
    }

    /// Mean elements at some moment, drag and flattening reckoned with.
    private struct MeanElements {
        var semimajorAxis, eccentricity, node, perigee, anomaly: Double
    }

    /// Position in metres and velocity in metres a second, so many minutes after the epoch, in the frame of the true equator and mean equinox of that
    /// moment (TEME).
    ///
    /// Of constant cost.
    func state(minutes: Double) throws(Failure) -> (position: SIMD3<Double>, velocity: SIMD3<Double>) {
        let mean = try meanElements(minutes)
        guard mean.eccentricity < 1, mean.eccentricity >= -0.001 else { throw .noOrbit }
        let state = try osculating(mean)
        guard (state.position + state.velocity).sum().isFinite else { throw .noOrbit }
        return state
    }

    /// Secular effects of flattening and drag.
    private func meanElements(_ t: Double) throws(Failure) -> MeanElements {
        let even = anomaly + anomalyRate * t
        var (perigee, anomaly) = (perigee + perigeeRate * t, even)
        var (shrinking, rounding, advance) = (1 - c1 * t, bStar * c4 * t, t2 * t * t)
        if !isSimple {
            func cube(_ angle: Double) -> Double { pow(1 + eta * cos(angle), 3) }
            let shift = perigeeDrag * t + anomalyDrag * (cube(even) - cube(self.anomaly))
            anomaly += shift
            perigee -= shift
            shrinking -= t * t * (d2 + t * (d3 + t * d4))
            rounding += bStar * c5 * (sin(anomaly) - sin(self.anomaly))
            advance += t * t * t * (t3 + t * (t4 + t * t5))
        }
        // The square of what has shrunk to nothing grows again, and for ever; so does what drag would have to have taken in the long past.
        guard shrinking > 0 else { throw t * bStar > 0 ? .belowSurface : .noOrbit }
        let axis = pow(Earth.ke / motion, 2.0 / 3) * shrinking * shrinking
        guard axis < Self.deepSpaceAxis else { throw .noOrbit }
        let turn = 2 * Double.pi
        let node = node + nodeRate * t + nodeDrag * t * t
        let longitude = anomaly + motion * advance + perigee + node
        let (turnedNode, turnedPerigee) = (fmod(node, turn), fmod(perigee, turn))
        return MeanElements(
            semimajorAxis: axis, eccentricity: eccentricity - rounding, node: turnedNode, perigee: turnedPerigee,
            anomaly: fmod(fmod(longitude, turn) - turnedPerigee - turnedNode, turn))
    }

    /// Adds periodic effects of the flattening, solving Kepler's equation on the way.
    private func osculating(_ mean: MeanElements) throws(Failure) -> (position: SIMD3<Double>, velocity: SIMD3<Double>) {
        let a = mean.semimajorAxis
        let e = max(mean.eccentricity, 1e-6)

        // Long periods.
        let scale = 1 / (a * (1 - e * e))
        let axn = e * cos(mean.perigee)
        let ayn = e * sin(mean.perigee) + scale * eccentricityLong
        let longitude = mean.anomaly + mean.perigee + mean.node + scale * longitudeLong * axn
        let el2 = axn * axn + ayn * ayn
        let p = a * (1 - el2)
        guard p >= 0 else { throw .noOrbit }

        let (sinE, cosE) = eccentricAnomaly(fmod(longitude - mean.node, 2 * .pi), axn, ayn)
        let (eCosE, eSinE) = (axn * cosE + ayn * sinE, axn * sinE - ayn * cosE)
        let r = a * (1 - eCosE)
        let beta = (1 - el2).squareRoot()
        let share = eSinE / (1 + beta)
        let sinU = a / r * (sinE - ayn - axn * share)
        let cosU = a / r * (cosE - axn + ayn * share)
        let (sin2U, cos2U) = (2 * sinU * cosU, 1 - 2 * sinU * sinU)

        // Short periods.
        let k1 = 0.5 * Earth.j2 / p
        let k2 = k1 / p
        let distance = r * (1 - 1.5 * k2 * beta * con41) + 0.5 * k1 * con42 * cos2U
        let u = atan2(sinU, cosU) - 0.25 * k2 * con43 * sin2U
        let node = mean.node + 1.5 * k2 * cosine * sin2U
        let tilt = inclination + 1.5 * k2 * cosine * sine * cos2U
        // Divided by ke: the mean motion of this moment is ke a^(−3/2).
        let n = pow(a, -1.5)
        let outward = a.squareRoot() * eSinE / r - n * k1 * con42 * sin2U
        let along = p.squareRoot() / r + n * k1 * (con42 * cos2U + 1.5 * con41)
        guard distance >= 1 else { throw .belowSurface }

        let (sinNode, cosNode, sinTilt, cosTilt) = (sin(node), cos(node), sin(tilt), cos(tilt))
        let towards = SIMD3(-sinNode * cosTilt, cosNode * cosTilt, sinTilt)
        let nodeLine = SIMD3(cosNode, sinNode, 0)
        let (radial, forward) = (towards * sin(u) + nodeLine * cos(u), towards * cos(u) - nodeLine * sin(u))
        let metres = Earth.radius * 1_000
        return (radial * (distance * metres), (radial * outward + forward * along) * (metres * Earth.ke / 60))
    }

    /// Sine and cosine of the eccentric anomaly, counted from the node, by Newton's steps. A step is held to 0.95 so that eccentric orbits settle.
    private func eccentricAnomaly(_ u: Double, _ axn: Double, _ ayn: Double) -> (Double, Double) {
        var angle = u
        for _ in 0..<10 {
            let (sine, cosine) = (sin(angle), cos(angle))
            let step = (u - ayn * cosine + axn * sine - angle) / (1 - cosine * axn - sine * ayn)
            angle += min(max(step, -0.95), 0.95)
            if abs(step) < 1e-12 { break }
        }
        return (sin(angle), cos(angle))
    }
}
