// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import NIOCore
import NIOHTTP1
import NIOPosix
import NIOWebSocket

/// A client of any WebSocket of text frames.
enum TextSocket {
    enum Message: Sendable {
        case text(String)
        case ping
        case pong(String)
        case close(code: UInt16?, reason: String)

        /// The frame as a JSON object; empty where it is none.
        var object: LiveClient.Object {
            guard case .text(let text) = self, let data = text.data(using: .utf8),
                let object = try? JSONSerialization.jsonObject(with: data) as? [String: Any]
            else { return LiveClient.Object(members: [:]) }
            return LiveClient.Object(members: object)
        }
    }

    private enum Outcome: Sendable {
        case opened(NIOAsyncChannel<WebSocketFrame, WebSocketFrame>)
        case refused
    }

    /// Opens a socket and runs `body` with what comes in and a way to say something.
    ///
    /// - Throws: ``LiveClient/Refused`` where the server does not upgrade.
    static func open<Result: Sendable>(
        port: Int, _ path: String, headers: [(String, String)] = [],
        _ body: @escaping @Sendable (inout Connection) async throws -> Result
    ) async throws -> Result {
        let outcome: EventLoopFuture<Outcome> = try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton).connect(
            host: "127.0.0.1", port: port
        ) { channel in
            channel.eventLoop.makeCompletedFuture {
                let upgrader = NIOTypedWebSocketClientUpgrader<Outcome>(maxFrameSize: 8 << 20) { channel, _ in
                    channel.eventLoop.makeCompletedFuture { .opened(try NIOAsyncChannel(wrappingChannelSynchronously: channel)) }
                }
                var all = HTTPHeaders([("Host", "127.0.0.1:\(port)"), ("Content-Length", "0")])
                for (name, value) in headers { all.replaceOrAdd(name: name, value: value) }
                var configuration = NIOUpgradableHTTPClientPipelineConfiguration(
                    upgradeConfiguration: NIOTypedHTTPClientUpgradeConfiguration(
                        upgradeRequestHead: HTTPRequestHead(version: .http1_1, method: .GET, uri: path, headers: all),
                        upgraders: [upgrader],
                        notUpgradingCompletionHandler: { channel in
                            channel.close(promise: nil)
                            return channel.eventLoop.makeSucceededFuture(.refused)
                        }))
                configuration.leftOverBytesStrategy = .forwardBytes
                return try channel.pipeline.syncOperations.configureUpgradableHTTPClientPipeline(configuration: configuration)
            }
        }
        guard case .opened(let channel) = try await outcome.get() else { throw LiveClient.Refused(status: 0) }
        return try await channel.executeThenClose { inbound, outbound in
            var connection = Connection(incoming: inbound.makeAsyncIterator(), outbound: outbound)
            return try await body(&connection)
        }
    }

    struct Connection {
        var incoming: NIOAsyncChannelInboundStream<WebSocketFrame>.AsyncIterator
        let outbound: NIOAsyncChannelOutboundWriter<WebSocketFrame>

        func send(_ text: String) async throws {
            try await send(.text, ByteBuffer(string: text))
        }

        func send(_ opcode: WebSocketOpcode, _ data: ByteBuffer, fin: Bool = true) async throws {
            try await outbound.write(WebSocketFrame(fin: fin, opcode: opcode, maskKey: .random(), data: data))
        }

        /// The next message; nil when the connection is closed.
        mutating func next() async throws -> Message? {
            while let frame = try await incoming.next() {
                var data = frame.unmaskedData
                switch frame.opcode {
                case .text: return .text(String(buffer: data))
                case .ping: return .ping
                case .pong: return .pong(String(buffer: data))
                case .connectionClose:
                    let code: UInt16? = data.readInteger()
                    return .close(code: code, reason: String(buffer: data))
                default: continue
                }
            }
            return nil
        }

        /// The next text as a JSON object.
        mutating func nextObject() async throws -> LiveClient.Object? {
            while let message = try await next() {
                if case .text = message { return message.object }
            }
            return nil
        }

        /// The next feature's attributes.
        mutating func nextAttributes() async throws -> LiveClient.Object? {
            try await nextObject().map { LiveClient.Object(members: $0["attributes"] as? [String: Any] ?? [:]) }
        }

        /// The code with which the server closes; everything before it is passed over.
        mutating func closeCode() async throws -> UInt16? {
            while let message = try await next() {
                if case .close(let code, _) = message { return code }
            }
            return nil
        }
    }
}
