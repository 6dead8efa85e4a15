// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Testing
import VedetteGeometry
import VedetteValues

@testable import VedetteExpressions

/// `Hash(value)`.
@Suite struct ArcadeHashTests {
    /// Published with the function: SMHasher's, and of RFC-like vectors in common use.
    @Test(
        arguments: [
            ("", 0), ("a", 0x3C25_69B2), ("ab", 0x9BBF_D75F), ("abc", 0xB3DD_93FA), ("abcd", 0x43ED_676A), ("hello", 0x248B_FA47),
            ("hello, world", 0x149B_BB7F), ("The quick brown fox jumps over the lazy dog", 0x2E4F_F723),
        ] as [(String, UInt32)])
    func theFunctionIsMurmurHash3(text: String, hash: UInt32) {
        #expect(ArcadeHash.murmur3(Array(text.utf8)) == hash)
    }

    private func hash(_ value: TextValue) throws -> Double {
        guard case .number(let hash) = try TextCase.call("Hash", [value]) else { return .nan }
        return hash
    }

    @Test func numbersStayTheSame() throws {
        #expect(try hash("text value") == Double(ArcadeHash.murmur3(Array("t\"text value\"".utf8))))
        #expect(try hash(1) == Double(ArcadeHash.murmur3(Array("n1".utf8))))
        #expect(try hash([["b": 1, "A": nil]]) == Double(ArcadeHash.murmur3(Array("[{t\"a\"0nullt\"b\"n1}]".utf8))))
    }

    @Test(
        arguments: [
            (0, -0.0), (["a": 1, "b": 2], ["B": 2, "A": 1]), ([1, [2]], [1, [2]]), (.date(milliseconds: 5), .date(milliseconds: 5)),
            (.geometry(Point(x: 1, y: 2, spatialReference: .wgs84)), .geometry(Point(x: 1, y: 2, spatialReference: .wgs84))),
        ] as [(TextValue, TextValue)])
    func equalValuesHashEqual(first: TextValue, second: TextValue) throws {
        #expect(try hash(first) == hash(second))
    }

    @Test func theZoneOfADateDoesNotMatter() throws {
        let run = TextCase.run()
        let moment = Instant(microsecondsSince1970: 1_000_000)
        let hashes = try [ArcadeTimeZone.utc, .unknown].map { zone in
            TextCase.description(try ArcadeHash.hash(ArcadeArguments([.date(ArcadeDate(instant: moment, zone: zone))]), run))
        }
        #expect(hashes[0] == hashes[1])
    }

    @Test func valuesThatDifferHashDifferently() throws {
        let values: [TextValue] = [
            nil, true, false, 0, 1, 5, "", "0", "1", "null", "true", [], [[]], [1], ["1"], [1, 2], [2, 1], [12], [:], ["a": 1], ["a": 2],
            ["b": 1], .date(milliseconds: 5), .geometry(Point(x: 1, y: 2)), .geometry(Point(x: 2, y: 1)), .feature([], nil), "a", "A",
        ]
        let hashes = try values.map(hash)
        #expect(Set(hashes).count == values.count)
        #expect(hashes.allSatisfy { (0...4_294_967_295).contains($0) && $0 == $0.rounded() })
    }
}
