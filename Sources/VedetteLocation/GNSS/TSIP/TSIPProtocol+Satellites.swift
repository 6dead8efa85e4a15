// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

/// Packets about satellites.
extension TSIPProtocol {
    private static let degrees = 180 / Double.pi

    /// 5C and 5D: one tracked satellite.
    mutating func trackedSatellite(
        _ message: GNSSMessage, isOfSeveralConstellations: Bool, _ context: inout GNSSContext
    ) -> GNSSMessageContent {
        let number = message.u8(0)
        let slot = isOfSeveralConstellations ? message.u8(1) : message.u8(1) >> 3
        var packet = GNSSPacket()
        let seconds = message.bigF32(8)
        let when = seconds > 0 ? time(of: TSIPTime(seconds), &context) : nil
        if slot == 0 {
            satellites.beginAgain()
        } else if slot >= TSIPSatelliteList.places || (!isOfSeveralConstellations && !(1...32).contains(number)) {
            return .packet(packet)
        }
        let isUsed = isOfSeveralConstellations ? message.u8(3) != 0 : message.u8(3) & 0x10 != 0
        if !isOfSeveralConstellations, message.u8(3) == 0x33 {
            packet.fix.status = 2
            packet.parts.insert(.status)
        }
        let satellite = NMEASatelliteInfo(
            system: Self.system(ofType: isOfSeveralConstellations ? message.u8(25) : 0, number: number), id: number, isInUse: isUsed,
            azimuth: message.bigF32(16) * Self.degrees, elevation: message.bigF32(12) * Self.degrees,
            signalToNoiseRatio: message.bigF32(4))
        if satellites.put(satellite, slot) {
            packet.sky = satellites.packet().sky
            packet.parts.formUnion([.satellites, .used])
        }
        packet.sky.time = when
        return .packet(packet)
    }

    private static func system(ofType type: Int, number: Int) -> NMEASatelliteInfo.System {
        switch (type, number) {
        case (0, 1...32): .gps
        case (0, 33...54): .sbas
        case (0, 65...96), (1, _): .glonass
        case (0, 97...133), (3, _): .galileo
        case (0, 134...138): .sbas
        case (0, 183), (0, 192...193), (0, 200), (5, _): .qzss
        case (0, 201...237), (2, _): .beiDou
        default: .unknown
        }
    }

    /// 6C and 6D: which satellites are used, and how good the geometry is.
    func selection(_ message: GNSSMessage, _ session: GNSSSession, isList: Bool) -> GNSSMessageContent {
        var packet = GNSSPacket()
        let count = isList ? message.u8(17) : message.u8(0) >> 4
        let isWhole = message.count >= (isList ? 18 : 17) + count
        guard isList || isWhole else { return .malformed }
        setDilutions(&packet, message, 1)
        guard isWhole else { return .packet(packet) }
        switch message.u8(0) & 7 {
        case 1, 5: (packet.fix.mode, packet.fix.status) = (.threeDimensional, 7)
        case 3: packet.fix.mode = .twoDimensional
        case 4: packet.fix.mode = .threeDimensional
        case 6: (packet.fix.mode, packet.fix.status) = (.threeDimensional, 2)
        default: packet.fix.mode = .none
        }
        if isList, message.u8(0) & 8 != 0 { packet.fix.status = count > 0 ? 7 : 5 }
        // A fix without satellites goes on from the one before.
        if !isList, count == 0, session.oldFix.longitude.isFinite { packet.fix.status = 5 }
        packet.parts.formUnion([.mode, .used])
        if packet.fix.status != nil { packet.parts.insert(.status) }
        return .packet(packet)
    }

    /// Dilutions of position, horizontally, vertically and of time, where they are some.
    func setDilutions(_ packet: inout GNSSPacket, _ message: GNSSMessage, _ offset: Int) {
        for (index, member) in [\GNSSSky.pdop, \.hdop, \.vdop, \.tdop].enumerated() {
            let value = message.bigF32(offset + 4 * index)
            guard (0.01...89.99).contains(value) else { continue }
            packet.sky[keyPath: member] = value
            packet.parts.insert(.dilutions)
        }
    }
}

/// The satellites that come one by one, each to a place of its own. How many there are is known from the round before: with the last of them the list is news.
struct TSIPSatelliteList: Sendable {
    static let places = 64

    private var slots: [NMEASatelliteInfo?] = Array(repeating: nil, count: TSIPSatelliteList.places)
    private var count = 0
    private var latest = 0

    /// How many places the list has.
    var visibleCount: Int { count }

    mutating func beginAgain() {
        count = latest
    }

    /// Forgets the satellites, not how many there were in the latest round.
    mutating func clear() {
        slots = Array(repeating: nil, count: Self.places)
        count = latest
    }

    /// Forgets the satellites, and that there were any.
    mutating func forget() {
        slots = Array(repeating: nil, count: Self.places)
        count = 0
    }

    /// Puts one in its place; says whether it is the last one.
    mutating func put(_ satellite: NMEASatelliteInfo, _ slot: Int) -> Bool {
        latest = slot
        slots[slot] = satellite
        guard slot + 1 >= count else { return false }
        count = slot + 1
        return true
    }

    /// Puts one in its place, that says nothing of the number there are.
    mutating func keep(_ satellite: NMEASatelliteInfo, _ slot: Int) {
        latest = slot + 1
        slots[slot] = satellite
    }

    func packet() -> GNSSPacket {
        var packet = GNSSPacket([.satellites, .used])
        packet.sky.satellites = slots.prefix(count).compactMap(\.self)
        packet.sky.visibleCount = packet.sky.satellites.count
        packet.sky.usedCount = packet.sky.satellites.count(where: \.isInUse)
        return packet
    }
}
