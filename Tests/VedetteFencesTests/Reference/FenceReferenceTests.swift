// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import VedetteFences
import VedetteGeometry
import VedetteTesting

/// The engine against a brute force that shares nothing with it: see ``ReferenceJudge``.
///
/// `VEDETTE_FENCE_STEPS` says how many steps in all, `VEDETTE_FENCE_SEED` from which seed.
@Suite("Fence engine against the reference")
struct FenceReferenceTests {
    private static let environment = ProcessInfo.processInfo.environment
    static let stepCount = environment["VEDETTE_FENCE_STEPS"].flatMap(Int.init) ?? 50_400
    static let firstSeed = environment["VEDETTE_FENCE_SEED"].flatMap(UInt64.init) ?? 1
    static let stepsOfScenario = 200
    /// All there are; `VEDETTE_FENCE_SUBJECTS` names some, with commas between.
    static let subjects =
        environment["VEDETTE_FENCE_SUBJECTS"].map { $0.split(separator: ",").compactMap { ReferenceWorld.Subject(rawValue: String($0)) } }
        ?? ReferenceWorld.Subject.allCases

    @Test("the same events in the same order, with the same times, places and ordinals", arguments: FenceReferenceTests.subjects)
    func sameEvents(_ subject: ReferenceWorld.Subject) throws {
        let scenarios = Self.stepCount / Self.stepsOfScenario / Self.subjects.count
        var events = 0
        var judged = 0
        for seed in Self.firstSeed..<Self.firstSeed + UInt64(max(scenarios, 1)) {
            var world = ReferenceWorld(seed: seed, subject: subject)
            let scenario = world.scenario(steps: Self.stepsOfScenario)
            let style = ReferenceRunStyle(batch: 1 + world.random.index(below: 40))
            let outcome = try Self.difference(scenario, style)
            guard let outcome else { continue }
            judged += 1
            events += outcome.events
            guard let difference = outcome.difference else { continue }
            let small = scenario.shrunken { (try? Self.difference($0, style))??.difference != nil }
            let reason = try Self.difference(small, style)?.difference ?? difference
            Issue.record("\(subject), seed \(seed), batch \(style.batch): \(difference)\nshrunken: \(reason)\n\(small)")
            break
        }
        #expect(judged > scenarios / 2, "too many scenarios in which measuring cannot decide")
        #expect(events > scenarios * 10, "the worlds are too quiet to prove anything")
    }

    /// What differs, if anything; nil where the reference itself cannot be sure.
    private static func difference(_ scenario: ReferenceScenario, _ style: ReferenceRunStyle) throws -> (events: Int, difference: String?)?
    {
        var judge = ReferenceJudge(scenario)
        for step in scenario.steps { judge.take(step) }
        judge.finish()
        if judge.isTied { return nil }
        let run = try ReferenceRun(scenario, style)
        if Set(run.ids).count != run.ids.count { return (0, "two events have the same id") }
        if run.late != judge.late { return (0, "\(run.late) late fixes, not \(judge.late)") }
        for track in judge.order {
            let (expected, found) = (judge.events.filter { $0.track == track }, run.events.filter { $0.track == track })
            guard expected != found else { continue }
            let place = zip(expected, found).prefix { $0 == $1 }.count
            func text(_ events: [ReferenceEvent]) -> String { place < events.count ? events[place].description : "no more" }
            return (0, "event \(place) of t\(track) is\n    \(text(found)), not\n    \(text(expected))")
        }
        if run.events.count != judge.events.count { return (0, "there are events of tracks that have no fix") }
        return (run.events.count, nil)
    }
}
