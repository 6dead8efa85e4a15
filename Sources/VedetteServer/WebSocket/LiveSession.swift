// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import NIOCore
import NIOWebSocket
import ServiceLifecycle
import Synchronization
import Vedette
import VedetteModel

/// One viewer's connection: reads what it says, and sends what it should see at its own pace.
///
/// Nothing is queued: a frame is made when the viewer can take it, from the state of that moment. So a slow viewer gets fewer frames.
final class LiveSession: Sendable {
    private let hub: LiveHub
    private let viewer: Mutex<LiveViewer>
    /// New for each session.
    private let number: Int
    /// Replies to what the viewer asked; bounded by the limit on its messages.
    private let replies = Mutex<[[UInt8]]>([])
    /// When the write under way began; nil between writes.
    private let writeBegan = Mutex<Instant?>(nil)

    /// How a session ended.
    private struct Ended: Error {
        var code: WebSocketErrorCode
    }

    /// A session of a viewer that opened an address.
    init(hub: LiveHub, from address: ViewerAddress = ViewerAddress()) {
        self.hub = hub
        viewer = Mutex(hub.makeViewer(after: address.place, isDisplaying: address.isDisplaying, isCompact: address.isCompact))
        number = hub.nextViewerNumber()
    }

    /// Runs until either side closes, the viewer stalls, or the server shuts down.
    func run(_ channel: NIOAsyncChannel<WebSocketFrame, WebSocketFrame>) async {
        hub.metrics.viewers.add(1)
        hub.metrics.viewersTotal.add(1)
        defer {
            hub.metrics.viewers.add(-1)
            viewer.withLock { hub.take(.show(nil), for: &$0, at: hub.clock()) }
        }
        do {
            try await channel.executeThenClose { inbound, outbound in
                do {
                    try await withThrowingTaskGroup(of: Void.self) { group in
                        group.addTask { try await self.read(inbound, outbound) }
                        group.addTask { try await self.write(outbound) }
                        group.addTask { try await self.watch(channel.channel) }
                        // The first to end ends the others.
                        try await group.next()
                        group.cancelAll()
                    }
                } catch let ended as Ended {
                    var data = channel.channel.allocator.buffer(capacity: 2)
                    data.write(webSocketErrorCode: ended.code)
                    try? await outbound.write(WebSocketFrame(fin: true, opcode: .connectionClose, data: data))
                }
            }
        } catch {
            // The connection is gone; there is nobody to tell.
        }
    }

    // MARK: Reading

    private func read(
        _ inbound: NIOAsyncChannelInboundStream<WebSocketFrame>, _ outbound: NIOAsyncChannelOutboundWriter<WebSocketFrame>
    ) async throws {
        for try await frame in inbound {
            switch frame.opcode {
            case .text: try receive(String(buffer: frame.unmaskedData))
            case .ping: try await outbound.write(WebSocketFrame(fin: true, opcode: .pong, data: frame.unmaskedData))
            case .connectionClose: throw Ended(code: .normalClosure)
            case .pong: break
            default: throw Ended(code: .unacceptableData)
            }
        }
        throw Ended(code: .normalClosure)
    }

    private func receive(_ text: String) throws {
        let now = hub.clock()
        guard viewer.withLock({ $0.countMessage(at: now) }) else { throw Ended(code: .policyViolation) }
        guard let message = ViewerMessage(text, sourceCount: hub.sources.count, locationCount: hub.locations.count) else {
            hub.metrics.badMessages.add(1)
            reply(LiveMessages.error("bad-message", "this is no message of the live-view protocol; see docs/protocol.md"))
            return
        }
        switch message {
        case .acknowledge(let frame): viewer.withLock { $0.acknowledge(frame, at: now) }
        case .select(let source, let track): viewer.withLock { $0.select(track, of: source) }
        case .identify(let request, let longitude, let latitude, let tolerance, let time):
            let moment = time.map { Instant(microsecondsSince1970: Int64(exactly: ($0 * 1_000).rounded()) ?? 0) }
            let found = hub.identify(longitude: longitude, latitude: latitude, tolerance: tolerance, time: moment)
            reply(LiveMessages.identified(request: request, found))
        case .query(let wish): begin(wish)
        case .cancel(let query): viewer.withLock { $0.queries.removeAll { $0.number == query } }
        case .expand(let query, let tracks): change(query) { $0.expand(tracks) }
        case .dismiss(let query, let tracks): change(query) { $0.dismiss(tracks) }
        case .location(let wish): viewer.withLock { hub.take(wish, for: &$0, at: now) }
        case .control(let wish): control(wish)
        case .find(let wish): viewer.withLock { $0.find = wish }
        case .steer(let wish): steer(wish)
        case .scene(let isOpen): viewer.withLock { $0.isDrawingScene = isOpen && $0.isCompact }
        case .camera(let wish): take(wish, at: now)
        case .fence(let wish):
            guard let fences = hub.fences else {
                reply(LiveMessages.fenceError(wish, hub.place.isReadOnly ? .readOnlyView : .readOnly))
                return
            }
            fences.submit(wish, viewer: number) { [weak self] in self?.reply($0) }
        }
    }

