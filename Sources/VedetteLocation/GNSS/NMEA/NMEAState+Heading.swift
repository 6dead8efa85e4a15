// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

extension NMEAState {
    /// HDT, and others with a true heading.
    func decodeHeading(_ fields: inout NMEAFields, _ index: Int, _ packet: inout GNSSPacket) {
        guard !fields.isEmpty(index) else { return }
        let heading = fields.number(index)
        guard (0...360).contains(heading) else { return }
        packet.fix.heading = heading
        packet.parts.insert(.heading)
    }

    /// THS: true heading, and how good it is. It makes no report of its own.
    func decodeTHS(_ fields: inout NMEAFields, _ packet: inout GNSSPacket, _ session: inout GNSSSession) {
        guard !fields.isEmpty(1), !fields.isEmpty(2), fields.letter(2) != UInt8(ascii: "V") else { return }
        let heading = fields.number(1)
        if (0...360).contains(heading) { session.heading = heading }
    }

    /// HDG: magnetic heading, deviation and variation. gpsd takes it for the magnetic track, and so do we.
    func decodeHDG(_ fields: inout NMEAFields, _ packet: inout GNSSPacket) {
        guard !fields.isEmpty(1) else { return }
        let heading = fields.number(1)
        // NaN is within: a missing deviation.
        guard !(heading < 0), !(heading > 360) else { return }
        let deviation = fields.isEmpty(2) ? Double.nan : fields.number(2)
        guard !(deviation < 0), !(deviation > 360) else { return }
        packet.fix.magneticTrack = heading
        packet.parts.insert(.magneticTrack)
        // Where a sentence leaves out the direction of the deviation; the standard has the variation a field later, and gpsd does not take it.
        let variation = NMEANumber.decimal(fields[3])
        packet.fix.magneticVariation =
            fields.letter(4) == UInt8(ascii: "E") ? variation : fields.letter(4) == UInt8(ascii: "W") ? -variation : .nan
    }

    /// XDR: transducers. Pitch, roll and magnetic field come with a heading.
    func decodeXDR(_ fields: NMEAFields, _ packet: inout GNSSPacket) {
        for measurement in 0..<min(fields.count / 4, 10) {
            let first = measurement * 4
            if fields.isEmpty(first + 2) { continue }
            let name = String(decoding: fields[first + 4].prefix(10), as: UTF8.self)
            let isAngle = fields.letter(first + 1) == UInt8(ascii: "A") && fields.letter(first + 3) == UInt8(ascii: "D")
            let isField = fields.letter(first + 1) == UInt8(ascii: "G")
            if isAngle && ["PTCH", "PITCH", "ROLL"].contains(name) || isField && ["MAGX", "MAGY", "MAGZ"].contains(name) {
                packet.parts.insert(.heading)
            }
        }
    }
}
