// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A figure of a report by gpsd's name for it, with the decimals that gpsd prints.
package struct GNSSMember: Sendable {
    package let name: String
    /// NaN where it is not known.
    package let value: Double
    package let decimals: Int

    init(_ name: String, _ value: Double, _ decimals: Int) {
        (self.name, self.value, self.decimals) = (name, value, decimals)
    }

    /// With the digits that gpsd prints, and no others.
    package var roundedValue: Double { Double(GNSSReportWriter.number(value, decimals)) ?? value }
}

extension GNSSFix {
    /// Above mean sea level, or above the ellipsoid where only that is known.
    package var altitude: Double { altitudeMSL.isFinite ? altitudeMSL : altitudeHAE }

    /// What TPV says of a fix, but for its time: without a fix next to nothing, without height nothing that needs one.
    package var members: [GNSSMember] {
        var members = [GNSSMember("status", status.map { Double($0) } ?? .nan, 0), GNSSMember("mode", Double(mode.rawValue), 0)]
        if let time, time.seconds > 0 { members.append(GNSSMember("ept", ept, 3)) }
        guard mode.isFix else { return members }
        members += [
            GNSSMember("lat", latitude, 9), GNSSMember("lon", longitude, 9), GNSSMember("altHAE", altitudeHAE, 4),
            GNSSMember("altMSL", altitudeMSL, 4), GNSSMember("alt", altitude, 4), GNSSMember("epx", epx, 3), GNSSMember("epy", epy, 3),
            GNSSMember("epv", epv, 3), GNSSMember("track", track, 4), GNSSMember("magtrack", magneticTrack, 4),
            GNSSMember("magvar", magneticVariation, 1), GNSSMember("speed", speed, 3),
        ]
        if mode == .threeDimensional { members.append(rate("climb", climb, 3)) }
        members += [GNSSMember("epd", epd, 4), GNSSMember("eps", eps, 2)]
        if mode == .threeDimensional { members += thirdMembers }
        return members + [
            GNSSMember("eph", eph, 3), GNSSMember("sep", sep, 3), GNSSMember("dgpsAge", dgpsAge, 1),
            GNSSMember("dgpsSta", dgpsStation.map { Double($0) } ?? .nan, 0),
        ]
    }

    private var thirdMembers: [GNSSMember] {
        var members = [
            GNSSMember("epc", epc, 2), GNSSMember("ecefx", earthCentred.x, 4), GNSSMember("ecefy", earthCentred.y, 4),
            GNSSMember("ecefz", earthCentred.z, 4), rate("ecefvx", earthCentredVelocity.x, 2), rate("ecefvy", earthCentredVelocity.y, 2),
            rate("ecefvz", earthCentredVelocity.z, 2), GNSSMember("ecefpAcc", earthCentredError, 4),
            GNSSMember("ecefvAcc", earthCentredVelocityError, 4),
        ]
        if velocity.north.isFinite, velocity.east.isFinite {
            members += [rate("velN", velocity.north, 3), rate("velE", velocity.east, 3), rate("velD", velocity.down, 3)]
        }
        return members + [GNSSMember("geoidSep", geoidSeparation, 3)]
    }

    /// Not −0.000.
    private func rate(_ name: String, _ value: Double, _ decimals: Int) -> GNSSMember {
        GNSSMember(name, abs(value) < 0.5 * pow(10, -Double(decimals)) ? 0 : value, decimals)
    }
}

extension GNSSSky {
    /// What SKY says of dilutions and of how many satellites there are.
    package var members: [GNSSMember] {
        [
            GNSSMember("gdop", gdop, 2), GNSSMember("hdop", hdop, 2), GNSSMember("pdop", pdop, 2), GNSSMember("tdop", tdop, 2),
            GNSSMember("xdop", xdop, 2), GNSSMember("ydop", ydop, 2), GNSSMember("vdop", vdop, 2),
            GNSSMember("nSat", visibleCount.map { Double($0) } ?? .nan, 0), GNSSMember("uSat", usedCount.map { Double($0) } ?? .nan, 0),
        ]
    }
}
