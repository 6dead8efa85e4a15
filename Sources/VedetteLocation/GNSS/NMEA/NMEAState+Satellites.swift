// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation

extension NMEAState {
    /// As many as a sky may have.
    static let maximumSatelliteCount = 230

    /// GSA: satellites in use, and dilutions.
    mutating func decodeGSA(_ fields: inout NMEAFields, _ packet: inout GNSSPacket, _ session: inout GNSSSession) {
        let talker = fields[0].dropFirst().first ?? 0
        let talkerBefore = lastGSATalker
        if !isFrozen {
            let mode = fields.integer(2)
            if (1...3).contains(mode) {
                packet.fix.mode = GNSSFix.Mode(rawValue: mode) ?? .none
                packet.parts = [.mode]
            }
            var systemID = 0
            // One receiver puts more satellites than there are fields for, and no dilutions.
            if fields.count <= 19 {
                takeDilution(15, \.pdop, &fields, &packet, &session)
                takeDilution(16, \.hdop, &fields, &packet, &session)
                takeDilution(17, \.vdop, &fields, &packet, &session)
                if fields.count == 19, !fields[18].contains(UInt8(ascii: ".")) { systemID = fields.integer(18) }
            }
            // A list of the same talker again is the next one; several systems, or mixed lists, add up.
            if lastGSATalker == 0
                || (talker == lastGSATalker && talker != UInt8(ascii: "N") && talker != UInt8(ascii: "Q"))
            {
                session.namedAsUsed = 0
                used = []
            }
            lastGSATalker = talker
            systemID = self.systemID(ofUsed: fields, talker, systemID)
            takeUsed(fields, systemID, &session)
            packet.parts.insert(.used)
        }
        if hasOtherUsed, talker == UInt8(ascii: "P") {
            // The lists of other systems come behind the one of GPS.
            packet.parts = []
        } else if talkerBefore != UInt8(ascii: "N"), talker == UInt8(ascii: "N") {
            // The first of two. Some receivers send only one while they have no fix: the mode is news.
            packet.parts = [.mode]
        }
    }

    private mutating func systemID(ofUsed fields: NMEAFields, _ talker: UInt8, _ said: Int) -> Int {
        hasOtherUsed = hasOtherUsed || "ABDILN".utf8.contains(talker)
        switch talker {
        case UInt8(ascii: "A"): return 3
        case UInt8(ascii: "B"), UInt8(ascii: "D"): return 4
        case UInt8(ascii: "I"): return 6
        case UInt8(ascii: "L"): return 2
        case UInt8(ascii: "P"): return 1
        case UInt8(ascii: "Q") where fields.letter(0) == UInt8(ascii: "P") && said != 0: return said
        case UInt8(ascii: "Q"), UInt8(ascii: "Z"):
            hasOtherUsed = true
            return 5
        default: return said
        }
    }

    private mutating func takeUsed(_ fields: NMEAFields, _ systemID: Int, _ session: inout GNSSSession) {
        guard fields.count > 6 else { return }
        for index in 3..<(fields.count - 3) {
            let field = fields[index]
            if field.isEmpty { continue }
            // A dilution already.
            if field.contains(UInt8(ascii: ".")) { break }
            let id = fields.integer(index)
            guard (1...600).contains(id) else { continue }
            let number = NMEASatelliteNumber(id: id, systemID: systemID, talker: fields[0].prefix(2)).number
            guard number > 0, !used.contains(number), used.count < Self.maximumSatelliteCount else { continue }
            used.append(number)
            session.namedAsUsed = used.count
        }
    }

