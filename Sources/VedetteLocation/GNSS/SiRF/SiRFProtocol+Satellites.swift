// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

extension SiRFProtocol {
    private static let channels = 12

    /// Message 4: the channels of the tracker.
    func measuredTracker(_ message: GNSSMessage, _ context: inout GNSSContext, isDifferential: Bool) -> GNSSMessageContent {
        guard message.count == 188 else { return .malformed }
        var packet = GNSSPacket([.satellites, .used])
        packet.sky.time = context.time(week: message.bigU16(1), milliseconds: Int64(message.bigU32(3)) * 10)
        for channel in 0..<Self.channels {
            let offset = 8 + 15 * channel
            let id = message.u8(offset), azimuth = message.u8(offset + 1), elevation = message.u8(offset + 2)
            // An idle channel says 0.
            guard id != 0, azimuth != 0, elevation != 0 else { continue }
            let isAugmentation = (120...158).contains(id)
            let signals = (0..<10).reduce(0) { $0 + message.u8(offset + 5 + $1) }
            let isAcquired = message.bigU16(offset + 3) & 1 != 0
            packet.sky.satellites.append(
                NMEASatelliteInfo(
                    system: isAugmentation ? .sbas : .gps, id: id,
                    isInUse: isAcquired || (isAugmentation && isDifferential && differentialSource == 1),
                    azimuth: Double(azimuth) * 1.5, elevation: Double(elevation) / 2, signalToNoiseRatio: Double(signals) / 10))
        }
        packet.sky.visibleCount = packet.sky.satellites.count
        packet.sky.usedCount = packet.sky.satellites.count(where: \.isInUse)
        return .packet(packet)
    }

    /// Message 67.16: satellites of all constellations, fifteen in a message.
    mutating func multipleConstellationSatellites(_ message: GNSSMessage, _ context: inout GNSSContext) -> GNSSMessageContent {
        guard (18...198).contains(message.count) else { return .malformed }
        var packet = GNSSPacket(.time)
        let time = context.time(week: message.bigU16(2), milliseconds: Int64(message.bigU32(4)), nanoseconds: Int64(message.bigU32(8)))
        packet.fix.time = time
        packet.sky.time = time
        let part = message.u8(16) & 0xF, parts = message.u8(16) >> 4
        guard part != 0 else { return .malformed }
        if part == 1 { sky = SiRFSatelliteList() }
        sky.read(message, part: part)
        if part == parts {
            packet.sky.satellites = sky.satellites
            packet.sky.visibleCount = packet.sky.satellites.count
            packet.sky.usedCount = sky.satellites.count(where: \.isInUse)
            packet.parts.insert(.satellites)
        }
        return .packet(packet)
    }
}

/// The satellites of message 67.16. Each part has fifteen places of its own; how many places count is said by the latest part.
struct SiRFSatelliteList: Sendable {
    private static let places = 15

    private var slots: [NMEASatelliteInfo?] = []
    private var count = 0

    var satellites: [NMEASatelliteInfo] { slots.prefix(count).compactMap(\.self) }

    /// Takes one part, of 1 … 15.
    mutating func read(_ message: GNSSMessage, part: Int) {
        count = message.u8(17)
        var slot = (part - 1) * Self.places
        for index in 0..<count {
            let offset = 18 + 12 * index
            guard offset < message.count else { break }
            guard let satellite = Self.satellite(message, at: offset) else { continue }
            while slots.count <= slot { slots.append(nil) }
            slots[slot] = satellite
            slot += 1
        }
    }

    private static func satellite(_ message: GNSSMessage, at offset: Int) -> NMEASatelliteInfo? {
        let name = message.bigU16(offset), number = name & 0xFF
        guard name != 0, let (system, id) = identity(constellation: name >> 13, number: number) else { return nil }
        let azimuth = message.bigU16(offset + 2), elevation = message.bigU16(offset + 4), signal = message.bigU16(offset + 6)
        guard azimuth != 0 || elevation != 0 || signal != 0 else { return nil }
        return NMEASatelliteInfo(
            system: system, id: id, isInUse: message.bigU32(offset + 8) & 0x8000 != 0, azimuth: Double(azimuth) / 10,
            elevation: Double(elevation) / 10, signalToNoiseRatio: Double(signal) / 10)
    }

    private static func identity(constellation: Int, number: Int) -> (NMEASatelliteInfo.System, Int)? {
        switch (constellation, number) {
        case (0, 193...202): (.qzss, number)
        case (0, 1...): (.gps, number)
        case (1, 120...158): (.sbas, number)
        case (2, 1...32): (.glonass, number + 64)
        case (3, 1...37): (.galileo, number + 210)
        case (4, 1...5): (.beiDou, number + 158)
        case (4, 6...37): (.beiDou, number + 27)
        default: nil
        }
    }
}
