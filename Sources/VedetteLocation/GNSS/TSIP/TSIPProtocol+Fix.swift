// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

/// Packets with positions, velocities and times.
extension TSIPProtocol {
    private static let degrees = 180 / Double.pi
    /// Degrees of 2⁻³¹ semicircles.
    private static let semicircles = 180.0 / 2_147_483_647

    /// 41: GPS time.
    mutating func time(_ message: GNSSMessage, _ context: inout GNSSContext) -> GNSSMessageContent {
        let seconds = message.bigF32(0), leapSeconds = message.bigF32(6)
        // Before a receiver knows the time it says nonsense.
        guard seconds >= 0, leapSeconds > 10, leapSeconds < 1000, message.bigS16(4) >= 0 else { return .packet(GNSSPacket()) }
        context.adopt(leapSeconds: Int(leapSeconds.rounded()))
        var packet = GNSSPacket([.time, .clearsFix])
        packet.fix.time = time(of: TSIPTime(seconds), week: message.bigS16(4), &context)
        return .packet(packet)
    }

    /// 42: position in the earth-centred frame.
    mutating func positionGeocentric(_ message: GNSSMessage, _ context: inout GNSSContext) -> GNSSMessageContent {
        var packet = GNSSPacket(.earthCentred)
        packet.fix.earthCentred = (message.bigF32(0), message.bigF32(4), message.bigF32(8))
        set(&packet, TSIPTime(message.bigF32(12)), &context)
        return .packet(packet)
    }

    /// 43: velocity in the earth-centred frame.
    mutating func velocityGeocentric(_ message: GNSSMessage, _ context: inout GNSSContext) -> GNSSMessageContent {
        var packet = GNSSPacket(.earthCentredVelocity)
        packet.fix.earthCentredVelocity = (message.bigF32(0), message.bigF32(4), message.bigF32(8))
        set(&packet, TSIPTime(message.bigF32(16)), &context)
        return .packet(packet)
    }

    /// 4A: latitude, longitude and altitude.
    mutating func positionGeodetic(_ message: GNSSMessage, _ context: inout GNSSContext) -> GNSSMessageContent {
        var packet = GNSSPacket([.position, .altitude])
        packet.fix.latitude = message.bigF32(0) * Self.degrees
        packet.fix.longitude = message.bigF32(4) * Self.degrees
        setAltitude(&packet, message.bigF32(8))
        if hasWeek { set(&packet, TSIPTime(message.bigF32(16)), &context) }
        return .packet(packet)
    }

    /// 54: the bias of the clock, with the time.
    mutating func bias(_ message: GNSSMessage, _ context: inout GNSSContext) -> GNSSMessageContent {
        var packet = GNSSPacket()
        set(&packet, TSIPTime(message.bigF32(8)), &context)
        return .packet(packet)
    }

    /// 56: velocity towards east, north and up.
    mutating func velocityLocal(_ message: GNSSMessage, _ context: inout GNSSContext) -> GNSSMessageContent {
        var packet = GNSSPacket(.velocity)
        packet.fix.velocity = (message.bigF32(4), message.bigF32(0), -message.bigF32(8))
        set(&packet, TSIPTime(message.bigF32(16)), &context)
        return .packet(packet)
    }

    /// 57: when the last fix was, which is good to know the week by.
    mutating func lastFix(_ message: GNSSMessage, _ context: inout GNSSContext) -> GNSSMessageContent {
        guard message.u8(0) == 1 else { return .packet(GNSSPacket()) }
        let time = TSIPTime(message.bigF32(2))
        _ = self.time(of: time, week: message.bigU16(6), &context)
        var packet = GNSSPacket(.time)
        clear(&packet, at: time)
        return .packet(packet)
    }

    /// 83: position in the earth-centred frame, precisely. Its quality is that of the fix before.
    mutating func precisePositionGeocentric(_ message: GNSSMessage, _ session: inout GNSSSession) -> GNSSMessageContent {
        var packet = GNSSPacket([.status, .mode, .earthCentred])
        packet.fix.earthCentred = (message.bigF64(0), message.bigF64(8), message.bigF64(16))
        packet.fix.status = session.lastFix.status
        packet.fix.mode = session.oldFix.mode.isFix ? session.lastFix.mode : .twoDimensional
        set(&packet, TSIPTime(message.bigF32(32)), &session.context)
        return .packet(packet)
    }

    /// 84: latitude, longitude and altitude, precisely. Its quality is that of the fix before.
    mutating func precisePositionGeodetic(_ message: GNSSMessage, _ session: inout GNSSSession) -> GNSSMessageContent {
        var packet = GNSSPacket([.status, .mode, .position, .altitude])
        packet.fix.latitude = message.bigF64(0) * Self.degrees
        packet.fix.longitude = message.bigF64(8) * Self.degrees
        setAltitude(&packet, message.bigF64(16))
        packet.fix.status = session.oldFix.status
        packet.fix.mode = session.oldFix.mode
        if hasWeek { set(&packet, TSIPTime(message.bigF32(32)), &session.context) }
        return .packet(packet)
    }

    private func setAltitude(_ packet: inout GNSSPacket, _ altitude: Double) {
        if altitudeIsAboveGeoid {
            packet.fix.altitudeMSL = altitude
        } else {
            packet.fix.altitudeHAE = altitude
        }
    }

