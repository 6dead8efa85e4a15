// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

extension NMEAState {
    // MARK: Positions

    /// GGA: global positioning system fix data.
    mutating func decodeGGA(_ fields: inout NMEAFields, _ packet: inout GNSSPacket, _ session: inout GNSSSession) {
        let talkerBefore = lastGGATalker
        lastGGATalker = fields[0].dropFirst().first ?? 0
        decodeQuality(fields, &packet, &session)
        // Some receivers go on with the last fix when they have none; the time of it stands still. Where talkers differ, each has its own GGA.
        if talkerBefore != 0, talkerBefore != lastGGATalker {
            isFrozen = false
        } else {
            isFrozen = fields[1].elementsEqual(lastGGATime)
        }
        if isFrozen {
            packet.fix.status = 0
            packet.fix.mode = .none
            packet.parts.formUnion([.mode, .status])
        } else {
            lastGGATime = Array(fields[1].prefix(16))
        }
        session.saidToBeUsed = max(0, fields.integer(7))
        if !fields.isEmpty(1) { takeTimeOfDay(fields[1], &fields, &packet) }
        decodeGGAPosition(&fields, &packet, session)
        packet.parts.insert(.mode)
        takeDilution(8, \.hdop, &fields, &packet, &session)
        if !fields.isEmpty(13), !fields.isEmpty(14) {
            let (age, station) = (fields.number(13), fields.integer(14))
            if age > 0.09 || station > 0 { (packet.fix.dgpsAge, packet.fix.dgpsStation) = (age, station) }
        }
    }

    private mutating func decodeQuality(_ fields: NMEAFields, _ packet: inout GNSSPacket, _ session: inout GNSSSession) {
        // No quality at all is no news; sentences like that have come with a position that was none.
        guard !fields.isEmpty(6) else { return }
        let quality = fields.integer(6)
        // No fix, GPS, differential, precise, RTK fixed, RTK float, dead reckoning, surveyed, simulated.
        let statuses = [0, 1, 2, 9, 3, 4, 5, 7, 8]
        if quality == 0, fields.isEmpty(1) {
            // Without a time no end of a cycle is found: each sentence is reported.
            forgetClock()
            session.endsOfCyclesAreKnown = false
        }
        if statuses.indices.contains(quality) {
            packet.fix.status = statuses[quality]
            packet.parts.insert(.status)
        }
    }

    private mutating func decodeGGAPosition(_ fields: inout NMEAFields, _ packet: inout GNSSPacket, _ session: GNSSSession) {
        guard takePosition(2, &fields, &packet) else {
            packet.fix.mode = .none
            return
        }
        packet.fix.mode = .twoDimensional
        packet.fix.geoidSeparation =
            fields.isEmpty(11)
            ? EarthModel.geoidSeparation(latitude: packet.fix.latitude, longitude: packet.fix.longitude) : fields.number(11)
        if !fields.isEmpty(9) {
            packet.fix.altitudeMSL = fields.number(9)
            packet.parts.insert(.altitude)
            if session.saidToBeUsed >= 4 { packet.fix.mode = .threeDimensional }
        }
        let talker = fields[0].prefix(2)
        if session.saidToBeUsed < 3, talker.elementsEqual("GP".utf8) || talker.elementsEqual("GN".utf8) { packet.fix.mode = .none }
    }

    /// GLL: latitude, longitude, time.
    mutating func decodeGLL(_ fields: inout NMEAFields, _ packet: inout GNSSPacket, _ session: GNSSSession) {
        if !fields.isEmpty(5) { takeTimeOfDay(fields[5], &fields, &packet) }
        let isValid = fields.letter(6) == UInt8(ascii: "A") && (fields.count < 8 || fields.letter(7) != UInt8(ascii: "N"))
        packet.fix.status = 0
        if isValid, takePosition(1, &fields, &packet) {
            packet.fix.status = fields.count >= 8 ? Self.status(ofMode: fields.letter(7)) : 1
            let hadHeight = session.oldFix.altitudeHAE.isFinite || session.oldFix.altitudeMSL.isFinite
            if session.fix.altitudeHAE.isFinite || session.fix.altitudeMSL.isFinite || session.namedAsUsed > 3 {
                packet.fix.mode = .threeDimensional
            } else if !session.fix.mode.isFix || !hadHeight {
                packet.fix.mode = .twoDimensional
            }
        } else {
            packet.fix.mode = .none
        }
        packet.parts.formUnion([.status, .mode])
    }

