// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

/// Packets of version 1: a kind within the kind, a length, a mode, and a checksum by exclusive or.
extension TSIPProtocol {
    private static let answers = 2

    mutating func decodeVersion1(_ kind: UInt8, _ data: [UInt8], _ session: inout GNSSSession) -> GNSSMessageContent {
        let message = GNSSMessage(data[...])
        let length = message.bigU16(1)
        guard data.count >= 4, data.count == length + 3, data.reduce(kind, ^) == 0 else { return .malformed }
        guard message.u8(3) == Self.answers else { return .packet(GNSSPacket()) }
        switch (kind, message.u8(0)) {
        case (0xA1, 0x00): return length < 32 ? .malformed : timing(message, &session.context)
        case (0xA1, 0x11): return length < 52 ? .malformed : position(message)
        case (0xA2, 0x00): return length < 25 ? .malformed : satellite(message, &session.context)
        case (0xA3, 0x00): return length < 18 ? .malformed : alarms(message)
        case (0xA3, 0x11): return length < 29 ? .malformed : status(message)
        case (0x90...0x93, _), (0xA1, 0x02), (0xA3, 0x21): return .packet(GNSSPacket())
        default: return .unknown
        }
    }

    /// A1 00: the time of the pulse, which begins an epoch.
    private func timing(_ message: GNSSMessage, _ context: inout GNSSContext) -> GNSSMessageContent {
        let leapSeconds = message.bigS16(20)
        context.week = message.bigU16(8)
        context.adopt(leapSeconds: leapSeconds)
        var packet = GNSSPacket(.clearsFix)
        guard message.u8(19) & 2 != 0 else { return .packet(packet) }
        // The date is that of GPS time.
        let date = GNSSTime(
            year: message.bigU16(15), month: message.u8(13), day: message.u8(14), hour: message.u8(10), minute: message.u8(11),
            second: message.u8(12))
        packet.fix.time = date.map { GNSSTime(seconds: $0.seconds - Int64(leapSeconds), nanoseconds: 0) }
        packet.parts.insert(.time)
        return .packet(packet)
    }

    /// A1 11: position and velocity in one of two frames each.
    private func position(_ message: GNSSMessage) -> GNSSMessageContent {
        var packet = GNSSPacket([.mode, .dilutions, .horizontalError, .verticalError])
        let frames = message.u8(4)
        let place = (message.bigF64(6), message.bigF64(14), message.bigF64(22))
        let velocity = (message.bigF32(30), message.bigF32(34), message.bigF32(38))
        if (0.01...89.99).contains(message.bigF32(42)) { packet.sky.pdop = message.bigF32(42) }
        packet.fix.eph = message.bigF32(46)
        packet.fix.epv = message.bigF32(50)
        if frames & 2 == 0 {
            (packet.fix.latitude, packet.fix.longitude) = (place.0, place.1)
            if frames & 4 == 0 {
                packet.fix.altitudeHAE = place.2
            } else {
                packet.fix.altitudeMSL = place.2
            }
            packet.parts.formUnion([.position, .altitude])
        } else {
            packet.fix.earthCentred = place
            packet.parts.insert(.earthCentred)
        }
        // A surveyed place does not move.
        if frames & 1 == 0 {
            if frames & 8 == 0 {
                packet.fix.velocity = (velocity.1, velocity.0, -velocity.2)
                packet.parts.insert(.velocity)
            } else {
                packet.fix.earthCentredVelocity = velocity
                packet.parts.insert(.earthCentredVelocity)
            }
        }
        packet.fix.mode =
            switch message.u8(5) {
            case 1: .twoDimensional
            case 2: .threeDimensional
            default: .none
            }
        return .packet(packet)
    }

    /// A2 00: one satellite, numbered from 1 in the list.
    private mutating func satellite(_ message: GNSSMessage, _ context: inout GNSSContext) -> GNSSMessageContent {
        let place = message.u8(4), number = message.u8(6), flags = message.bigU32(19)
        let seconds = message.bigU32(23)
        var packet = GNSSPacket()
        if place == 1 {
            satellites.clear()
        } else if !(1...TSIPSatelliteList.places).contains(place) || !(1...99).contains(number) {
            return .packet(packet)
        }
        satellitesSaidAt = seconds
        packet.sky.time = time(of: TSIPTime(seconds: Int64(seconds)), &context)
        let (system, id) =
            Self.constellation(ofSignal: message.u8(5)).flatMap { UBXSatellite.identity(constellation: $0, number: number) } ?? (
                .unknown, 0
            )
        let azimuth = message.bigF32(7), elevation = message.bigF32(11), hasDirection = flags & 1 != 0
        satellites.keep(
            NMEASatelliteInfo(
                system: system, id: id, isInUse: flags & 6 != 0,
                azimuth: hasDirection && (0..<360).contains(azimuth) ? azimuth : .nan,
                elevation: hasDirection && abs(elevation) <= 90 ? elevation : .nan, signalToNoiseRatio: message.bigF32(15)),
            place - 1)
        // Where no status comes to end the epoch, the last satellite does.
        if place >= satellites.visibleCount, abs(statusSaidAt - satellitesSaidAt) > 10 {
            satellitesSaidAt = 0
            let when = packet.sky.time
            packet = satellites.packet()
            packet.sky.time = when
        }
        return .packet(packet)
    }

    /// Constellations as u-blox numbers them; nil where there is none.
    private static func constellation(ofSignal type: Int) -> Int? {
        switch type {
        case 1...3: 0
        case 5, 6: 6
        case 9: 1
        case 13...15: 3
        case 17...20: 2
        case 22...24: 5
        case 26: 7
        default: nil
        }
    }

    /// A3 00: alarms, among them that no satellites are tracked.
    private func alarms(_ message: GNSSMessage) -> GNSSMessageContent {
        var packet = GNSSPacket(.status)
        packet.fix.status = message.bigU32(12) & 1 != 0 ? 5 : 1
        return .packet(packet)
    }

    /// A3 11: status, which ends an epoch.
    private mutating func status(_ message: GNSSMessage) -> GNSSMessageContent {
        var packet = GNSSPacket()
        statusSaidAt = satellitesSaidAt
        if satellitesSaidAt > 0 {
            satellitesSaidAt = 0
            packet = satellites.packet()
        }
        packet.parts.insert(.reportsFix)
        setDilutions(&packet, message, 7)
        switch message.u8(5) {
        case 0: (packet.fix.mode, packet.fix.status) = (.twoDimensional, 1)
        case 1: (packet.fix.mode, packet.fix.status) = (.threeDimensional, 0)
        case 2, 3: packet.fix.status = 0
        case 4, 5, 6: packet.fix.status = 1
        case 255: (packet.fix.mode, packet.fix.status) = (.threeDimensional, 7)
        default: break
        }
        if packet.fix.mode != .unknown { packet.parts.insert(.mode) }
        if message.bigF32(7) > 10 { packet.fix.status = 5 }
        if packet.fix.status != nil { packet.parts.insert(.status) }
        return .packet(packet)
    }
}
