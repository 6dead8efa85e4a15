// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation

extension GNSSSession {
    /// User-equivalent range errors (95 %) in metres, by which dilutions become estimated errors: horizontal, vertical, spherical.
    private static let rangeErrors = (horizontal: 15.0, vertical: 23.0, spherical: 19.0)
    private static let differentialRangeErrors = (horizontal: 3.75, vertical: 5.75, spherical: 4.75)
    /// Metres a second that nothing with a receiver goes.
    private static let maximumSpeed = 9999.9

    /// Checks the fix, and derives what the receiver leaves out.
    ///
    /// - Parameter new: what the packet just merged has set itself.
    mutating func derive(_ new: GNSSFix) {
        let elapsed = advance()
        if !(abs(fix.latitude) <= 90 && abs(fix.longitude) <= 180) { (fix.latitude, fix.longitude) = (.nan, .nan) }
        fix.deriveFromEarthCentred()
        fix.checkMotion(Self.maximumSpeed)
        fix.deriveFromModels()
        if elapsed > 0 { deriveMotion(elapsed) }
        if let time = fix.time, time.seconds > 0, !fix.ept.isFinite { fix.ept = 0.005 }
        if fix.mode.rawValue >= GNSSFix.Mode.twoDimensional.rawValue { deriveErrors(new, elapsed) }
        if let time = fix.time, time.seconds > 0 { lastFix = fix }
    }

    /// Seconds since the fix before; −1 where there is no telling.
    private mutating func advance() -> Double {
        guard let time = fix.time, time.seconds > 0 else { return -1 }
        let nothing = GNSSTime(seconds: 0, nanoseconds: 0)
        let elapsed = time.seconds(since: lastFix.time ?? nothing)
        if abs(elapsed) > 0.0099 {
            oldFix = lastFix
            return elapsed
        }
        return time.seconds(since: oldFix.time ?? nothing)
    }

    private mutating func deriveMotion(_ elapsed: Double) {
        guard fix.mode.isFix, oldFix.mode.isFix else { return }
        if !fix.speed.isFinite {
            fix.speed = EarthDistance.metres((fix.latitude, fix.longitude), (oldFix.latitude, oldFix.longitude)) / elapsed
            if abs(fix.speed) > Self.maximumSpeed { fix.speed = .nan }
        }
        if fix.mode == .threeDimensional, oldFix.mode == .threeDimensional, !fix.climb.isFinite, fix.altitudeHAE.isFinite,
            oldFix.altitudeHAE.isFinite
        {
            fix.climb = (fix.altitudeHAE - oldFix.altitudeHAE) / elapsed
            if abs(fix.climb) > Self.maximumSpeed { fix.climb = .nan }
        }
    }

    private mutating func deriveErrors(_ new: GNSSFix, _ elapsed: Double) {
        let range = fix.status == 2 ? Self.differentialRangeErrors : Self.rangeErrors
        if !new.epx.isFinite, sky.xdop.isFinite { fix.epx = sky.xdop * range.horizontal }
        if !new.epy.isFinite, sky.ydop.isFinite { fix.epy = sky.ydop * range.horizontal }
        if fix.mode == .threeDimensional, !fix.epv.isFinite, sky.vdop.isFinite { fix.epv = sky.vdop * range.vertical }
        if !fix.eph.isFinite, sky.hdop.isFinite { fix.eph = sky.hdop * range.spherical }
        if !fix.sep.isFinite, sky.pdop.isFinite { fix.sep = sky.pdop * range.spherical }
        guard elapsed > 0, oldFix.mode.isFix else { return }
        func larger(_ a: Double, _ b: Double) -> Double { a > b ? a : b }
        if !new.eps.isFinite, oldFix.epx.isFinite, oldFix.epy.isFinite {
            fix.eps = (larger(oldFix.epx, oldFix.epy) + larger(fix.epx, fix.epy)) / elapsed
        }
        if !fix.epd.isFinite {
            // The angle under which the error is seen from the fix before.
            let way = EarthDistance.metres((oldFix.latitude, oldFix.longitude), (fix.latitude, fix.longitude))
            let error = larger(fix.epx, fix.epy)
            if way.isFinite, way > error { fix.epd = 180 / Double.pi * 2 * asin(error / (way * way + error * error).squareRoot()) }
        }
        if !new.epc.isFinite, fix.epv.isFinite, oldFix.epv.isFinite { fix.epc = (oldFix.epv + fix.epv) / elapsed }
    }
}

