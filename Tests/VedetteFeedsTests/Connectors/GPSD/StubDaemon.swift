// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import NIOCore
import NIOPosix
import Synchronization

/// A server on the loopback interface that says what a test tells it to.
final class StubDaemon: Sendable {
    /// One client of it.
    final class Client: Sendable {
        let channel: any Channel
        /// What the client says, piece by piece; ends with the connection. To be iterated once.
        let words: AsyncStream<String>

        init(_ channel: any Channel) throws {
            self.channel = channel
            let (words, continuation) = AsyncStream<String>.makeStream()
            self.words = words
            try channel.pipeline.syncOperations.addHandler(Handler(continuation))
        }

        func say(_ lines: String...) {
            channel.writeAndFlush(ByteBuffer(string: lines.map { $0 + "\r\n" }.joined()), promise: nil)
        }

        func close() { channel.close(promise: nil) }
    }

    private final class Handler: ChannelInboundHandler {
        typealias InboundIn = ByteBuffer
        private let continuation: AsyncStream<String>.Continuation

        init(_ continuation: AsyncStream<String>.Continuation) { self.continuation = continuation }

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            continuation.yield(String(decoding: unwrapInboundIn(data).readableBytesView, as: UTF8.self))
        }

        func channelInactive(context: ChannelHandlerContext) { continuation.finish() }
        func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }
    }

    private let channel: any Channel
    /// Who comes, in turn. To be iterated once.
    let clients: AsyncStream<Client>

    /// Listens on `port`; 0 is for any that is free.
    init(port: Int = 0) async throws {
        let (clients, continuation) = AsyncStream<Client>.makeStream()
        self.clients = clients
        channel = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture { _ = continuation.yield(try Client(channel)) }
            }
            .bind(host: "127.0.0.1", port: port).get()
    }

    var port: Int { channel.localAddress?.port ?? 0 }

    /// Takes no more clients.
    func close() async { try? await channel.close() }
}

/// A port at which nobody listens, and that nobody else can take.
final class ReservedPort {
    private let descriptor: Int32

    init(_ port: Int) {
        descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var isOn: Int32 = 1
        setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &isOn, socklen_t(MemoryLayout<Int32>.size))
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = in_port_t(truncatingIfNeeded: port).bigEndian
        address.sin_addr.s_addr = in_addr_t(0x7F00_0001).bigEndian
        _ = withUnsafePointer(to: address) { address in
            address.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) }
        }
    }

    func release() { close(descriptor) }
}
