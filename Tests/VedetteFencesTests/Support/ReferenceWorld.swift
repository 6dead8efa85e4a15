// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import VedetteFences
import VedetteGeometry
import VedetteTesting

/// Random fences and walks on a lattice that may be as fine as the grid, so that fixes fall on edges, vertices and shared borders all the time.
struct ReferenceWorld {
    /// What of the page is in play.
    enum Subject: String, CaseIterable, Sendable {
        case fixes
        case eventTime
        case rules
        case path
        case pathWithRules
        case accuracy
        case everything
    }

    var random: SeededRandomNumberGenerator
    let subject: Subject
    /// The middle of the world and the distance of the lattice, in steps of the grid.
    let (middleX, middleY, unit): (Int, Int, Int)
    private var now: Int64 = 1_700_000_000_000_000
    private var walkers: [(x: Int, y: Int)] = []

    private static let places = [
        (0, 0, 1), (-1_225_000_000, 475_000_000, 50_000), (1_800_000_000, 100_000_000, 1_000_000), (-1_799_999_990, -450_000_000, 3),
        (300_000_000, 890_000_000, 500_000), (0, -880_000_000, 1_000_000), (123_456_789, 607_654_321, 7), (1_790_000_000, 0, 5_000_000),
        (100_000_000, 700_000_000, 2_000),
    ]

    init(seed: UInt64, subject: Subject) {
        random = SeededRandomNumberGenerator(seed: seed &* 1_000_003 &+ UInt64(Subject.allCases.firstIndex(of: subject) ?? 0))
        self.subject = subject
        let places = subject == .accuracy ? Self.places.filter { $0.2 >= 2_000 } : Self.places
        (middleX, middleY, unit) = places[random.index(below: places.count)]
    }

    mutating func scenario(steps: Int) -> ReferenceScenario {
        var scenario = ReferenceScenario()
        scenario.options = options()
        let count = 1 + random.index(below: 12)
        if random.unit() < 0.3 {
            scenario.fences = tiles()
        } else {
            while scenario.fences.count < count { scenario.fences.append(area("f\(scenario.fences.count)")) }
        }
        walkers = (0..<(1 + random.index(below: 5))).map { _ in (random.index(below: 31) - 15, random.index(below: 31) - 15) }
        let hasTimes = subject != .fixes || random.unit() < 0.6
        for _ in 0..<steps { scenario.steps.append(step(of: scenario, hasTimes: hasTimes)) }
        return scenario
    }

    // MARK: Options

    private mutating func options() -> FenceEngineOptions {
        var options = FenceEngineOptions(triggerID: "trigger")
        if subject == .eventTime || subject == .everything || (subject != .fixes && random.unit() < 0.2) {
            options.allowedLateness = Int64([0, 1, 5, 60][random.index(below: 4)]) * 1_000_000
        }
        if subject == .path || subject == .pathWithRules || (subject == .everything && random.unit() < 0.5) {
            var path = FencePathOptions()
            path.maximumGap = random.unit() < 0.3 ? 5_000_000 : 600_000_000
            if random.unit() < 0.2 { path.maximumSpeed = Double(unit) * 0.011 * 2 }
            options.detection = .path(path)
        } else if subject == .accuracy || subject == .everything {
            options.usesAccuracy = true
            let relationships = [
                FenceRelationship.enterIntersectsExitDoesNotIntersect, .enterContainsExitDoesNotContain, .enterContainsExitDoesNotIntersect,
            ]
            options.relationship = relationships[random.index(below: 3)]
        }
        if subject == .rules || subject == .pathWithRules || subject == .everything {
            options.rules.dwell = sometimes { Int64($0.index(below: 20) + 1) * 500_000 }
            options.rules.minimumIn = sometimes { Int64($0.index(below: 10) + 1) * 500_000 }
            options.rules.minimumOut = sometimes { Int64($0.index(below: 10) + 1) * 500_000 }
            options.rules.silence = sometimes { Int64($0.index(below: 20) + 1) * 1_000_000 }
            options.rules.speedAbove = sometimes { $0.number(5, 15) }
            options.rules.speedBelow = sometimes { $0.number(2, 10) }
            options.rules.speedHysteresis = random.number(0.1, 2)
        }
        return options
    }

    private mutating func sometimes<Value>(_ value: (inout SeededRandomNumberGenerator) -> Value) -> Value? {
        random.unit() < 0.5 ? value(&random) : nil
    }

    // MARK: Shapes

    private func position(_ x: Int, _ y: Int) -> GridPosition {
        let latitude = max(-900_000_000, min(900_000_000, middleY + y * unit))
        var longitude = (middleX + x * unit + 1_800_000_000) % 3_600_000_000
        if longitude < 0 { longitude += 3_600_000_000 }
        return GridPosition(uncheckedLongitude: Int32(longitude - 1_800_000_000), latitude: Int32(latitude))
    }

    /// An area that the engine accepts.
    private mutating func area(_ id: String) -> ReferenceScenario.Area {
        while true {
            var polygons = [polygon()]
            if subject != .accuracy, subject != .everything, random.unit() < 0.25 { polygons.append(polygon()) }
            if (try? FenceShape(polygons: polygons)) != nil { return ReferenceScenario.Area(id: id, polygons: polygons) }
        }
    }

