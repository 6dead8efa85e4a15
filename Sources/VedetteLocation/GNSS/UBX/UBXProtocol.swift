// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

/// The binary protocol of u-blox receivers, from Antaris 4 to X20: B5 62, class and number of the message, the length of the payload, the payload, two
/// sums after RFC 1145; numbers with the least significant byte first. After the receiver descriptions and interface descriptions that u-blox publishes.
///
/// A fix comes in several messages of one epoch, all of which carry its time of the week. Which of them is the last of an epoch is learned from the
/// stream: the one before the time changed.
package struct UBXProtocol: GNSSProtocol {
    /// Milliseconds of the week of the epoch that is being told.
    private var epoch = 0
    private var latest = 0
    /// The kind of message that ended the epoch before.
    private var ender = 0
    /// Satellites of the latest list, from which messages about signals take the directions.
    var satellites: [NMEASatelliteInfo] = []

    package init() {}

    package func mayBegin(with byte: UInt8) -> Bool { byte == 0xB5 }

    package func frame(_ bytes: ArraySlice<UInt8>) -> GNSSFrame {
        let start = bytes.startIndex
        guard bytes.first == 0xB5 else { return .none }
        guard bytes.count >= 2 else { return .partial }
        guard bytes[start + 1] == 0x62 else { return .none }
        guard bytes.count >= 6 else { return .partial }
        let length = Int(bytes[start + 4]) | Int(bytes[start + 5]) << 8
        guard length <= GNSSMessage.longest else { return .none }
        guard bytes.count >= length + 8 else { return .partial }
        var first: UInt8 = 0, second: UInt8 = 0
        for byte in bytes[start + 2..<start + 6 + length] {
            first &+= byte
            second &+= first
        }
        return first == bytes[start + 6 + length] && second == bytes[start + 7 + length] ? .packet(length + 8) : .damaged(length + 8)
    }

    package mutating func decode(_ packet: ArraySlice<UInt8>, in session: inout GNSSSession) -> GNSSPacketOutcome {
        session.endsOfCyclesAreKnown = true
        let header = GNSSMessage(packet.prefix(6))
        let kind = header.u8(2) << 8 | header.u8(3)
        let message = GNSSMessage(packet.dropFirst(6).dropLast(2))
        let content = content(of: kind, message, &session.context)
        guard case .packet(var result) = content, let time = Self.timeOfWeek(of: kind, message) else {
            return content.outcome(in: &session)
        }
        if ender == kind { result.parts.insert(.reportsFix) }
        // The messages of one epoch differ by some milliseconds.
        if abs(epoch - time) > 10 {
            ender = latest
            epoch = time
            result.parts.insert(.clearsFix)
        }
        latest = kind
        return GNSSMessageContent.packet(result).outcome(in: &session)
    }

    /// Milliseconds of the week to which a message belongs; nil where it belongs to no epoch.
    private static func timeOfWeek(of kind: Int, _ message: GNSSMessage) -> Int? {
        switch kind {
        // Of class 1, navigation: position and velocity, dilutions, status, satellites, clocks, the end of the epoch; 10 10 and 10 14, alignment and status
        // of sensors; 02 20, the state of satellites.
        case 0x0101...0x0107, 0x0111, 0x0112, 0x0117, 0x0120, 0x0121, 0x0122, 0x0126, 0x0130...0x0132, 0x0135, 0x013D, 0x0143, 0x0161,
            0x1010, 0x1014, 0x0220:
            message.littleU32(0)
        // Those that begin with a version.
        case 0x0113, 0x013B, 0x013C, 0x0145: message.littleU32(4)
        case 0x0114: message.littleS32(4) >= 0 ? message.littleS32(4) : nil
        // Readings of inertial sensors.
        case 0x1015: message.littleU32(8)
        default: nil
        }
    }

    private mutating func content(of kind: Int, _ message: GNSSMessage, _ context: inout GNSSContext) -> GNSSMessageContent {
        switch kind {
        case 0x0101: positionGeocentric(message)
        case 0x0102: positionGeodetic(message)
        case 0x0103: receiverStatus(message)
        case 0x0104: dilutions(message)
        case 0x0106: navigationSolution(message, &context)
        case 0x0107: positionVelocityTime(message, &context)
        case 0x0111: velocityGeocentric(message)
        case 0x0112: velocityLocal(message)
        case 0x0113: precisePositionGeocentric(message)
        case 0x0114: precisePositionGeodetic(message)
        case 0x0117: positionVelocityAttitudeTime(message, &context)
        case 0x0120: timeGPS(message, &context)
        case 0x0121: timeUTC(message)
        case 0x0126: leapSeconds(message, &context)
        case 0x0130: spaceVehicles(message, &context)
        case 0x0135: satelliteList(message, &context)
        case 0x0143: signalList(message, &context)
        case 0x013C: relativePosition(message)
        case 0x0211: subframe(message, &context)
        case 0x0213: extendedSubframe(message, &context)
        case 0x0215: rawMeasurements(message, &context)
        case 0x2800: highRateSolution(message, &context)
        case 0x2801: packet(message, atLeast: 32)
        case 0x2802: packet(message, atLeast: 36)
        // Known, and of no concern for a fix; the lengths are those below which a message says not even its time.
        case 0x0122: packet(message, atLeast: 20)
        case 0x0131, 0x013D, 0x1010, 0x1014, 0x1015: packet(message, atLeast: 16)
        case 0x0132: packet(message, atLeast: 12)
        case 0x013B: packet(message, atLeast: 40)
        case 0x0145: message.count >= 60 && message.u8(0) == 2 ? .packet(GNSSPacket()) : .malformed
        case 0x0161: packet(message, atLeast: 4)
        case 0x0A09: hardware(message)
        case 0x0A38: radioFrequency(message)
        case 0x0D01: timePulse(message, &context)
        case 0x0220: spaceVehicleStatus(message, &context)
        default: .unknown
        }
    }

    private func packet(_ message: GNSSMessage, atLeast count: Int) -> GNSSMessageContent {
        message.count >= count ? .packet(GNSSPacket()) : .malformed
    }
}

extension UBXProtocol {
    /// Quality and dimensions from the types of fix.
    static func quality(ofFixType type: Int) -> (status: Int, mode: GNSSFix.Mode) {
        switch type {
        case 1: (5, .twoDimensional)
        case 2: (1, .twoDimensional)
        case 3: (1, .threeDimensional)
        case 4: (6, .threeDimensional)
        // A surveyed position, of which only the time is computed.
        case 5: (7, .threeDimensional)
        default: (0, .none)
        }
    }

    /// The same with the flags of solutions: differential, and the state of the carrier's phase.
    static func quality(ofFixType type: Int, flags: Int) -> (status: Int, mode: GNSSFix.Mode) {
        var (status, mode) = quality(ofFixType: type)
        if flags & 0x02 != 0, status != 7 { status = flags & 0x80 != 0 ? 3 : flags & 0x40 != 0 ? 4 : 2 }
        return (status, mode)
    }
}
