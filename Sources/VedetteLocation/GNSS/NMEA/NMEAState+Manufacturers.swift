// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

extension NMEAState {
    // MARK: Garmin

    /// Radii of half the fixes become those of 95 % of them.
    private static let halfToMost = 2.45 / 1.18

    /// PGRME: estimated errors, of half the fixes.
    func decodePGRME(_ fields: inout NMEAFields, _ packet: inout GNSSPacket) {
        let metre = UInt8(ascii: "M")
        guard fields.letter(2) == metre, fields.letter(4) == metre, fields.letter(6) == metre else { return }
        packet.fix.epx = fields.number(1) * (1 / 2.0.squareRoot()) * Self.halfToMost
        packet.fix.epy = packet.fix.epx
        packet.fix.epv = fields.number(3) * Self.halfToMost
        packet.fix.sep = fields.number(5) * Self.halfToMost
        packet.parts = [.horizontalError, .verticalError]
    }

    /// PGRMF: a whole fix.
    mutating func decodePGRMF(_ fields: inout NMEAFields, _ packet: inout GNSSPacket, _ session: inout GNSSSession) {
        func startsWithDigit(_ index: Int) -> Bool { NMEANumber.isDigit(fields.letter(index)) }
        if startsWithDigit(5) {
            session.context.leapSeconds = fields.integer(5)
            session.context.leapSecondsAreKnown = true
        }
        if startsWithDigit(1), startsWithDigit(2), session.context.leapSeconds > 0 {
            packet.fix.time = session.context.time(week: fields.integer(1) & 0xFFFF, seconds: Int64(fields.integer(2)), nanoseconds: 0)
            packet.parts.insert(.time)
        } else if takeTime(fields[4]), takeDate(fields[3]) {
            packet.parts.insert(.time)
        }
        guard fields.letter(10) == UInt8(ascii: "A") else { return }
        _ = takePosition(6, &fields, &packet)
        if let mode = ["0": GNSSFix.Mode.none, "1": .twoDimensional, "2": .threeDimensional][
            String(decoding: fields[11].prefix(1), as: UTF8.self)]
        {
            packet.fix.mode = mode
            packet.parts.insert(.mode)
        }
        (packet.fix.speed, packet.fix.track) = (fields.number(12) / 3.6, fields.number(13))
        packet.parts.formUnion([.speed, .track])
        setDilution(14, \.pdop, &fields, &packet, &session)
        setDilution(15, \.tdop, &fields, &packet, &session)
    }

    /// PGRMV: velocity towards east, north and up.
    func decodePGRMV(_ fields: inout NMEAFields, _ packet: inout GNSSPacket) {
        if fields.isEmpty(1) || fields.isEmpty(2) || fields.isEmpty(3) { return }
        packet.fix.velocity = (fields.number(2), fields.number(1), -fields.number(3))
        packet.parts.insert(.velocity)
    }

    /// PGRMZ: height in feet, and mode.
    func decodePGRMZ(_ fields: NMEAFields, _ packet: inout GNSSPacket) {
        if fields.letter(2) == UInt8(ascii: "f"), !fields.isEmpty(1) {
            packet.fix.altitudeMSL = Double(fields.integer(1)) * 0.3048
            packet.parts.insert(.altitude)
        }
        if let mode = ["1": GNSSFix.Mode.none, "2": .twoDimensional, "3": .threeDimensional][
            String(decoding: fields[3].prefix(1), as: UTF8.self)]
        {
            packet.fix.mode = mode
            packet.parts.insert(.mode)
        }
    }

    // MARK: SkyTraq

    /// PSTI,030: recommended minimum in three dimensions.
    mutating func decodePSTI030(_ fields: inout NMEAFields, _ packet: inout GNSSPacket) {
        let invalid = fields.letter(3) == UInt8(ascii: "V") || fields.letter(13) == UInt8(ascii: "N")
        if invalid {
            (packet.fix.status, packet.fix.mode) = (0, .none)
            packet.parts.formUnion([.mode, .status])
        }
        guard !invalid, fields.letter(3) == UInt8(ascii: "A") else { return }
        if !fields.isEmpty(2), !fields.isEmpty(12), takeTime(fields[2]), takeDate(fields[12]) {
            packet.parts.insert(.time)
            register(fields[2])
        }
        if takePosition(4, &fields, &packet) {
            packet.fix.mode = .twoDimensional
            if !fields.isEmpty(8) {
                packet.fix.altitudeMSL = fields.number(8)
                packet.fix.mode = .threeDimensional
                packet.parts.insert(.altitude)
            }
            packet.parts.insert(.mode)
        }
        packet.fix.velocity = (fields.number(10), fields.number(9), -fields.number(11))
        packet.fix.status = Self.status(ofMode: fields.letter(13))
        packet.parts.formUnion([.velocity, .status])
    }

