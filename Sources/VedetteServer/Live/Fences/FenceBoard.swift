// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization
import Vedette
import VedetteModel

/// The drawn fences of a server: takes in what viewers want, one wish after the other, has the fences watched, and keeps them in a file where there is one.
///
/// All areas are made by one task, so that viewers who draw take one core at the most.
final class FenceBoard: Sendable {
    typealias Reply = @Sendable ([UInt8]) -> Void

    /// Whether viewers may change anything.
    let isEditable: Bool
    /// What viewers are told who may not.
    private let refusal: FenceRefusal
    private let file: DrawnFenceFile?
    private let sources: [LiveSource]
    private let locations: [LiveLocation]
    private let makeID: @Sendable () -> String

    private struct State {
        var fences = DrawnFences()
        var evaluators: [String: ArcadeEvaluator] = [:]
        /// Why the file could not be written; nil where it was.
        var fault: String?
        var faultRevision = 0
    }

    private let state = Mutex(State())
    private let inbox = Mutex(FenceInbox<Reply>())
    private let wishes: (stream: AsyncStream<Void>, continuation: AsyncStream<Void>.Continuation)
    private let saves: (stream: AsyncStream<Void>, continuation: AsyncStream<Void>.Continuation)

    let edits = Counter()
    let refusals = Counter()

    init(
        isEditable: Bool, file: String?, sources: [LiveSource], locations: [LiveLocation], refusal: FenceRefusal = .readOnly,
        makeID: @escaping @Sendable () -> String = { "drawn-" + String(UInt64.random(in: .min ... .max), radix: 36) }
    ) {
        (self.isEditable, self.refusal) = (isEditable, refusal)
        self.file = file.map { DrawnFenceFile(path: $0) }
        (self.sources, self.locations, self.makeID) = (sources, locations, makeID)
        wishes = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
        saves = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    }

    var count: Int { state.withLock { $0.fences.count } }
    var isPersistent: Bool { file != nil }

    /// All fences in the order in which they were drawn.
    var entries: [DrawnFences.Entry] {
        state.withLock { state in state.fences.order.compactMap { state.fences.entries[$0] } }
    }

    /// Reads the file, where there is one.
    ///
    /// - Throws: ``LiveServerError`` for a file that cannot be used: it would be lost with the next change.
    func load() throws {
        guard let file else { return }
        for fence in try file.read(sources: sources.map(\.name), locations: locations.map(\.name)) {
            do throws(FenceRefusal) {
                let made = try Self.made(fence)
                state.withLock { $0.fences.put(fence, area: made.area, drawing: made.drawing) }
                state.withLock { $0.evaluators[fence.id] = made.evaluator }
            } catch {
                throw LiveServerError(.invalidFenceFile, "\(file.path): the fence \"\(fence.name)\": \(error.message)")
            }
        }
    }

    /// What has changed since a viewer was told last.
    func news(since cursor: inout Int?) -> DrawnFences.News? {
        let before = cursor
        let (news, after) = state.withLock { state in
            var cursor = before
            return (state.fences.news(since: &cursor), cursor)
        }
        cursor = after
        return news
    }

    /// Why the fences are not in their file, and a number that changes with that.
    var fault: (text: String?, revision: Int) { state.withLock { ($0.fault, $0.faultRevision) } }

    // MARK: What viewers want

    /// Takes a wish in; the answer comes when its turn has come.
    func submit(_ wish: FenceWish, viewer: Int, reply: @escaping Reply) {
        do throws(FenceRefusal) {
            guard isEditable else { throw refusal }
            if case .refused(let refusal) = wish.action { throw refusal }
            try inbox.withLock { inbox throws(FenceRefusal) in
                try inbox.add(FenceInbox.Entry(wish: wish, viewer: viewer, reply: reply))
            }
            wishes.continuation.yield()
        } catch {
            refusals.add(1)
            reply(LiveMessages.fenceError(wish, error))
        }
    }

    /// Watches the fences and fulfils wishes until it is cancelled; then the file has all of them.
    func run(report: @escaping @Sendable (FenceGeotriggerNotificationInfo, NotificationLog.Watched, String?) -> Void) async {
        let watches = FenceWatches(sources: sources, locations: locations) { [weak self] info, watched in
            guard let self, let message = note(info) else { return }
            report(info, watched, message.isEmpty ? nil : message)
        }
        for entry in entries { try? await watches.put(entry.fence, area: entry.area) }
        await withTaskGroup(of: Void.self) { group in
            if let file { group.addTask { [self] in await keep(file) } }
            for await _ in wishes.stream {
                while !Task.isCancelled, let entry = inbox.withLock({ $0.next() }) { await fulfil(entry, watches) }
            }
            saves.continuation.finish()
        }
        await watches.stop()
    }

