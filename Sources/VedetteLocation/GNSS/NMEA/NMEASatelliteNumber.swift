// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

/// Which satellite a number in a sentence means.
///
/// NMEA 4.10 numbers the satellites of each system from 1 and says which system; before, ranges of numbers tell. Manufacturers mix both. The
/// result has one number for each satellite, as gpsd has them: GPS 1–32, SBAS 33–64 and 120–158, GLONASS 65–96, QZSS 193–199, Galileo 301–399,
/// BeiDou 401–499, NavIC 501–.
struct NMEASatelliteNumber: Sendable {
    /// 0 where the number means no satellite.
    let number: Int
    let system: NMEASatelliteInfo.System

    /// - Parameters:
    ///   - id: as it stands in the sentence.
    ///   - systemID: of NMEA 4.10: 1 GPS, 2 GLONASS, 3 Galileo, 4 BeiDou, 5 QZSS, 6 NavIC; 0 where it is not said.
    ///   - talker: the first two letters of the sentence.
    init(id: Int, systemID: Int, talker: ArraySlice<UInt8>) {
        let found: (Int, NMEASatelliteInfo.System)? =
            id < 1 ? nil : systemID > 0 ? Self.withSystem(id, systemID) : id <= 32 ? Self.withTalker(id, talker) : Self.withRange(id)
        (number, system) = found ?? (0, .unknown)
    }

    private static func withSystem(_ id: Int, _ systemID: Int) -> (Int, NMEASatelliteInfo.System)? {
        switch systemID {
        case 1: gps(id).map { (id, $0) }
        case 2: (64 + (id < 64 ? id : id - 64) % 256, .glonass)
        case 3: (300 + ownNumber(id, hundreds: [1, 3]), .galileo)
        case 4: (400 + ownNumber(id, hundreds: [2, 4]), .beiDou)
        case 5: (192 + (id < 100 ? id : (id - 192) & 0xFF), .qzss)
        case 6: (500 + id, .navIC)
        default: nil
        }
    }

    /// Of lists that say GPS and hold others too.
    private static func gps(_ id: Int) -> NMEASatelliteInfo.System? {
        switch id {
        case 1...32: .gps
        case 33...64, 152...157: .sbas
        case 65...136: .galileo
        case 193...199: .qzss
        case 200...264: .beiDou
        default: nil
        }
    }

    /// Below 100 as it is; above, without the hundreds that manufacturers add; 0 otherwise.
    private static func ownNumber(_ id: Int, hundreds: [Int]) -> Int {
        if id < 100 { return id }
        return hundreds.contains(id / 100) && id % 100 != 0 ? id % 100 : 0
    }

    private static func withTalker(_ id: Int, _ talker: ArraySlice<UInt8>) -> (Int, NMEASatelliteInfo.System)? {
        switch String(decoding: talker, as: UTF8.self) {
        case "GA": (300 + id, .galileo)
        case "GB", "BD", "PQ": (400 + id, .beiDou)
        case "GI": (500 + id, .navIC)
        case "GL": (64 + id, .glonass)
        case "GQ", "QZ": (192 + id, .qzss)
        default: (id, .gps)
        }
    }

    private static func withRange(_ id: Int) -> (Int, NMEASatelliteInfo.System)? {
        switch id {
        case 33...64, 120...158: (id, .sbas)
        case 65...96: (id, .glonass)
        // An indoor messaging system, which is QZSS's.
        case 173...182, 193...197: (id, .qzss)
        // SiRF has BeiDou here.
        case 201...237: (id + 200, .beiDou)
        case 301...356: (id, .galileo)
        case 401...437: (id, .beiDou)
        case 500...518, 901...918: (id, .navIC)
        default: nil
        }
    }
}
