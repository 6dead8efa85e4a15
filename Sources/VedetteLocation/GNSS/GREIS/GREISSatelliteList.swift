// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

/// The satellites of an epoch, whose numbers, directions, signals and use come in messages of their own.
struct GREISSatelliteList: Sendable {
    private var numbers: [Int] = []
    private var elevations: [Double] = []
    private var azimuths: [Double] = []
    private var signals: [Double] = []
    private var uses: [Bool] = []
    private var seen: Set<String> = []

    /// Whether all but perhaps the use has come.
    var isWhole: Bool { seen.isSuperset(of: ["SI", "EL", "AZ", "EC"]) }

    /// An epoch begins.
    mutating func begin() {
        seen = []
    }

    /// Takes a message; says whether it is of the right length.
    mutating func read(_ name: String, _ message: GNSSMessage) -> Bool {
        // The last byte is a checksum, and that before it in SS the type of the solution.
        if name == "SI" {
            guard message.count >= 1 else { return false }
            numbers = (0..<message.count - 1).map(message.u8)
            elevations = numbers.map { _ in .nan }
            (azimuths, signals, uses) = (elevations, elevations, numbers.map { _ in false })
            seen.insert(name)
            return true
        }
        // Without the numbers it is not known whose they are.
        guard seen.contains("SI") else { return true }
        guard message.count >= numbers.count + (name == "SS" ? 2 : 1) else { return false }
        let indices = numbers.indices
        switch name {
        case "EL": elevations = indices.map { abs(message.s8($0)) <= 90 ? Double(message.s8($0)) : .nan }
        case "AZ": azimuths = indices.map { message.u8($0) <= 180 ? Double(message.u8($0) * 2 % 360) : .nan }
        case "EC": signals = indices.map { Double(message.u8($0)) }
        default: uses = indices.map { Self.isUse(message.u8($0)) }
        }
        seen.insert(name)
        return true
    }

    private static func isUse(_ status: Int) -> Bool {
        status <= 3 || (40...62).contains(status) || status >= 64
    }

    var all: [NMEASatelliteInfo] {
        numbers.indices.compactMap { index in
            guard numbers[index] != 0 else { return nil }
            return NMEASatelliteInfo(
                system: Self.system(of: numbers[index]), id: numbers[index], isInUse: uses[index], azimuth: azimuths[index],
                elevation: elevations[index], signalToNoiseRatio: signals[index])
        }
    }

    private static func system(of number: Int) -> NMEASatelliteInfo.System {
        switch number {
        case 1...37: .gps
        case 38...70: .glonass
        case 71...119: .galileo
        case 120...142: .sbas
        case 193...197: .qzss
        case 211...247: .beiDou
        default: .unknown
        }
    }
}
