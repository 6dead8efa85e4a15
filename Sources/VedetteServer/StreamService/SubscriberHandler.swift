// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import NIOCore
import NIOWebSocket
import VedetteModel

/// A subscriber's socket: sends frames as fast as it takes them, and reads its filters.
///
/// Frames come ready to be sent and shared with others, so they go past the encoder straight to the socket. What the socket does not take
/// waits in a ``SubscriberQueue``; nothing waits for this subscriber anywhere else.
///
// Sendable by hand: after the initializer, everything but the constants is touched on the event loop only.
final class SubscriberHandler: ChannelInboundHandler, StreamMember, @unchecked Sendable {
    typealias InboundIn = WebSocketFrame

    let loop: any EventLoop
    let lane: Int
    private let publisher: StreamPublisher
    private let settings: StreamSettings
    /// The filter last asked for that could be used.
    private var filter: StreamFilter
    private let bound: BoundStreamFilter
    private var queue: SubscriberQueue
    private var watch: StallWatch
    private var messages: MessageRate
    private var channel: (any Channel)?
    /// Between this place and the socket nothing changes the bytes.
    private var wire: ChannelHandlerContext?
    private var handedOver = 0
    private var dropped = 0
    private var timer: RepeatedTask?
    private var isClosing = false

    init(loop: any EventLoop, lane: Int, publisher: StreamPublisher, filter: BoundStreamFilter, settings: StreamSettings) {
        (self.loop, self.lane, self.publisher, self.settings) = (loop, lane, publisher, settings)
        (self.filter, bound) = (filter.filter, filter)
        queue = SubscriberQueue(maximumBytes: settings.maximumQueuedBytes, maximumMessages: settings.maximumQueuedMessages)
        watch = StallWatch(patience: settings.patience, pingInterval: settings.pingInterval, now: .now())
        messages = MessageRate(now: .now())
    }

    static func == (lhs: SubscriberHandler, rhs: SubscriberHandler) -> Bool { lhs === rhs }

