// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

/// The GNSS Receiver External Interface Specification, of Javad and Topcon: two letters that name the message, the length of its body in three
/// hexadecimal digits, the body, whose last byte is a checksum; numbers with the least significant byte first. An epoch begins with ~~ and ends with ::.
package struct GREISProtocol: GNSSProtocol {
    /// Messages of this protocol have come: now their names may be any; before, only those that begin an epoch or answer a question.
    private var isSynchronized = false
    private var timeOfDay: Int?
    private var knowsLeapSeconds = false
    private var satellites = GREISSatelliteList()

    package init() {}

    package func mayBegin(with byte: UInt8) -> Bool {
        isSynchronized ? (0x21...0x7E).contains(byte) : byte == UInt8(ascii: "~") || byte == UInt8(ascii: "R")
    }

    package func frame(_ bytes: ArraySlice<UInt8>) -> GNSSFrame {
        let start = bytes.startIndex
        guard let first = bytes.first, mayBegin(with: first) else { return .none }
        guard bytes.count >= 2 else { return .partial }
        let second = bytes[start + 1]
        guard (0x21...0x7E).contains(second) else { return .none }
        let isAnswer =
            (first, second) == (UInt8(ascii: "R"), UInt8(ascii: "E")) || (first, second) == (UInt8(ascii: "E"), UInt8(ascii: "R"))
        guard isSynchronized || isAnswer || second == UInt8(ascii: "~") else { return .none }
        var length = 0
        for offset in 2..<5 {
            guard offset < bytes.count else { return .partial }
            guard let digit = Self.digit(bytes[start + offset]) else { return .none }
            length = length << 4 | digit
        }
        guard length > 0 else { return .none }
        guard bytes.count >= 5 + length else { return .partial }
        let packet = bytes[start..<start + 5 + length]
        return isAnswer || Self.checksum(packet) == 0 ? .packet(packet.count) : .damaged(packet.count)
    }

    private static func digit(_ byte: UInt8) -> Int? {
        switch byte {
        case 0x30...0x39: Int(byte) - 0x30
        case 0x41...0x46: Int(byte) - 0x41 + 10
        default: nil
        }
    }

    /// Exclusive or with rotation by two bits (A.1.1 of the specification); 0 of a packet with its checksum.
    private static func checksum(_ packet: ArraySlice<UInt8>) -> UInt8 {
        func rotated(_ value: UInt8) -> UInt8 { value << 2 | value >> 6 }
        // The checksum itself has been rotated already.
        return rotated(packet.reduce(0) { rotated($0) ^ $1 })
    }

    package mutating func decode(_ packet: ArraySlice<UInt8>, in session: inout GNSSSession) -> GNSSPacketOutcome {
        session.endsOfCyclesAreKnown = true
        isSynchronized = true
        let message = GNSSMessage(packet.dropFirst(5))
        let content = content(of: String(decoding: packet.prefix(2), as: UTF8.self), message, &session)
        return content.outcome(in: &session)
    }

    private mutating func content(of name: String, _ message: GNSSMessage, _ session: inout GNSSSession) -> GNSSMessageContent {
        switch name {
        case "~~":
            guard message.count >= 5 else { return .malformed }
            timeOfDay = message.littleU32(0)
            satellites.begin()
            return .packet(GNSSPacket(.clearsFix))
        case "::": return endOfEpoch(message, &session)
        case "UO": return leapSeconds(message, &session.context)
        case "GT": return time(message, &session.context)
        case "PV": return position(message)
        case "SG": return errors(message)
        case "DP": return dilutions(message, &session)
        case "SI", "EL", "AZ", "EC", "SS":
            return satellites.read(name, message) ? .packet(GNSSPacket(name == "SS" ? .used : [])) : .malformed
        // Answers, raw measurements.
        case "RE", "ER", "DC", "PC", "P3", "RC", "R3": return .packet(GNSSPacket())
        default: return .unknown
        }
    }

    /// UO: GPS to UTC, with the leap second to come.
    private mutating func leapSeconds(_ message: GNSSMessage, _ context: inout GNSSContext) -> GNSSMessageContent {
        guard message.count >= 24 else { return .malformed }
        knowsLeapSeconds = true
        let now = message.littleU16(16) % 256 * 604_800 + message.littleU32(12)
        let change = message.littleU16(20) * 604_800 + message.u8(19) * 86_400
        context.leapSeconds = message.s8(now < change ? 18 : 22)
        return .packet(GNSSPacket())
    }

    /// GT: GPS time, of no use without the leap seconds.
    private func time(_ message: GNSSMessage, _ context: inout GNSSContext) -> GNSSMessageContent {
        guard message.count >= 7 else { return .malformed }
        guard knowsLeapSeconds else { return .packet(GNSSPacket()) }
        var packet = GNSSPacket(.time)
        packet.fix.time = context.time(week: message.littleU16(4), milliseconds: Int64(message.littleU32(0)))
        return .packet(packet)
    }

    /// PV: position and velocity in the earth-centred frame.
    private func position(_ message: GNSSMessage) -> GNSSMessageContent {
        guard message.count >= 46 else { return .malformed }
        var packet = GNSSPacket([.mode, .status, .earthCentred, .earthCentredVelocity])
        packet.fix.earthCentred = (message.littleF64(0), message.littleF64(8), message.littleF64(16))
        packet.fix.earthCentredError = message.littleF32(24)
        packet.fix.earthCentredVelocity = (message.littleF32(28), message.littleF32(32), message.littleF32(36))
        packet.fix.earthCentredVelocityError = message.littleF32(40)
        let solution = message.u8(44)
        if (1...4).contains(solution) {
            packet.fix.mode = .threeDimensional
            packet.fix.status = solution > 1 ? 2 : 1
        }
        return .packet(packet)
    }

    /// SG: errors of position and velocity.
    private func errors(_ message: GNSSMessage) -> GNSSMessageContent {
        guard message.count >= 18 else { return .malformed }
        var packet = GNSSPacket([.horizontalError, .speedError])
        packet.fix.eph = message.littleF32(0)
        packet.fix.epv = message.littleF32(4)
        packet.fix.eps = message.littleF32(8)
        packet.fix.epc = message.littleF32(12)
        return .packet(packet)
    }

    /// DP: dilutions.
    private func dilutions(_ message: GNSSMessage, _ session: inout GNSSSession) -> GNSSMessageContent {
        guard message.count >= 18 else { return .malformed }
        session.sky.clearDilutions()
        var packet = GNSSPacket(.dilutions)
        packet.sky.hdop = message.littleF32(0)
        packet.sky.vdop = message.littleF32(4)
        packet.sky.tdop = message.littleF32(8)
        packet.sky.pdop = (packet.sky.hdop * packet.sky.hdop + packet.sky.vdop * packet.sky.vdop).squareRoot()
        return .packet(packet)
    }

    /// ::, with the time of day that the epoch began with.
    private func endOfEpoch(_ message: GNSSMessage, _ session: inout GNSSSession) -> GNSSMessageContent {
        guard message.count >= 5 else { return .malformed }
        guard let timeOfDay, timeOfDay == message.littleU32(0) else { return .packet(GNSSPacket()) }
        var packet = GNSSPacket(.reportsFix)
        session.sky.time = nil
        if satellites.isWhole {
            packet.parts.formUnion([.satellites, .used])
            packet.sky.satellites = satellites.all
            packet.sky.visibleCount = packet.sky.satellites.count
            packet.sky.usedCount = packet.sky.satellites.count(where: \.isInUse)
        }
        return .packet(packet)
    }
}
