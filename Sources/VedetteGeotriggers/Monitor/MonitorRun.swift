// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Synchronization
import VedetteDynamicEntities
import VedetteFences
import VedetteGeometry
import VedetteModel

/// One run of a monitor, from its start to its stop: the core behind its lock, and who feeds it.
///
/// Three kinds of things come in, each on the thread that brings it: fixes, in pieces of at most ``pieceSize``; edits of fences, which go ahead of fixes that
/// wait; ticks of the clock. What takes long is done outside of the lock: areas of fences are made before it, messages are written after it.
final class MonitorRun: Sendable {
    private enum Phase {
        /// Edits wait here for the engine.
        case loading([[FenceElementChange]])
        case running(MonitorCore)
        /// The engine as it was at the end, for a snapshot.
        case over(MonitorCore?)
    }

    /// The most fixes that are judged in one piece: an edit waits for one piece at most.
    private static let pieceSize = 1_024

    /// The most changes of fences that are carried out in one piece.
    private static let editPieceSize = 256

    private struct Holdings {
        var observations: [Observation] = []
        var tasks: [Task<Void, Never>] = []
    }

    private let phase = PrioritizedMutex<Phase>(.loading([]))
    private let outbox = NotificationOutbox<FenceOutcome>()
    private let lastTicket = Atomic<UInt64>(0)
    private let holdings = Mutex(Holdings())
    private let bufferDistance: Double
    private let timing: SourceTiming
    private let tell: @Sendable (FenceOutcome) -> Void
    private let report: @Sendable (MonitorProblem) -> Void

    /// - Parameters:
    ///   - bufferDistance: metres around each fence.
    ///   - timing: what time it is.
    ///   - tell: is called with each outcome, in order, outside of the lock.
    ///   - report: is called when what is wrong has changed, in order.
    init(
        bufferDistance: Double, timing: SourceTiming, tell: @escaping @Sendable (FenceOutcome) -> Void,
        report: @escaping @Sendable (MonitorProblem) -> Void
    ) {
        (self.bufferDistance, self.timing, self.tell, self.report) = (bufferDistance, timing, tell, report)
    }

    deinit {
        holdings.withLock { $0.tasks }.forEach { $0.cancel() }
    }

    // MARK: Beginning and end

    /// Keeps something up until the end.
    func hold(_ observation: Observation) { holdings.withLock { $0.observations.append(observation) } }

    func hold(_ task: Task<Void, Never>) { holdings.withLock { $0.tasks.append(task) } }

    /// Begins to run, once what was changed meanwhile is carried out.
    func begin(_ core: consuming MonitorCore) {
        var core = core
        while true {
            let early = phase.withUrgentLock { phase -> [[FenceElementChange]] in
                guard case .loading(let early) = phase else { return [] }
                phase = early.isEmpty ? .running(core) : .loading([])
                return early
            }
            guard !early.isEmpty else { break }
            for changes in early {
                let prepared = Self.candidates(of: changes, in: core).map { $0.map { Self.prepare($0.element, bufferDistance) } }
                outbox.append(apply(changes, prepared, ticket: 0, to: &core))
            }
        }
        if let problem = core.registry.newProblem() { report(.fences(problem)) }
        outbox.send(isPatient: false, tell)
    }

    /// Ends everything: no outcome is told after this, but for those under way.
    func end() {
        phase.withUrgentLock { phase in
            switch phase {
            case .running(let core): phase = .over(core)
            case .loading: phase = .over(nil)
            case .over: break
            }
        }
        let held = holdings.withLock { holdings in
            defer { holdings = Holdings() }
            return holdings
        }
        held.tasks.forEach { $0.cancel() }
    }

    /// Runs `body` with the core as it is, or was at the end; nil where there never was one.
    func withCore<Result: Sendable>(_ body: (borrowing MonitorCore) -> Result) -> Result? {
        phase.withUrgentLock { phase in
            switch phase {
            case .running(let core), .over(.some(let core)): body(core)
            case .loading, .over(nil): nil
            }
        }
    }

    // MARK: What comes in

    /// Judges fixes.
    func judge(_ arrival: FeedArrival) {
        var start = 0
        while start < arrival.batch.count {
            let end = min(start + Self.pieceSize, arrival.batch.count)
            let uptime = timing.uptime()
            phase.withLock { phase in
                step(&phase) { core in core.judge(arrival, rows: start..<end, uptime: uptime) }
            }
            outbox.send(isPatient: true, tell)
            start = end
        }
    }

    /// Lets time pass.
    func tick() {
        let (now, uptime) = (timing.now(), timing.uptime())
        phase.withLock { phase in
            step(&phase) { core in core.advance(now: now, uptime: uptime) }
        }
        outbox.send(isPatient: false, tell)
    }

