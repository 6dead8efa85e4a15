// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

/// What a binary message says.
enum GNSSMessageContent: Sendable {
    /// Something, that may be nothing for a fix.
    case packet(GNSSPacket)
    /// It is of a known kind, and too short or at odds with itself.
    case malformed
    /// Of a kind that is not read.
    case unknown

    /// What became of the packet, with the malformed counted.
    func outcome(in session: inout GNSSSession) -> GNSSPacketOutcome {
        switch self {
        case .packet(var packet):
            // A list of satellites that comes in parts says the time in each of them, or in all but the last.
            packet.sky.time = packet.sky.time ?? session.sky.time
            session.sky.time = packet.sky.time
            return .packet(packet)
        case .unknown: return .unknown
        case .malformed:
            session.malformedCount += 1
            return .packet(GNSSPacket())
        }
    }
}
