// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import NIOCore
import NIOPosix
import Synchronization

/// A connection to a gpsd: bytes in both directions, of which no more are read than are used.
final class GPSDConnection: Sendable {
    private let channel: any Channel
    /// What comes. It ends where the peer closes, and throws where the connection breaks. To be iterated once.
    let pieces: AsyncThrowingStream<ByteBuffer, any Error>

    private init(_ channel: any Channel, _ pieces: AsyncThrowingStream<ByteBuffer, any Error>) {
        (self.channel, self.pieces) = (channel, pieces)
    }

    /// A cancelled task gets `CancellationError` at once, and no connection is left behind.
    ///
    /// - Throws: ``FeedError`` of the code `unreachable`.
    static func open(host: String, port: Int) async throws -> GPSDConnection {
        guard (1...65_535).contains(port) else { throw FeedError(.unreachable, "\(port) is no port; gpsd's is 2947") }
        let eventLoop = MultiThreadedEventLoopGroup.singleton.next()
        let (pieces, continuation) = AsyncThrowingStream.makeStream(of: ByteBuffer.self)
        let opened = eventLoop.makePromise(of: (any Channel).self)
        let abandonment = Abandonment()
        ClientBootstrap(group: eventLoop)
            .connectTimeout(.seconds(10))
            .channelOption(.tcpOption(.tcp_nodelay), value: 1)
            // Each piece is asked for, so that a peer that sends too much has to wait.
            .channelOption(.autoRead, value: false)
            .channelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHandler(Handler(continuation))
                }
            }
            .connect(host: host, port: port)
            .whenComplete { result in
                if case .success(let channel) = result, !abandonment.keep(channel) { channel.close(promise: nil) }
                opened.completeWith(result)
            }
        do {
            let channel = try await withTaskCancellationHandler {
                try await opened.futureResult.get()
            } onCancel: {
                // Whatever comes later comes too late.
                opened.fail(CancellationError())
                abandonment.abandon()
            }
            try Task.checkCancellation()
            return GPSDConnection(channel, pieces)
        } catch {
            abandonment.abandon()
            if error is CancellationError { throw error }
            let reason =
                if case ChannelError.connectTimeout = error { "no connection within 10 s" } else { ConnectionFailure.reason(error) }
            throw FeedError(.unreachable, "gpsd at \(host):\(port) cannot be reached: \(reason); check the address, and whether it runs")
        }
    }

    /// The channel of an attempt to connect that may not be wanted any more.
    private final class Abandonment: Sendable {
        private let state = Mutex<(channel: (any Channel)?, isAbandoned: Bool)>((nil, false))

        /// False where the attempt has been abandoned: then the channel must not live.
        func keep(_ channel: any Channel) -> Bool {
            state.withLock { state in
                if !state.isAbandoned { state.channel = channel }
                return !state.isAbandoned
            }
        }

        func abandon() {
            let channel = state.withLock { state in
                state.isAbandoned = true
                return state.channel
            }
            channel?.close(promise: nil)
        }
    }

    /// Lets the next piece come.
    func readMore() { channel.read() }

    /// Sends a command; where the connection is broken, ``pieces`` tells.
    func send(_ command: String) { channel.writeAndFlush(ByteBuffer(string: command), promise: nil) }

    func close() { channel.close(promise: nil) }

    private final class Handler: ChannelInboundHandler {
        typealias InboundIn = ByteBuffer
        private let continuation: AsyncThrowingStream<ByteBuffer, any Error>.Continuation

        init(_ continuation: AsyncThrowingStream<ByteBuffer, any Error>.Continuation) {
            self.continuation = continuation
        }

        func channelRead(context: ChannelHandlerContext, data: NIOAny) { continuation.yield(unwrapInboundIn(data)) }

        func errorCaught(context: ChannelHandlerContext, error: any Error) {
            continuation.finish(throwing: error)
            context.close(promise: nil)
        }

        func channelInactive(context: ChannelHandlerContext) {
            continuation.finish()
            context.fireChannelInactive()
        }
    }
}