    private func begin(_ wish: QueryWish) {
        do {
            try viewer.withLock { viewer throws(QueryRefusal) in try hub.begin(wish, for: &viewer) }
            hub.metrics.queries.add(1)
        } catch {
            hub.metrics.queriesRefused.add(1)
            reply(LiveMessages.queryError(wish.number, error))
        }
    }

    private func control(_ wish: SourceWish) {
        guard hub.configuration.sourceControl == .shared else {
            reply(
                LiveMessages.sourceAnswer(
                    wish, error: hub.place.isReadOnly ? LiveMessages.isReadOnly : "this server lets no viewer control its sources"))
            return
        }
        Task { [hub, weak self] in
            let error = await hub.carryOut(wish)
            self?.reply(LiveMessages.sourceAnswer(wish, error: error))
        }
    }

    private func steer(_ wish: SteerWish) {
        guard let board = hub.place.viewpoint else {
            reply(LiveMessages.error("not-shared", "each viewer of this view looks where he likes; there is nothing to steer"))
            return
        }
        guard !hub.place.isReadOnly else {
            reply(LiveMessages.error("read-only", LiveMessages.isReadOnly))
            return
        }
        board.steer(wish)
        viewer.withLock { $0.move = wish.move }
    }

    private func take(_ wish: CameraWish, at now: Instant) {
        guard let board = hub.scene else {
            reply(LiveMessages.error("no-scene", "this view shows no scene of a program; there is no camera to move"))
            return
        }
        viewer.withLock { board.take(wish, from: &$0.sceneCursor, isReadOnly: hub.place.isReadOnly, at: now) }
    }

    /// Changes one of the viewer's queries; one that has ended meanwhile is none.
    private func change(_ query: Int, _ body: (inout ViewerQuery) -> Void) {
        viewer.withLock { viewer in
            guard let index = viewer.queries.firstIndex(where: { $0.number == query }) else { return }
            body(&viewer.queries[index])
        }
    }

    private func reply(_ message: [UInt8]) {
        replies.withLock { $0.append(message) }
    }

    // MARK: Writing

    private func write(_ outbound: NIOAsyncChannelOutboundWriter<WebSocketFrame>) async throws {
        let hello = LiveMessages.hello(hub)
        try await send(text: hello, outbound)
        var standings: [SharedLocation.Standing?] = hub.locations.map { _ in nil }
        var statuses: [ConnectionStatus?] = hub.sources.map { _ in nil }
        var fenceVersion = hub.fenceVersion.value
        var fieldCounts = hub.sources.map(Self.fieldCount)
        let interval = Duration.seconds(hub.configuration.frameInterval)
        while !Task.isCancelled {
            for (index, source) in hub.sources.enumerated() where source.dataSource.connectionStatus != statuses[index] {
                let status = source.dataSource.connectionStatus
                statuses[index] = status
                let message = LiveMessages.connection(
                    status, hasEnded: source.dataSource.connectionHasEnded, error: source.dataSource.connectionError, source: index)
                try await send(text: message, outbound)
            }
            for (index, location) in hub.locations.enumerated() {
                let standing = location.standing
                guard standing != standings[index] else { continue }
                standings[index] = standing
                try await send(text: LiveMessages.locationStatus(standing, location: index), outbound)
            }
            if hub.fenceVersion.value != fenceVersion {
                fenceVersion = hub.fenceVersion.value
                try await send(text: LiveMessages.fencesChanged(), outbound)
            }
            for (index, source) in hub.sources.enumerated() where Self.fieldCount(source) != fieldCounts[index] {
                let fields = source.dataSource.entityStore.withStore { $0.schema.namedFields }
                fieldCounts[index] = fields.count
                try await send(text: LiveMessages.fields(of: source, index: index, fields), outbound)
            }
            try await sendNotifications(outbound)
            if let message = viewer.withLock({ hub.place.viewpoint?.news(for: &$0) }) { try await send(text: message, outbound) }
            try await sendFrames(outbound)
            try await sendReplies(outbound)
            // All viewers at the same moments, so that they can be sent the same frames.
            let rounds = hub.began.duration(to: .now) / interval
            try await Task.sleep(for: interval * (rounds.rounded(.down) + 1 - rounds))
        }
    }

