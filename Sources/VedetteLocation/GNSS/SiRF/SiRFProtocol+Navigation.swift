// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

extension SiRFProtocol {
    /// Message 2: position and velocity in the geocentric frame, and the time.
    func measuredNavigation(_ message: GNSSMessage, _ context: inout GNSSContext) -> GNSSMessageContent {
        guard message.count >= 41 else { return .malformed }
        var packet = GNSSPacket([.clearsFix, .reportsFix, .earthCentred, .earthCentredVelocity, .time, .status, .mode, .used])
        packet.fix.earthCentred = (Double(message.bigS32(1)), Double(message.bigS32(5)), Double(message.bigS32(9)))
        packet.fix.earthCentredVelocity = (Double(message.bigS16(13)) / 8, Double(message.bigS16(15)) / 8, Double(message.bigS16(17)) / 8)
        let (status, mode) = Self.quality(ofNavigationType: message.u8(19))
        (packet.fix.status, packet.fix.mode) = (status, mode)
        // The manual says horizontal; of a fix with height it is that of position.
        let dilution = Double(message.u8(20)) / 5
        switch mode {
        case .threeDimensional:
            packet.sky.pdop = dilution
            packet.parts.insert(.dilutions)
        case .twoDimensional:
            packet.sky.hdop = dilution
            packet.parts.insert(.dilutions)
        case .none, .unknown: break
        }
        packet.fix.time = context.time(week: message.bigU16(22), milliseconds: Int64(message.bigU32(24)) * 10)
        return .packet(packet)
    }

    /// Message 41: the fix in degrees and metres, with estimates of its errors. Firmware before 2.3.2 leaves half of it empty.
    func geodeticNavigation(_ message: GNSSMessage, _ context: inout GNSSContext) -> GNSSMessageContent {
        guard message.count == 91 else { return .malformed }
        var packet = GNSSPacket([.status, .mode, .time])
        let (status, mode) = Self.quality(ofNavigationType: message.bigU16(3))
        (packet.fix.status, packet.fix.mode) = (status, mode)
        packet.fix.time = context.time(week: message.bigU16(5), milliseconds: Int64(message.bigU32(7)))
        guard mode != .none else { return .packet(packet) }

        packet.fix.latitude = Double(message.bigS32(23)) * 1e-7
        packet.fix.longitude = Double(message.bigS32(27)) * 1e-7
        if packet.fix.latitude != 0, packet.fix.longitude != 0 { packet.parts.insert(.position) }
        if message.bigU32(50) != 0 {
            packet.fix.eph = Double(message.bigU32(50)) * 1e-2
            packet.parts.insert(.horizontalError)
        }
        if message.bigU32(54) != 0 {
            packet.fix.epv = Double(message.bigU32(54)) * 1e-2
            packet.parts.insert(.verticalError)
        }
        if message.bigU16(62) != 0 { packet.fix.eps = Double(message.bigU16(62)) * 1e-2 }
        if message.u8(89) != 0 {
            packet.sky.hdop = Double(message.u8(89)) * 0.2
            packet.parts.insert(.dilutions)
        }
        guard fillsGeodeticMessage else { return .packet(packet) }

        packet.fix.altitudeHAE = Double(message.bigS32(31)) * 1e-2
        packet.fix.altitudeMSL = Double(message.bigS32(35)) * 1e-2
        packet.fix.speed = Double(message.bigU16(40)) * 1e-2
        packet.fix.track = Double(message.bigU16(42)) * 1e-2
        packet.fix.climb = Double(message.bigS16(46)) * 1e-2
        packet.parts.formUnion([.speed, .track])
        if mode == .threeDimensional { packet.parts.formUnion([.altitude, .climb]) }
        return .packet(packet)
    }

    /// Message 52: UTC of the pulse that marks the second.
    func pulsePerSecond(_ message: GNSSMessage, _ context: inout GNSSContext) -> GNSSMessageContent {
        guard message.count >= 19 else { return .malformed }
        guard message.u8(14) & 7 == 7 else { return .packet(GNSSPacket()) }
        var packet = GNSSPacket(.time)
        packet.fix.time = GNSSTime(
            year: message.bigU16(6), month: message.u8(5), day: message.u8(4), hour: message.u8(1), minute: message.u8(2),
            second: message.u8(3))
        context.adopt(leapSeconds: message.bigU16(8))
        return .packet(packet)
    }

