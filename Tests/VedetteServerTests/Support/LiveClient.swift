// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import NIOCore
import NIOHTTP1
import NIOPosix
import NIOWebSocket

/// A viewer without a browser.
struct LiveClient {
    /// A JSON object. Sendable by hand: what JSONSerialization makes is never changed.
    struct Object: @unchecked Sendable {
        let members: [String: Any]

        subscript(name: String) -> Any? { members[name] }

        func isNull(_ name: String) -> Bool { members[name] is NSNull }
    }

    enum Message {
        case text(Object)
        case frame(DecodedFrame)
        case close(UInt16?)
    }

    struct Refused: Error {
        var status: UInt
    }

    private enum Outcome: Sendable {
        case opened(NIOAsyncChannel<WebSocketFrame, WebSocketFrame>)
        case refused
    }

    /// Opens the live socket of a server and runs `body` with what comes in and a way to say something.
    static func open<Result: Sendable>(
        port: Int, path: String = "/live", headers: [(String, String)] = [("Sec-WebSocket-Protocol", "vedette.live.1")],
        _ body: @escaping @Sendable (inout Connection) async throws -> Result
    ) async throws -> Result {
        let channel = try await channel(port: port, path: path, headers: headers)
        return try await channel.executeThenClose { inbound, outbound in
            var connection = Connection(incoming: inbound.makeAsyncIterator(), outbound: outbound)
            return try await body(&connection)
        }
    }

    /// Opens two live sockets of a server, and runs `body` with both.
    static func openTwo(
        port: Int, _ first: String, _ second: String, _ body: (inout Connection, inout Connection) async throws -> Void
    ) async throws {
        let headers = [("Sec-WebSocket-Protocol", "vedette.live.1")]
        let channels = (
            try await channel(port: port, path: first, headers: headers), try await channel(port: port, path: second, headers: headers)
        )
        try await channels.0.executeThenClose { inbound, outbound in
            var first = Connection(incoming: inbound.makeAsyncIterator(), outbound: outbound)
            try await channels.1.executeThenClose { inbound, outbound in
                var second = Connection(incoming: inbound.makeAsyncIterator(), outbound: outbound)
                try await body(&first, &second)
            }
        }
    }

    private static func channel(
        port: Int, path: String, headers: [(String, String)]
    ) async throws -> NIOAsyncChannel<WebSocketFrame, WebSocketFrame> {
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
                // What the server says first can come in one piece with its answer; by default it would be dropped.
                configuration.leftOverBytesStrategy = .forwardBytes
                return try channel.pipeline.syncOperations.configureUpgradableHTTPClientPipeline(configuration: configuration)
            }
        }
        guard case .opened(let channel) = try await outcome.get() else { throw Refused(status: 0) }
        return channel
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
                case .text:
                    let object = try JSONSerialization.jsonObject(with: Data(buffer: data)) as? [String: Any]
                    return .text(Object(members: object ?? [:]))
                case .binary: return DecodedFrame(Array(buffer: data)).map { .frame($0) }
                case .connectionClose: return .close(data.readInteger())
                case .pong: return .text(Object(members: ["pong": String(buffer: data)]))
                default: continue
                }
            }
            return nil
        }

        /// The next text message of a type; frames on the way are acknowledged.
        mutating func next(_ type: String) async throws -> Object? {
            while let message = try await next() {
                switch message {
                case .text(let object) where object["type"] as? String == type: return object
                case .frame(let frame): try await send(#"{"type":"ack","frame":\#(frame.sequence)}"#)
                default: continue
                }
            }
            return nil
        }

        /// The next frame; text on the way is passed over.
        mutating func nextFrame(acknowledging: Bool = true) async throws -> DecodedFrame? {
            while let message = try await next() {
                guard case .frame(let frame) = message else { continue }
                if acknowledging { try await send(#"{"type":"ack","frame":\#(frame.sequence)}"#) }
                return frame
            }
            return nil
        }
    }
}

extension Data {
    fileprivate init(buffer: ByteBuffer) {
        self.init(Array(buffer: buffer))
    }
}
