// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Runs our way and a peer's in turns, so that both meet the same machine, and prints the ratio.
struct Comparison {
    /// The two sides did not come to the same result: then their times cannot be compared.
    struct Mismatch: Error, CustomStringConvertible {
        let description: String
    }

    let runs: Int

    /// - Parameters:
    ///   - name: what is measured.
    ///   - unit: what is counted.
    ///   - count: how many there are in a run.
    ///   - peerName: who the peer is.
    ///   - ours: does the work once, and says what came out.
    ///   - peer: does the same work, and says the same.
    /// - Throws: where the results differ, or a side fails.
    func measure<Result: Equatable>(
        _ name: String, unit: String, count: Int, against peerName: String, ours: () throws -> Result, peer: () throws -> Result
    ) throws {
        try measureSeconds(
            name, unit: unit, count: count, against: peerName, ours: { try Self.timed(ours) }, peer: { try Self.timed(peer) })
    }

    /// As ``measure(_:unit:count:against:ours:peer:)``, for sides that say themselves how many seconds they took.
    func measureSeconds<Result: Equatable>(
        _ name: String, unit: String, count: Int, against peerName: String, ours: () throws -> (Result, Double),
        peer: () throws -> (Result, Double)
    ) throws {
        // The first run of each fills caches, and is not counted.
        let (expected, found) = (try peer().0, try ours().0)
        guard expected == found else {
            throw Mismatch(description: "\(name): Vedette came to \(found), \(peerName) to \(expected)")
        }
        var rates: (ours: [Double], peer: [Double]) = ([], [])
        for _ in 0..<runs {
            rates.ours.append(Double(count) / (try ours().1))
            rates.peer.append(Double(count) / (try peer().1))
        }
        let ratios = zip(rates.ours, rates.peer).map { $0 / $1 }
        print(
            "\(name): Vedette \(Self.spread(rates.ours, Self.rate)) \(unit)/s; \(peerName) \(Self.spread(rates.peer, Self.rate)) \(unit)/s; "
                + "ratio \(Self.spread(ratios) { String(format: "%.2f", $0) })")
    }

    private static func timed<Result>(_ body: () throws -> Result) throws -> (Result, Double) {
        let clock = ContinuousClock()
        let start = clock.now
        let result = try body()
        return (result, start.duration(to: clock.now).inSeconds)
    }

    /// The median, and in brackets the least and the most.
    private static func spread(_ values: [Double], _ text: (Double) -> String) -> String {
        let sorted = values.sorted()
        let median = (sorted[(sorted.count - 1) / 2] + sorted[sorted.count / 2]) / 2
        return "\(text(median)) [\(text(sorted[0])) … \(text(sorted[sorted.count - 1]))]"
    }

    private static func rate(_ value: Double) -> String {
        value >= 1e6 ? String(format: "%.2f M", value / 1e6) : String(format: "%.1f k", value / 1e3)
    }
}

extension Duration {
    var inSeconds: Double { Double(components.seconds) + Double(components.attoseconds) * 1e-18 }
}
