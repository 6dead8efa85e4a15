// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Testing
import VedetteFences
import VedetteTesting

/// What must not matter to the events of a track, their order and their ids.
@Suite("Fence events depend on nothing but the track")
struct FenceIndependenceTests {
    private static let subjects = FenceReferenceTests.subjects
    private static let seeds: Range<UInt64> = 9_001..<9_004

    /// Runs each scenario as it is and in other ways, and compares the bytes for each track.
    private func compare(
        _ subject: ReferenceWorld.Subject, _ others: (ReferenceScenario, inout SeededRandomNumberGenerator) throws -> [[ReferenceRun]]
    ) throws {
        var count = 0
        for seed in Self.seeds {
            var world = ReferenceWorld(seed: seed, subject: subject)
            let scenario = world.scenario(steps: 150).numbered
            let plain = try ReferenceRun(scenario)
            count += plain.events.count
            for (way, runs) in try others(scenario, &world.random).enumerated() {
                for track in 0..<5 {
                    let lines = runs.flatMap { $0.lines(ofTrack: track) }
                    #expect(lines == plain.lines(ofTrack: track), "\(subject), seed \(seed), way \(way), t\(track)")
                }
            }
        }
        #expect(count > 20, "the worlds are too quiet to prove anything")
    }

    @Test("any size of batch", arguments: Self.subjects)
    func batches(_ subject: ReferenceWorld.Subject) throws {
        try compare(subject) { scenario, _ in
            try [2, 3, 31, 32, 33, 1_000].map { [try ReferenceRun(scenario, ReferenceRunStyle(batch: $0))] }
        }
    }

    @Test("3 or 16 shards", arguments: Self.subjects)
    func shards(_ subject: ReferenceWorld.Subject) throws {
        try compare(subject) { scenario, _ in
            try [3, 16].map { count in
                try (0..<count).map { try ReferenceRun(scenario, ReferenceRunStyle(batch: 9, shard: (count, $0))) }
            }
        }
    }

    @Test("how the fixes of different tracks come between each other", arguments: Self.subjects)
    func shuffling(_ subject: ReferenceWorld.Subject) throws {
        try compare(subject) { scenario, random in
            try (0..<4).map { _ in [try ReferenceRun(scenario.shuffled(using: &random), ReferenceRunStyle(batch: 20))] }
        }
    }

    @Test("restarts from a snapshot at any step", arguments: Self.subjects)
    func restarts(_ subject: ReferenceWorld.Subject) throws {
        try compare(subject) { scenario, random in
            let all = ReferenceRunStyle(restarts: Set(scenario.steps.indices))
            let some = (0..<8).map { _ in
                ReferenceRunStyle(
                    batch: 8, restarts: [random.index(below: scenario.steps.count), random.index(below: scenario.steps.count)])
            }
            return try ([all] + some).map { [try ReferenceRun(scenario, $0)] }
        }
    }
}