    private func fulfil(_ entry: FenceInbox<Reply>.Entry, _ watches: FenceWatches) async {
        let wish = entry.wish
        do throws(FenceRefusal) {
            switch wish.action {
            case .put(let change):
                let fence = try await put(change, wish.fence, watches)
                entry.reply(LiveMessages.fenceSaved(wish, id: fence))
            case .move(let shape): _ = try await put(DrawnFenceChange(shape: shape), wish.fence, watches)
            case .delete:
                guard let id = wish.fence, state.withLock({ $0.fences.remove(id) }) else { throw .gone }
                state.withLock { $0.evaluators[id] = nil }
                await watches.remove(id)
                entry.reply(LiveMessages.fenceSaved(wish, id: id))
            case .refused(let refusal): throw refusal
            }
            edits.add(1)
            saves.continuation.yield()
        } catch {
            refusals.add(1)
            entry.reply(LiveMessages.fenceError(wish, error))
        }
    }

    private func put(_ change: DrawnFenceChange, _ id: String?, _ watches: FenceWatches) async throws(FenceRefusal) -> String {
        let fence: DrawnFence
        if let id {
            guard let known = state.withLock({ $0.fences.entries[id]?.fence }) else { throw .gone }
            fence = try known.changed(by: change)
        } else {
            guard let shape = change.shape else { throw FenceRefusal("missing", .geometry, "a new fence needs a geometry") }
            guard let name = change.name else { throw FenceRefusal("missing", .name, "a new fence needs a name") }
            guard count < FenceLimits.fences else {
                throw FenceRefusal("too-many", .fence, "there are \(FenceLimits.fences) drawn fences already; delete one first")
            }
            fence = try DrawnFence(id: makeID(), name: name, shape: shape).changed(by: change)
        }
        switch fence.watched {
        case .source(let index) where !sources.indices.contains(index):
            throw FenceRefusal("bad-source", .source, "there is no source \(index)")
        case .location(let index) where !locations.indices.contains(index):
            throw FenceRefusal("bad-device", .source, "there is no location \(index)")
        default: break
        }
        let made = try Self.made(fence)
        // Known before it is watched: its first event may come at once, and needs its rule and message.
        let before = state.withLock { state in
            defer {
                state.fences.put(fence, area: made.area, drawing: made.drawing)
                state.evaluators[fence.id] = made.evaluator
            }
            return (entry: state.fences.entries[fence.id], evaluator: state.evaluators[fence.id])
        }
        do {
            try await watches.put(fence, area: made.area)
        } catch {
            state.withLock { state in
                if let entry = before.entry {
                    state.fences.put(entry.fence, area: entry.area, drawing: entry.drawing)
                } else {
                    _ = state.fences.remove(fence.id)
                }
                state.evaluators[fence.id] = before.evaluator
            }
            throw FenceRefusal("not-watched", .fence, "the fence cannot be watched: \(error)")
        }
        return fence.id
    }

    private static func made(
        _ fence: DrawnFence
    ) throws(FenceRefusal) -> (area: Polygon, drawing: [UInt8], evaluator: ArcadeEvaluator?) {
        let evaluator = try FenceMessage.evaluator(fence.message)
        let area = try fence.shape.area(buffer: fence.buffer)
        return (area, fence.shape.drawing(of: area, buffer: fence.buffer), evaluator)
    }

    // MARK: Events

    /// The message of an event, empty for none; nil where the fence's rule hides it.
    private func note(_ info: FenceGeotriggerNotificationInfo) -> String? {
        let (rule, evaluator) = state.withLock { ($0.fences.entries[info.fenceID]?.fence.rule, $0.evaluators[info.fenceID]) }
        guard rule?.reports(info.fenceNotificationType) ?? true else { return nil }
        guard let evaluator else { return "" }
        do throws(ArcadeError) {
            return try FenceMessage.text(evaluator, of: info)
        } catch {
            state.withLock { $0.fences.noteMessageError(error, of: info.fenceID) }
            return ""
        }
    }

    // MARK: The file

    /// Writes the file after changes, at most once a second, and once at the end.
    private func keep(_ file: DrawnFenceFile) async {
        for await _ in saves.stream {
            save(file)
            try? await Task.sleep(for: .seconds(1))
        }
        save(file)
    }

    private func save(_ file: DrawnFenceFile) {
        var fault: String?
        do {
            try file.write(entries, sources: sources.map(\.name), locations: locations.map(\.name))
        } catch {
            fault = "the fences could not be written to their file: \(error.localizedDescription)"
        }
        state.withLock { state in
            guard state.fault != fault else { return }
            state.fault = fault
            state.faultRevision += 1
        }
    }
}