    func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }

    // MARK: Life

    func handlerAdded(context: ChannelHandlerContext) {
        channel = context.channel
        wire = try? context.pipeline.syncOperations.context(handlerType: WebSocketFrameEncoder.self)
        publisher.join(self, bound)
        let pace = TimeAmount.nanoseconds(max(10_000_000, min(1_000_000_000, settings.patience.nanoseconds / 4)))
        timer = loop.scheduleRepeatedTask(initialDelay: pace, delay: pace) { [weak self] _ in self?.look() }
    }

    func channelInactive(context: ChannelHandlerContext) {
        end()
        context.fireChannelInactive()
    }

    func handlerRemoved(context: ChannelHandlerContext) { end() }

    private func end() {
        guard timer != nil else { return }
        timer?.cancel()
        timer = nil
        isClosing = true
        publisher.counters.dropped.add(queue.removeAll())
        (channel, wire) = (nil, nil)
        publisher.leave(self)
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        switch event {
        case is ChannelShouldQuiesceEvent: close(.goingAway, "the server shuts down")
        case ChannelEvent.inputClosed: context.close(promise: nil)
        default: context.fireUserInboundEventTriggered(event)
        }
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        guard error is NIOWebSocketFrameAggregator.Error else {
            context.close(promise: nil)
            return
        }
        publisher.counters.badMessages.add(1)
        close(.messageTooLarge, "a message may have \(settings.maximumMessageLength) bytes")
    }

    // MARK: Writing

    /// Takes frames to be sent.
    func deliver(_ chunks: [StreamChunk]) {
        guard !isClosing else { return }
        for chunk in chunks {
            let lost = queue.append(chunk)
            if lost > 0 {
                dropped += lost
                publisher.counters.dropped.add(lost)
            }
        }
        pump()
    }

    /// Takes an answer to a message of the subscriber.
    func send(answer: [UInt8]) {
        send(control: SocketFrame.bytes(.text, answer))
    }

    private func send(control: ByteBuffer) {
        guard !isClosing else { return }
        guard queue.append(answer: control) else { return close(.policyViolation, "answers are not read") }
        pump()
    }

    func channelWritabilityChanged(context: ChannelHandlerContext) {
        if context.channel.isWritable { pump() }
        context.fireChannelWritabilityChanged()
    }

    /// Hands over as much as the socket takes, in one go.
    private func pump() {
        guard let channel, let wire else { return }
        var (frames, bytes) = (0, 0)
        while channel.isWritable, let next = queue.popFirst() {
            bytes += next.buffer.readableBytes
            frames += next.frames
            wire.write(NIOAny(next.buffer), promise: nil)
        }
        guard bytes > 0 else { return }
        handedOver += bytes
        publisher.counters.frames.add(frames)
        publisher.counters.bytes.add(bytes)
        wire.flush()
    }

    // MARK: Watching

    private var waitingBytes: Int {
        let buffered = (try? channel?.syncOptions?.getOption(ChannelOptions.bufferedWritableBytes)) ?? 0
        return buffered
    }

    private func look() {
        guard !isClosing else { return }
        let buffered = waitingBytes
        switch watch.judge(accepted: handedOver - buffered, waiting: buffered + queue.byteCount, at: .now()) {
        case .good: break
        case .ping: send(control: SocketFrame.bytes(.ping, []))
        case .stalled:
            publisher.counters.stalled.add(1)
            close(.unknown(1013), "nothing was read; \(dropped) observations were dropped")
        }
    }

    /// Says why and closes: behind what the socket has taken, once the subscriber has closed too, and at the latest a second from now.
    private func close(_ code: WebSocketErrorCode, _ reason: String) {
        guard !isClosing, let channel, let wire else { return }
        isClosing = true
        publisher.counters.dropped.add(queue.removeAll())
        SocketFrame.end(channel, wire, code, reason)
    }

    // MARK: Reading

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        let frame = unwrapInboundIn(data)
        let now = NIODeadline.now()
        watch.didHear(at: now)
        guard !isClosing else {
            // What it still says does not matter, but that it has closed does.
            if frame.opcode == .connectionClose { context.close(promise: nil) }
            return
        }
        guard messages.count(at: now) else {
            publisher.counters.badMessages.add(1)
            return close(.policyViolation, "more than \(MessageRate.maximum) messages a second")
        }
        switch frame.opcode {
        case .text: receive(Array(buffer: frame.unmaskedData))
        case .ping: send(control: SocketFrame.bytes(.pong, Array(buffer: frame.unmaskedData)))
        case .connectionClose: close(.normalClosure, "")
        case .pong: break
        default:
            publisher.counters.badMessages.add(1)
            close(.unacceptableData, "only text is understood")
        }
    }

    private func receive(_ bytes: [UInt8]) {
        let json = bytes.withUnsafeBytes { try? JSONValue(text: $0) }
        do throws(ServiceError) {
            guard let json, case .object(let members) = json else { throw ServiceError(400, "this is no JSON object") }
            if members["format"] != nil { return try shakeHands(json) }
            guard members.keys.contains("filter") else {
                throw ServiceError(400, #"a message is {"filter":{…}}, with where, geometry, spatialRel and outFields"#)
            }
            var wanted = filter
            try wanted.replace(by: members["filter"])
            let bound = try BoundStreamFilter(wanted, fields: publisher.fields, now: settings.clock())
            filter = wanted
            publisher.change(self, to: bound, answer: JSONText.bytes(.object(["filter": wanted.json])))
        } catch {
            publisher.counters.badMessages.add(1)
            publisher.answer(self, JSONText.bytes(.object(["error": .array([.text(error.message)]), "filter": filter.json])))
        }
    }

    /// The first message of a JavaScript client. One that cannot be complied with ends the connection.
    private func shakeHands(_ json: JSONValue) throws(ServiceError) {
        do throws(ServiceError) {
            var wanted = filter
            try wanted.adopt(handshake: json)
            let bound = try BoundStreamFilter(wanted, fields: publisher.fields, now: settings.clock())
            filter = wanted
            publisher.change(self, to: bound, answer: nil)
        } catch {
            publisher.counters.badMessages.add(1)
            close(.policyViolation, error.message)
        }
    }
}

/// Counts the messages of a peer.
struct MessageRate {
    /// How many messages a second a peer may send.
    static let maximum = 200

    private var began: NIODeadline
    private var seen = 0

    init(now: NIODeadline) { began = now }

    /// False for one too many.
    mutating func count(at now: NIODeadline) -> Bool {
        if now - began >= .seconds(1) { (began, seen) = (now, 0) }
        seen += 1
        return seen <= Self.maximum
    }
}
