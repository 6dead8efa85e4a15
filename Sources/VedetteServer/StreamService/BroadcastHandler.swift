// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Dispatch
import NIOCore
import NIOWebSocket
import VedetteFeeds
import VedetteModel

/// A writer's socket: hands its features to the source, one message after the other, and reads no more of them than that takes.
///
// Sendable by hand: after the initializer, everything but the constants is touched on the event loop only.
final class BroadcastHandler: ChannelInboundHandler, @unchecked Sendable {
    typealias InboundIn = WebSocketFrame

    private let loop: any EventLoop
    private let publisher: StreamPublisher
    private let target: BroadcastDynamicEntityDataSource
    /// Messages are read and taken in here, so that the event loop goes on serving others.
    private let worker: DispatchQueue
    private var channel: (any Channel)?
    private var wire: ChannelHandlerContext?
    private var waiting = CircularBuffer<[UInt8]>()
    private var isBusy = false
    private var isClosing = false

    init(loop: any EventLoop, publisher: StreamPublisher, target: BroadcastDynamicEntityDataSource) {
        (self.loop, self.publisher, self.target) = (loop, publisher, target)
        worker = DispatchQueue(label: "vedette.broadcast.\(publisher.name)")
    }

    func handlerAdded(context: ChannelHandlerContext) {
        channel = context.channel
        wire = try? context.pipeline.syncOperations.context(handlerType: WebSocketFrameEncoder.self)
        publisher.counters.broadcasters.add(1)
    }

    func handlerRemoved(context: ChannelHandlerContext) { end() }

    func channelInactive(context: ChannelHandlerContext) {
        end()
        context.fireChannelInactive()
    }

    private func end() {
        guard channel != nil else { return }
        (channel, wire, isClosing) = (nil, nil, true)
        publisher.counters.broadcasters.add(-1)
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        switch event {
        case is ChannelShouldQuiesceEvent: close(.goingAway, "the server shuts down")
        case ChannelEvent.inputClosed where waiting.isEmpty && !isBusy: context.close(promise: nil)
        case ChannelEvent.inputClosed: isClosing = true
        default: context.fireUserInboundEventTriggered(event)
        }
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        guard error is NIOWebSocketFrameAggregator.Error else {
            context.close(promise: nil)
            return
        }
        publisher.counters.broadcastRejected.add(1)
        close(.messageTooLarge, "a message may have \(StreamSettings.maximumBroadcastLength) bytes")
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        let frame = unwrapInboundIn(data)
        guard !isClosing else {
            if frame.opcode == .connectionClose, !isBusy, waiting.isEmpty { context.close(promise: nil) }
            return
        }
        switch frame.opcode {
        case .text:
            waiting.append(Array(buffer: frame.unmaskedData))
            work()
        case .ping: write(SocketFrame.bytes(.pong, Array(buffer: frame.unmaskedData)))
        case .connectionClose: waiting.isEmpty && !isBusy ? close(.normalClosure, "") : (isClosing = true)
        case .pong: break
        default: close(.unacceptableData, "only text is understood")
        }
    }

    /// Takes the next message to the worker; meanwhile nothing more is read.
    private func work() {
        guard !isBusy else { return }
        guard let message = waiting.popFirst() else {
            if isClosing {
                isClosing = false
                close(.normalClosure, "")
            } else {
                setReading(true)
            }
            return
        }
        isBusy = true
        setReading(false)
        worker.async { [self] in
            let answer = take(message)
            loop.execute { [self] in
                isBusy = false
                if let answer { write(SocketFrame.bytes(.text, answer)) }
                if channel != nil { work() }
            }
        }
    }

    /// Takes features in; answers what is wrong with them.
    private func take(_ message: [UInt8]) -> [UInt8]? {
        let counters = publisher.counters
        counters.broadcastMessages.add(1)
        do {
            let (count, issues) = try target.receive(message)
            counters.broadcastObservations.add(count)
            counters.broadcastRejected.add(issues.count)
            guard !issues.isEmpty else { return nil }
            return JSONText.bytes(.object(["error": .array(issues.prefix(10).map { .text($0.message) })]))
        } catch {
            counters.broadcastRejected.add(1)
            return JSONText.bytes(.object(["error": .array([.text("\(error)")])]))
        }
    }

    private func setReading(_ isReading: Bool) {
        try? channel?.syncOptions?.setOption(ChannelOptions.autoRead, value: isReading)
    }

    /// A writer that does not read its answers gets none any more.
    private func write(_ buffer: ByteBuffer) {
        guard let wire, let channel, channel.isWritable else { return }
        wire.writeAndFlush(NIOAny(buffer), promise: nil)
    }

    private func close(_ code: WebSocketErrorCode, _ reason: String) {
        guard !isClosing, let channel, let wire else { return }
        isClosing = true
        setReading(true)
        SocketFrame.end(channel, wire, code, reason)
    }
}
