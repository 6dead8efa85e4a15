// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Crypto
import Foundation
import NIOCore
import NIOPosix
import Testing

@testable import VedetteFeeds

@Suite("WebSockets of servers in haste", .timeLimit(.minutes(5)))
struct WebSocketHasteTests {
    /// Answers the handshake, says something and hangs up, all in one breath.
    private final class Hasty: ChannelInboundHandler {
        typealias InboundIn = ByteBuffer
        typealias OutboundOut = ByteBuffer

        private var request = ""

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            request += String(buffer: unwrapInboundIn(data))
            guard request.hasSuffix("\r\n\r\n"),
                let line = request.split(separator: "\r\n").first(where: { $0.lowercased().hasPrefix("sec-websocket-key:") })
            else { return }
            let key = line.dropFirst("sec-websocket-key:".count).trimmingCharacters(in: .whitespaces)
            let digest = Insecure.SHA1.hash(data: Data((key + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11").utf8))
            var answer = ByteBuffer(
                string: "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                    + "Sec-WebSocket-Accept: \(Data(digest).base64EncodedString())\r\n\r\n")
            for text in ["one", "two"] {
                answer.writeInteger(UInt8(0x81))
                answer.writeInteger(UInt8(text.utf8.count))
                answer.writeString(text)
            }
            context.writeAndFlush(wrapOutboundOut(answer), promise: nil)
            context.close(promise: nil)
        }
    }

    @Test("what came together with the answer and the end is handed out before the end")
    func together() async throws {
        let server = try await ServerBootstrap(group: .singletonMultiThreadedEventLoopGroup)
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture { try channel.pipeline.syncOperations.addHandler(Hasty()) }
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
