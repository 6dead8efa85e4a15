// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

/// Corrections after RTCM 10403 (version 3) that receivers send among their fixes: D3, the length in ten bits, the message, a cyclic redundancy check. They
/// say nothing of a fix; framed, they do not look like anything else.
package struct RTCMProtocol: GNSSProtocol {
    package init() {}

    package func mayBegin(with byte: UInt8) -> Bool { byte == 0xD3 }

    package func frame(_ bytes: ArraySlice<UInt8>) -> GNSSFrame {
        let start = bytes.startIndex
        guard bytes.first == 0xD3 else { return .none }
        guard bytes.count >= 2 else { return .partial }
        guard bytes[start + 1] & 0xFC == 0 else { return .none }
        guard bytes.count >= 3 else { return .partial }
        let length = Int(bytes[start + 1] & 3) << 8 | Int(bytes[start + 2])
        // The shortest messages have a number of twelve bits.
        guard length >= 2 else { return .none }
        guard bytes.count >= length + 6 else { return .partial }
        return Self.checksum(bytes.prefix(length + 6)) == 0 ? .packet(length + 6) : .none
    }

    /// CRC-24Q; 0 of a packet with its check.
    private static func checksum(_ packet: ArraySlice<UInt8>) -> UInt32 {
        var remainder: UInt32 = 0
        for byte in packet {
            remainder ^= UInt32(byte) << 16
            for _ in 0..<8 { remainder = remainder & 0x80_0000 != 0 ? (remainder << 1 ^ 0x86_4CFB) & 0xFF_FFFF : remainder << 1 }
        }
        return remainder
    }

    package mutating func decode(_ packet: ArraySlice<UInt8>, in session: inout GNSSSession) -> GNSSPacketOutcome {
        session.endsOfCyclesAreKnown = true
        return .packet(GNSSPacket())
    }
}
