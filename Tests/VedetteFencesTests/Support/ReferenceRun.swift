// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import VedetteFences
import VedetteGeometry
import VedetteValues

/// How an engine is given a scenario: none of it may matter.
struct ReferenceRunStyle {
    /// How many fixes are handed in at once, at the most.
    var batch = 1
    /// After which steps the engine is thrown away and made anew from its snapshot.
    var restarts: Set<Int> = []
    /// Only the tracks whose number leaves this remainder.
    var shard: (count: Int, number: Int) = (1, 0)
}

/// What an engine made of a scenario.
struct ReferenceRun {
    private(set) var events: [ReferenceEvent] = []
    private(set) var ids: [String] = []
    private(set) var late = 0
    private var engine: FenceEngine
    private var batch = FenceFixes()
    private var fixes: UInt64 = 0

    /// All that is to be the same, of one track: events and ids as text.
    func lines(ofTrack track: Int) -> [String] {
        zip(events, ids).filter { $0.0.track == track }.map { "\($0.1) \($0.0)" }
    }

    init(_ scenario: ReferenceScenario, _ style: ReferenceRunStyle = ReferenceRunStyle()) throws {
        let fences = try scenario.fences.map { FenceDefinition(id: $0.id, shape: try FenceShape(polygons: $0.polygons)) }
        engine = FenceEngine(index: FenceIndex(fences), options: scenario.options)
        for (number, step) in scenario.steps.enumerated() {
            try take(step, style)
            if style.restarts.contains(number) {
                apply()
                engine = try FenceEngine(snapshot: engine.snapshot(), index: engine.index, options: scenario.options)
            }
        }
        apply()
        var found: [FenceEvent] = []
        engine.finish(into: &found)
        keep(found)
        late = engine.counts.late
    }

    private mutating func take(_ step: ReferenceScenario.Step, _ style: ReferenceRunStyle) throws {
        var found: [FenceEvent] = []
        switch step {
        case .fix(let fix):
            fixes += 1
            guard fix.track % style.shard.count == style.shard.number else { return }
            batch.append(
                track: engine.track(named: ReferenceScenario.trackName(fix.track)), longitude: fix.position.longitude,
                latitude: fix.position.latitude, time: fix.time ?? FenceFixes.noTime, ordinal: fix.observation ?? fixes - 1,
                accuracy: fix.accuracy,
                speed: fix.speed)
            if batch.count >= style.batch { apply() }
            return
        case .put(let area, let now):
            apply()
            // An edit is a clock too; what it tells of fences that the edit takes away is named before they are gone.
            engine.advance(to: Instant(microsecondsSince1970: now), into: &found)
            keep(found)
            found = []
            let definition = FenceDefinition(id: area.id, shape: try FenceShape(polygons: area.polygons))
            engine.edit([.put(definition)], at: Instant(microsecondsSince1970: now), into: &found)
        case .remove(let id, let now):
            apply()
            // An edit is a clock too; what it tells of fences that the edit takes away is named before they are gone.
            engine.advance(to: Instant(microsecondsSince1970: now), into: &found)
            keep(found)
            found = []
            engine.edit([.remove(id: id)], at: Instant(microsecondsSince1970: now), into: &found)
        case .advance(let now):
            apply()
            engine.advance(to: Instant(microsecondsSince1970: now), into: &found)
        }
        keep(found)
    }

    private mutating func apply() {
        guard !batch.isEmpty else { return }
        var found: [FenceEvent] = []
        engine.apply(batch, into: &found)
        batch.removeAll()
        keep(found)
    }

    /// Numbers of fences and tracks mean something now, and perhaps not later.
    private mutating func keep(_ found: [FenceEvent]) {
        for event in found {
            events.append(
                ReferenceEvent(
                    kind: event.kind, cause: event.cause, track: Int(engine.name(ofTrack: event.track).dropFirst()) ?? -1,
                    fence: engine.index.id(of: event.fence), time: event.time, confirmedAt: event.confirmedAt?.microsecondsSince1970,
                    position: ReferenceEvent.named(event.position),
                    ordinal: event.cause == .fenceChanged
                        ? ReferenceEvent.ordinalOfEdits : min(event.ordinal, ReferenceEvent.ordinalOfEdits), observation: event.observation)
            )
            ids.append(engine.id(of: event).description)
        }
    }
}
