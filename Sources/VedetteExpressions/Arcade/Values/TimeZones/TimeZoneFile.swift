// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

/// Reads the files in which systems keep time zones: TZif, RFC 9636.
enum TimeZoneFile {
    /// Reads a file of version 2 or newer; nil for anything else, and for one that breaks its own bounds.
    static func table(_ bytes: [UInt8]) -> TimeZoneTable? {
        guard let first = Header(bytes, at: 0), first.version >= UInt8(ascii: "2"),
            let header = Header(bytes, at: Header.size + first.bodySize(timeSize: 4))
        else { return nil }
        let start = header.start + Header.size
        guard header.isSound, bytes.count >= start + header.bodySize(timeSize: 8) else { return nil }
        let indexStart = start + header.timeCount * 8
        let typeStart = indexStart + header.timeCount
        let nameStart = typeStart + header.typeCount * 6

        var kinds: [TimeZonePeriod.Kind] = []
        for type in 0..<header.typeCount {
            let place = typeStart + type * 6
            let offset = Int(Int32(truncatingIfNeeded: integer(bytes, at: place, size: 4)))
            let nameIndex = Int(bytes[place + 5])
            guard abs(offset) < TimeZoneTable.offsetBound, nameIndex < header.nameSize else { return nil }
            let name = bytes[(nameStart + nameIndex)..<(nameStart + header.nameSize)].prefix { $0 != 0 }
            kinds.append(
                TimeZonePeriod.Kind(
                    offset: offset, isDaylightSaving: bytes[place + 4] != 0, abbreviation: String(decoding: name, as: UTF8.self)))
        }
        var transitions: [Int64] = []
        var around = [0]
        for index in 0..<header.timeCount {
            let second = Int64(bitPattern: integer(bytes, at: start + index * 8, size: 8))
            let kind = Int(bytes[indexStart + index])
            guard kind < kinds.count, transitions.last.map({ $0 < second }) ?? true else { return nil }
            transitions.append(second)
            around.append(kind)
        }
        var rule: TimeZoneRule?
        let footer = bytes[(start + header.bodySize(timeSize: 8))...].dropFirst().prefix { $0 != UInt8(ascii: "\n") }
        if !footer.isEmpty {
            rule = TimeZoneRule(String(decoding: footer, as: UTF8.self))
            if rule != nil {
                func place(of kind: TimeZonePeriod.Kind) -> Int {
                    if let place = kinds.firstIndex(of: kind) { return place }
                    kinds.append(kind)
                    return kinds.count - 1
                }
                if let standard = rule?.standard { rule?.standardPlace = place(of: standard) }
                if let summer = rule?.daylightSaving?.kind { rule?.daylightSavingPlace = place(of: summer) }
            }
        }
        return TimeZoneTable(kinds: kinds, transitions: transitions, kindsAround: around, rule: rule)
    }

    /// Big-endian; bounds are the caller's.
    private static func integer(_ bytes: [UInt8], at start: Int, size: Int) -> UInt64 {
        bytes[start..<start + size].reduce(0) { $0 << 8 | UInt64($1) }
    }

    private struct Header {
        static let size = 44
        let start: Int
        let version: UInt8
        private let counts: [Int]

        var timeCount: Int { counts[3] }
        var typeCount: Int { counts[4] }
        var nameSize: Int { counts[5] }

        init?(_ bytes: [UInt8], at start: Int) {
            guard start >= 0, start + Self.size <= bytes.count, bytes[start..<start + 4].elementsEqual("TZif".utf8) else { return nil }
            self.start = start
            version = bytes[start + 4]
            counts = (0..<6).map { Int(TimeZoneFile.integer(bytes, at: start + 20 + $0 * 4, size: 4)) }
            // No file comes near; sums below cannot overflow.
            guard counts.allSatisfy({ $0 < 1 << 20 }) else { return nil }
        }

        var isSound: Bool { (1...256).contains(typeCount) && nameSize > 0 }

        func bodySize(timeSize: Int) -> Int {
            timeCount * (timeSize + 1) + typeCount * 6 + nameSize + counts[2] * (timeSize + 4) + counts[1] + counts[0]
        }
    }
}