    /// Message 67.1: what messages 2 and 41 were, for receivers of several constellations.
    func multipleConstellations(_ message: GNSSMessage, _ context: inout GNSSContext) -> GNSSMessageContent {
        guard message.count >= 126 else { return .malformed }
        guard message.bigU32(2) == 0 else { return .packet(GNSSPacket()) }
        var packet = GNSSPacket([.time, .position, .mode, .track, .dilutions, .reportsFix])
        let milliseconds = Int64(message.bigU32(12)), nanoseconds = Int64(message.bigU32(16))
        _ = context.time(week: message.bigU16(10), milliseconds: milliseconds, nanoseconds: nanoseconds)
        context.adopt(leapSeconds: message.u8(32))
        packet.fix.time = GNSSTime(
            year: message.bigU16(24), month: message.u8(26), day: message.u8(27), hour: message.u8(28), minute: message.u8(29),
            second: message.bigU16(30) / 1000, nanoseconds: milliseconds % 1000 * 1_000_000 + nanoseconds)

        let information = message.bigU32(6)
        packet.fix.mode =
            switch information & 7 {
            case 3, 5: .twoDimensional
            case 4, 6, 7: .threeDimensional
            default: .none
            }
        packet.fix.latitude = Double(message.bigS32(54)) * 1e-7
        packet.fix.longitude = Double(message.bigS32(58)) * 1e-7
        packet.fix.altitudeHAE = Double(message.bigS32(62)) * 1e-2
        packet.fix.altitudeMSL = Double(message.bigS32(66)) * 1e-2
        if information & 0x1000 == 0 {
            packet.fix.speed = Double(message.bigU16(70)) / 100
            packet.parts.insert(.speed)
        }
        packet.fix.track = Double(message.bigU16(72)) / 100
        packet.fix.climb = Double(message.bigS16(74)) / 100
        if packet.fix.mode == .threeDimensional { packet.parts.formUnion([.altitude, .climb]) }
        packet.fix.epv = Double(message.bigU32(90)) / 100
        packet.fix.eps = Double(message.bigU16(94)) / 100

        let dilutions = (96...100).map { Double(message.u8($0)) / 5 }
        (packet.sky.gdop, packet.sky.pdop, packet.sky.hdop) = (dilutions[0], dilutions[1], dilutions[2])
        (packet.sky.vdop, packet.sky.tdop) = (dilutions[3], dilutions[4])
        return .packet(packet)
    }

    /// Message 93.18: the temperature of the oscillator, with the time.
    func oscillator(_ message: GNSSMessage, _ context: inout GNSSContext) -> GNSSMessageContent {
        guard message.count >= 2 else { return .malformed }
        guard message.u8(1) == 18 else { return .packet(GNSSPacket()) }
        guard message.count >= 26 else { return .malformed }
        var packet = GNSSPacket()
        packet.fix.time = context.time(week: message.bigU16(6), milliseconds: Int64(message.bigU32(2)) * 10)
        if message.u8(8) & 7 == 7 { packet.parts.insert(.time) }
        return .packet(packet)
    }

    /// Message 98 of u-blox's TIM receivers: all of a fix, in radians.
    mutating func extendedNavigation(_ message: GNSSMessage) -> GNSSMessageContent {
        guard message.count == 39 else { return .malformed }
        isUBlox = true
        let degrees = 180 / Double.pi
        var packet = GNSSPacket([.clearsFix, .reportsFix, .position, .altitude, .speed, .track, .climb, .status, .mode, .dilutions])
        packet.fix.latitude = Double(message.bigS32(1)) * degrees * 1e-8
        packet.fix.longitude = Double(message.bigS32(5)) * degrees * 1e-8
        packet.fix.altitudeHAE = Double(message.bigS32(9)) * 1e-3
        packet.fix.speed = Double(message.bigS32(13)) * 1e-3
        packet.fix.climb = Double(message.bigS32(17)) * 1e-3
        packet.fix.track = Double(message.bigS32(21)) * degrees * 1e-8
        let type = message.u8(25)
        (packet.fix.status, packet.fix.mode) = Self.quality(ofNavigationType: type)
        if type & 0x40 != 0 {
            let milliseconds = message.bigU16(32)
            packet.fix.time = GNSSTime(
                year: message.bigU16(26), month: message.u8(28), day: message.u8(29), hour: message.u8(30), minute: message.u8(31),
                second: milliseconds / 1000, nanoseconds: Int64(milliseconds % 1000) * 1_000_000)
            packet.parts.insert(.time)
        }
        let dilutions = (34...38).map { Double(message.u8($0)) / 5 }
        (packet.sky.gdop, packet.sky.pdop, packet.sky.hdop) = (dilutions[0], dilutions[1], dilutions[2])
        (packet.sky.vdop, packet.sky.tdop) = (dilutions[3], dilutions[4])
        return .packet(packet)
    }

    /// Message 6: which firmware it is.
    mutating func softwareVersion(_ message: GNSSMessage) -> GNSSMessageContent {
        guard message.count >= 1 else { return .malformed }
        // Firmware from 4 on sends two texts after their lengths.
        if message.count > 3, message.count == message.u8(1) + message.u8(2) + 3 {
            fillsGeodeticMessage = true
            return .packet(GNSSPacket())
        }
        let text = (1..<message.count).map(message.u8).prefix { $0 != 0 }
        var digits = "", hasPoint = false
        for character in text.drop(while: { !(48...57).contains($0) }) {
            let scalar = Unicode.Scalar(UInt8(character))
            if scalar == ".", !hasPoint { hasPoint = true } else if !(48...57).contains(character) { break }
            digits.unicodeScalars.append(scalar)
        }
        if let version = Double(digits), version >= 232 { fillsGeodeticMessage = true }
        return .packet(GNSSPacket())
    }
}
