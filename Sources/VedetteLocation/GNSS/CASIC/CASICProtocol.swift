// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

/// The binary protocol of receivers with CASIC chips, among them Quectel's L76K: BA CE, the length of the payload, class and number of the message, the
/// payload in words of four bytes, their sum; numbers with the least significant byte first.
package struct CASICProtocol: GNSSProtocol {
    private static let mostSatellites = 230

    private var epoch = 0
    private var latest = 0
    /// The kind of message that ended the epoch before; 0 before any has.
    private var ender = 0
    private var satellites: [NMEASatelliteInfo] = []

    package init() {}

    package func mayBegin(with byte: UInt8) -> Bool { byte == 0xBA }

    package func frame(_ bytes: ArraySlice<UInt8>) -> GNSSFrame {
        let start = bytes.startIndex
        guard bytes.first == 0xBA else { return .none }
        guard bytes.count >= 2 else { return .partial }
        guard bytes[start + 1] == 0xCE else { return .none }
        guard bytes.count >= 4 else { return .partial }
        let message = GNSSMessage(bytes)
        let length = message.littleU16(2)
        guard length % 4 == 0, length <= GNSSMessage.longest else { return .none }
        guard bytes.count >= length + 10 else { return .partial }
        let sum = stride(from: 2, to: 6 + length, by: 4).reduce(0) { ($0 + message.littleU32($1)) & 0xFFFF_FFFF }
        return sum == message.littleU32(6 + length) ? .packet(length + 10) : .damaged(length + 10)
    }

    package mutating func decode(_ packet: ArraySlice<UInt8>, in session: inout GNSSSession) -> GNSSPacketOutcome {
        session.endsOfCyclesAreKnown = ender != 0
        let header = GNSSMessage(packet)
        let kind = header.u8(4) << 8 | header.u8(5)
        let message = GNSSMessage(packet.dropFirst(6).dropLast(4))
        var clears = false
        let hasTime = [0x0101, 0x0103, 0x0110, 0x0120, 0x0121, 0x0122].contains(kind) && message.count >= 4
        if hasTime, abs(message.littleU32(0) - epoch) > 10 {
            if latest != 0 { ender = latest }
            epoch = message.littleU32(0)
            satellites = []
            session.sky.satellites = []
            clears = true
        }
        let content = content(of: kind, message)
        guard case .packet(var result) = content else { return content.outcome(in: &session) }
        if clears { result.parts.insert(.clearsFix) }
        if hasTime {
            if ender == kind {
                result.parts.insert(.reportsFix)
                if !satellites.isEmpty { setSatellites(&result, session.fix.time) }
            }
            latest = kind
        }
        return GNSSMessageContent.packet(result).outcome(in: &session)
    }

    private func setSatellites(_ packet: inout GNSSPacket, _ time: GNSSTime?) {
        packet.sky.time = packet.parts.contains(.time) ? packet.fix.time : time
        packet.sky.satellites = satellites
        packet.sky.visibleCount = satellites.count
        packet.sky.usedCount = satellites.count(where: \.isInUse)
        packet.parts.formUnion([.satellites, .used])
    }

    private mutating func content(of kind: Int, _ message: GNSSMessage) -> GNSSMessageContent {
        switch kind {
        case 0x0101: return dilutions(message)
        case 0x0103: return positionAndVelocity(message)
        case 0x0110: return timeUTC(message)
        case 0x0120: return addSatellites(message, constellation: 0)
        case 0x0121: return addSatellites(message, constellation: 3)
        case 0x0122: return addSatellites(message, constellation: 6)
        // Acknowledgements, the configuration of ports, versions.
        case 0x0500, 0x0501, 0x0600, 0x0A04: return .packet(GNSSPacket())
        default: return .unknown
        }
    }

    /// NAV-DOP.
    private func dilutions(_ message: GNSSMessage) -> GNSSMessageContent {
        guard message.count >= 28 else { return .malformed }
        var packet = GNSSPacket(.dilutions)
        for (index, member) in [\GNSSSky.pdop, \.hdop, \.vdop, \.ydop, \.xdop, \.tdop].enumerated() {
            packet.sky[keyPath: member] = message.littleF32(4 + 4 * index)
        }
        return .packet(packet)
    }

    /// NAV-PV: position and velocity; errors as variances.
    private func positionAndVelocity(_ message: GNSSMessage) -> GNSSMessageContent {
        guard message.count >= 80 else { return .malformed }
        var packet = GNSSPacket([.mode, .status, .used])
        (packet.fix.status, packet.fix.mode) =
            switch message.u8(4) {
            case 6: (1, .twoDimensional)
            case 7: (1, .threeDimensional)
            case 8: (6, .threeDimensional)
            default: (0, .none)
            }
        if packet.fix.mode != .none {
            packet.parts.formUnion([.position, .horizontalError])
            packet.fix.longitude = message.littleF64(16)
            packet.fix.latitude = message.littleF64(24)
            packet.fix.geoidSeparation = message.littleF32(36)
            packet.fix.eph = Self.deviation(message.littleF32(40))
        }
        if packet.fix.mode == .threeDimensional {
            packet.parts.formUnion([.altitude, .verticalError])
            packet.fix.altitudeHAE = message.littleF32(32)
            packet.fix.epv = Self.deviation(message.littleF32(44))
            packet.fix.sep = (packet.fix.eph * packet.fix.eph + packet.fix.epv * packet.fix.epv).squareRoot()
        }
        let validity = message.u8(5)
        if (6...8).contains(validity) {
            packet.parts.formUnion([.speed, .track, .speedError, .velocity])
            packet.fix.velocity = (message.littleF32(48), message.littleF32(52), validity == 6 ? .nan : -message.littleF32(56))
            packet.fix.speed = message.littleF32(64)
            packet.fix.track = message.littleF32(68)
            packet.fix.eps = Self.deviation(message.littleF32(72))
            if message.littleF32(76) < 1e6 { packet.fix.epd = Self.deviation(message.littleF32(76)) }
        }
        return .packet(packet)
    }

    private static func deviation(_ variance: Double) -> Double {
        variance.isFinite && variance > 0 ? variance.squareRoot() : .nan
    }

    /// NAV-TIMEUTC.
    private func timeUTC(_ message: GNSSMessage) -> GNSSMessageContent {
        guard message.count >= 24 else { return .malformed }
        guard message.u8(21) & 7 == 7, message.u8(23) != 0 else { return .packet(GNSSPacket()) }
        var packet = GNSSPacket(.time)
        packet.fix.time = GNSSTime(
            year: message.littleU16(14), month: message.u8(16), day: message.u8(17), hour: message.u8(18), minute: message.u8(19),
            second: message.u8(20), nanoseconds: Int64(message.littleU16(12)) * 1_000_000)
        return .packet(packet)
    }

    /// NAV-GPSINFO, NAV-BDSINFO and NAV-GLNINFO: satellites of one constellation each.
    private mutating func addSatellites(_ message: GNSSMessage, constellation: Int) -> GNSSMessageContent {
        let count = message.u8(4)
        guard message.count >= 8 + 12 * count, satellites.count + count <= Self.mostSatellites else { return .malformed }
        for index in 0..<count {
            let offset = 8 + 12 * index
            let (system, id) = UBXSatellite.identity(constellation: constellation, number: message.u8(offset + 1)) ?? (.unknown, 0)
            let elevation = message.s8(offset + 5), azimuth = message.littleS16(offset + 6)
            satellites.append(
                NMEASatelliteInfo(
                    system: system, id: id, isInUse: message.littleU16(offset + 2) & 1 != 0,
                    azimuth: (0..<360).contains(azimuth) ? Double(azimuth) : .nan,
                    elevation: abs(elevation) <= 90 ? Double(elevation) : .nan, signalToNoiseRatio: Double(message.u8(offset + 4))))
        }
        return .packet(GNSSPacket())
    }
}
