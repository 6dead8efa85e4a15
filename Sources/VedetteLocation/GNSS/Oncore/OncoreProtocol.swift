// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

/// The binary protocol of Motorola's Oncore receivers, from the VP to the M12: @@, two letters, data of a length that goes with the letters, the
/// exclusive or of letters and data, CR LF; numbers with the most significant byte first. After the M12 Oncore User's Guide.
package struct OncoreProtocol: GNSSProtocol {
    /// Bytes of whole messages, by their letters.
    private static let lengths: [String: Int] = [
        "Aa": 10, "Ab": 10, "Ac": 11, "Ad": 11, "Ae": 11, "Af": 15, "Ag": 8, "AN": 8, "AO": 8, "AP": 8, "Ap": 25, "Aq": 8, "As": 20,
        "At": 8,
        "Au": 12, "Av": 8, "Aw": 8, "Ay": 11, "Az": 11, "Bb": 92, "Bj": 8, "Bo": 8, "Cb": 33, "Cc": 80, "Cf": 7, "Ch": 9, "Cj": 294,
        "Ck": 7,
        "Ea": 76, "En": 69, "Eq": 96, "Fa": 9, "Gd": 8, "Ge": 8, "Ha": 154, "Sz": 8,
    ]
    private static let mostVisible = 12

    private var isHoldingPosition = false
    /// Directions of the satellites that should be visible, of message Bb.
    private var visible: [(id: Int, azimuth: Int, elevation: Int)] = []

    package init() {}

    package func mayBegin(with byte: UInt8) -> Bool { byte == UInt8(ascii: "@") }

    package func frame(_ bytes: ArraySlice<UInt8>) -> GNSSFrame {
        let start = bytes.startIndex
        guard bytes.prefix(2).allSatisfy({ $0 == UInt8(ascii: "@") }) else { return .none }
        guard bytes.count >= 4 else { return .partial }
        guard let length = Self.lengths[Self.letters(bytes)] else { return .none }
        for (offset, trailer) in [(length - 2, UInt8(0x0D)), (length - 1, 0x0A)] {
            guard offset < bytes.count else { return .partial }
            guard bytes[start + offset] == trailer else { return .none }
        }
        return bytes[start + 2..<start + length - 2].reduce(0, ^) == 0 ? .packet(length) : .damaged(length)
    }

    private static func letters(_ packet: ArraySlice<UInt8>) -> String {
        String(decoding: packet.dropFirst(2).prefix(2), as: UTF8.self)
    }

    package mutating func decode(_ packet: ArraySlice<UInt8>, in session: inout GNSSSession) -> GNSSPacketOutcome {
        session.endsOfCyclesAreKnown = true
        // Offsets count from the first @, as in the manual.
        let message = GNSSMessage(packet)
        let content: GNSSMessageContent =
            switch Self.letters(packet) {
            case "Ea": eightChannels(message, session.context)
            case "Ha": twelveChannels(message, session.context)
            case "Bb": visibleSatellites(message)
            case "Bo": leapSeconds(message, &session.context)
            case "At": positionHold(message.u8(4) == 1)
            case "Gd": positionHold(message.u8(4) == 1 || message.u8(4) == 2)
            case "As", "Aw", "Ay", "Cj", "En": .packet(GNSSPacket())
            default: .unknown
            }
        return content.outcome(in: &session)
    }

    private mutating func positionHold(_ isOn: Bool) -> GNSSMessageContent {
        isHoldingPosition = isOn
        return .packet(GNSSPacket())
    }

    /// Bo: leap seconds; 0 before the receiver knows them.
    private func leapSeconds(_ message: GNSSMessage, _ context: inout GNSSContext) -> GNSSMessageContent {
        if message.u8(4) != 0 { context.adopt(leapSeconds: message.u8(4)) }
        return .packet(GNSSPacket())
    }

    /// Bb: which satellites should be visible.
    private mutating func visibleSatellites(_ message: GNSSMessage) -> GNSSMessageContent {
        visible = (0..<min(message.u8(4), Self.mostVisible)).map { index in
            let offset = 5 + 7 * index
            return (message.u8(offset), message.bigU16(offset + 4), message.u8(offset + 3))
        }
        return .packet(GNSSPacket())
    }

    /// Ea: a fix of receivers with eight channels.
    private func eightChannels(_ message: GNSSMessage, _ context: GNSSContext) -> GNSSMessageContent {
        let flags = message.u8(72)
        let quality: (Int, GNSSFix.Mode) =
            flags & 0x20 != 0
            ? (1, .threeDimensional)
            : flags & 0x10 != 0 ? (1, .twoDimensional) : flags & 8 != 0 && isHoldingPosition ? (7, .threeDimensional) : (0, .none)
        let dilution = Double(message.bigU16(35)) / 10
        let isHorizontal = message.u8(37) != 0
        var packet = fix(message, quality, context, position: 15, speed: 31, track: 33)
        if dilution >= 0.1 { packet.sky[keyPath: isHorizontal ? \GNSSSky.hdop : \GNSSSky.pdop] = dilution }
        setSatellites(&packet, message, count: 8, first: 40, size: 4) { message.u8($0 + 3) & 0x80 != 0 }
        return .packet(packet)
    }

    /// Ha: a fix of receivers with twelve channels.
    private func twelveChannels(_ message: GNSSMessage, _ context: GNSSContext) -> GNSSMessageContent {
        let quality: (Int, GNSSFix.Mode) =
            switch message.bigU16(129) >> 13 {
            case 7: (1, .threeDimensional)
            case 6: (1, .twoDimensional)
            case 4 where isHoldingPosition: (7, .threeDimensional)
            default: (0, .none)
            }
        let dilution = Double(message.bigU16(53)) / 10
        var packet = fix(message, quality, context, position: 31, speed: 47, track: 51)
        if dilution >= 0.1 { packet.sky[keyPath: quality.1 == .twoDimensional ? \GNSSSky.pdop : \GNSSSky.hdop] = dilution }
        setSatellites(&packet, message, count: 12, first: 57, size: 6) { message.bigU16($0 + 4) & 0x80 != 0 }
        return .packet(packet)
    }

    /// What both have in common. The time is that of GPS until the leap seconds are known, and is left out.
    private func fix(
        _ message: GNSSMessage, _ quality: (status: Int, mode: GNSSFix.Mode), _ context: GNSSContext, position: Int, speed: Int, track: Int
    ) -> GNSSPacket {
        var packet = GNSSPacket([.clearsFix, .reportsFix, .mode, .status, .dilutions])
        (packet.fix.status, packet.fix.mode) = quality
        if context.leapSecondsAreKnown {
            packet.fix.time = GNSSTime(
                year: message.bigU16(6), month: message.u8(4), day: message.u8(5), hour: message.u8(8), minute: message.u8(9),
                second: message.u8(10), nanoseconds: Int64(message.bigU32(11)))
            packet.parts.insert(.time)
        }
        if quality.mode.isFix {
            packet.parts.formUnion([.position, .speed, .track])
            packet.fix.latitude = Double(message.bigS32(position)) / 3_600_000
            packet.fix.longitude = Double(message.bigS32(position + 4)) / 3_600_000
            packet.fix.speed = Double(message.bigU16(speed)) / 100
            packet.fix.track = Double(message.bigU16(track)) / 10
        }
        if quality.mode == .threeDimensional {
            packet.parts.insert(.altitude)
            packet.fix.altitudeHAE = Double(message.bigS32(position + 8)) / 100
        }
        return packet
    }

    /// The tracked satellites with the directions that are known of them, and then those that are visible and not tracked.
    private func setSatellites(
        _ packet: inout GNSSPacket, _ message: GNSSMessage, count: Int, first: Int, size: Int, isUsed: (Int) -> Bool
    ) {
        var rest = visible
        for channel in 0..<count {
            let offset = first + size * channel
            let id = message.u8(offset), signal = message.u8(offset + 2)
            guard signal != 0 else { continue }
            let known = rest.firstIndex { $0.id == id }.map { rest.remove(at: $0) } ?? visible.first { $0.id == id }
            packet.sky.satellites.append(
                NMEASatelliteInfo(
                    system: .gps, id: id, isInUse: isUsed(offset), azimuth: known.map { Double($0.azimuth) } ?? .nan,
                    elevation: known.map { Double($0.elevation) } ?? .nan, signalToNoiseRatio: Double(signal)))
        }
        for satellite in rest {
            packet.sky.satellites.append(
                NMEASatelliteInfo(
                    system: .gps, id: satellite.id, isInUse: false, azimuth: Double(satellite.azimuth),
                    elevation: Double(satellite.elevation),
                    signalToNoiseRatio: .nan))
        }
        packet.parts.formUnion([.satellites, .used])
        packet.sky.time = packet.fix.time
        packet.sky.visibleCount = packet.sky.satellites.count
        packet.sky.usedCount = packet.sky.satellites.count(where: \.isInUse)
    }
}
