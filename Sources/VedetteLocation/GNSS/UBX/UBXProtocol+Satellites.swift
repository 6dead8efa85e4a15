// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

/// Messages of class NAV that list satellites.
extension UBXProtocol {
    private static let mostChannels = 230

    /// NAV-SVINFO, until u-blox 8.
    mutating func spaceVehicles(_ message: GNSSMessage, _ context: inout GNSSContext) -> GNSSMessageContent {
        guard message.count >= 8 else { return .malformed }
        let time = context.time(milliseconds: Int64(message.littleU32(0)))
        let channels = message.u8(4)
        guard channels <= Self.mostChannels, message.count >= 8 + 12 * channels else { return .malformed }
        return list(at: time, count: channels, size: 12) { offset in
            guard let (system, id) = UBXSatellite.identity(ofNumber: message.u8(offset + 1)) else { return nil }
            let elevation = message.s8(offset + 5), azimuth = message.littleS16(offset + 6)
            return NMEASatelliteInfo(
                system: system, id: id, isInUse: message.u8(offset + 2) & 1 != 0,
                azimuth: (0..<360).contains(azimuth) ? Double(azimuth) : .nan, elevation: abs(elevation) <= 90 ? Double(elevation) : .nan,
                signalToNoiseRatio: Double(message.u8(offset + 4)))
        }
    }

    /// NAV-SAT, from u-blox 8 on.
    mutating func satelliteList(_ message: GNSSMessage, _ context: inout GNSSContext) -> GNSSMessageContent {
        guard message.count >= 8 else { return .malformed }
        let time = context.time(milliseconds: Int64(message.littleU32(0)))
        guard message.u8(4) == 1 else { return .packet(news(at: time)) }
        let channels = message.u8(5)
        guard channels <= Self.mostChannels, message.count >= 8 + 12 * channels else { return .malformed }
        return list(at: time, count: channels, size: 12) { offset in
            guard let (system, id) = UBXSatellite.identity(constellation: message.u8(offset), number: message.u8(offset + 1)) else {
                return nil
            }
            let elevation = message.s8(offset + 3), azimuth = message.littleS16(offset + 4)
            return NMEASatelliteInfo(
                system: system, id: id, isInUse: message.littleU32(offset + 8) & 8 != 0,
                azimuth: (0...360).contains(azimuth) ? Double(azimuth % 360) : .nan,
                elevation: abs(elevation) <= 90 ? Double(elevation) : .nan, signalToNoiseRatio: Double(message.u8(offset + 2)))
        }
    }

    /// NAV-SIG, from u-blox 9 on: signals, of which a satellite may have several. Directions are those of the list before.
    mutating func signalList(_ message: GNSSMessage, _ context: inout GNSSContext) -> GNSSMessageContent {
        guard message.count >= 8 else { return .malformed }
        let time = context.time(milliseconds: Int64(message.littleU32(0)))
        guard message.u8(4) == 0 else { return .packet(news(at: time)) }
        let channels = message.u8(5)
        guard channels <= Self.mostChannels, message.count >= 8 + 16 * channels else { return .malformed }
        let known = Dictionary(satellites.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
        return list(at: time, count: channels, size: 16) { offset in
            guard let (system, id) = UBXSatellite.identity(constellation: message.u8(offset), number: message.u8(offset + 1)) else {
                return nil
            }
            return NMEASatelliteInfo(
                system: system, id: id, isInUse: message.u8(offset + 7) >= 4, azimuth: known[id]?.azimuth ?? .nan,
                elevation: known[id]?.elevation ?? .nan, signalToNoiseRatio: Double(message.u8(offset + 6)))
        }
    }

    private func news(at time: GNSSTime) -> GNSSPacket {
        var packet = GNSSPacket()
        packet.sky.time = time
        return packet
    }

    private mutating func list(at time: GNSSTime, count: Int, size: Int, satellite: (Int) -> NMEASatelliteInfo?) -> GNSSMessageContent {
        satellites = (0..<count).compactMap { satellite(8 + size * $0) }
        var packet = news(at: time)
        packet.parts = [.satellites, .used]
        packet.sky.satellites = satellites
        packet.sky.visibleCount = satellites.count
        packet.sky.usedCount = satellites.count(where: \.isInUse)
        return .packet(packet)
    }
}

/// How u-blox numbers satellites, and how they are numbered here, after NMEA 4.0 with the usual extensions: SBAS 33 … 64, GLONASS 65 … 96,
/// QZSS 193 … 202, Galileo 301 … 336, BeiDou 401 … 463, NavIC 801 … 814.
enum UBXSatellite {
    static func identity(constellation: Int, number: Int) -> (NMEASatelliteInfo.System, Int)? {
        switch (constellation, number) {
        case (0, 1...32): (.gps, number)
        case (1, 120...151): (.sbas, number - 87)
        case (1, 1...158): (.sbas, number)
        case (2, 1...36): (.galileo, number + 300)
        case (2, 211...246): (.galileo, number + 90)
        case (3, 1...63): (.beiDou, number + 400)
        case (3, 159...163): (.beiDou, number + 242)
        // Transmitters indoors that Japan has planned.
        case (4, 1...10): (.unknown, number + 172)
        case (4, 173...182): (.unknown, number)
        case (5, 1...10): (.qzss, number + 192)
        case (5, 193...202): (.qzss, number)
        case (6, 1...32): (.glonass, number + 64)
        case (6, 65...96): (.glonass, number)
        case (7, 1...14): (.navIC, number + 800)
        default: nil
        }
    }

    /// The same where one number says both.
    static func identity(ofNumber number: Int) -> (NMEASatelliteInfo.System, Int)? {
        switch number {
        case 1...32: identity(constellation: 0, number: number)
        case 33...64: identity(constellation: 3, number: number - 27)
        case 65...96: identity(constellation: 6, number: number - 64)
        case 120...158: identity(constellation: 1, number: number)
        case 159...163: identity(constellation: 3, number: number - 158)
        case 173...182: identity(constellation: 4, number: number - 172)
        case 193...199: identity(constellation: 5, number: number - 192)
        case 211...246: identity(constellation: 2, number: number - 210)
        default: nil
        }
    }
}