    mutating func decodePSTI033(_ fields: NMEAFields, _ packet: inout GNSSPacket) {
        guard fields.letter(4) == UInt8(ascii: "2"), "BR".utf8.contains(fields.letter(5)) else { return }
        takeDateAndTime(fields, &packet)
    }

    mutating func decodePSTI035(_ fields: NMEAFields, _ packet: inout GNSSPacket) {
        takeDateAndTime(fields, &packet)
        if fields.letter(4) == UInt8(ascii: "A") { packet.parts.insert(.heading) }
    }

    /// PSTI,036: heading, pitch and roll.
    mutating func decodePSTI036(_ fields: inout NMEAFields, _ packet: inout GNSSPacket) {
        takeDateAndTime(fields, &packet)
        if fields.isEmpty(7) || fields.letter(7) == UInt8(ascii: "N") { return }
        packet.fix.heading = fields.number(4)
        packet.parts.insert(.heading)
    }

    mutating func takeDateAndTime(_ fields: NMEAFields, _ packet: inout GNSSPacket) {
        if fields.isEmpty(2) || fields.isEmpty(3) { return }
        guard takeTime(fields[2]), takeDate(fields[3]) else { return }
        packet.parts.insert(.time)
        register(fields[2])
    }

    // MARK: Ashtech, SiRF, Magellan, Inertial Sense

    /// PASHR: position, satellites, or attitude.
    mutating func decodePASHR(_ fields: inout NMEAFields, _ packet: inout GNSSPacket, _ session: inout GNSSSession) {
        if fields.has(1, "POS") {
            decodePASHRPosition(&fields, &packet, &session)
        } else if fields.has(1, "SAT") {
            decodePASHRSatellites(&fields, &packet, &session)
        } else if !["ACK", "MCA", "NAK", "PBN", "RID"].contains(String(decoding: fields[1], as: UTF8.self)), fields.has(3, "T") {
            _ = takeTime(fields[1])
            let heading = fields.number(2)
            if (0...360).contains(heading) { session.heading = heading }
        }
    }

    private mutating func decodePASHRPosition(_ fields: inout NMEAFields, _ packet: inout GNSSPacket, _ session: inout GNSSSession) {
        packet.parts.formUnion([.mode, .status, .clearsFix])
        if fields.isEmpty(2) {
            (packet.fix.status, packet.fix.mode) = (0, .none)
            return
        }
        packet.fix.mode = .threeDimensional
        packet.fix.status = fields.integer(2) >= 1 ? 2 : 1
        session.saidToBeUsed = max(0, fields.integer(3))
        if takeTime(fields[4]) {
            register(fields[4])
            packet.parts.insert(.time)
        }
        if takePosition(5, &fields, &packet), !fields.isEmpty(9) {
            packet.fix.altitudeHAE = fields.number(9)
            packet.parts.insert(.altitude)
        }
        (packet.fix.track, packet.fix.speed, packet.fix.climb) = (fields.number(11), fields.number(12) / 3.6, fields.number(13))
        setDilution(14, \.pdop, &fields, &packet, &session)
        setDilution(15, \.hdop, &fields, &packet, &session)
        setDilution(16, \.vdop, &fields, &packet, &session)
        setDilution(17, \.tdop, &fields, &packet, &session)
        packet.parts.formUnion([.speed, .track, .climb])
    }

    private func decodePASHRSatellites(_ fields: inout NMEAFields, _ packet: inout GNSSPacket, _ session: inout GNSSSession) {
        let count = min(max(0, fields.integer(2)), (NMEAFields.maximumCount - 15) / 5)
        session.sky.satellites = []
        for index in 0..<count {
            let first = 3 + index * 5
            let number = NMEASatelliteNumber(id: fields.integer(first), systemID: 0, talker: [])
            session.sky.satellites.append(
                NMEASatelliteInfo(
                    system: number.system, id: fields.integer(first), isInUse: fields.letter(first + 4) == UInt8(ascii: "U"),
                    azimuth: Double(fields.integer(first + 1)), elevation: Double(fields.integer(first + 2)),
                    signalToNoiseRatio: fields.isEmpty(first + 3) ? .nan : fields.number(first + 3)))
        }
        session.namedAsUsed = session.sky.satellites.count { $0.isInUse }
        session.sky.time = nil
        packet.parts.formUnion([.satellites, .used])
    }