    /// GSV: satellites in view, four to a sentence.
    mutating func decodeGSV(_ fields: NMEAFields, _ packet: inout GNSSPacket, _ session: inout GNSSSession) {
        let talker = fields[0].dropFirst().first ?? 0
        let (count, part) = (fields.integer(1), fields.integer(2))
        guard fields.count > 3, (1...10).contains(count), (1...count).contains(part), fields.count % 4 != 3 else {
            session.sky.satellites = []
            return
        }
        var systemID = 0
        if fields.count % 4 == 2 {
            // Quectel's own, with the system behind the signal: BeiDou or QZSS.
            systemID = fields.integer(fields.count - 1)
            guard systemID == 4 || systemID == 5 else { return }
        }
        if part == 1, lastGSVTalker == 0 { session.sky.satellites = [] }
        lastGSVTalker = talker
        guard let system = self.systemID(ofVisible: fields, talker, systemID) else { return }
        takeVisible(fields, system, &session)
        if part < count {
            hasMoreToCome = true
            return
        }
        hasMoreToCome = false
        // Some receivers send nonsense while they see nothing: every azimuth is 0.
        guard session.sky.satellites.contains(where: { $0.azimuth != 0 }) else {
            session.sky.satellites = []
            return
        }
        session.sky.time = nil
        // The lists of other systems come behind the one of GPS, unless that one has been seen last.
        if hasOtherVisible, talker == UInt8(ascii: "P"), endGSVTalker != UInt8(ascii: "P") { return }
        packet.parts = [.satellites]
    }

    private mutating func systemID(ofVisible fields: NMEAFields, _ talker: UInt8, _ said: Int) -> Int? {
        hasOtherVisible = hasOtherVisible || "ABDILNQZ".utf8.contains(talker)
        switch talker {
        case UInt8(ascii: "A"): return 3
        case UInt8(ascii: "B"), UInt8(ascii: "D"): return 4
        case UInt8(ascii: "I"): return 6
        case UInt8(ascii: "L"): return 2
        case UInt8(ascii: "Q") where fields.letter(0) == UInt8(ascii: "P") && said != 0: return said
        case UInt8(ascii: "Q"), UInt8(ascii: "Z"): return 5
        default: return said
        }
    }

    private func takeVisible(_ fields: NMEAFields, _ systemID: Int, _ session: inout GNSSSession) {
        for record in 1..<max(1, fields.count / 4) {
            let first = record * 4
            let id = fields.integer(first)
            if fields.isEmpty(first) || id == 0 { continue }
            guard session.sky.satellites.count < Self.maximumSatelliteCount else {
                session.sky.satellites = []
                return
            }
            let satellite = NMEASatelliteNumber(id: id, systemID: systemID, talker: fields[0].prefix(2))
            var (azimuth, elevation, strength) = (Double.nan, Double.nan, Double.nan)
            if !fields.isEmpty(first + 1), !fields.isEmpty(first + 2) {
                let (up, around) = (fields.integer(first + 1), fields.integer(first + 2))
                if abs(up) <= 90 { elevation = Double(up) }
                if (0...360).contains(around) { azimuth = Double(around % 360) }
            }
            if !fields.isEmpty(first + 3) { strength = Double(fields.integer(first + 3)) }
            let isInUse = satellite.number > 0 && strength > 0 && used.contains(satellite.number)
            session.sky.satellites.append(
                NMEASatelliteInfo(
                    system: satellite.system, id: satellite.number, isInUse: isInUse, azimuth: azimuth, elevation: elevation,
                    signalToNoiseRatio: strength))
        }
    }

    /// GST: standard deviations of a position that was told before, or will be.
    func decodeGST(_ fields: inout NMEAFields, _ packet: inout GNSSPacket, _ session: inout GNSSSession) {
        guard fields.count >= 9 else { return }
        packet.parts.insert(.other)
        session.deviations = (fields.number(6), fields.number(7), fields.number(8))
    }

    /// GBS: expected errors of latitude, longitude and height.
    mutating func decodeGBS(_ fields: inout NMEAFields, _ packet: inout GNSSPacket) {
        register(fields[1])
        let time = fields[1]
        guard clock.hour == NMEATime.pair(time, 0), clock.minute == NMEATime.pair(time, 2), clock.second == NMEATime.pair(time, 4) else {
            return
        }
        (packet.fix.epy, packet.fix.epx, packet.fix.epv) = (fields.number(2), fields.number(3), fields.number(4))
        packet.parts.formUnion([.horizontalError, .verticalError])
    }
}
