// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import VedetteFences
import VedetteModel

extension GeotriggerMonitor {
    /// Reads scripts, settings and fences, and sets everything going.
    /// It goes on from `snapshot` where there is one. Throws what keeps the monitor from starting.
    func makeRun(_ snapshot: Data?, _ number: Int) async throws -> MonitorRun {
        guard let trigger = geotrigger as? FenceGeotrigger else {
            throw GeotriggerError(.invalidSettings, "only a FenceGeotrigger can be watched")
        }
        let feed = trigger.feed
        let options = try trigger.engineOptions()
        let writer = MessageWriter(trigger, timeZone: timeZone)
        try writer.check()
        try feed.check()
        let parameters = trigger.fenceParameters
        let run = MonitorRun(
            bufferDistance: parameters.bufferDistance, timing: timing,
            tell: { [weak self] outcome in self?.notify(outcome, writer) },
            report: { [weak self] problem in self?.note(problem, ofStart: number) })
        // Observed first and loaded then: no change of the fences can fall between the two.
        let followed = try await parameters.follow { [weak run] changes in run?.take(changes) }
        run.hold(followed.observation)
        let isItself: @Sendable (FenceKey, String) -> Bool = { [weak parameters] key, track in
            parameters?.isItself(key, track: track, of: feed) ?? false
        }
        let core = try await Self.core(
            followed.elements, trigger, options, snapshot: snapshot, bufferDistance: parameters.bufferDistance, isItself: isItself)
        try Task.checkCancellation()
        note(.feed(feed.problem), ofStart: number)
        run.begin(core)
        run.hold(feed.observe { [weak run] arrival in run?.judge(copy arrival) })
        run.hold(
            Task { [weak self] in
                await feed.followProblem { [weak self] in self?.note(.feed(feed.problem), ofStart: number) }
            })
        if options.rules.needsClock { run.hold(Self.clock(of: run, timing)) }
        return run
    }

    private static func core(
        _ elements: [FenceElement], _ trigger: FenceGeotrigger, _ options: FenceEngineOptions, snapshot: Data?, bufferDistance: Double,
        isItself: @escaping @Sendable (FenceKey, String) -> Bool
    ) async throws -> MonitorCore {
        let prepared = try await MonitorRun.prepare(elements, bufferDistance)
        var registry = FenceRegistry(bufferDistance: bufferDistance)
        var definitions: [FenceDefinition] = []
        definitions.reserveCapacity(prepared.count)
        for element in prepared {
            if case .put(let definition)? = registry.put(element, isAddition: true, ticket: 0) { definitions.append(definition) }
        }
        let index: FenceIndex
        do throws(FenceIndexError) {
            index = try FenceIndex(definitions)
        } catch {
            throw GeotriggerError(.tooManyFences, error.description, underlyingError: error)
        }
        guard let snapshot else {
            return MonitorCore(
                engine: FenceEngine(index: index, options: options), registry: registry, options: options, ruleType: trigger.ruleType,
                isItself: isItself)
        }
        do throws(FenceSnapshotError) {
            let engine = try FenceEngine(snapshot: Array(snapshot), index: index, options: options)
            return MonitorCore(engine: engine, registry: registry, options: options, ruleType: trigger.ruleType, isItself: isItself)
        } catch {
            throw GeotriggerError(.invalidSnapshot, error.message, underlyingError: error)
        }
    }

    private static func clock(of run: MonitorRun, _ timing: SourceTiming) -> Task<Void, Never> {
        Task { [weak run] in
            while (try? await timing.sleep(tickInterval)) != nil, let run { run.tick() }
        }
    }
}