    /// PSRFEPE: estimated errors.
    mutating func decodePSRFEPE(_ fields: inout NMEAFields, _ packet: inout GNSSPacket, _ session: inout GNSSSession) {
        packet.parts.insert(.status)
        if !fields.isEmpty(1) { takeTimeOfDay(fields[1], &fields, &packet) }
        guard fields.letter(2) == UInt8(ascii: "A") else { return }
        setDilution(3, \.hdop, &fields, &packet, &session)
        if !fields.isEmpty(4) {
            packet.fix.eph = fields.number(4)
            packet.parts.insert(.horizontalError)
        }
        if !fields.isEmpty(5) {
            packet.fix.epv = fields.number(5)
            packet.parts.insert(.verticalError)
        }
        if !fields.isEmpty(6) { packet.fix.eps = fields.number(6) }
        if !fields.isEmpty(7) { packet.fix.epd = fields.number(7) }
    }

    /// PMGNST: status of a Magellan.
    func decodePMGNST(_ fields: NMEAFields, _ packet: inout GNSSPacket) {
        packet.fix.mode = .none
        if fields.letter(4) == UInt8(ascii: "T"), let mode = GNSSFix.Mode(rawValue: fields.integer(3)), mode.isFix {
            packet.fix.mode = mode
        }
        packet.parts.insert(.mode)
    }

    /// PGPSP: a whole fix of Inertial Sense.
    func decodePGPSP(_ fields: inout NMEAFields, _ packet: inout GNSSPacket, _ session: inout GNSSSession) {
        let kind = (fields.integer(3) >> 8) & 0xFF
        let (status, mode): (Int, GNSSFix.Mode) =
            switch kind {
            case 0: (0, .none)
            case 1: (5, .threeDimensional)
            case 2: (1, .twoDimensional)
            case 3, 9: (1, .threeDimensional)
            case 4: (6, .threeDimensional)
            case 5: (7, .threeDimensional)
            case 8: (2, .threeDimensional)
            case 10, 11: (4, .threeDimensional)
            case 12: (3, .threeDimensional)
            default: (0, .unknown)
            }
        (packet.fix.status, packet.fix.mode) = (status, mode)
        packet.parts.formUnion([.mode, .status])
        guard mode.isFix else { return }
        (packet.fix.latitude, packet.fix.longitude) = (fields.number(4), fields.number(5))
        packet.parts.insert(.position)
        if mode == .threeDimensional {
            (packet.fix.altitudeHAE, packet.fix.altitudeMSL) = (fields.number(6), fields.number(7))
            packet.parts.insert(.altitude)
        }
        session.context.leapSeconds = fields.integer(17)
        session.context.leapSecondsAreKnown = true
        let milliseconds = fields.integer(1)
        packet.fix.time = session.context.time(
            week: fields.integer(2), seconds: Int64(milliseconds / 1000), nanoseconds: Int32(milliseconds % 1000) * 1_000_000)
        packet.parts.insert(.time)
    }

    // MARK: Ericsson and Trimble

    /// PERC,GPavp: the averaged position of a receiver that keeps time.
    func decodeAveragedPosition(_ fields: inout NMEAFields, _ packet: inout GNSSPacket) {
        let (latitude, longitude) = (Self.degrees(fields[2]), Self.degrees(fields[4]))
        packet.fix.latitude = fields.letter(3) == UInt8(ascii: "S") ? -latitude : latitude
        packet.fix.longitude = fields.letter(5) == UInt8(ascii: "W") ? -longitude : longitude
        packet.fix.altitudeHAE = fields.isEmpty(6) ? .nan : fields.number(6)
        packet.parts.formUnion([.position, .altitude])
    }

    /// PERC,GPppr: the time of a pulse. It is the time of a fix once other sentences have said the date.
    func decodeEricssonTime(_ fields: NMEAFields, _ packet: inout GNSSPacket, _ session: inout GNSSSession) {
        _ = session.context.time(week: fields.integer(3), seconds: Int64(fields.integer(2)), nanoseconds: 0)
        session.namedAsUsed = fields.integer(5)
        packet.parts.formUnion([.time, .satellites, .other])
    }

    /// PERC,GPsts: what a receiver that keeps time is at.
    func decodeEricssonStatus(_ fields: NMEAFields, _ packet: inout GNSSPacket) {
        guard let status = [0: 1, 1: 7, 2: 7, 4: 7][fields.integer(2)] else { return }
        packet.fix.status = status
        packet.parts.insert(.status)
    }

    /// PTNLRNM: how a receiver navigates.
    func decodePTNLRNM(_ fields: NMEAFields, _ packet: inout GNSSPacket) {
        guard "ADE".utf8.contains(fields.letter(1)) else { return }
        packet.fix.status = Self.status(ofMode: fields.letter(1))
        packet.parts.insert(.status)
    }

    /// A dilution as it stands.
    private func setDilution(
        _ index: Int, _ member: WritableKeyPath<GNSSSky, Double>, _ fields: inout NMEAFields, _ packet: inout GNSSPacket,
        _ session: inout GNSSSession
    ) {
        guard !fields.isEmpty(index) else { return }
        session.sky[keyPath: member] = fields.number(index)
        packet.parts.insert(.dilutions)
    }
}
