// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

/// Messages about the antenna and about jamming. They say nothing of the fix, and are a reason to report it again.
extension UBXProtocol {
    /// MON-HW, until u-blox 8.
    func hardware(_ message: GNSSMessage) -> GNSSMessageContent {
        guard message.count >= 60 else { return .malformed }
        let jamming = message.count == 68 ? message.u8(53) : message.count == 60 ? message.u8(45) : 0
        return .packet(GNSSPacket(jamming > 0 || Self.isNews(antenna: message.u8(20), power: message.u8(21)) ? .reportsFix : []))
    }

    /// MON-RF, from u-blox 9 on: the same of each band.
    func radioFrequency(_ message: GNSSMessage) -> GNSSMessageContent {
        let blocks = message.u8(1)
        guard message.count >= 4, message.u8(0) == 0, blocks > 0 else { return .malformed }
        let size = (message.count - 4) / blocks
        guard size == 20 || size == 24, message.count == 4 + size * blocks else { return .malformed }
        let isNews = (0..<blocks).contains { block in
            let offset = 4 + size * block
            guard size == 24 else { return Self.isNews(antenna: message.u8(offset + 1), power: message.u8(offset + 2)) }
            return message.u8(offset + 16) > 0 || Self.isNews(antenna: message.u8(offset + 2), power: message.u8(offset + 3))
        }
        return .packet(GNSSPacket(isNews ? .reportsFix : []))
    }

    /// Whether the antenna is known to be well, shorted or open, or its power to be off or on.
    private static func isNews(antenna: Int, power: Int) -> Bool {
        (2...4).contains(antenna) || power <= 1
    }
}
