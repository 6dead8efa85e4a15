// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import VedetteGeometry
import VedetteLocation
import VedetteModel
import VedetteValues

extension GNSSFix {
    /// The fix that a TPV report tells; nil where it says something that cannot be.
    ///
    /// Releases before 3.20 call the height above sea level `alt`.
    init?(_ report: JSONValue) {
        self.init()
        func number(_ name: String) -> Double { report[name]?.finiteNumber ?? .nan }
        if let text = report["time"]?.text {
            guard let instant = Array(text.utf8).withUnsafeBytes({ RFC3339.parse($0) }) else { return nil }
            var (seconds, microseconds) = instant.microsecondsSince1970.quotientAndRemainder(dividingBy: 1_000_000)
            if microseconds < 0 { (seconds, microseconds) = (seconds - 1, microseconds + 1_000_000) }
            time = GNSSTime(seconds: seconds, nanoseconds: Int32(truncatingIfNeeded: microseconds * 1_000))
        }
        if let value = report["mode"]?.integer {
            guard let known = Mode(rawValue: Int(truncatingIfNeeded: value)) else { return nil }
            mode = known
        }
        status = report["status"]?.integer.flatMap { Int(exactly: $0) }
        (latitude, longitude) = (number("lat"), number("lon"))
        if latitude.isFinite || longitude.isFinite {
            guard GridPosition(longitude: longitude, latitude: latitude) != nil else { return nil }
        }
        altitudeHAE = number("altHAE")
        altitudeMSL = number("altMSL")
        if altitudeMSL.isNaN { altitudeMSL = number("alt") }
        geoidSeparation = number("geoidSep")
        (speed, track, climb) = (number("speed"), number("track"), number("climb"))
        (magneticTrack, magneticVariation) = (number("magtrack"), number("magvar"))
        velocity = (number("velN"), number("velE"), number("velD"))
        (eph, epx, epy, epv) = (number("eph"), number("epx"), number("epy"), number("epv"))
        (ept, eps) = (number("ept"), number("eps"))
        dgpsAge = number("dgpsAge")
        dgpsStation = report["dgpsSta"]?.integer.flatMap { Int(exactly: $0) }
    }
}

extension GNSSSky {
    /// What a SKY report tells. Satellites without a number are left out.
    init(_ report: JSONValue) {
        self.init()
        func number(_ name: String) -> Double { report[name]?.finiteNumber ?? .nan }
        (gdop, hdop, pdop, tdop, vdop) = (number("gdop"), number("hdop"), number("pdop"), number("tdop"), number("vdop"))
        (xdop, ydop) = (number("xdop"), number("ydop"))
        satellites = (report["satellites"]?.elements ?? []).compactMap { NMEASatelliteInfo($0) }
        let count = report["uSat"]?.integer.flatMap { Int(exactly: $0) }
        usedCount = count ?? (report["satellites"] == nil ? nil : satellites.count { $0.isInUse })
    }
}

extension NMEASatelliteInfo {
    fileprivate init?(_ report: JSONValue) {
        guard let number = report["PRN"]?.integer.flatMap({ Int(exactly: $0) }) else { return nil }
        self.init(
            system: Self.system(report["gnssid"]?.integer, number), id: number, isInUse: report["used"]?.boolean ?? false,
            azimuth: report["az"]?.finiteNumber ?? .nan, elevation: report["el"]?.finiteNumber ?? .nan,
            signalToNoiseRatio: report["ss"]?.finiteNumber ?? .nan)
    }

    /// The constellation by u-blox's number for it (`gnssid`), which gpsd gives since 3.17, else by the satellite's number as NMEA 0183 has them.
    private static func system(_ identifier: Int64?, _ number: Int) -> System {
        switch identifier {
        case 0: return .gps
        case 1: return .sbas
        case 2: return .galileo
        case 3: return .beiDou
        case 5: return .qzss
        case 6: return .glonass
        case 7: return .navIC
        case nil: break
        default: return .unknown
        }
        switch number {
        case 1...32: return .gps
        case 33...64, 120...158: return .sbas
        case 65...96: return .glonass
        case 193...200: return .qzss
        case 301...336: return .galileo
        case 401...437: return .beiDou
        default: return .unknown
        }
    }
}