    /// GNS: fix data of several systems.
    mutating func decodeGNS(_ fields: inout NMEAFields, _ packet: inout GNSSPacket, _ session: inout GNSSSession) {
        if !fields.isEmpty(1) { takeTimeOfDay(fields[1], &fields, &packet) }
        if fields.isEmpty(6) || fields.letter(6) == UInt8(ascii: "N") {
            packet.fix.mode = .none
            packet.parts.insert(.mode)
            return
        }
        // Unsafe, or not valid.
        if fields.letter(13) == UInt8(ascii: "U") || fields.letter(13) == UInt8(ascii: "V") { return }
        session.saidToBeUsed = max(0, fields.integer(7))
        if takePosition(2, &fields, &packet) {
            packet.fix.mode = .twoDimensional
            if !fields.isEmpty(9) {
                packet.fix.altitudeMSL = fields.number(9)
                if packet.fix.altitudeMSL.isFinite {
                    packet.parts.insert(.altitude)
                    if session.saidToBeUsed > 3 { packet.fix.mode = .threeDimensional }
                }
                if !fields.isEmpty(10) { packet.fix.geoidSeparation = fields.number(10) }
            }
        } else {
            packet.fix.mode = .none
        }
        if !fields.isEmpty(8) {
            session.sky.hdop = fields.number(8)
            packet.parts.insert(.dilutions)
        }
        packet.fix.status = Self.status(ofMode: fields.letter(6))
        packet.parts.formUnion([.mode, .status])
        if !fields.isEmpty(11), !fields.isEmpty(12) {
            (packet.fix.dgpsAge, packet.fix.dgpsStation) = (fields.number(11), fields.integer(12))
        }
    }

    /// RMC: recommended minimum.
    mutating func decodeRMC(_ fields: inout NMEAFields, _ packet: inout GNSSPacket, _ session: inout GNSSSession) {
        packet.parts.formUnion([.status, .mode])
        guard fields.letter(2) == UInt8(ascii: "A") else {
            packet.fix.mode = .none
            if fields.isEmpty(1) || fields.isEmpty(9) {
                // Without a time no end of a cycle is found: each sentence is reported.
                forgetClock()
                session.endsOfCyclesAreKnown = false
                packet.parts.formUnion([.reportsFix, .time])
            }
            return
        }
        if !fields.isEmpty(1), fields.count > 9, !fields.isEmpty(9) {
            if takeTime(fields[1]), takeDate(fields[9]) {
                packet.parts.insert(.time)
                register(fields[1])
            } else {
                fields.noteMalformed()
            }
        }
        var status = 0
        if takePosition(3, &fields, &packet) {
            status = 1
            packet.fix.mode = session.lastFix.mode == .threeDimensional ? .threeDimensional : .twoDimensional
        } else {
            packet.fix.mode = .none
        }
        takeMotion(&fields, &packet)
        if fields.count > 12, !fields.isEmpty(12) { status = Self.status(ofMode: fields.letter(12)) }
        if session.namedAsUsed > 3 || session.fix.altitudeHAE.isFinite || session.fix.altitudeMSL.isFinite {
            packet.fix.mode = .threeDimensional
        }
        packet.fix.status = status
    }

    private func takeMotion(_ fields: inout NMEAFields, _ packet: inout GNSSPacket) {
        if !fields.isEmpty(7) {
            packet.fix.speed = fields.number(7) * Self.metresPerSecondOfKnot
            packet.parts.insert(.speed)
        }
        if !fields.isEmpty(8) {
            packet.fix.track = fields.number(8)
            packet.parts.insert(.track)
        }
        guard !fields.isEmpty(10), !fields.isEmpty(11) else { return }
        let variation = fields.number(10)
        packet.fix.magneticVariation =
            fields.letter(11) == UInt8(ascii: "E") ? variation : fields.letter(11) == UInt8(ascii: "W") ? -variation : .nan
        // Some receivers say 0.0 where they do not know it.
        if abs(packet.fix.magneticVariation) > 0.09, packet.fix.magneticVariation.isFinite {
            packet.parts.insert(.magneticTrack)
        } else {
            packet.fix.magneticVariation = .nan
        }
    }

    /// VTG: track made good and ground speed.
    func decodeVTG(_ fields: inout NMEAFields, _ packet: inout GNSSPacket) {
        if fields.isEmpty(1) || fields.isEmpty(5) { return }
        // Estimated, or not valid.
        if fields.count > 9, [UInt8(ascii: "E"), UInt8(ascii: "N")].contains(fields.letter(9)) { return }
        packet.fix.track = fields.number(1)
        packet.parts.insert(.track)
        if !fields.isEmpty(3) {
            packet.fix.magneticTrack = fields.number(3)
            packet.parts.insert(.magneticTrack)
        }
        packet.fix.speed = fields.number(5) * Self.metresPerSecondOfKnot
        packet.parts.insert(.speed)
    }

