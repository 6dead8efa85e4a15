// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// One figure, or the latencies of one kind of query, as a line of JSON on standard output: store_bench.py puts the lines beside those of the peers.
struct StoreRow: Encodable {
    /// What was measured; the peers call it the same.
    var row: String
    /// "idle" or "ingesting", for queries.
    var state: String?
    var unit: String
    /// Each run, where there were several.
    var values: [Double]
    /// The 99th percentile, for queries; `values` has the median.
    var p99: Double?
    /// How many queries were asked.
    var count: Int?
    /// How many entities each query found, and for the first of them, which the peers are asked too, the sum of those entities' mixed numbers.
    var hits: [Int]?
    var sums: [UInt64]?

    init(_ row: String, unit: String, values: [Double]) {
        (self.row, self.unit, self.values) = (row, unit, values)
    }

    func print() throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        FileHandle.standardOutput.write(try encoder.encode(self) + Data("\n".utf8))
    }
}
