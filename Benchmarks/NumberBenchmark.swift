// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import VedetteGeometry

/// Reading decimal numbers against the C library's `strtod`.
enum NumberBenchmark {
    /// What is read: what it is called, and one of it.
    private static let kinds: [(name: String, text: @Sendable (inout GeneratedWorld.Random) -> String)] = [
        ("coordinates of 7 decimals", { String(format: "%.7f", $0.uniform(-180, 180)) }),
        ("doubles of 17 digits", { String(format: "%.17g", $0.uniform(-1e4, 1e4)) }),
    ]

    private static let count = 1_000_000

    static func run(_ comparison: Comparison) throws {
        for kind in kinds {
            var random = GeneratedWorld.Random(state: 9)
            var text: [UInt8] = []
            for _ in 0..<count { text += Array(kind.text(&random).utf8) + [UInt8(ascii: " ")] }
            // strtod needs an end that it can see.
            text.append(0)
            try comparison.measure(
                kind.name, unit: "numbers", count: count, against: "strtod", ours: { try read(text) }, peer: { readByLibrary(text) })
        }
    }

    /// All numbers, XORed: equal only where each is the same to the last bit.
    private static func read(_ text: [UInt8]) throws -> UInt64 {
        try text.withUnsafeBytes { bytes in
            var cursor = JSONCursor(bytes)
            var result: UInt64 = 0
            for _ in 0..<count { result = (result << 1 | result >> 63) ^ (try cursor.readDouble()).bitPattern }
            return result
        }
    }

    private static func readByLibrary(_ text: [UInt8]) -> UInt64 {
        text.withUnsafeBytes { bytes in
            guard var place = bytes.baseAddress?.assumingMemoryBound(to: CChar.self) else { return 0 }
            var result: UInt64 = 0
            for _ in 0..<count {
                var end: UnsafeMutablePointer<CChar>?
                result = (result << 1 | result >> 63) ^ strtod(place, &end).bitPattern
                if let end { place = UnsafePointer(end) }
            }
            return result
        }
    }
}
