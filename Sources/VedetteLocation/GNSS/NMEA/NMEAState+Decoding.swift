// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

extension NMEAState {
    /// Reads a sentence that has fields enough.
    mutating func decode(_ kind: NMEASentence, _ fields: inout NMEAFields, _ packet: inout GNSSPacket, _ session: inout GNSSSession) {
        switch kind {
        case .gga: decodeGGA(&fields, &packet, &session)
        case .gll: decodeGLL(&fields, &packet, session)
        case .gns: decodeGNS(&fields, &packet, &session)
        case .rmc: decodeRMC(&fields, &packet, &session)
        case .vtg: decodeVTG(&fields, &packet)
        case .zda: decodeZDA(fields, &packet, &session.context)
        case .bwc: decodeBWC(fields, &packet)
        case .gsa: decodeGSA(&fields, &packet, &session)
        case .gsv: decodeGSV(fields, &packet, &session)
        case .gst: decodeGST(&fields, &packet, &session)
        case .gbs: decodeGBS(&fields, &packet)
        case .grs: _ = takeTime(fields[1])
        case .hdg: decodeHDG(&fields, &packet)
        case .hdt: decodeHeading(&fields, 1, &packet)
        case .ths: decodeTHS(&fields, &packet, &session)
        case .hdm: if !fields.isEmpty(1) { packet.parts.insert(.heading) }
        case .rot: if !fields.isEmpty(1), fields.letter(2) == UInt8(ascii: "A") { packet.parts.insert(.heading) }
        case .xdr: decodeXDR(fields, &packet)
        case .dbt: if !fields.isEmpty(1) || !fields.isEmpty(3) || !fields.isEmpty(5) { packet.parts.insert(.altitude) }
        case .dpt: if !fields.isEmpty(1) { packet.parts.insert(.altitude) }
        case .mwd: packet.parts.insert(.other)
        case .mwv:
            if fields.letter(2) == UInt8(ascii: "R"), fields.letter(4) == UInt8(ascii: "N"), fields.letter(5) == UInt8(ascii: "A") {
                packet.parts.insert(.other)
            }
        case .pgrme: decodePGRME(&fields, &packet)
        case .pgrmf: decodePGRMF(&fields, &packet, &session)
        case .pgrmv: decodePGRMV(&fields, &packet)
        case .pgrmz: decodePGRMZ(fields, &packet)
        case .pashr: decodePASHR(&fields, &packet, &session)
        case .psrfepe: decodePSRFEPE(&fields, &packet, &session)
        case .pmgnst: decodePMGNST(fields, &packet)
        case .pgpsp: decodePGPSP(&fields, &packet, &session)
        case .ptnta: if fields.has(3, "T4") { packet.parts.insert(.other) }
        case .ptnthtm:
            decodeHeading(&fields, 1, &packet)
            packet.parts.insert(.heading)
        case .psti030: decodePSTI030(&fields, &packet)
        case .psti032: if fields.letter(4) == UInt8(ascii: "A") { takeDateAndTime(fields, &packet) }
        case .psti033: decodePSTI033(fields, &packet)
        case .psti035: decodePSTI035(fields, &packet)
        case .psti036: decodePSTI036(&fields, &packet)
        case .percAveragedPosition: decodeAveragedPosition(&fields, &packet)
        case .percPhase: packet.parts.insert(.other)
        case .percTime: decodeEricssonTime(fields, &packet, &session)
        case .percStatus: decodeEricssonStatus(fields, &packet)
        case .ptnlrnm: decodePTNLRNM(fields, &packet)
        case .ptnlrba: if fields.integer(1) != 1 { packet.parts.insert(.other) }
        case .pstmAntenna: if (0...2).contains(fields.integer(1)) { packet.parts.insert(.status) }
        case .percOther: if fields.has(1, "GPver"), takeVersion(fields) { packet.parts.insert(.other) }
        case .dtm, .mtw, .txt, .pgrmm, .pgrmt: break
        case .other: if fields.has(0, "GYOACC") { packet.parts.insert(.heading) }
        }
    }
}
