// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import NIOCore
import NIOHTTP1
import NIOPosix
import NIOWebSocket
import Testing

@testable import VedetteFeeds

@Suite("WebSockets of servers in haste", .timeLimit(.minutes(10)))
struct WebSocketHasteTests {
    /// Adds to the answer of the handshake two messages and the end: all goes out in one breath.
    private final class Haste: ChannelOutboundHandler {
        typealias OutboundIn = ByteBuffer
        typealias OutboundOut = ByteBuffer

        private var answer = ByteBuffer()

        func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
            var part = unwrapOutboundIn(data)
            answer.writeBuffer(&part)
            promise?.succeed()
            guard String(buffer: answer).hasSuffix("\r\n\r\n") else { return }
            for text in ["one", "two"] {
                answer.writeInteger(UInt8(0x81))
                answer.writeInteger(UInt8(text.utf8.count))
                answer.writeString(text)
            }
            context.writeAndFlush(wrapOutboundOut(answer), promise: nil)
            answer.clear()
            context.close(promise: nil)
        }
    }

    @Test("what came together with the answer and the end is handed out before the end")
    func together() async throws {
        let server = try await ServerBootstrap(group: .singletonMultiThreadedEventLoopGroup)
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHandler(Haste())
                    let upgrader = NIOWebSocketServerUpgrader(
                        shouldUpgrade: { channel, _ in channel.eventLoop.makeSucceededFuture([:]) },
                        upgradePipelineHandler: { channel, _ in channel.eventLoop.makeSucceededVoidFuture() })
                    try channel.pipeline.syncOperations.configureHTTPServerPipeline(
                        withServerUpgrade: (upgraders: [upgrader], completionHandler: { _ in }))
                }
            }
            .bind(host: "127.0.0.1", port: 0).get()
        let port = try #require(server.localAddress?.port)
        let url = try #require(URL(string: "ws://127.0.0.1:\(port)/"))
        for _ in 0..<200 {
            let connection = try await WebSocketConnection.open(WebSocketAddress(url))
            var texts: [WebSocketMessage] = []
            await #expect(throws: FeedError.self) {
                while let message = try await connection.next() { texts.append(message) }
            }
            #expect(texts == [.text("one"), .text("two")])
            if texts.count != 2 { break }
        }
        try await server.close()
    }
}