    /// ZDA: time and date.
    mutating func decodeZDA(_ fields: NMEAFields, _ packet: inout GNSSPacket, _ context: inout GNSSContext) {
        if fields.isEmpty(1) || fields.isEmpty(2) || fields.isEmpty(3) || fields.isEmpty(4) { return }
        guard takeTime(fields[1]) else { return }
        let (day, month, year) = (fields.integer(2), fields.integer(3), fields.integer(4))
        guard (1900...2200).contains(year), (1...12).contains(month), (1...31).contains(day) else { return }
        context.century = max(context.century, year / 100 * 100)
        (clock.year, clock.month, clock.day) = (year, month, day)
        register(fields[1])
        packet.parts.insert(.time)
    }

    /// BWC: bearing and distance to a waypoint, which tells the time.
    mutating func decodeBWC(_ fields: NMEAFields, _ packet: inout GNSSPacket) {
        if !fields.isEmpty(1), takeTime(fields[1]), clock.year != 0 { packet.parts.insert(.time) }
    }

    // MARK: Parts of sentences

    /// International nautical miles an hour.
    static let metresPerSecondOfKnot = 1.852 / 3.6

    /// Latitude and longitude in four fields from `index` on; says whether they are there.
    func takePosition(_ index: Int, _ fields: inout NMEAFields, _ packet: inout GNSSPacket) -> Bool {
        if (0..<4).contains(where: { fields.isEmpty(index + $0) }) { return false }
        let latitude = Self.degrees(fields[index])
        let longitude = Self.degrees(fields[index + 2])
        guard latitude.isFinite, longitude.isFinite else {
            fields.noteMalformed()
            return false
        }
        packet.fix.latitude = fields.letter(index + 1) == UInt8(ascii: "S") ? -latitude : latitude
        packet.fix.longitude = fields.letter(index + 3) == UInt8(ascii: "W") ? -longitude : longitude
        packet.parts.insert(.position)
        return true
    }

    /// Degrees of `dddmm.mmmm`; NaN where there is no decimal point.
    static func degrees(_ text: ArraySlice<UInt8>) -> Double {
        let whole = text.prefix { $0 != UInt8(ascii: ".") }
        guard whole.count < text.count, whole.count < 10, !whole.isEmpty, whole.allSatisfy(NMEANumber.isDigit) else { return .nan }
        let number = NMEANumber.integer(whole)
        let minutes = Double(number - number / 100 * 40) + NMEANumber.decimal(text.dropFirst(whole.count))
        return minutes * (1 / 60.0)
    }

    /// A time of day; it makes a time once there is a date.
    mutating func takeTimeOfDay(_ text: ArraySlice<UInt8>, _ fields: inout NMEAFields, _ packet: inout GNSSPacket) {
        guard takeTime(text) else { return fields.noteMalformed() }
        register(text)
        if clock.year != 0 { packet.parts.insert(.time) }
    }

    /// A dilution, unless it is one of the values by which receivers say that they have none.
    func takeDilution(
        _ index: Int, _ member: WritableKeyPath<GNSSSky, Double>, _ fields: inout NMEAFields, _ packet: inout GNSSPacket,
        _ session: inout GNSSSession
    ) {
        guard !fields.isEmpty(index) else { return }
        let value = fields.number(index)
        guard value >= 0.01, value <= 89.99 else { return }
        session.sky[keyPath: member] = value
        packet.parts.insert(.dilutions)
    }

    /// The status that a mode indicator of NMEA 2.3 and later means.
    static func status(ofMode mode: UInt8) -> Int {
        switch mode {
        // Missing, SkyTraq's own, not valid.
        case 0, UInt8(ascii: "O"), UInt8(ascii: "V"), UInt8(ascii: "N"): 0
        // Differential, and precise.
        case UInt8(ascii: "D"), UInt8(ascii: "P"): 2
        case UInt8(ascii: "E"): 5
        case UInt8(ascii: "F"): 4
        // Put in by hand: surveyed.
        case UInt8(ascii: "M"): 7
        case UInt8(ascii: "R"): 3
        case UInt8(ascii: "S"): 8
        default: 1
        }
    }
}
