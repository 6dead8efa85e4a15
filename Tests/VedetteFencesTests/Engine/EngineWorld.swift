// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import VedetteGeometry
import VedetteTesting
import VedetteValues

@testable import VedetteFences

/// A small random world in which much happens, for tests of the engine against itself: fences on a lattice, tracks that wander about.
struct EngineWorld {
    struct Fix: Equatable {
        var track: Int
        var x: Int
        var y: Int
        /// Microseconds; nil where there is none.
        var time: Int64?
        var ordinal: UInt64
        var accuracy: Double
        var speed: Double
    }

    /// What a listener hears of an event: all but the numbers of this run.
    struct Heard: Equatable {
        var track: String
        var text: String
    }

    /// What engines can be asked for, one at a time and all together.
    static let variants: [@Sendable (inout FenceEngineOptions) -> Void] = [
        { _ in },
        { $0.rules.dwell = 5_000_000 },
        { ($0.rules.minimumIn, $0.rules.minimumOut) = (3_000_000, 2_000_000) },
        { $0.rules.silence = 6_000_000 },
        { ($0.rules.speedAbove, $0.rules.speedBelow, $0.rules.speedHysteresis) = (8, 3, 1) },
        { $0.detection = .path(FencePathOptions()) },
        {
            ($0.rules.dwell, $0.rules.minimumIn, $0.rules.minimumOut, $0.rules.silence) = (4_000_000, 3_000_000, 3_000_000, 5_000_000)
            ($0.rules.speedAbove, $0.rules.speedHysteresis) = (8, 0)
        },
        {
            $0.detection = .path(FencePathOptions())
            ($0.rules.dwell, $0.rules.minimumIn, $0.rules.minimumOut, $0.rules.silence) = (4_500_000, 1_500_000, 2_500_000, 5_000_000)
        },
        { ($0.usesAccuracy, $0.relationship) = (true, .enterContainsExitDoesNotIntersect) },
    ]

    static let lattice = 1_000
    let fences: [FenceDefinition]
    let options: FenceEngineOptions

    init(_ random: inout SeededRandomNumberGenerator, change: (inout FenceEngineOptions) -> Void) throws {
        var fences: [FenceDefinition] = []
        for number in 0..<12 { fences.append(try Self.fence("f\(number)", &random)) }
        self.fences = fences
        var options = FenceEngineOptions(triggerID: "t")
        change(&options)
        self.options = options
    }

    static func fence(_ id: String, _ random: inout SeededRandomNumberGenerator) throws -> FenceDefinition {
        let (x, y) = (random.index(below: 16), random.index(below: 16))
        let (right, top) = (x + 1 + random.index(below: 8), y + 1 + random.index(below: 8))
        let corners = [(x, y), (right, y), (right, top), (x, top)].compactMap {
            GridPosition(longitudeSteps: Int64($0.0 * lattice), latitudeSteps: Int64($0.1 * lattice))
        }
        return FenceDefinition(id: id, shape: try FenceShape(polygons: [[corners]]))
    }

    /// Fixes of five tracks, `timeStep` seconds apart; with 0, many at one time and some without.
    func walk(_ random: inout SeededRandomNumberGenerator, count: Int, timeStep: Int64) -> [Fix] {
        var places = (0..<5).map { _ in (x: random.index(below: 22), y: random.index(below: 22)) }
        var time: Int64 = 0
        return (0..<count).map { number in
            let track = random.index(below: 5)
            if random.unit() < 0.15 { places[track] = (random.index(below: 22), random.index(below: 22)) }
            places[track].x = min(max(places[track].x + random.index(below: 5) - 2, 0), 22)
            places[track].y = min(max(places[track].y + random.index(below: 5) - 2, 0), 22)
            time += timeStep > 0 ? timeStep * 1_000_000 : Int64(random.index(below: 4) / 2) * 500_000
            let isUntimed = timeStep == 0 && random.unit() < 0.1
            return Fix(
                track: track, x: places[track].x, y: places[track].y, time: isUntimed ? nil : time, ordinal: UInt64(number),
                accuracy: random.unit() < 0.3 ? .nan : random.number(0, 40), speed: random.unit() < 0.3 ? .nan : random.number(0, 12))
        }
    }

    /// How far behind the newest of its track a fix comes, at most, in microseconds.
    func largestDelay(_ fixes: [Fix]) -> Int64 {
        var newest: [Int: Int64] = [:]
        var delay: Int64 = 0
        for fix in fixes {
            guard let time = fix.time else { continue }
            newest[fix.track] = max(newest[fix.track] ?? time, time)
            delay = max(delay, (newest[fix.track] ?? time) - time)
        }
        return delay
    }

    func engine(lateness: Int64 = 0, index: FenceIndex? = nil) -> FenceEngine {
        var options = options
        options.allowedLateness = lateness
        return FenceEngine(index: index ?? FenceIndex(fences), options: options)
    }

    func run(_ fixes: [Fix], lateness: Int64) -> [Heard] {
        let engine = engine(lateness: lateness)
        var heard = Self.apply(fixes, to: engine)
        var events: [FenceEvent] = []
        engine.finish(into: &events)
        heard += Self.heard(events, engine)
        return heard
    }

    static func apply(_ fixes: some Sequence<Fix>, to engine: FenceEngine) -> [Heard] {
        var batch = FenceFixes()
        for fix in fixes {
            batch.append(
                track: engine.track(named: "t\(fix.track)"), longitude: Int32(fix.x * lattice), latitude: Int32(fix.y * lattice),
                time: fix.time ?? FenceFixes.noTime, ordinal: fix.ordinal, accuracy: fix.accuracy, speed: fix.speed)
        }
        var events: [FenceEvent] = []
        engine.apply(batch, into: &events)
        return heard(events, engine)
    }

    static func heard(_ events: [FenceEvent], _ engine: FenceEngine) -> [Heard] {
        events.map { event in
            let place = "\(event.position.longitude),\(event.position.latitude)"
            let sure = event.confirmedAt.map { "/\($0.microsecondsSince1970)" } ?? ""
            return Heard(
                track: engine.name(ofTrack: event.track),
                text: "\(event.kind) \(engine.index.id(of: event.fence)) \(event.time)\(sure) \(place) \(event.cause) "
                    + "\(event.observation.map { "\($0)" } ?? "-") \(engine.id(of: event))")
        }
    }

    static func byTrack(_ heard: [Heard]) -> [String: [String]] {
        Dictionary(grouping: heard, by: \.track).mapValues { $0.map(\.text) }
    }
}
