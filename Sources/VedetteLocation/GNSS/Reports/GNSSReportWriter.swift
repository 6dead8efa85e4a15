// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Writes reports as gpsd's JSON protocol has them, TPV and SKY, with its digits: a `diff` with gpsd's own output shows what differs.
///
/// Left out are members that are not of the fix: device, ECEF accuracies, datum, baseline, antenna, wind, temperature.
package enum GNSSReportWriter {
    /// One line, without a line feed.
    package static func line(_ report: GNSSReport) -> String {
        switch report {
        case .fix(let fix, _): position(fix)
        case .sky(let sky): self.sky(sky)
        }
    }

    /// `yyyy-mm-ddThh:mm:ss.sssZ`, rounded to milliseconds.
    package static func time(_ time: GNSSTime) -> String {
        let milliseconds = (Int(time.nanoseconds) + 500_000) / 1_000_000
        let date = GNSSCalendar(seconds: time.seconds + Int64(milliseconds / 1000))
        return String(
            format: "%04d-%02d-%02dT%02d:%02d:%02d.%03dZ", date.year, date.month, date.day, date.hour, date.minute, date.second,
            milliseconds % 1000)
    }

    /// A number with so many decimals, as C's `printf` has it.
    package static func number(_ value: Double, _ decimals: Int) -> String { String(format: "%.\(decimals)f", value) }

    private struct Members {
        var text: String

        mutating func add(_ name: String, _ value: Double, _ decimals: Int) {
            if value.isFinite { text += ",\"\(name)\":\(GNSSReportWriter.number(value, decimals))" }
        }

        /// Not −0.000.
        mutating func addRate(_ name: String, _ value: Double, _ decimals: Int) {
            add(name, abs(value) < 0.5 * pow(10, -Double(decimals)) ? 0 : value, decimals)
        }

        mutating func add(_ name: String, _ value: Int?) {
            if let value { text += ",\"\(name)\":\(value)" }
        }
    }

    private static func position(_ fix: GNSSFix) -> String {
        var members = Members(text: "{\"class\":\"TPV\"")
        if let status = fix.status, status >= 2 { members.add("status", status) }
        members.add("mode", fix.mode.rawValue)
        if let time = fix.time, time.seconds > 0 {
            members.text += ",\"time\":\"\(self.time(time))\""
            members.add("ept", fix.ept, 3)
        }
        if fix.mode.isFix {
            members.add("lat", fix.latitude, 9)
            members.add("lon", fix.longitude, 9)
            members.add("altHAE", fix.altitudeHAE, 4)
            members.add("altMSL", fix.altitudeMSL, 4)
            members.add("alt", fix.altitude, 4)
            members.add("epx", fix.epx, 3)
            members.add("epy", fix.epy, 3)
            members.add("epv", fix.epv, 3)
            members.add("track", fix.track, 4)
            members.add("magtrack", fix.magneticTrack, 4)
            members.add("magvar", fix.magneticVariation, 1)
            members.add("speed", fix.speed, 3)
            if fix.mode == .threeDimensional { members.addRate("climb", fix.climb, 3) }
            members.add("epd", fix.epd, 4)
            members.add("eps", fix.eps, 2)
            if fix.mode == .threeDimensional { addThird(fix, &members) }
            members.add("eph", fix.eph, 3)
            members.add("sep", fix.sep, 3)
            members.add("dgpsAge", fix.dgpsAge, 1)
            members.add("dgpsSta", fix.dgpsStation)
        }
        return members.text + "}"
    }

    private static func addThird(_ fix: GNSSFix, _ members: inout Members) {
        members.add("epc", fix.epc, 2)
        members.add("ecefx", fix.earthCentred.x, 4)
        members.add("ecefy", fix.earthCentred.y, 4)
        members.add("ecefz", fix.earthCentred.z, 4)
        members.addRate("ecefvx", fix.earthCentredVelocity.x, 2)
        members.addRate("ecefvy", fix.earthCentredVelocity.y, 2)
        members.addRate("ecefvz", fix.earthCentredVelocity.z, 2)
        members.add("ecefpAcc", fix.earthCentredError, 4)
        members.add("ecefvAcc", fix.earthCentredVelocityError, 4)
        if fix.velocity.north.isFinite, fix.velocity.east.isFinite {
            members.addRate("velN", fix.velocity.north, 3)
            members.addRate("velE", fix.velocity.east, 3)
            members.addRate("velD", fix.velocity.down, 3)
        }
        members.add("geoidSep", fix.geoidSeparation, 3)
    }

    private static func sky(_ sky: GNSSSky) -> String {
        var members = Members(text: "{\"class\":\"SKY\"")
        if let time = sky.time, time.seconds > 0 { members.text += ",\"time\":\"\(self.time(time))\"" }
        for (name, value) in [
            ("gdop", sky.gdop), ("hdop", sky.hdop), ("pdop", sky.pdop), ("tdop", sky.tdop), ("xdop", sky.xdop), ("ydop", sky.ydop),
            ("vdop", sky.vdop),
        ] { members.add(name, value, 2) }
        members.add("nSat", sky.visibleCount)
        members.add("uSat", sky.usedCount)
        if !sky.satellites.isEmpty {
            members.text += ",\"satellites\":[" + sky.satellites.map(satellite).joined(separator: ",") + "]"
        }
        return members.text + "}"
    }

    private static func satellite(_ satellite: NMEASatelliteInfo) -> String {
        var members = Members(text: "{\"PRN\":\(satellite.id)")
        if satellite.azimuth < 360 { members.add("az", satellite.azimuth, 1) }
        members.add("el", satellite.elevation, 1)
        members.add("ss", satellite.signalToNoiseRatio, 1)
        return members.text + ",\"used\":\(satellite.isInUse)}"
    }
}

extension GNSSFix {
    /// Above mean sea level, or above the ellipsoid where only that is known.
    package var altitude: Double { altitudeMSL.isFinite ? altitudeMSL : altitudeHAE }
}
