// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization
import VedetteDynamicEntities
public import VedetteExpressions
import VedetteGeometry
import VedetteLocation
public import VedetteModel

/// Watches for the condition of a geotrigger and notifies when it is met.
///
/// The monitor neither starts nor stops the source of its feed. Stopping and starting it again begins with an empty memory: what is inside a fence
/// then is reported as entered again.
///
// Sendable by hand: the streamed properties are safe from any thread and never reassigned; the rest is immutable or behind locks.
public final class GeotriggerMonitor: @unchecked Sendable {
    /// Whether a monitor is at work.
    public enum Status: Hashable, Sendable {
        case stopped
        case started
    }

    public let geotrigger: Geotrigger

    /// Whether the monitor is at work. `$status` gives the current value first, then each change.
    @Streamed public private(set) var status = Status.stopped

    /// What keeps the monitor, or some of its fences, from working; nil when all is well again. See ``GeotriggerError``.
    @Streamed public private(set) var warning: (any Error)?

    private struct State {
        var engine: FenceEngine
        var fences: [String: GeotriggerFence]
        var numbering: FenceNumbering
        let observations: [Observation]
        var fixes = FenceFixes()

        mutating func judge(_ batch: borrowing ObservationBatch, at now: Instant, into events: inout [FenceEvent]) {
            fixes.removeAll()
            for row in 0..<batch.count where batch.longitudes[row] != ObservationBatch.noPosition {
                let hash = batch.trackHashes[row]
                let track = batch.withBytes(batch.trackRanges[row]) { engine.track(named: $0, hash: hash) }
                let time = batch.times[row] == ObservationBatch.noTime ? now.microsecondsSince1970 : batch.times[row]
                fixes.append(
                    track: track, longitude: batch.longitudes[row], latitude: batch.latitudes[row], time: time, ordinal: batch.ordinals[row]
                )
            }
            engine.apply(fixes, into: &events)
        }
    }

    private let state = Mutex<State?>(nil)
    private let events = EventSource<GeotriggerNotificationInfo>()
    private let evaluator: ArcadeEvaluator?
    private let messageErrors = Mutex((count: 0, latest: ArcadeError?.none))

    public init(geotrigger: Geotrigger) {
        self.geotrigger = geotrigger
        evaluator = geotrigger.messageExpression.map { ArcadeEvaluator(expression: $0, profile: .geotriggerNotification) }
    }

    /// For how many notifications the message expression stumbled, so that their messages are empty.
    public var messageErrorCount: Int { messageErrors.withLock { $0.count } }

    /// Over what the message expression stumbled last, and where; nil where it never did.
    public var latestMessageError: ArcadeError? { messageErrors.withLock { $0.latest } }

    /// Every notification from now on. Ask for the stream before ``start()`` to miss none.
    public var notifications: EventStream<GeotriggerNotificationInfo> { events.stream() }

    /// Begins to watch. Does nothing when started.
    ///
    /// - Throws: `ArcadeError` for a message expression, or a filter of the feed, that cannot be read.
    public func start() async throws {
        try evaluator?.check()
        try geotrigger.feed.check()
        guard let geotrigger = geotrigger as? FenceGeotrigger else { return }
        // Observed first and loaded then: no change of the fences can fall between the two.
        let fenceObservation = geotrigger.fenceParameters.observe { [weak self] in self?.reloadFences() }
        let feedObservation = geotrigger.feed.observe { [weak self] arrival in self?.judge(arrival) }
        let isNew = state.withLock { state in
            guard state == nil else { return false }
            var numbering = FenceNumbering()
            let loaded = load(geotrigger.fenceParameters, &numbering)
            state = State(
                engine: FenceEngine(index: FenceIndex(loaded.definitions), options: FenceEngineOptions(triggerID: geotrigger.name)),
                fences: loaded.fences, numbering: numbering,
                observations: [fenceObservation, feedObservation])
            return true
        }
        if isNew { status = .started }
    }

    /// Ceases to watch.
    public func stop() async {
        let last = state.withLock { state in
            defer { state = nil }
            return state
        }
        guard last != nil else { return }
        warning = nil
        status = .stopped
    }

    /// The fences that can be watched, by id; before the start, those that would be.
    package var fences: [(id: String, element: any GeoElement)] {
        let current = state.withLock { $0?.fences }
        if let current { return current.values.map { ($0.id, $0.element) }.sorted { $0.id < $1.id } }
        guard let parameters = (geotrigger as? FenceGeotrigger)?.fenceParameters else { return [] }
        var numbering = FenceNumbering()
        return parameters.elements.map { (numbering.id(of: $0), $0) }
    }

    // MARK: Watching

    private func judge(_ arrival: borrowing ObservationArrival) {
        let batch = arrival.batch
        let now = arrival.receivedAt
        tell { state, events in state.judge(batch, at: now, into: &events) }
    }

