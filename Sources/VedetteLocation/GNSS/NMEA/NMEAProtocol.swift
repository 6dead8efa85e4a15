// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

/// NMEA 0183 (IEC 61162-1), with the sentences of manufacturers that matter to a fix. Comments of logs, `# …`, belong to it too.
package struct NMEAProtocol: GNSSProtocol {
    /// A longer sentence is two that have run together.
    static let maximumLength = 130

    var state = NMEAState()

    package init() {}

    package func mayBegin(with byte: UInt8) -> Bool { NMEAFraming.mayBegin(with: byte) }

    package func frame(_ bytes: ArraySlice<UInt8>) -> GNSSFrame { NMEAFraming.frame(bytes) }

    package mutating func decode(_ packet: ArraySlice<UInt8>, in session: inout GNSSSession) -> GNSSPacketOutcome {
        switch packet.first {
        case UInt8(ascii: "#"):
            session.context.read(comment: packet)
            return .packet(GNSSPacket())
        case UInt8(ascii: "$") where NMEAFraming.hasKnownTalker(packet):
            return packet.count > Self.maximumLength ? .tooLong : decodeSentence(packet, &session)
        default: return .unknown
        }
    }

    private mutating func decodeSentence(_ bytes: ArraySlice<UInt8>, _ session: inout GNSSSession) -> GNSSPacketOutcome {
        var fields = NMEAFields(bytes)
        state.hasTime = false
        state.hasMoreToCome = false
        var packet = GNSSPacket()
        packet.replacesSatellites = false
        var tag = 0
        let kind = NMEASentence(fields)
        if let kind, fields.count >= kind.minimumFieldCount(fields) {
            state.decode(kind, &fields, &packet, &session)
            state.continuesCycle = kind.continuesCycle
            tag = Int(kind.rawValue)
        }
        state.leaveLists(fields)
        // The date and time of day that other sentences have brought weigh more than a GPS week.
        if packet.parts.contains(.time), packet.fix.time == nil || state.clock.year != 0 {
            packet.fix.time = state.time(&session.context)
        }
        state.findCycle(tag, &packet, &session)
        keepMode(&packet, session)
        session.malformedCount += fields.malformedCount > 0 ? 1 : 0
        return kind == nil && packet.parts.isEmpty ? .unknown : .packet(packet)
    }

    /// A sentence that does not tell two from three dimensions does not take the third away.
    private func keepMode(_ packet: inout GNSSPacket, _ session: GNSSSession) {
        guard packet.parts.contains(.mode), session.fix.mode == .threeDimensional, packet.fix.mode != .none else { return }
        let hadHeight = [session.lastFix, session.oldFix].contains { $0.altitudeHAE.isFinite || $0.altitudeMSL.isFinite }
        if hadHeight { packet.fix.mode = session.fix.mode }
    }
}