extension GNSSFix.Mode {
    var isFix: Bool { self == .twoDimensional || self == .threeDimensional }
}

extension GNSSFix {
    /// Takes out speeds that cannot be, and fills speed, track and climb from the velocity.
    fileprivate mutating func checkMotion(_ limit: Double) {
        if abs(speed) > limit { speed = .nan }
        if abs(velocity.north) > limit { velocity.north = .nan }
        if abs(velocity.east) > limit { velocity.east = .nan }
        if abs(velocity.down) > limit { velocity.down = .nan }
        if abs(climb) > limit { climb = .nan }
        if velocity.down.isFinite, !climb.isFinite { climb = -velocity.down }
        guard velocity.north.isFinite, velocity.east.isFinite else { return }
        if !speed.isFinite { speed = hypot(velocity.north, velocity.east) }
        if !track.isFinite { track = atan2(velocity.east, velocity.north) * (180 / Double.pi) }
    }

    /// Fills the separation of the geoid, the magnetic variation, and what follows from them.
    fileprivate mutating func deriveFromModels() {
        if latitude.isFinite, longitude.isFinite {
            if !geoidSeparation.isFinite { geoidSeparation = EarthModel.geoidSeparation(latitude: latitude, longitude: longitude) }
            // Some receivers say 0.0,E where they do not know it.
            if !(abs(magneticVariation) > 0.09 && magneticVariation.isFinite) {
                magneticVariation = EarthModel.magneticVariation(latitude: latitude, longitude: longitude)
            }
        }
        if magneticVariation.isFinite {
            if !magneticTrack.isFinite, track.isFinite {
                magneticTrack = track + magneticVariation
            } else if magneticTrack.isFinite, !track.isFinite {
                track = magneticTrack - magneticVariation
            }
        }
        track = Self.normalized(track)
        magneticTrack = Self.normalized(magneticTrack)
        guard geoidSeparation.isFinite else { return }
        if altitudeHAE.isFinite, !altitudeMSL.isFinite {
            altitudeMSL = altitudeHAE - geoidSeparation
        } else if !altitudeHAE.isFinite, altitudeMSL.isFinite {
            altitudeHAE = altitudeMSL + geoidSeparation
        }
    }

    private static func normalized(_ degrees: Double) -> Double {
        guard degrees.isFinite else { return degrees }
        return degrees < 0 ? degrees + 360 : degrees >= 360 ? degrees - 360 : degrees
    }

    /// Fills latitude, longitude, height and velocity from the earth-centred ones (B. R. Bowring's closed form, 1976).
    fileprivate mutating func deriveFromEarthCentred() {
        let (x, y, z) = earthCentred
        guard x.isFinite, y.isFinite, z.isFinite, abs(x) + abs(y) + abs(z) > 10 else {
            earthCentred = (.nan, .nan, .nan)
            return
        }
        guard !latitude.isFinite || !longitude.isFinite else { return }
        let (a, b, e2, secondE2) = (6_378_137.0, 6_356_752.314245, 0.006694379990197585, 0.006739496742333464)
        let meridian = atan2(y, x)
        let axisDistance = (x * x + y * y).squareRoot()
        let reduced = atan2(z * a, axisDistance * b)
        let parallel = atan2(
            z + secondE2 * b * pow(sin(reduced), 3), axisDistance - e2 * a * pow(cos(reduced), 3))
        altitudeHAE = axisDistance / cos(parallel) - a / (1 - e2 * pow(sin(parallel), 2)).squareRoot()
        latitude = parallel * (180 / Double.pi)
        longitude = meridian * (180 / Double.pi)
        let speed = earthCentredVelocity
        velocity.north =
            -speed.x * sin(parallel) * cos(meridian) - speed.y * sin(parallel) * sin(meridian) + speed.z * cos(parallel)
        velocity.east = -speed.x * sin(meridian) + speed.y * cos(meridian)
        velocity.down =
            -(speed.x * cos(parallel) * cos(meridian) + speed.y * cos(parallel) * sin(meridian) + speed.z * sin(parallel))
    }
}
