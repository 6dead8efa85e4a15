// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import NIOCore
import NIOHTTP1
import NIOPosix
import NIOSSL
import NIOWebSocket
import Synchronization

/// A real HTTP server on a loopback port that answers as a test says, and speaks as it says over WebSockets.
final class StubServer: Sendable {
    struct Request: Sendable {
        let method: String
        let path: String
        /// Of the address and of a form, escapes resolved.
        let parameters: [String: String]
        /// What stood in the address behind the `?`.
        let query: String
        /// By names in lower case.
        var headers: [String: String] = [:]
    }

    enum Answer: Sendable {
        case json(String)
        case status(Int, headers: [String: String] = [:], body: String = "")
        /// Says that there is more than is sent, and hangs up.
        case truncated(String)
        /// Never says anything.
        case silence
        /// Hangs up without a word.
        case hangUp
        /// So many bytes of an answer that never ends otherwise.
        case flood(Int)
        /// An answer that takes so many milliseconds.
        indirect case slow(Int, Answer)
    }

    private let answers: @Sendable (Request) -> Answer
    private let recorded = Mutex<[Request]>([])
    private let underWay = Mutex((now: 0, most: 0))
    private let channel = Mutex<(any Channel)?>(nil)

    /// What one socket does; it is closed behind it.
    typealias Script = @Sendable (StubSocket) async throws -> Void

    private let isSecure: Bool
    private let scripts: @Sendable (Request) -> Script?
    private let tasks = Mutex<[Task<Void, Never>]>([])
    /// Connections that are open.
    private let open = Mutex<[ObjectIdentifier: any Channel]>([:])

    /// - Parameters:
    ///   - secret: what proves who the server is, for TLS; nil for none.
    ///   - scripts: what a request for a WebSocket gets; nil for what `answers` says.
    ///   - answers: what any other request gets.
    /// - Throws: where no port is to be had.
    init(
        secret: NIOSSLContext? = nil, scripts: @escaping @Sendable (Request) -> Script? = { _ in nil },
        _ answers: @escaping @Sendable (Request) -> Answer
    ) async throws {
        (self.answers, self.scripts, isSecure) = (answers, scripts, secret != nil)
        let bound = try await ServerBootstrap(group: .singletonMultiThreadedEventLoopGroup)
            .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
            .childChannelInitializer { [weak self] channel in
                channel.eventLoop.makeCompletedFuture {
                    self?.note(channel)
                    if let secret { try channel.pipeline.syncOperations.addHandler(NIOSSLServerHandler(context: secret)) }
                    let handler = Handler(server: self)
                    let bound = NIOLoopBound(handler, eventLoop: channel.eventLoop)
                    let upgrader = NIOWebSocketServerUpgrader(
                        maxFrameSize: 1 << 24, automaticErrorHandling: false,
                        shouldUpgrade: { [weak self] channel, head in
                            let script = self.flatMap { $0.scripts(Handler.request(head, ByteBuffer())) }
                            return channel.eventLoop.makeSucceededFuture(script == nil ? nil : HTTPHeaders())
                        },
                        upgradePipelineHandler: { [weak self] channel, head in
                            channel.eventLoop.makeCompletedFuture { try self?.serve(channel, Handler.request(head, ByteBuffer())) }
                        })
                    try channel.pipeline.syncOperations.configureHTTPServerPipeline(
                        withServerUpgrade: (
                            upgraders: [upgrader],
                            completionHandler: { context in
                                context.pipeline.syncOperations.removeHandler(bound.value, promise: nil)
                            }
                        ))
                    try channel.pipeline.syncOperations.addHandler(handler)
                }
            }
            .bind(host: "127.0.0.1", port: 0).get()
        channel.withLock { $0 = bound }
    }

    deinit {
        channel.withLock { $0 }?.close(promise: nil)
        tasks.withLock { $0 }.forEach { $0.cancel() }
    }

    private func note(_ channel: any Channel) {
        open.withLock { $0[ObjectIdentifier(channel)] = channel }
        channel.closeFuture.whenComplete { [weak self] _ in
            _ = self?.open.withLock { $0.removeValue(forKey: ObjectIdentifier(channel)) }
        }
    }

    /// Connections that are open now.
    var openCount: Int { open.withLock { $0.count } }

