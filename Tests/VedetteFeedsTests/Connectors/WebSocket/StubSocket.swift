// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import NIOCore
import NIOWebSocket
import Synchronization

/// A server's end of a WebSocket that does what a test says, also what no server should.
final class StubSocket: Sendable {
    /// The request that asked for the socket.
    let request: StubServer.Request
    private let channel: any Channel
    private let encoder: NIOLoopBound<ChannelHandlerContext>
    private let stream: AsyncStream<WebSocketFrame>
    private let answers: Answers

    /// Whether pings are answered, and goodbyes.
    private final class Answers: Sendable {
        let pings = Mutex(true)
    }

    init(_ channel: any Channel, _ request: StubServer.Request) throws {
        (self.channel, self.request, answers) = (channel, request, Answers())
        let (stream, continuation) = AsyncStream<WebSocketFrame>.makeStream()
        self.stream = stream
        let pipeline = channel.pipeline.syncOperations
        encoder = NIOLoopBound(try pipeline.context(handlerType: WebSocketFrameEncoder.self), eventLoop: channel.eventLoop)
        try pipeline.addHandler(Handler(continuation, answers))
    }

    private final class Handler: ChannelInboundHandler {
        typealias InboundIn = WebSocketFrame
        typealias OutboundOut = WebSocketFrame
        private let continuation: AsyncStream<WebSocketFrame>.Continuation
        private let answers: Answers

        init(_ continuation: AsyncStream<WebSocketFrame>.Continuation, _ answers: Answers) {
            (self.continuation, self.answers) = (continuation, answers)
        }

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            let frame = unwrapInboundIn(data)
            continuation.yield(frame)
            if answers.pings.withLock({ $0 }), frame.opcode == .ping {
                context.writeAndFlush(wrapOutboundOut(WebSocketFrame(fin: true, opcode: .pong, data: frame.unmaskedData)), promise: nil)
            }
        }

        func errorCaught(context: ChannelHandlerContext, error: any Error) {
            context.close(promise: nil)
        }

        func channelInactive(context: ChannelHandlerContext) {
            continuation.finish()
        }
    }

    /// What the client sends, control frames too; ends with the connection. To be iterated once.
    var frames: AsyncStream<WebSocketFrame> { stream }

    /// The next frame of a kind, the others passed over; nil where the connection ends before.
    func next(_ opcode: WebSocketOpcode) async -> WebSocketFrame? {
        for await frame in stream where frame.opcode == opcode { return frame }
        return nil
    }

    /// The next text; nil where the connection ends before.
    func nextText() async -> String? {
        await next(.text).map { String(buffer: $0.unmaskedData) }
    }

    func stopAnsweringPings() {
        answers.pings.withLock { $0 = false }
    }

    func send(_ text: String) async throws {
        try await send(.text, ByteBuffer(string: text))
    }

    func send(_ opcode: WebSocketOpcode, _ bytes: ByteBuffer, isLast: Bool = true) async throws {
        try await channel.writeAndFlush(WebSocketFrame(fin: isLast, opcode: opcode, data: bytes))
    }

    /// Bytes as they are, frames or not.
    func sendRaw(_ bytes: ByteBuffer) async throws {
        try await channel.eventLoop.flatSubmit { [encoder] in
            // Before the encoder, nobody looks at them.
            let promise = encoder.value.eventLoop.makePromise(of: Void.self)
            encoder.value.writeAndFlush(NIOAny(bytes), promise: promise)
            return promise.futureResult
        }.get()
    }

    /// Says goodbye with a code.
    func close(_ code: UInt16, _ reason: String = "") async throws {
        var bytes = ByteBuffer(integer: code)
        bytes.writeString(reason)
        try await send(.connectionClose, bytes)
    }

    /// Ends the connection without a word.
    func hangUp() {
        channel.close(promise: nil)
    }

    /// Waits until the client has gone.
    func waitUntilClosed() async {
        try? await channel.closeFuture.get()
    }
}
