// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import VedetteExpressions

@Suite("Files of time zones")
struct TimeZoneFileTests {
    /// A file of version 2 with `transitions`, two kinds (`AAA` at 0, `BBB` an hour ahead), and a rule.
    private static func file(_ transitions: [(Int64, UInt8)], rule: String, kinds: [Int32] = [0, 3_600], version: Unicode.Scalar = "2")
        -> [UInt8]
    {
        func bytes(_ value: UInt64, _ size: Int) -> [UInt8] {
            (0..<size).reversed().map { UInt8(truncatingIfNeeded: value >> UInt64($0 * 8)) }
        }
        func header(_ times: Int, _ types: Int, _ names: Int) -> [UInt8] {
            Array("TZif".utf8) + [UInt8(ascii: version)] + [UInt8](repeating: 0, count: 15)
                + [0, 0, 0, times, types, names].flatMap { bytes(UInt64($0), 4) }
        }
        var file = header(0, 1, 4) + [UInt8](repeating: 0, count: 6) + Array("AAA\0".utf8)
        file += header(transitions.count, kinds.count, 8)
        for (time, _) in transitions { file += bytes(UInt64(bitPattern: time), 8) }
        file += transitions.map(\.1)
        for (index, offset) in kinds.enumerated() {
            file += bytes(UInt64(UInt32(bitPattern: offset)), 4) + [UInt8(index), UInt8(min(index, 1) * 4)]
        }
        return file + Array("AAA\0BBB\0\n\(rule)\n".utf8)
    }

    @Test("a file says what holds before, between and behind its changes")
    func isRead() throws {
        let table = try #require(TimeZoneFile.table(Self.file([(1_000, 1), (2_000, 0)], rule: "AAA0")))
        #expect([-5, 999, 1_000, 1_999, 2_000, 9_999].map { table.period(at: $0).offset } == [0, 0, 3_600, 3_600, 0, 0])
        #expect(table.kinds[table.period(at: 1_500).kind].abbreviation == "BBB")
        #expect(TimeZoneFile.table(Self.file([], rule: "")) != nil)
    }

    @Test("a file that is none, or breaks its bounds, comes to nothing")
    func isRefused() {
        let good = Self.file([(1_000, 1), (2_000, 0)], rule: "AAA0")
        #expect(TimeZoneFile.table(good) != nil)
        for length in 0..<good.count - 6 { #expect(TimeZoneFile.table(Array(good.prefix(length))) == nil, "\(length)") }
        #expect(TimeZoneFile.table(Self.file([(2_000, 1), (1_000, 0)], rule: "")) == nil)
        #expect(TimeZoneFile.table(Self.file([(1_000, 7)], rule: "")) == nil)
        #expect(TimeZoneFile.table(Self.file([], rule: "", kinds: [90_000])) == nil)
        #expect(TimeZoneFile.table(Self.file([], rule: "", kinds: [])) == nil)
        #expect(TimeZoneFile.table(Self.file([], rule: "", version: "1")) == nil)
    }

    @Test("no byte changed in a file makes it trap or hang")
    func isSafe() {
        let good = Self.file([(1_000, 1), (2_000, 0)], rule: "AAA0BBB,M3.2.0,M11.1.0/1")
        var (read, refused) = (0, 0)
        for place in good.indices {
            for byte: UInt8 in [0, 1, 0x7F, 0x80, 0xFF] {
                var bytes = good
                bytes[place] = byte
                guard let table = TimeZoneFile.table(bytes) else {
                    refused += 1
                    continue
                }
                read += 1
                for second in [-9_000_000_000_000, -1, 1_500, 1_700_000_000, 9_000_000_000_000] as [Int64] {
                    #expect(abs(table.second(ofWall: second) - second) <= 2 * 86_400)
                }
            }
        }
        #expect(read > 0 && refused > 0)
    }

    @Test(
        "a rule is read as POSIX writes it",
        arguments: [
            ("EST5EDT,M3.2.0,M11.1.0", [-18_000, -14_400]), ("<+0330>-3:30<+0430>,J79/24,J263/24", [12_600, 16_200]),
            ("IST-1GMT0,M10.5.0,M3.5.0/1", [3_600, 0]), ("EET-2EEST,M3.4.4/50,M10.4.4/50", [7_200, 10_800]),
            ("AAA0BBB-1:30:15,0/0,J365/25", [0, 5_415]), ("JST-9", [32_400, 32_400]),
        ])
    func rule(text: String, offsets: [Int]) throws {
        let rule = try #require(TimeZoneRule(text))
        #expect(rule.standard.offset == offsets[0])
        #expect((rule.daylightSaving?.kind.offset ?? rule.standard.offset) == offsets[1])
    }

    @Test(
        "what is no rule is none",
        arguments: [
            "", "E5", "EST", "EST5EDT", "EST5EDT,M3.2.0", "EST5EDT,M13.2.0,M11.1.0", "EST5EDT,M3.6.0,M11.1.0", "EST5EDT,M3.2.7,M11.1.0",
            "EST5EDT,J0,J365", "EST5EDT,366,1", "EST99", "EST5:60", "<+03-3", "EST5EDT,M3.2.0,M11.1.0x", "EST5EDT,M3.2.0/168,M11.1.0",
            "日本-9",
            "AAA99999999999999999999",
        ])
    func noRule(text: String) {
        #expect(TimeZoneRule(text) == nil)
    }

    @Test("daylight saving that never ends is always that")
    func permanent() throws {
        var rule = try #require(TimeZoneRule("XXX3EDT4,0/0,J365/23"))
        (rule.standardPlace, rule.daylightSavingPlace) = (0, 1)
        for step in 0..<400 { #expect(rule.period(at: 1_700_000_000 + Int64(step) * 86_399, from: .min).kind == 1) }
    }
}