    private func reloadFences() {
        guard let geotrigger = geotrigger as? FenceGeotrigger else { return }
        tell { state, events in
            let loaded = load(geotrigger.fenceParameters, &state.numbering)
            let known = Set(loaded.definitions.map(\.id))
            let gone = state.fences.keys.filter { !known.contains($0) }.sorted()
            state.fences = loaded.fences
            let edits = gone.map { FenceEdit.remove(id: $0) } + loaded.definitions.map { .put($0) }
            state.engine.edit(edits, at: Instant(Date()), into: &events)
        }
    }

    /// Runs a step of the engine and sends its transitions before the next step can begin, so that they keep their order.
    private func tell(_ step: (inout State, inout [FenceEvent]) -> Void) {
        state.withLock { state in
            // Taken out while it is changed, so that it is not copied.
            guard let geotrigger = geotrigger as? FenceGeotrigger, var current = state.take() else { return }
            var transitions: [FenceEvent] = []
            step(&current, &transitions)
            for transition in transitions where geotrigger.ruleType.reports(transition.kind) {
                if let info = info(for: transition, current) { events.send(info) }
            }
            state = current
        }
    }

    private func info(for transition: FenceEvent, _ state: State) -> FenceGeotriggerNotificationInfo? {
        guard let fence = state.fences[state.engine.index.id(of: transition.fence)] else { return nil }
        guard case .event(let time) = transition.time else { return nil }
        let type = transition.kind == .entered ? FenceNotificationType.entered : .exited
        let track = state.engine.name(ofTrack: transition.track)
        let location = Location(position: transition.position.point, timestamp: time.date)
        return FenceGeotriggerNotificationInfo(
            geotriggerMonitor: self, message: message(of: type, at: fence, track: track, location), feedElementID: track,
            feedLocation: location, eventID: state.engine.id(of: transition), fenceNotificationType: type, fence: fence, time: time)
    }

    private func message(
        of type: FenceNotificationType, at fence: GeotriggerFence, track: String, _ location: Location
    ) -> GeotriggerMessage {
        guard let evaluator else { return GeotriggerMessage(text: geotrigger.name) }
        let time = location.timestamp.map { Instant($0) } ?? Instant(Date())
        let feed = geotrigger.feed.content(ofTrack: track, at: time) ?? location.arcadeContent
        do throws(ArcadeError) {
            return try evaluator.message(feed: feed, fence: ArcadeContent(value: fence.element) ?? .null, type: type)
        } catch {
            messageErrors.withLock { $0 = ($0.count + 1, error) }
            return GeotriggerMessage(text: "")
        }
    }

    // MARK: Fences

    /// Reads the elements; those that cannot be fences are left out and named in the warning.
    private func load(
        _ parameters: FenceParameters, _ numbering: inout FenceNumbering
    ) -> (definitions: [FenceDefinition], fences: [String: GeotriggerFence]) {
        var definitions: [FenceDefinition] = []
        var fences: [String: GeotriggerFence] = [:]
        var errors: [String: FenceShapeError] = [:]
        let elements = parameters.elements
        numbering.forgetAll(but: elements)
        for element in elements {
            let id = numbering.id(of: element)
            let geometry = element.geometry
            do throws(FenceShapeError) {
                definitions.append(FenceDefinition(id: id, shape: try FenceShape(geometry)))
                fences[id] = GeotriggerFence(id: id, element: element, geometry: geometry)
            } catch {
                errors[id] = error
            }
        }
        warning = Self.warning(fenceCount: fences.count, errors)
        return (definitions, fences)
    }

    private static func warning(fenceCount: Int, _ errors: [String: FenceShapeError]) -> GeotriggerError? {
        guard let first = errors.min(by: { $0.key < $1.key }) else {
            return fenceCount > 0 ? nil : GeotriggerError(.noFences, "there are no fences; add a graphic with a polygon")
        }
        let message = "fence \(first.key): \(first.value.message)" + (errors.count > 1 ? "; and \(errors.count - 1) more" : "")
        return GeotriggerError(fenceCount > 0 ? .invalidFences : .noFences, message, fences: errors)
    }
}

/// Gives each fence element an id: the text of its attribute `id`, else the number in which it came. The same element keeps its id.
struct FenceNumbering: Sendable {
    private var ids: [ObjectIdentifier: String] = [:]
    private var taken: Set<String> = []
    private var next = 0

    /// Forgets elements that are gone: the address of one could come back as another's.
    mutating func forgetAll(but elements: [any GeoElement]) {
        let present = Set(elements.map { ObjectIdentifier($0) })
        ids = ids.filter { present.contains($0.key) }
        taken = Set(ids.values)
    }

    mutating func id(of element: any GeoElement) -> String {
        if let known = ids[ObjectIdentifier(element)] { return known }
        var id: String
        if let named = element.attributes["id"].map({ "\($0)" }), !taken.contains(named) {
            id = named
        } else {
            repeat {
                id = String(next)
                next += 1
            } while taken.contains(id)
        }
        taken.insert(id)
        ids[ObjectIdentifier(element)] = id
        return id
    }
}