    private mutating func polygon() -> [[GridPosition]] {
        if abs(middleY) > 860_000_000, random.unit() < 0.3 { return [polarRing()] }
        let (x, y) = (random.index(below: 25) - 12, random.index(below: 25) - 12)
        let radius = 3 + random.index(below: 13)
        if subject == .accuracy || subject == .everything {
            // A hole that is wholly inside, so that every edge is border.
            let outer = box(x, y, radius, radius)
            return random.unit() < 0.5 || radius < 6 ? [random.unit() < 0.5 ? outer : ring(x, y, radius)] : [outer, ring(x, y, radius / 2)]
        }
        var rings = [ring(x, y, radius)]
        for _ in 0..<max(0, random.index(below: 4) - 1) {
            let (dx, dy) = (random.index(below: radius + 1) - radius / 2, random.index(below: radius + 1) - radius / 2)
            rings.append(ring(x + dx, y + dy, max(1, radius / 2)))
        }
        return rings
    }

    private func box(_ x: Int, _ y: Int, _ width: Int, _ height: Int) -> [GridPosition] {
        [
            position(x - width, y - height), position(x + width, y - height), position(x + width, y + height),
            position(x - width, y + height),
        ]
    }

    private mutating func ring(_ x: Int, _ y: Int, _ radius: Int) -> [GridPosition] {
        if random.unit() < 0.3 { return box(x, y, 1 + random.index(below: radius), 1 + random.index(below: radius)) }
        // A star, spikes and all.
        let angles = (0..<(3 + random.index(below: 12))).map { _ in random.number(0, 2 * .pi) }.sorted()
        let corners = angles.map { angle in
            let reach = random.number(0.2, 1) * Double(radius)
            return position(x + Int((reach * cos(angle)).rounded()), y + Int((reach * sin(angle)).rounded()))
        }
        return random.unit() < 0.5 ? corners : corners.reversed()
    }

    private mutating func polarRing() -> [GridPosition] {
        let count = 4 + random.index(below: 6)
        let sign: Int32 = middleY > 0 ? 1 : -1
        let corners = (0..<count).map { index in
            GridPosition(
                uncheckedLongitude: Int32(-1_800_000_000 + 3_600_000_000 * index / count),
                latitude: sign * Int32(860_000_000 + 10_000_000 * random.index(below: 4)))
        }
        return random.unit() < 0.5 ? corners : corners.reversed()
    }

    /// Neighbours that share every edge: a lattice of places, each moved a little, and what lies between.
    private mutating func tiles() -> [ReferenceScenario.Area] {
        var corners: [[GridPosition]] = []
        for row in 0...3 {
            corners.append(
                (0...3).map { column in position(-12 + 8 * column + random.index(below: 5) - 2, -12 + 8 * row + random.index(below: 5) - 2)
                })
        }
        var areas: [ReferenceScenario.Area] = []
        for row in 0..<3 {
            for column in 0..<3 {
                let ring = [corners[row][column], corners[row][column + 1], corners[row + 1][column + 1], corners[row + 1][column]]
                if (try? FenceShape(polygons: [[ring]])) != nil { areas.append(.init(id: "tile\(row)\(column)", polygons: [[ring]])) }
            }
        }
        return areas
    }

    // MARK: Steps

    private mutating func step(of scenario: ReferenceScenario, hasTimes: Bool) -> ReferenceScenario.Step {
        now += Int64([0, 1, 100_000, 500_000, 500_000, 1_000_000, 2_500_000][random.index(below: 7)])
        let kind = random.unit()
        let waits = scenario.options.allowedLateness > 0
        if kind < 0.02 { return .put(area(scenario.fences[random.index(below: scenario.fences.count)].id), at: now) }
        if kind < 0.03 { return .put(area("new\(random.index(below: 4))"), at: now) }
        if kind < 0.04 {
            return .remove(id: random.unit() < 0.3 ? "new0" : scenario.fences[random.index(below: scenario.fences.count)].id, at: now)
        }
        if kind < 0.09, !scenario.options.rules.isEmpty, !waits { return .advance(to: now) }
        let track = random.index(below: walkers.count)
        if random.unit() < 0.03 {
            walkers[track] = (random.index(below: 41) - 20, random.index(below: 41) - 20)
        } else {
            walkers[track].x = max(-25, min(25, walkers[track].x + random.index(below: 5) - 2))
            walkers[track].y = max(-25, min(25, walkers[track].y + random.index(below: 5) - 2))
        }
        var fix = ReferenceScenario.Fix(track: track, position: position(walkers[track].x, walkers[track].y))
        if hasTimes {
            let age = waits ? Int64(random.index(below: 8)) * scenario.options.allowedLateness / 6 : random.unit() < 0.05 ? 3_000_000 : 0
            fix.time = now - age
            if subject == .fixes, random.unit() < 0.02 { fix.time = nil }
        }
        if scenario.options.usesAccuracy, random.unit() < 0.9 { fix.accuracy = random.number(-0.1, 4) * Double(unit) * 0.011 }
        if random.unit() < 0.7 { fix.speed = random.number(0, 20) }
        return .fix(fix)
    }
}