    /// 8F 20: the last fix with what goes with it.
    mutating func lastFixWithExtras(_ message: GNSSMessage, _ context: inout GNSSContext) -> GNSSMessageContent {
        guard message.count == 56 || message.count == 64 else { return .malformed }
        var packet = GNSSPacket()
        setFix(&packet, message, latitude: 12, flags: message.u8(27))
        setVelocity(&packet, message, east: 2, isCoarse: message.u8(24) & 1 != 0)
        let leapSeconds = message.u8(29)
        var week = message.bigU16(30)
        if leapSeconds > 10 {
            context.adopt(leapSeconds: leapSeconds)
            // The eighteenth leap second came in week 1930.
            if leapSeconds > 17 { while week < 1930 { week += 1024 } }
        }
        let time = TSIPTime(milliseconds: message.bigU32(8))
        packet.fix.time = self.time(of: time, week: week, &context)
        packet.parts.insert(.time)
        clear(&packet, at: time)
        return .packet(packet)
    }

    /// 8F 23: the same, shorter.
    mutating func compactFix(_ message: GNSSMessage, _ context: inout GNSSContext) -> GNSSMessageContent {
        guard message.count >= 29 else { return .malformed }
        var packet = GNSSPacket()
        setFix(&packet, message, latitude: 9, flags: message.u8(8))
        setVelocity(&packet, message, east: 21, isCoarse: message.u8(8) & 0x20 != 0)
        if message.u8(7) > 10 { context.adopt(leapSeconds: message.u8(7)) }
        let time = TSIPTime(milliseconds: message.bigU32(1))
        packet.fix.time = self.time(of: time, week: message.bigU16(5), &context)
        packet.parts.insert(.time)
        clear(&packet, at: time)
        return .packet(packet)
    }

    private func setFix(_ packet: inout GNSSPacket, _ message: GNSSMessage, latitude: Int, flags: Int) {
        packet.parts.formUnion([.position, .altitude, .status, .mode])
        packet.fix.latitude = Double(message.bigS32(latitude)) * Self.semicircles
        let longitude = Double(message.bigU32(latitude + 4)) * Self.semicircles
        packet.fix.longitude = longitude > 180 ? longitude - 360 : longitude
        packet.fix.altitudeHAE = Double(message.bigS32(latitude + 8)) * 1e-3
        packet.fix.status = flags & 1 != 0 ? 0 : flags & 2 != 0 ? 2 : 1
        packet.fix.mode = flags & 1 != 0 ? .none : flags & 4 != 0 ? .twoDimensional : .threeDimensional
    }

    private func setVelocity(_ packet: inout GNSSPacket, _ message: GNSSMessage, east: Int, isCoarse: Bool) {
        packet.parts.insert(.velocity)
        let scale = isCoarse ? 0.02 : 0.005
        func speed(_ offset: Int) -> Double {
            // The lowest number says that it was too fast to be told.
            message.bigS16(offset) == -32768 ? .nan : Double(message.bigS16(offset)) * scale
        }
        packet.fix.velocity = (speed(east + 2), speed(east), -speed(east + 4))
    }

    /// 8F AB: the time of the pulse.
    mutating func primaryTiming(_ message: GNSSMessage, _ context: inout GNSSContext) -> GNSSMessageContent {
        guard message.count >= 17 else { return .malformed }
        let time = TSIPTime(seconds: Int64(message.bigU32(1)))
        let flags = message.u8(9)
        context.leapSeconds = message.bigS16(7)
        if flags & 1 != 0 || flags & 8 == 0 { context.leapSecondsAreKnown = true }
        var packet = GNSSPacket()
        // Not where the time has not been set, or is that of a test.
        if flags & 0x14 == 0 {
            packet.fix.time = self.time(of: time, week: message.bigU16(5), &context)
            packet.parts.insert(.time)
        }
        clear(&packet, at: time)
        return .packet(packet)
    }

    /// 8F AC: what goes with the pulse, among it the position.
    func supplementalTiming(_ message: GNSSMessage) -> GNSSMessageContent {
        guard message.count >= 68 else { return .malformed }
        var packet = GNSSPacket([.position, .altitude, .mode])
        packet.fix.latitude = message.bigF64(36) * Self.degrees
        packet.fix.longitude = message.bigF64(44) * Self.degrees
        packet.fix.altitudeHAE = message.bigF64(52)
        let receiverMode = message.u8(1) & 7, state = message.u8(12)
        switch receiverMode {
        case 0: packet.fix.mode = state == 0 ? .threeDimensional : state == 0x0B ? .twoDimensional : .none
        case 3, 6: packet.fix.mode = .twoDimensional
        case 4: packet.fix.mode = .threeDimensional
        case 1, 7:
            // At a known place, for the time alone.
            packet.fix.status = 7
            packet.fix.mode = state == 0 ? .threeDimensional : (9...0x0B).contains(state) ? .twoDimensional : .none
        default: packet.fix.mode = .none
        }
        if message.bigU16(10) & 0x208 != 0, receiverMode == 7 {
            (packet.fix.mode, packet.fix.status) = (.threeDimensional, 5)
        }
        if packet.fix.status != nil { packet.parts.insert(.status) }
        return .packet(packet)
    }

    /// 46: health.
    func health(_ message: GNSSMessage, _ session: GNSSSession) -> GNSSMessageContent {
        var packet = GNSSPacket(.mode)
        switch message.u8(0) {
        case 0: packet.fix.mode = session.oldFix.mode == .threeDimensional ? .threeDimensional : .twoDimensional
        case 9, 10, 11: packet.fix.mode = .twoDimensional
        case 1, 2, 3, 8, 12, 16: packet.fix.mode = .none
        default: packet.parts = []
        }
        return .packet(packet)
    }
}
