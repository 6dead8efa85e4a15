// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

/// The Trimble Standard Interface Protocol, of receivers from the Lassen to the RES 720: DLE, the kind of packet, data in which a DLE is doubled, DLE ETX;
/// numbers with the most significant byte first, many of them floating-point. After the manuals of the Lassen iQ, Copernicus II, Resolution SMT 360 and
/// RES 720. There is no checksum, but in version 1: so kinds have to be known, and of a length that they may have.
package struct TSIPProtocol: GNSSProtocol {
    private static let delimiter: UInt8 = 0x10
    private static let end: UInt8 = 0x03
    /// The most bytes of a packet as sent.
    private static let longest = 600

    /// Whether altitudes of packets 4A and 84 are above the geoid, of packet 55.
    var altitudeIsAboveGeoid = false
    /// The time of the week of the fix that is being told.
    var epoch = TSIPTime(0)
    /// Whether the week is known.
    var hasWeek = false
    var satellites = TSIPSatelliteList()
    /// Of version 1: the second of the week of the latest satellite that no status has followed, 0 without one, and that of the latest status.
    var satellitesSaidAt = 0
    var statusSaidAt = 0

    package init() {}

    package func mayBegin(with byte: UInt8) -> Bool { byte == Self.delimiter }

    package func frame(_ bytes: ArraySlice<UInt8>) -> GNSSFrame {
        let start = bytes.startIndex
        guard bytes.first == Self.delimiter else { return .none }
        guard bytes.count >= 2 else { return .partial }
        let kind = bytes[start + 1]
        guard Self.isKnown(kind) else { return .none }
        var index = start + 2, count = 0
        while index < bytes.endIndex {
            guard index - start < Self.longest else { return .none }
            if bytes[index] == Self.delimiter {
                guard index + 1 < bytes.endIndex else { return .partial }
                if bytes[index + 1] == Self.end {
                    return Self.mayHave(kind, count: count) ? .packet(index + 2 - start) : .none
                }
                guard bytes[index + 1] == Self.delimiter else { return .none }
                index += 1
            }
            index += 1
            count += 1
        }
        return .partial
    }

    private static func isKnown(_ kind: UInt8) -> Bool {
        switch kind {
        case 0x13, 0x1C, 0x41...0x43, 0x45...0x4C, 0x54...0x57, 0x5A...0x5F, 0x6C, 0x6D, 0x82...0x84, 0x8F...0x93, 0xA1...0xA3, 0xBB: true
        default: false
        }
    }

    private static func mayHave(_ kind: UInt8, count: Int) -> Bool {
        switch kind {
        case 0x41, 0x45: count == 10
        case 0x42, 0x5B: count == 16
        case 0x43, 0x4A, 0x56: count == 20
        case 0x46, 0x5E: count == 2
        case 0x47: count % 5 == 1
        case 0x48: count == 22
        case 0x49: count == 32
        case 0x4B: count == 3
        case 0x4C: count == 17
        case 0x54: count == 12
        case 0x55: count == 4
        case 0x57: count == 8
        case 0x5A: count == 25
        case 0x5C: count == 24
        case 0x5D: count == 26
        case 0x5F: count == 66
        case 0x6C: (18...242).contains(count)
        case 0x6D: (17...49).contains(count)
        case 0x82: count == 1
        case 0x83, 0x84: count == 36
        case 0x1C: count >= 7
        case 0xBB: count == 40 || count == 43
        default: count >= 1
        }
    }

    package mutating func decode(_ packet: ArraySlice<UInt8>, in session: inout GNSSSession) -> GNSSPacketOutcome {
        var data: [UInt8] = []
        var isDoubled = false
        for byte in packet.dropFirst(2).dropLast(2) {
            if byte == Self.delimiter, !isDoubled {
                isDoubled = true
            } else {
                data.append(byte)
                isDoubled = false
            }
        }
        let kind = packet.dropFirst().first ?? 0
        let content =
            switch kind {
            case 0x90...0x93, 0xA1...0xA3: decodeVersion1(kind, data, &session)
            default: content(of: kind, GNSSMessage(data[...]), &session)
            }
        return content.outcome(in: &session)
    }

    private mutating func content(of kind: UInt8, _ message: GNSSMessage, _ session: inout GNSSSession) -> GNSSMessageContent {
        switch kind {
        case 0x41: return time(message, &session.context)
        case 0x42: return positionGeocentric(message, &session.context)
        case 0x43: return velocityGeocentric(message, &session.context)
        case 0x46: return health(message, session)
        case 0x47:
            satellites.forget()
            return .packet(satellites.packet())
        case 0x4A: return positionGeodetic(message, &session.context)
        case 0x54: return bias(message, &session.context)
        case 0x55:
            altitudeIsAboveGeoid = message.u8(0) & 4 != 0
            return .packet(GNSSPacket())
        case 0x56: return velocityLocal(message, &session.context)
        case 0x57: return lastFix(message, &session.context)
        case 0x5C, 0x5D: return trackedSatellite(message, isOfSeveralConstellations: kind == 0x5D, &session.context)
        case 0x6C: return selection(message, session, isList: true)
        case 0x6D: return selection(message, session, isList: false)
        case 0x82:
            var packet = GNSSPacket(message.u8(0) & 1 == 1 ? .status : [])
            packet.fix.status = 2
            return .packet(packet)
        case 0x83: return precisePositionGeocentric(message, &session)
        case 0x84: return precisePositionGeodetic(message, &session)
        case 0x8F:
            switch message.u8(0) {
            case 0x20: return lastFixWithExtras(message, &session.context)
            case 0x23: return compactFix(message, &session.context)
            case 0xAB: return primaryTiming(message, &session.context)
            case 0xAC: return supplementalTiming(message)
            case 0x15, 0x42, 0xA5, 0xA6, 0xA7, 0xA9: return .packet(GNSSPacket())
            default: return .unknown
            }
        // Versions, options, raw measurements, acknowledgements.
        case 0x13, 0x1C, 0x45, 0x48, 0x4B, 0x4C, 0x5A, 0xBB: return .packet(GNSSPacket())
        default: return .unknown
        }
    }

    /// Begins a fix where the time is another than before.
    mutating func clear(_ packet: inout GNSSPacket, at time: TSIPTime) {
        guard time != epoch else { return }
        packet.parts.insert(.clearsFix)
        epoch = time
    }

    /// Takes the time of the week for that of the fix.
    mutating func set(_ packet: inout GNSSPacket, _ time: TSIPTime, _ context: inout GNSSContext) {
        packet.fix.time = self.time(of: time, &context)
        packet.parts.insert(.time)
        clear(&packet, at: time)
    }

    /// UTC of a time of the week that was named last, or of `week`.
    mutating func time(of time: TSIPTime, week: Int? = nil, _ context: inout GNSSContext) -> GNSSTime {
        hasWeek = true
        return context.time(week: week ?? context.week, seconds: time.seconds, nanoseconds: time.nanoseconds)
    }
}

/// A time of the week as TSIP has it, cut to the nanosecond.
struct TSIPTime: Hashable, Sendable {
    let seconds: Int64
    let nanoseconds: Int32

    /// What is no time of a week counts as 0.
    init(_ seconds: Double) {
        let whole = seconds.rounded(.towardZero)
        guard seconds.isFinite, abs(seconds) < 1e9 else {
            self.init(seconds: 0)
            return
        }
        self.init(seconds: Int64(whole), nanoseconds: Int32((seconds - whole) * 1e9))
    }

    init(seconds: Int64, nanoseconds: Int32 = 0) {
        (self.seconds, self.nanoseconds) = (seconds, nanoseconds)
    }

    init(milliseconds: Int) {
        self.init(seconds: Int64(milliseconds / 1000), nanoseconds: Int32(milliseconds % 1000 * 1_000_000))
    }
}
