// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import VedetteGeometry
import VedetteValues

@testable import VedetteFences

/// An engine on virtual time, for tests: what is done to it in seconds and degrees, and what it tells as words.
final class FenceTimeline {
    var engine: FenceEngine
    private(set) var events: [FenceEvent] = []
    /// Taken when told: a fence may be gone later.
    private(set) var ids: [FenceEventID] = []
    private(set) var told: [String] = []
    private var ordinal: UInt64 = 0

    /// Boxes of one degree by default: a at 0…1, b at 2…3, and so on along the equator.
    init(_ fences: [FenceDefinition]? = nil, _ change: (inout FenceEngineOptions) -> Void = { _ in }) throws {
        var options = FenceEngineOptions(triggerID: "t")
        change(&options)
        try options.check()
        engine = FenceEngine(index: FenceIndex(try fences ?? [Self.box("a", 0, 1), Self.box("b", 2, 3)]), options: options)
    }

    static func box(_ id: String, _ left: Double, _ right: Double, _ bottom: Double = 0, _ top: Double = 1) throws -> FenceDefinition {
        let corners = [(left, bottom), (right, bottom), (right, top), (left, top)].compactMap {
            GridPosition(longitude: $0.0, latitude: $0.1)
        }
        return FenceDefinition(id: id, shape: try FenceShape(polygons: [[corners]]))
    }

    static func microseconds(_ seconds: Double) -> Int64 { Int64((seconds * 1e6).rounded()) }

    func fix(
        _ x: Double, at seconds: Double?, track: String = "v", y: Double = 0.5, accuracy: Double = .nan, speed: Double = .nan
    ) {
        guard let position = GridPosition(longitude: x, latitude: y) else { return }
        var fixes = FenceFixes()
        fixes.append(
            track: engine.track(named: track), longitude: position.longitude, latitude: position.latitude,
            time: seconds.map(Self.microseconds) ?? FenceFixes.noTime, ordinal: ordinal, accuracy: accuracy, speed: speed)
        ordinal += 1
        take { engine.apply(fixes, into: &$0) }
    }

    func clock(_ seconds: Double) {
        take { engine.advance(to: Instant(microsecondsSince1970: Self.microseconds(seconds)), into: &$0) }
    }

    func edit(_ edits: [FenceEdit], at seconds: Double) {
        take { engine.edit(edits, at: Instant(microsecondsSince1970: Self.microseconds(seconds)), into: &$0) }
    }

    func finish() { take { engine.finish(into: &$0) } }

    /// Goes on with an engine made of a snapshot.
    func restart() throws {
        engine = try FenceEngine(snapshot: engine.snapshot(), index: engine.index, options: engine.options)
    }

    private func take(_ step: (inout [FenceEvent]) -> Void) {
        var new: [FenceEvent] = []
        step(&new)
        events += new
        ids += new.map { engine.id(of: $0) }
        told += new.map { words($0) }
    }

    /// `v entered a 10`, with `/20` where it was sure at 20 only, and `edit` where an edit did it.
    private func words(_ event: FenceEvent) -> String {
        var text = "\(engine.name(ofTrack: event.track)) \(event.kind) \(engine.index.id(of: event.fence)) "
        switch event.time {
        case .event(let instant): text += Self.seconds(instant)
        case .arrival(let ordinal): text += "@\(ordinal)"
        }
        if let sure = event.confirmedAt { text += "/" + Self.seconds(sure) }
        return event.cause == .fenceChanged ? text + " edit" : text
    }

    private static func seconds(_ instant: Instant) -> String {
        let seconds = Double(instant.microsecondsSince1970) / 1e6
        return seconds == seconds.rounded() ? "\(Int(seconds))" : "\(seconds)"
    }
}