    private func sendReplies(_ outbound: NIOAsyncChannelOutboundWriter<WebSocketFrame>) async throws {
        let pending = replies.withLock { pending in
            defer { pending = [] }
            return pending
        }
        guard !pending.isEmpty else { return }
        // Who is told that a fence is saved has been told of the fence, though it be too slow for frames.
        while true {
            let news = viewer.withLock { hub.fenceMessages(for: &$0) }
            if news.isEmpty { break }
            for message in news { try await send(text: message, outbound) }
        }
        for message in pending { try await send(text: message, outbound) }
    }

    private static func fieldCount(_ source: LiveSource) -> Int {
        source.dataSource.entityStore.withStore { $0.schema.namedFields.count }
    }

    private func sendNotifications(_ outbound: NIOAsyncChannelOutboundWriter<WebSocketFrame>) async throws {
        let (messages, missed) = viewer.withLock { hub.notifications(for: &$0, maximum: 200) }
        if missed > 0 {
            hub.metrics.notificationsMissed.add(missed)
            try await send(text: LiveMessages.notificationsMissed(missed), outbound)
        }
        for message in messages { try await send(text: message, outbound) }
    }

    private func sendFrames(_ outbound: NIOAsyncChannelOutboundWriter<WebSocketFrame>) async throws {
        let now = hub.clock()
        let (round, messages) = viewer.withLock { viewer -> (LiveHub.Round, [[UInt8]]) in
            guard viewer.isReadyForFrame else { return (LiveHub.Round(), []) }
            let round = hub.round(for: &viewer, at: now)
            if !round.frames.isEmpty { viewer.didSendFrames(at: now) }
            let selection = hub.selectionMessage(for: &viewer)
            let fences = hub.fenceMessages(for: &viewer)
            let found = hub.findMessage(for: &viewer).map { [$0] } ?? []
            let scene = hub.sceneMessages(for: &viewer, at: now)
            let messages = scene + found + fences + (selection.map { [$0] } ?? []) + hub.queryMessages(for: &viewer, at: now)
            return (round, messages + hub.locationMessages(for: &viewer, at: now))
        }
        for message in round.symbols { try await send(text: message, outbound) }
        for frame in round.frames {
            hub.metrics.frames.add(1)
            hub.metrics.frameBytes.add(frame.count)
            try await send(.binary, frame, outbound)
        }
        for message in round.labels + messages { try await send(text: message, outbound) }
    }

    private func send(text: [UInt8], _ outbound: NIOAsyncChannelOutboundWriter<WebSocketFrame>) async throws {
        guard text.count <= LiveMessages.maximumLength else {
            try await send(.text, LiveMessages.error("too-long", "a message of \(text.count) bytes was not sent"), outbound)
            return
        }
        try await send(.text, text, outbound)
    }

    private func send(_ opcode: WebSocketOpcode, _ bytes: [UInt8], _ outbound: NIOAsyncChannelOutboundWriter<WebSocketFrame>) async throws {
        let began = hub.clock()
        writeBegan.withLock { $0 = began }
        try await outbound.write(WebSocketFrame(fin: true, opcode: opcode, data: ByteBuffer(bytes: bytes)))
        writeBegan.withLock { $0 = nil }
    }

    // MARK: Watching

    /// Ends the session when the viewer reads nothing, or the server shuts down.
    private func watch(_ channel: any Channel) async throws {
        await cancelWhenGracefulShutdown { [self] in
            while !Task.isCancelled {
                try? await Task.sleep(for: .seconds(1))
                let now = hub.clock()
                let patience = hub.configuration.patience
                let isWriteStuck = writeBegan.withLock { began in began.map { now.seconds(since: $0) > patience } ?? false }
                guard isWriteStuck || viewer.withLock({ $0.isStalled(at: now, patience: patience) }) else { continue }
                hub.metrics.viewersClosedAsStalled.add(1)
                // Closed from below: a write that waits for such a viewer would wait for ever.
                channel.close(promise: nil)
                return
            }
        }
        throw Ended(code: .goingAway)
    }
}
