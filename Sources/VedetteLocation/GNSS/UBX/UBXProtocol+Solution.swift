// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

/// Messages that say all of a fix, and those of time.
extension UBXProtocol {
    private static let ages: [Double] = [.nan, 1, 2, 5, 10, 15, 20, 30, 45, 60, 90, 120, 240]

    /// NAV-SOL, until u-blox 8: position and velocity in the geocentric frame.
    func navigationSolution(_ message: GNSSMessage, _ context: inout GNSSContext) -> GNSSMessageContent {
        guard message.count >= 52 else { return .malformed }
        var packet = GNSSPacket([.earthCentred, .earthCentredVelocity, .speedError, .mode, .status, .reportsFix])
        let flags = message.u8(11)
        if flags & 0x0C == 0x0C {
            packet.fix.time = context.time(
                week: message.littleU16(8), milliseconds: Int64(message.littleU32(0)), nanoseconds: Int64(message.littleS32(4)))
            packet.parts.insert(.time)
        }
        packet.fix.earthCentred = (
            Double(message.littleS32(12)) / 100, Double(message.littleS32(16)) / 100, Double(message.littleS32(20)) / 100
        )
        packet.fix.earthCentredError = Double(message.littleU32(24)) / 100
        packet.fix.earthCentredVelocity = (
            Double(message.littleS32(28)) / 100, Double(message.littleS32(32)) / 100, Double(message.littleS32(36)) / 100
        )
        packet.fix.earthCentredVelocityError = Double(message.littleU32(40)) / 100
        packet.fix.eps = Double(message.littleS32(40)) / 100
        if message.littleU16(44) < 9999 {
            packet.sky.pdop = Double(message.littleU16(44)) / 100
            packet.parts.insert(.dilutions)
        }
        let (status, mode) = Self.quality(ofFixType: message.u8(10))
        packet.fix.mode = mode
        packet.fix.status = flags & 2 != 0 ? 2 : status
        return .packet(packet)
    }

    /// NAV-PVT, from u-blox 6 with GLONASS on.
    func positionVelocityTime(_ message: GNSSMessage, _ context: inout GNSSContext) -> GNSSMessageContent {
        guard message.count >= 84 else { return .malformed }
        var packet = GNSSPacket([
            .status, .mode, .position, .altitude, .speed, .track, .horizontalError, .verticalError, .speedError,
        ])
        let flags = message.u8(21)
        (packet.fix.status, packet.fix.mode) = Self.quality(ofFixType: message.u8(20), flags: flags)
        if flags & 2 != 0 {
            let age = message.littleU16(78) >> 1 & 0xF
            packet.fix.dgpsAge = Self.ages[min(age, Self.ages.count - 1)]
        }
        setTime(of: &packet, message, year: 4, valid: 11, nanoseconds: 16, &context)
        packet.fix.longitude = 1e-7 * Double(message.littleS32(24))
        packet.fix.latitude = 1e-7 * Double(message.littleS32(28))
        packet.fix.altitudeHAE = 1e-3 * Double(message.littleS32(32))
        packet.fix.altitudeMSL = 1e-3 * Double(message.littleS32(36))
        packet.fix.eph = Double(message.littleS32(40)) / 1000
        packet.fix.epv = Double(message.littleS32(44)) / 1000
        packet.fix.speed = 1e-3 * Double(message.littleS32(60))
        packet.fix.track = 1e-5 * Double(message.littleS32(64))
        packet.fix.eps = Double(message.littleS32(68)) / 1000
        return .packet(packet)
    }

    /// NAV-PVAT, of receivers that know their attitude.
    func positionVelocityAttitudeTime(_ message: GNSSMessage, _ context: inout GNSSContext) -> GNSSMessageContent {
        guard message.count >= 116 else { return .malformed }
        guard message.u8(4) == 0 else { return .unknown }
        var packet = GNSSPacket([.status, .mode, .speed, .velocity])
        let flags = message.u8(25)
        (packet.fix.status, packet.fix.mode) = Self.quality(ofFixType: message.u8(24), flags: flags)
        setTime(of: &packet, message, year: 6, valid: 5, nanoseconds: 20, &context)
        if packet.fix.mode != .none {
            packet.parts.insert(.position)
            packet.fix.longitude = 1e-7 * Double(message.littleS32(28))
            packet.fix.latitude = 1e-7 * Double(message.littleS32(32))
        }
        if packet.fix.mode == .threeDimensional {
            packet.parts.insert(.altitude)
            packet.fix.altitudeHAE = 1e-3 * Double(message.littleS32(36))
            packet.fix.altitudeMSL = 1e-3 * Double(message.littleS32(40))
        }
        packet.fix.eph = 1e-3 * Double(message.littleU32(44))
        packet.fix.epv = 1e-3 * Double(message.littleU32(48))
        packet.fix.velocity = (
            1e-3 * Double(message.littleS32(52)), 1e-3 * Double(message.littleS32(56)), 1e-3 * Double(message.littleS32(60))
        )
        packet.fix.speed = 1e-3 * Double(message.littleS32(64))
        packet.fix.eps = 1e-3 * Double(message.littleU32(68))
        if message.littleS32(92) != 0 { packet.fix.heading = 1e-5 * Double(message.littleS32(80)) }
        if flags & 0x20 != 0 {
            packet.fix.track = 1e-5 * Double(message.littleS32(84))
            packet.parts.insert(.track)
        }
        return .packet(packet)
    }