    private func serve(_ channel: any Channel, _ request: Request) throws {
        guard let script = scripts(request) else { return }
        recorded.withLock { $0.append(request) }
        let socket = try StubSocket(channel, request)
        let task = Task {
            try? await script(socket)
            socket.hangUp()
        }
        tasks.withLock { $0.append(task) }
    }

    /// Stops listening.
    func stop() async throws {
        try await channel.withLock { $0 }?.close().get()
    }

    var requests: [Request] { recorded.withLock { $0 } }

    /// The most requests that were without an answer at one time.
    var mostUnderWay: Int { underWay.withLock { $0.most } }

    func url(_ path: String) throws -> URL {
        guard let port = channel.withLock({ $0 })?.localAddress?.port,
            let url = URL(string: "\(isSecure ? "https" : "http")://127.0.0.1:\(port)\(path)")
        else {
            throw URLError(.badURL)
        }
        return url
    }

    private func answer(_ request: Request) -> Answer {
        recorded.withLock { $0.append(request) }
        underWay.withLock { $0 = ($0.now + 1, max($0.most, $0.now + 1)) }
        return answers(request)
    }

    // Used by one event loop alone.
    private final class Handler: ChannelInboundHandler, RemovableChannelHandler {
        typealias InboundIn = HTTPServerRequestPart
        typealias OutboundOut = HTTPServerResponsePart

        private weak var server: StubServer?
        private var head: HTTPRequestHead?
        private var body = ByteBuffer()

        init(server: StubServer?) {
            self.server = server
        }

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            switch unwrapInboundIn(data) {
            case .head(let head):
                self.head = head
                body.clear()
            case .body(var piece): body.writeBuffer(&piece)
            case .end:
                guard let head, let server else { return }
                write(server.answer(Self.request(head, body)), context)
            }
        }

        static func request(_ head: HTTPRequestHead, _ body: ByteBuffer) -> Request {
            let parts = head.uri.split(separator: "?", maxSplits: 1).map(String.init)
            var parameters: [String: String] = [:]
            for text in [parts.dropFirst().first ?? "", String(buffer: body)] {
                for pair in text.split(separator: "&") {
                    let sides = pair.split(separator: "=", maxSplits: 1).map { String($0).removingPercentEncoding ?? "" }
                    parameters[sides[0]] = sides.count > 1 ? sides[1] : ""
                }
            }
            return Request(
                method: head.method.rawValue, path: parts[0], parameters: parameters, query: parts.dropFirst().first ?? "",
                headers: Dictionary(head.headers.map { ($0.name.lowercased(), $0.value) }) { first, _ in first })
        }

        private func write(_ answer: Answer, _ context: ChannelHandlerContext) {
            if case .slow(let milliseconds, let answer) = answer {
                let bound = NIOLoopBound((self, context), eventLoop: context.eventLoop)
                context.eventLoop.scheduleTask(in: .milliseconds(Int64(milliseconds))) { bound.value.0.write(answer, bound.value.1) }
                return
            }
            server?.underWay.withLock { $0.now -= 1 }
            func send(_ code: Int, _ headers: [String: String], _ body: ByteBuffer, length: Int, closes: Bool = false) {
                var all = HTTPHeaders(headers.map { ($0.key, $0.value) })
                all.add(name: "Content-Length", value: String(length))
                context.write(
                    wrapOutboundOut(.head(HTTPResponseHead(version: .http1_1, status: .init(statusCode: code), headers: all))), promise: nil
                )
                context.write(wrapOutboundOut(.body(.byteBuffer(body))), promise: nil)
                guard closes else {
                    context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil)
                    return
                }
                context.flush()
                context.close(promise: nil)
            }
            switch answer {
            case .json(let text): send(200, ["Content-Type": "application/json"], ByteBuffer(string: text), length: text.utf8.count)
            case .status(let code, let headers, let text): send(code, headers, ByteBuffer(string: text), length: text.utf8.count)
            case .truncated(let text): send(200, [:], ByteBuffer(string: text), length: text.utf8.count + 1_000, closes: true)
            case .silence: break
            case .hangUp: context.close(promise: nil)
            case .slow: break
            case .flood(let count): send(200, [:], ByteBuffer(repeating: UInt8(ascii: " "), count: count), length: count)
            }
        }
    }
}