    /// Carries out changes of the fences.
    func take(_ changes: [FenceElementChange]) {
        var start = 0
        while start < changes.count {
            let end = min(start + Self.editPieceSize, changes.count)
            takePiece(Array(changes[start..<end]))
            start = end
        }
    }

    private func takePiece(_ changes: [FenceElementChange]) {
        let ticket = lastTicket.add(1, ordering: .relaxed).newValue
        let candidates = phase.withUrgentLock { phase -> [Candidate?]? in
            switch phase {
            case .loading(let early):
                phase = .loading(early + [changes])
                return nil
            case .over: return nil
            case .running(let core): return Self.candidates(of: changes, in: core)
            }
        }
        guard let candidates else { return }
        // Read after the ticket was drawn: whoever has a later one sees the same geometry or a later one.
        let prepared = candidates.map { $0.map { Self.prepare($0.element, bufferDistance, current: $0.current) } }
        phase.withUrgentLock { phase in
            step(&phase) { core in apply(changes, prepared, ticket: ticket, to: &core) }
        }
        outbox.send(isPatient: false, tell)
    }

    /// An element that may be a fence, and the fence that it is.
    private struct Candidate: Sendable {
        let element: FenceElement
        let current: GeotriggerFence?
    }

    /// The elements whose areas have to be made for changes.
    private static func candidates(of changes: [FenceElementChange], in core: borrowing MonitorCore) -> [Candidate?] {
        changes.map { change in
            switch change {
            case .added(let element): Candidate(element: element, current: core.registry.fence(of: element.key))
            case .changed(let key):
                core.registry.element(of: key).map { Candidate(element: $0, current: core.registry.fence(of: key)) }
            case .removed, .unavailable: nil
            }
        }
    }

    private func apply(
        _ changes: [FenceElementChange], _ prepared: [FenceRegistry.Prepared?], ticket: UInt64, to core: inout MonitorCore
    ) -> [FenceOutcome] {
        var edits: [FenceEdit] = []
        for (change, prepared) in zip(changes, prepared) {
            switch change {
            case .added:
                if let prepared, let edit = core.registry.put(prepared, isAddition: true, ticket: ticket) { edits.append(edit) }
            case .changed:
                if let prepared, let edit = core.registry.put(prepared, isAddition: false, ticket: ticket) { edits.append(edit) }
            case .removed(let key):
                if let edit = core.registry.remove(key) { edits.append(edit) }
            case .unavailable(let error): report(.table(error))
            }
        }
        return core.edit(edits, now: timing.now(), uptime: timing.uptime())
    }

    private func step(_ phase: inout Phase, _ body: (inout MonitorCore) -> [FenceOutcome]) {
        guard case .running(var core) = phase else { return }
        // Taken out while it is changed, so that nothing in it is copied.
        phase = .over(nil)
        outbox.append(body(&core))
        if let problem = core.registry.newProblem() { report(.fences(problem)) }
        phase = .running(core)
    }

    // MARK: Areas

    /// Makes the area of an element; that of `current`, the fence that it is, where the geometry is the same.
    static func prepare(
        _ element: FenceElement, _ bufferDistance: Double, current: GeotriggerFence? = nil
    ) -> FenceRegistry.Prepared {
        let geometry = element.element.geometry
        if let current, current.isMade(of: geometry) {
            return FenceRegistry.Prepared(element: element, geometry: geometry, shape: .success(current.shape))
        }
        do throws(FenceShapeError) {
            let shape = try FenceShape(geometry, bufferDistance: bufferDistance)
            return FenceRegistry.Prepared(element: element, geometry: geometry, shape: .success(shape))
        } catch {
            return FenceRegistry.Prepared(element: element, geometry: geometry, shape: .failure(error))
        }
    }

    /// Makes the areas of many elements on all cores, in their order.
    static func prepare(_ elements: [FenceElement], _ bufferDistance: Double) async throws -> [FenceRegistry.Prepared] {
        let size = 512
        guard elements.count > size else { return elements.map { prepare($0, bufferDistance) } }
        return try await withThrowingTaskGroup(of: (Int, [FenceRegistry.Prepared]).self) { group in
            for start in stride(from: 0, to: elements.count, by: size) {
                group.addTask {
                    try Task.checkCancellation()
                    return (start, elements[start..<min(start + size, elements.count)].map { prepare($0, bufferDistance) })
                }
            }
            var parts: [(Int, [FenceRegistry.Prepared])] = []
            for try await part in group { parts.append(part) }
            return parts.sorted { $0.0 < $1.0 }.flatMap(\.1)
        }
    }
}

/// What is wrong with a monitor that is started, by where it comes from; nil where nothing is any more.
enum MonitorProblem: Sendable {
    case feed(GeotriggerError?)
    case table(GeotriggerError?)
    case fences(GeotriggerError?)
}