    /// HNR-PVT: what NAV-PVT says, between the epochs, from inertial sensors.
    func highRateSolution(_ message: GNSSMessage, _ context: inout GNSSContext) -> GNSSMessageContent {
        guard message.count >= 72 else { return .malformed }
        var packet = GNSSPacket([
            .status, .mode, .position, .altitude, .speed, .track, .horizontalError, .verticalError, .speedError, .reportsFix,
        ])
        (packet.fix.status, packet.fix.mode) = Self.quality(ofFixType: message.u8(16), flags: message.u8(17))
        setTime(of: &packet, message, year: 4, valid: 11, nanoseconds: 12, &context)
        packet.fix.longitude = 1e-7 * Double(message.littleS32(20))
        packet.fix.latitude = 1e-7 * Double(message.littleS32(24))
        packet.fix.altitudeHAE = 1e-3 * Double(message.littleS32(28))
        packet.fix.altitudeMSL = 1e-3 * Double(message.littleS32(32))
        packet.fix.speed = 1e-3 * Double(message.littleS32(36))
        packet.fix.track = 1e-5 * Double(message.littleS32(44))
        packet.fix.eph = Double(message.littleS32(52)) / 1000
        packet.fix.epv = Double(message.littleS32(56)) / 1000
        packet.fix.eps = Double(message.littleS32(60)) / 1000
        packet.fix.epd = Double(message.littleS32(64)) * 1e-5
        return .packet(packet)
    }

    /// UTC as NAV-PVT and its kin have it: date and time from `year` on, and nanoseconds that may be negative. Without both date and time, none.
    private func setTime(
        of packet: inout GNSSPacket, _ message: GNSSMessage, year: Int, valid: Int, nanoseconds: Int, _ context: inout GNSSContext
    ) {
        guard message.u8(valid) & 3 == 3 else { return }
        packet.parts.insert(.time)
        packet.fix.time = Self.utc(message, year: year, nanoseconds: nanoseconds)
        if let time = packet.fix.time { context.adopt(time) }
    }

    private static func utc(_ message: GNSSMessage, year: Int, nanoseconds: Int) -> GNSSTime? {
        GNSSTime(
            year: message.littleU16(year), month: message.u8(year + 2), day: message.u8(year + 3), hour: message.u8(year + 4),
            minute: message.u8(year + 5), second: message.u8(year + 6), nanoseconds: Int64(message.littleS32(nanoseconds)))
    }

    /// NAV-TIMEGPS.
    func timeGPS(_ message: GNSSMessage, _ context: inout GNSSContext) -> GNSSMessageContent {
        guard message.count >= 16 else { return .malformed }
        let valid = message.u8(11)
        if valid & 4 != 0 { context.adopt(leapSeconds: message.u8(10)) }
        guard valid & 3 == 3 else { return .packet(GNSSPacket()) }
        var packet = GNSSPacket(.time)
        packet.fix.time = context.time(
            week: message.littleU16(8), milliseconds: Int64(message.littleU32(0)), nanoseconds: Int64(message.littleS32(4)))
        return .packet(packet)
    }

    /// NAV-TIMEUTC.
    func timeUTC(_ message: GNSSMessage) -> GNSSMessageContent {
        guard message.count >= 20 else { return .malformed }
        guard message.u8(19) & 4 != 0 else { return .packet(GNSSPacket()) }
        var packet = GNSSPacket(.time)
        packet.fix.time = Self.utc(message, year: 12, nanoseconds: 8)
        return .packet(packet)
    }

    /// NAV-TIMELS.
    func leapSeconds(_ message: GNSSMessage, _ context: inout GNSSContext) -> GNSSMessageContent {
        guard message.count >= 24 else { return .malformed }
        if message.u8(4) == 0, message.u8(23) & 1 != 0 { context.adopt(leapSeconds: message.s8(9)) }
        return .packet(GNSSPacket())
    }

    /// TIM-TP: the time of the next pulse, of which the week is of use.
    func timePulse(_ message: GNSSMessage, _ context: inout GNSSContext) -> GNSSMessageContent {
        guard message.count >= 16 else { return .malformed }
        if message.u8(14) & 3 == 3 { _ = context.time(week: message.littleU16(12), milliseconds: Int64(message.littleU32(0))) }
        return .packet(GNSSPacket())
    }

    /// RXM-SVSI: of which the week is of use.
    func spaceVehicleStatus(_ message: GNSSMessage, _ context: inout GNSSContext) -> GNSSMessageContent {
        guard message.count >= 8 else { return .malformed }
        context.week = message.littleU16(4)
        return .packet(GNSSPacket())
    }

    /// RXM-RAWX: of which the leap seconds are of use.
    func rawMeasurements(_ message: GNSSMessage, _ context: inout GNSSContext) -> GNSSMessageContent {
        guard message.count >= 16 else { return .malformed }
        if message.u8(12) & 1 != 0 { context.adopt(leapSeconds: message.s8(10)) }
        return .packet(GNSSPacket())
    }

    /// RXM-SFRB, until u-blox 7: a subframe of GPS without parity.
    func subframe(_ message: GNSSMessage, _ context: inout GNSSContext) -> GNSSMessageContent {
        guard message.count >= 42 else { return .malformed }
        GPSSubframe(words: (0..<10).map { UInt32(message.littleU32(2 + 4 * $0)) })?.teach(&context)
        return .packet(GNSSPacket())
    }

    /// RXM-SFRBX: parts of any navigation message, of which those of GPS are read.
    func extendedSubframe(_ message: GNSSMessage, _ context: inout GNSSContext) -> GNSSMessageContent {
        guard message.count >= 8, message.count == 8 + 4 * message.u8(4) else { return .malformed }
        guard (1...2).contains(message.u8(6)), message.u8(0) == 0 else { return .packet(GNSSPacket()) }
        GPSSubframe(transmitted: (0..<message.u8(4)).map { UInt32(message.littleU32(8 + 4 * $0)) })?.teach(&context)
        return .packet(GNSSPacket())
    }
}
