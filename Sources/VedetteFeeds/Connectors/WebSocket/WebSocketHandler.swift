// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import NIOCore
import NIOSSL
import NIOWebSocket

/// What the owner of a connection asks of its ``WebSocketHandler``.
enum WebSocketCommand: Sendable {
    case send(WebSocketMessage)
    /// Say goodbye, and close when the peer has too, or has taken too long.
    case close(UInt16)
    /// The inbox has room again.
    case resume
}

/// The client's end of a WebSocket on its event loop: hands messages to the inbox, answers pings, asks for signs of life, and closes in order.
final class WebSocketHandler: ChannelDuplexHandler {
    typealias InboundIn = WebSocketFrame
    typealias OutboundIn = WebSocketFrame
    typealias OutboundOut = WebSocketFrame

    private let inbox: WebSocketInbox
    private let options: WebSocketOptions
    private let name: String
    private var assembler: WebSocketAssembler
    /// Whether a close frame was sent, behind which nothing may follow.
    private var isClosing = false
    /// Whether a read was wished for and is held until the inbox has room.
    private var hasHeldRead = false
    /// Whether reading was held since the last ping: then its answer may lie unread.
    private var wasHeld = false
    /// A pong that waits for room on the network. Only the newest ping need be answered.
    private var owedPong: ByteBuffer?
    private var pingCount: UInt64 = 0
    /// Whether the newest ping has no answer yet.
    private var awaitsPong = false
    private var timer: Scheduled<Void>?

    init(inbox: WebSocketInbox, options: WebSocketOptions, name: String) {
        (self.inbox, self.options, self.name) = (inbox, options, name)
        assembler = WebSocketAssembler(maximumLength: options.maximumMessageLength)
    }

    func handlerAdded(context: ChannelHandlerContext) {
        schedulePing(context)
    }

    func handlerRemoved(context: ChannelHandlerContext) {
        timer?.cancel()
        inbox.finish(lost("closed the connection"))
    }

