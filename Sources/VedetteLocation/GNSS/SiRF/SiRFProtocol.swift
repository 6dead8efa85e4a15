// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

/// The binary protocol of SiRF receivers, from SiRFstar II to V, and of the first of u-blox, which had SiRF chips: A0 A2, the length of the payload, the
/// payload, the sum of its bytes, B0 B3; numbers with the most significant byte first. After the SiRF Binary Protocol Reference Manual (1050-0041) and
/// the One Socket Protocol Interface Control Document, and what receivers in the wild are known to do otherwise, as gpsd tells it.
package struct SiRFProtocol: GNSSProtocol {
    /// Firmware from 2.3.2 fills message 41.
    var fillsGeodeticMessage = false
    /// Firmware of u-blox, whose message 98 says what message 2 says, and more.
    var isUBlox = false
    /// Where differential corrections come from, of message 27; 1 is satellites (SBAS).
    var differentialSource = 0
    /// The satellites of message 67 as its parts come.
    var sky = SiRFSatelliteList()

    package init() {}

    package func mayBegin(with byte: UInt8) -> Bool { byte == 0xA0 }

    package func frame(_ bytes: ArraySlice<UInt8>) -> GNSSFrame {
        let start = bytes.startIndex
        guard bytes.first == 0xA0 else { return .none }
        guard bytes.count >= 2 else { return .partial }
        guard bytes[start + 1] == 0xA2 else { return .none }
        guard bytes.count >= 4 else { return .partial }
        let length = Int(bytes[start + 2] & 0x7F) << 8 | Int(bytes[start + 3])
        guard length <= GNSSMessage.longest else { return .none }
        let end = start + 4 + length
        // The trailer is looked at as it comes, so that a chance leader does not hold up what follows it.
        for (offset, trailer) in [(end + 2, UInt8(0xB0)), (end + 3, 0xB3)] {
            guard offset < bytes.endIndex else { return .partial }
            guard bytes[offset] == trailer else { return .none }
        }
        let sum = bytes[start + 4..<end].reduce(0) { $0 + Int($1) } & 0x7FFF
        return sum == Int(bytes[end]) << 8 | Int(bytes[end + 1]) ? .packet(length + 8) : .damaged(length + 8)
    }

    package mutating func decode(_ packet: ArraySlice<UInt8>, in session: inout GNSSSession) -> GNSSPacketOutcome {
        session.endsOfCyclesAreKnown = true
        let content = content(
            of: GNSSMessage(packet.dropFirst(4).dropLast(4)), isDifferential: session.lastFix.status == 2, &session.context)
        return content.outcome(in: &session)
    }

    private mutating func content(of message: GNSSMessage, isDifferential: Bool, _ context: inout GNSSContext) -> GNSSMessageContent {
        switch message.u8(0) {
        case 2: return isUBlox ? .packet(GNSSPacket()) : measuredNavigation(message, &context)
        case 4: return measuredTracker(message, &context, isDifferential: isDifferential)
        case 6: return softwareVersion(message)
        case 8:
            guard message.count == 43 else { return .malformed }
            GPSSubframe(transmitted: (0..<10).map { UInt32(message.bigU32(3 + 4 * $0)) })?.teach(&context)
            return .packet(GNSSPacket())
        case 27:
            differentialSource = message.u8(1)
            return .packet(GNSSPacket())
        case 41: return geodeticNavigation(message, &context)
        case 51: return message.count < 3 ? .malformed : .packet(GNSSPacket(message.u8(1) == 1 ? .reportsFix : []))
        case 52: return pulsePerSecond(message, &context)
        case 67:
            switch message.u8(1) {
            case 1: return multipleConstellations(message, &context)
            case 16: return multipleConstellationSatellites(message, &context)
            default: return .unknown
            }
        case 93: return oscillator(message, &context)
        case 98: return extendedNavigation(message)
        // What the receiver says of itself, acknowledges or repeats: throughput, errors, lists of the visible, SBAS parameters, interference, statistics, debugging.
        case 5, 7, 9, 10, 11, 12, 13, 14, 15, 17, 18, 19, 28, 29, 30, 31, 50, 56, 64, 65, 66, 71, 81, 92, 128, 225, 255:
            return .packet(GNSSPacket())
        default: return .unknown
        }
    }
}

extension SiRFProtocol {
    /// Quality and dimensions from the low bits of a navigation type.
    static func quality(ofNavigationType type: Int) -> (status: Int, mode: GNSSFix.Mode) {
        let solution = type & 7
        let status = solution == 0 ? 0 : solution == 7 ? 5 : type & 0x80 != 0 ? 2 : 1
        let mode: GNSSFix.Mode = solution == 4 || solution == 6 ? .threeDimensional : solution == 0 ? .none : .twoDimensional
        return (status, mode)
    }
}
