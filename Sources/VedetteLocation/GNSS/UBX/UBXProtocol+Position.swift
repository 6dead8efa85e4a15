// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

/// Messages of class NAV that say where the receiver is, and how it moves, without saying when.
extension UBXProtocol {
    /// NAV-POSECEF, in centimetres.
    func positionGeocentric(_ message: GNSSMessage) -> GNSSMessageContent {
        guard message.count >= 20 else { return .malformed }
        var packet = GNSSPacket(.earthCentred)
        packet.fix.earthCentred = (
            Double(message.littleS32(4)) * 1e-2, Double(message.littleS32(8)) * 1e-2, Double(message.littleS32(12)) * 1e-2
        )
        packet.fix.earthCentredError = Double(message.littleU32(16)) * 1e-2
        return .packet(packet)
    }

    /// NAV-HPPOSECEF, in tenths of a millimetre.
    func precisePositionGeocentric(_ message: GNSSMessage) -> GNSSMessageContent {
        guard message.count >= 28 else { return .malformed }
        guard message.u8(0) == 0 else { return .unknown }
        var packet = GNSSPacket(.earthCentred)
        packet.fix.earthCentred = (
            Self.precise(message, 8, 20) * 1e-4, Self.precise(message, 12, 21) * 1e-4, Self.precise(message, 16, 22) * 1e-4
        )
        packet.fix.earthCentredError = Double(message.littleU32(24)) / 10_000
        return .packet(packet)
    }

    /// NAV-POSLLH, in 1e-7° and millimetres.
    func positionGeodetic(_ message: GNSSMessage) -> GNSSMessageContent {
        guard message.count >= 28 else { return .malformed }
        var packet = GNSSPacket([.position, .altitude, .horizontalError, .verticalError])
        packet.fix.longitude = 1e-7 * Double(message.littleS32(4))
        packet.fix.latitude = 1e-7 * Double(message.littleS32(8))
        packet.fix.altitudeHAE = 1e-3 * Double(message.littleS32(12))
        packet.fix.altitudeMSL = 1e-3 * Double(message.littleS32(16))
        packet.fix.eph = Double(message.littleU32(20)) * 1e-3
        packet.fix.epv = Double(message.littleU32(24)) * 1e-3
        return .packet(packet)
    }

    /// NAV-HPPOSLLH, in 1e-9° and tenths of a millimetre.
    func precisePositionGeodetic(_ message: GNSSMessage) -> GNSSMessageContent {
        guard message.count >= 36 else { return .malformed }
        var packet = GNSSPacket([.position, .altitude, .horizontalError, .verticalError])
        packet.fix.longitude = Self.precise(message, 8, 24) * 1e-9
        packet.fix.latitude = Self.precise(message, 12, 25) * 1e-9
        packet.fix.altitudeHAE = Self.precise(message, 16, 26) * 1e-5
        packet.fix.altitudeMSL = Self.precise(message, 20, 27) * 1e-5
        packet.fix.eph = Double(message.littleU32(28)) * 1e-4
        packet.fix.epv = Double(message.littleU32(32)) * 1e-4
        return .packet(packet)
    }

    /// A number whose last two digits are in a byte of their own.
    private static func precise(_ message: GNSSMessage, _ offset: Int, _ remainder: Int) -> Double {
        Double(message.littleS32(offset) * 100 + message.s8(remainder))
    }

    /// NAV-VELECEF, in centimetres a second.
    func velocityGeocentric(_ message: GNSSMessage) -> GNSSMessageContent {
        guard message.count >= 20 else { return .malformed }
        var packet = GNSSPacket(.earthCentredVelocity)
        packet.fix.earthCentredVelocity = (
            Double(message.littleS32(4)) / 100, Double(message.littleS32(8)) / 100, Double(message.littleS32(12)) / 100
        )
        packet.fix.earthCentredVelocityError = Double(message.littleU32(16)) / 100
        return .packet(packet)
    }

    /// NAV-VELNED, in centimetres a second.
    func velocityLocal(_ message: GNSSMessage) -> GNSSMessageContent {
        guard message.count >= 36 else { return .malformed }
        var packet = GNSSPacket(.velocity)
        packet.fix.velocity = (Double(message.littleS32(4)) / 100, Double(message.littleS32(8)) / 100, Double(message.littleS32(12)) / 100)
        return .packet(packet)
    }

    /// NAV-RELPOSNED: where the receiver is from a base. Only the base's number is of use for a fix.
    func relativePosition(_ message: GNSSMessage) -> GNSSMessageContent {
        guard message.count >= 40, message.u8(0) == 0 || message.count >= 64 else { return .malformed }
        var packet = GNSSPacket()
        packet.fix.dgpsStation = message.littleU16(2)
        return .packet(packet)
    }

    /// NAV-DOP, in hundredths; 99.99 says that there is none.
    func dilutions(_ message: GNSSMessage) -> GNSSMessageContent {
        guard message.count >= 18 else { return .malformed }
        var packet = GNSSPacket()
        let places: [(WritableKeyPath<GNSSSky, Double>, Int)] = [
            (\.gdop, 4), (\.pdop, 6), (\.tdop, 8), (\.vdop, 10), (\.hdop, 12), (\.ydop, 14), (\.xdop, 16),
        ]
        for (place, offset) in places where message.littleU16(offset) < 9999 {
            packet.sky[keyPath: place] = Double(message.littleU16(offset)) / 100
            packet.parts.insert(.dilutions)
        }
        return .packet(packet)
    }

    /// NAV-STATUS: what kind of fix it is.
    func receiverStatus(_ message: GNSSMessage) -> GNSSMessageContent {
        guard message.count >= 16 else { return .malformed }
        var packet = GNSSPacket([.status, .mode])
        guard message.u8(5) & 1 != 0 else {
            (packet.fix.status, packet.fix.mode) = (0, .none)
            return .packet(packet)
        }
        var (status, mode) = Self.quality(ofFixType: message.u8(4))
        let state = message.u8(6), carrier = message.u8(7)
        if state & 2 != 0 {
            // The solution of the carrier's phase is valid: floating or fixed.
            status = carrier & 0x40 != 0 ? 4 : carrier & 0x80 != 0 ? 3 : mode == .twoDimensional && status == 1 ? 2 : status
        } else if state & 1 != 0 {
            status = 2
        }
        (packet.fix.status, packet.fix.mode) = (status, mode)
        return .packet(packet)
    }
}
