// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import VedetteFences
import VedetteGeometry
import VedetteValues

/// A world and all that happens in it, as values: what an engine and the reference are both given.
struct ReferenceScenario: Sendable {
    struct Area: Sendable {
        var id: String
        var polygons: [[[GridPosition]]]
    }

    struct Fix: Sendable {
        var track: Int
        var position: GridPosition
        /// Microseconds; nil in a feed without times.
        var time: Int64?
        var accuracy = Double.nan
        var speed = Double.nan
        /// Which record of the feed it is; nil where that is its place among the fixes.
        var observation: UInt64?
    }

    enum Step: Sendable {
        case fix(Fix)
        case put(Area, at: Int64)
        case remove(id: String, at: Int64)
        case advance(to: Int64)
    }

    var options = FenceEngineOptions(triggerID: "trigger")
    var fences: [Area] = []
    var steps: [Step] = []

    /// The number of each fix, written down, so that it stays when steps are moved.
    var numbered: ReferenceScenario {
        var result = self
        var count: UInt64 = 0
        for (index, step) in steps.enumerated() {
            guard case .fix(var fix) = step else { continue }
            fix.observation = count
            count += 1
            result.steps[index] = .fix(fix)
        }
        return result
    }

    /// The same with fixes of different tracks in another order between edits and clocks, each track's own as they are.
    func shuffled(using random: inout some RandomNumberGenerator) -> ReferenceScenario {
        var result = self
        var start = 0
        func isFix(_ step: Step) -> Bool { if case .fix = step { true } else { false } }
        while start < steps.count {
            let stretch = steps[start...].prefix(while: isFix)
            var queues: [Int: [Step]] = [:]
            for case .fix(let fix) in stretch { queues[fix.track, default: []].append(.fix(fix)) }
            // Whose turn it is, each as often as it has fixes.
            var turns = stretch.compactMap { if case .fix(let fix) = $0 { fix.track } else { nil } }
            turns.shuffle(using: &random)
            for (offset, track) in turns.enumerated() { result.steps[start + offset] = queues[track, default: []].removeFirst() }
            start += stretch.count + 1
        }
        return result
    }

    static func trackName(_ track: Int) -> String { "t\(track)" }
}

/// An event as both sides have it.
struct ReferenceEvent: Hashable, Sendable {
    /// Events of edits are numbered from here, each with a number of its own: all are this one here.
    static let ordinalOfEdits: UInt32 = 1 << 31

    /// 180° east is 180° west: one name for both.
    static func named(_ position: GridPosition) -> GridPosition {
        guard position.longitude == 1_800_000_000 else { return position }
        return GridPosition(uncheckedLongitude: -1_800_000_000, latitude: position.latitude)
    }

    var kind: FenceEvent.Kind
    var cause: FenceEvent.Cause
    var track: Int
    var fence: String
    var time: FenceEvent.Time
    var confirmedAt: Int64?
    var position: GridPosition
    var ordinal: UInt32
    var observation: UInt64?
}

extension ReferenceEvent: CustomStringConvertible {
    var description: String {
        let moment =
            switch time {
            case .event(let instant): "\(instant.microsecondsSince1970)"
            case .arrival(let number): "#\(number)"
            }
        let confirmed = confirmedAt.map { " sure at \($0)" } ?? ""
        return "t\(track) \(kind) \(fence) at \(moment)\(confirmed), (\(position.longitude), \(position.latitude)), \(cause), "
            + "observation \(observation.map(String.init) ?? "none"), ordinal \(ordinal)"
    }
}

extension ReferenceScenario: CustomStringConvertible {
    var description: String {
        var lines = ["options: \(options)"]
        lines += fences.map { "fence \($0.id): \(Self.text($0.polygons))" }
        for (number, step) in steps.enumerated() {
            switch step {
            case .fix(let fix):
                let time = fix.time.map(String.init) ?? "none"
                lines.append(
                    "\(number): fix t\(fix.track) (\(fix.position.longitude), \(fix.position.latitude)), time \(time), accuracy \(fix.accuracy), speed \(fix.speed)"
                )
            case .put(let area, let time): lines.append("\(number): at \(time) put \(area.id): \(Self.text(area.polygons))")
            case .remove(let id, let time): lines.append("\(number): at \(time) remove \(id)")
            case .advance(let time): lines.append("\(number): clock \(time)")
            }
        }
        return lines.joined(separator: "\n")
    }

    private static func text(_ polygons: [[[GridPosition]]]) -> String {
        let rings = polygons.map { polygon in
            polygon.map { "[" + $0.map { "(\($0.longitude), \($0.latitude))" }.joined(separator: ", ") + "]" }.joined(separator: " less ")
        }
        return rings.joined(separator: " and ")
    }
}

extension ReferenceScenario {
    /// A smaller scenario of which `fails` still says true: stretches of steps, then fences, are left out as long as that is so.
    func shrunken(while fails: (ReferenceScenario) -> Bool) -> ReferenceScenario {
        var best = self
        for _ in 0..<3 {
            best.steps = Self.shrunken(best.steps) { steps in
                var other = best
                other.steps = steps
                return fails(other)
            }
            best.fences = Self.shrunken(best.fences) { fences in
                var other = best
                other.fences = fences
                return fails(other)
            }
        }
        return best
    }

    private static func shrunken<Element>(_ elements: [Element], while fails: ([Element]) -> Bool) -> [Element] {
        var elements = elements
        var length = max(elements.count / 2, 1)
        while length >= 1 {
            var start = 0
            while start < elements.count {
                var fewer = elements
                fewer.removeSubrange(start..<min(start + length, elements.count))
                if fails(fewer) { elements = fewer } else { start += length }
            }
            length /= 2
        }
        return elements
    }
}