    // MARK: From the peer

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        do throws(WebSocketAssembler.Violation) {
            guard let event = try assembler.take(unwrapInboundIn(data)) else { return }
            take(event, context)
        } catch {
            fail(lost("\(error.message); the connection was closed with the code \(error.code)"), code: error.code, context)
        }
    }

    private func take(_ event: WebSocketAssembler.Event, _ context: ChannelHandlerContext) {
        switch event {
        case .message(let message):
            if !isClosing { inbox.put(message) }
        case .ping(let bytes):
            owedPong = bytes
            payPong(context)
        case .pong(let bytes):
            if awaitsPong, bytes == Self.payload(pingCount), !isClosing {
                awaitsPong = false
                timer?.cancel()
                schedulePing(context)
            }
        case .close(let code, let reason):
            let words = [code.map { "with the code \($0)" } ?? "without a code", reason].filter { !$0.isEmpty }.joined(separator: ": ")
            inbox.finish(lost("ended the connection \(words)"))
            let wasClosing = isClosing
            if !isClosing { sendClose(code ?? 1000, context) }
            // Both have said goodbye.
            if wasClosing { context.close(promise: nil) } else { closeSoon(context) }
        }
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        guard !isClosing else { return }
        switch error {
        case NIOWebSocketError.invalidFrameLength:
            let limit = options.maximumMessageLength
            let words = "sent a frame of more than the \(limit) bytes that are taken; the connection was closed with the code 1009"
            fail(lost(words), code: 1009, context)
        case is NIOWebSocketError:
            fail(lost("sent a frame against the rules; the connection was closed with the code 1002"), code: 1002, context)
        default:
            isClosing = true
            inbox.finish(lost("broke off: \(ConnectionFailure.reason(error))"))
            context.close(promise: nil)
        }
    }

    func channelInactive(context: ChannelHandlerContext) {
        timer?.cancel()
        inbox.finish(lost("closed the connection"))
        context.fireChannelInactive()
    }

    /// Nothing more is read while the inbox is full, except a goodbye.
    func read(context: ChannelHandlerContext) {
        if isClosing || inbox.hasRoom() {
            context.read()
        } else {
            (hasHeldRead, wasHeld) = (true, true)
        }
    }

    // MARK: To the peer

    func triggerUserOutboundEvent(context: ChannelHandlerContext, event: Any, promise: EventLoopPromise<Void>?) {
        switch event as? WebSocketCommand {
        case .send(let message):
            guard !isClosing else {
                promise?.fail(FeedError(.connectionLost, "\(name) is closed; nothing can be sent there"))
                return
            }
            write(message.isText ? .text : .binary, message.bytes, context, promise)
        case .close(let code):
            inbox.finish(nil)
            if !isClosing {
                sendClose(code, context)
                closeSoon(context)
            }
            promise?.succeed()
        case .resume:
            if hasHeldRead {
                hasHeldRead = false
                context.read()
            }
            promise?.succeed()
        case nil: context.triggerUserOutboundEvent(event, promise: promise)
        }
    }

    func channelWritabilityChanged(context: ChannelHandlerContext) {
        if context.channel.isWritable { payPong(context) }
        context.fireChannelWritabilityChanged()
    }

    /// A peer that asks and does not read is answered when it reads.
    private func payPong(_ context: ChannelHandlerContext) {
        guard let bytes = owedPong, !isClosing, context.channel.isWritable else { return }
        owedPong = nil
        write(.pong, bytes, context, nil)
    }

    private func write(_ opcode: WebSocketOpcode, _ bytes: ByteBuffer, _ context: ChannelHandlerContext, _ promise: EventLoopPromise<Void>?)
    {
        let frame = WebSocketFrame(fin: true, opcode: opcode, maskKey: .random(), data: bytes)
        context.writeAndFlush(wrapOutboundOut(frame), promise: promise)
    }

    // MARK: Signs of life

    private static func payload(_ number: UInt64) -> ByteBuffer { ByteBuffer(integer: number) }

    private func schedulePing(_ context: ChannelHandlerContext) {
        guard let interval = options.pingInterval else { return }
        schedule(interval, context) { handler, context in
            handler.pingCount += 1
            (handler.awaitsPong, handler.wasHeld) = (true, handler.hasHeldRead)
            handler.write(.ping, Self.payload(handler.pingCount), context, nil)
            handler.schedulePongCheck(context)
        }
    }

    private func schedulePongCheck(_ context: ChannelHandlerContext) {
        schedule(options.pongTimeout, context) { handler, context in
            if !handler.wasHeld {
                let words = "did not answer a ping within \(handler.options.pongTimeout) s"
                handler.fail(handler.lost(words), code: 1002, context)
            } else {
                handler.schedulePing(context)
            }
        }
    }

    private func schedule(
        _ seconds: Double, _ context: ChannelHandlerContext, _ body: @escaping @Sendable (WebSocketHandler, ChannelHandlerContext) -> Void
    ) {
        let place = NIOLoopBound((self, context), eventLoop: context.eventLoop)
        timer = context.eventLoop.scheduleTask(in: TimeAmount(seconds: seconds)) {
            let (handler, context) = place.value
            body(handler, context)
        }
    }

    // MARK: The end

    private func lost(_ what: String) -> FeedError {
        FeedError(.connectionLost, "\(name) \(what)")
    }

    private func fail(_ error: FeedError, code: UInt16, _ context: ChannelHandlerContext) {
        guard !isClosing else { return }
        inbox.finish(error)
        sendClose(code, context)
        closeSoon(context)
    }

    private func sendClose(_ code: UInt16, _ context: ChannelHandlerContext) {
        // Codes that only stand for the absence of one must not be sent (RFC 6455, 7.4.1).
        let isReserved = code < 1000 || [1004, 1005, 1006, 1015].contains(code)
        write(.connectionClose, ByteBuffer(integer: isReserved ? 1002 : code), context, nil)
        isClosing = true
    }

    /// The peer gets a moment to say goodbye; what else it says is read and dropped.
    private func closeSoon(_ context: ChannelHandlerContext) {
        timer?.cancel()
        schedule(options.closeTimeout, context) { _, context in context.close(promise: nil) }
        if hasHeldRead {
            hasHeldRead = false
            context.read()
        }
    }
}

extension TimeAmount {
    /// A share of a second too. At most a year.
    init(seconds: Double) {
        self = .nanoseconds(Int64(min(max(seconds, 0), 31_536_000) * 1e9))
    }
}
