// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

/// The kinds of sentence that are looked at. The raw value tells them apart in a cycle.
enum NMEASentence: UInt8, CaseIterable, Sendable {
    // Position and movement.
    case gga = 1, gll, gns, rmc, vtg, zda, bwc
    // Satellites and errors.
    case gsa, gsv, gst, gbs, grs
    // The device itself, and what is around it.
    case hdg, hdm, hdt, ths, rot, xdr, dbt, dpt, dtm, mtw, mwd, mwv, txt
    // Garmin.
    case pgrme, pgrmf, pgrmm, pgrmt, pgrmv, pgrmz
    // Ashtech, SiRF, Magellan, Inertial Sense, True North.
    case pashr, psrfepe, pmgnst, pgpsp, ptnta, ptnthtm
    // SkyTraq.
    case psti030, psti032, psti033, psti035, psti036
    // Ericsson, Trimble, ST.
    case percAveragedPosition, percPhase, percTime, percStatus, percOther
    case ptnlrnm, ptnlrba, pstmAntenna
    /// Read by gpsd, and of no effect on a fix.
    case other

    /// Nil for a sentence of another kind.
    init?(_ fields: NMEAFields) {
        let tag = String(decoding: fields[0], as: UTF8.self)
        let second = String(decoding: fields[1].prefix(8), as: UTF8.self)
        if tag.utf8.count == 5, let kind = Self.standard[String(tag.dropFirst(2))] {
            self = kind
        } else if let kind = Self.proprietary[tag] ?? Self.subsentences[tag + "," + second] {
            self = kind
        } else if tag == "PERC", Self.otherEricsson.contains(second) {
            self = .percOther
        } else if Self.withoutEffect[tag] != nil {
            self = .other
        } else {
            return nil
        }
    }

    /// Whether it may come behind the end of a cycle.
    var continuesCycle: Bool { self == .gll }

    /// A sentence with fewer fields, its tag among them, is passed over.
    func minimumFieldCount(_ fields: NMEAFields) -> Int {
        switch self {
        case .gga, .gns: 13
        case .gll, .gbs, .dbt, .pgrme, .psrfepe: 7
        case .gsa, .pgpsp: 18
        case .rmc, .gst, .pmgnst, .psti035, .ptnta: 8
        case .gsv, .grs, .zda, .dpt, .pgrmv, .pgrmz, .percStatus, .pstmAntenna: 4
        case .vtg, .xdr, .txt, .percPhase: 5
        case .bwc: 12
        case .hdm, .rot, .mtw, .pashr: 3
        case .hdt, .ptnlrnm: 1
        case .dtm, .psti036, .ptnlrba, .pgrmm: 2
        case .pgrmf: 15
        case .pgrmt: 10
        case .ptnthtm: 9
        case .psti030, .psti032: 16
        case .psti033: 27
        case .percAveragedPosition, .percTime: 6
        case .percOther: fields.has(1, "GPdbg") ? 19 : fields.has(1, "GPreh") ? 2 : fields.has(1, "GPver") ? 4 : 6
        case .other: Self.withoutEffect[String(decoding: fields[0], as: UTF8.self)] ?? 0
        case .hdg, .ths, .mwd, .mwv: 0
        }
    }

    private static let standard: [String: NMEASentence] = [
        "GGA": .gga, "GLL": .gll, "GNS": .gns, "RMC": .rmc, "VTG": .vtg, "ZDA": .zda, "BWC": .bwc, "GSA": .gsa, "GSV": .gsv, "GST": .gst,
        "GBS": .gbs, "GRS": .grs, "HDG": .hdg, "HDM": .hdm, "HDT": .hdt, "THS": .ths, "ROT": .rot, "XDR": .xdr, "DBT": .dbt, "DPT": .dpt,
        "DTM": .dtm, "MTW": .mtw, "MWD": .mwd, "MWV": .mwv, "TXT": .txt,
    ]

    private static let proprietary: [String: NMEASentence] = [
        "PGRME": .pgrme, "PGRMF": .pgrmf, "PGRMM": .pgrmm, "PGRMT": .pgrmt, "PGRMV": .pgrmv, "PGRMZ": .pgrmz, "PASHR": .pashr,
        "PSRFEPE": .psrfepe, "PMGNST": .pmgnst, "PGPSP": .pgpsp, "PTNTA": .ptnta, "PTNTHTM": .ptnthtm, "PTNLRNM": .ptnlrnm,
        "PTNLRBA": .ptnlrba, "PSTMANTENNASTATUS": .pstmAntenna,
    ]

    private static let subsentences: [String: NMEASentence] = [
        "PSTI,030": .psti030, "PSTI,032": .psti032, "PSTI,033": .psti033, "PSTI,035": .psti035, "PSTI,036": .psti036,
        "PERC,GPavp": .percAveragedPosition, "PERC,GPppf": .percPhase, "PERC,GPppr": .percTime, "PERC,GPsts": .percStatus,
    ]

    private static let otherEricsson: Set<String> = ["FWsts", "GPctr", "GPdbg", "GPreh", "GPver"]

    private static let withoutEffect = [
        "PGLOR": 2, "GYOACC": 14, "INFO": 14, "PAIR001": 3, "PAIR010": 5, "PDTINFO": 6, "PMTK001": 3, "PMTK424": 3, "PMTK705": 4,
        "PQTMCFGEINSMSGERROR": 1, "PQTMCFGEINSMSGOK": 1, "PQTMCFGORIENTATIONERROR": 1, "PQTMCFGORIENTATIONOK": 1,
        "PQTMCFGWHEELTICKERROR": 1, "PQTMCFGWHEELTICKOK": 1, "PQTMQMPTERROR": 1, "PQTMGPS": 14, "PQTMIMU": 10, "PQTMINS": 11, "PQTMVER": 4,
        "PQVERNO": 5, "PRHS ": 2, "PSTMCPU": 4, "PSTMVER": 1, "PTNLRTP": 3, "PTNLRXO": 2, "SNRSTAT": 5,
    ]
}
