// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import NIOCore
import NIOHTTP1
import NIOPosix
import NIOSSL
import NIOWebSocket
import Synchronization

/// The making of one ``WebSocketConnection``: TCP, TLS where the address asks for it, the HTTP handshake.
struct WebSocketOpening: Sendable {
    private let address: WebSocketAddress
    private let headers: [(name: String, value: String)]
    private let options: WebSocketOptions

    /// Channels made on the way, of which one at most stays.
    private final class Attempt: Sendable {
        private struct State {
            var channels: [any Channel] = []
            var isAbandoned = false
        }
        private let state = Mutex(State())

        /// False where the attempt has been abandoned: then the channel must not live.
        func add(_ channel: any Channel) -> Bool {
            state.withLock { state in
                if !state.isAbandoned { state.channels.append(channel) }
                return !state.isAbandoned
            }
        }

        func abandon() {
            let channels = state.withLock { state in
                state.isAbandoned = true
                defer { state.channels = [] }
                return state.channels
            }
            channels.forEach { $0.close(promise: nil) }
        }
    }

    init(_ address: WebSocketAddress, headers: [(name: String, value: String)], options: WebSocketOptions) {
        (self.address, self.headers, self.options) = (address, headers, options)
    }

    func run() async throws -> WebSocketConnection {
        let context = try address.isSecure ? secureContext() : nil
        let eventLoop = MultiThreadedEventLoopGroup.singleton.next()
        let opened = eventLoop.makePromise(of: WebSocketConnection.self)
        let attempt = Attempt()
        let patience = options.connectTimeout + options.handshakeTimeout
        let timer = eventLoop.scheduleTask(in: TimeAmount(seconds: patience)) {
            opened.fail(
                FeedError(.unreachable, "\(address.name) did not answer as a WebSocket within \(patience) s; check the address"))
        }
        connect(context, eventLoop, attempt, opened)
        defer { timer.cancel() }
        do {
            return try await withTaskCancellationHandler {
                try await opened.futureResult.get()
            } onCancel: {
                // Whatever comes later comes too late.
                opened.fail(CancellationError())
                attempt.abandon()
            }
        } catch {
            attempt.abandon()
            throw error is CancellationError || error is FeedError ? error : failure(error)
        }
    }

    private func connect(
        _ context: NIOSSLContext?, _ eventLoop: any EventLoop, _ attempt: Attempt, _ opened: EventLoopPromise<WebSocketConnection>
    ) {
        ClientBootstrap(group: eventLoop)
            .connectTimeout(TimeAmount(seconds: options.connectTimeout))
            .channelOption(.tcpOption(.tcp_nodelay), value: 1)
            .channelInitializer { channel in
                guard attempt.add(channel) else { return channel.eventLoop.makeFailedFuture(CancellationError()) }
                return channel.eventLoop.makeCompletedFuture {
                    guard let context else { return }
                    // A name, never an IP address, is told to the server (RFC 6066, 3); the certificate is checked against either.
                    let name = isIPAddress ? nil : address.host
                    try channel.pipeline.syncOperations.addHandler(NIOSSLClientHandler(context: context, serverHostname: name))
                }
            }
            .connect(host: address.host, port: address.port)
            .flatMap { channel in shakeHands(channel, opened) }
            .cascade(to: opened)
    }

    private var isIPAddress: Bool { (try? SocketAddress(ipAddress: address.host, port: 0)) != nil }

    private func secureContext() throws -> NIOSSLContext {
        var configuration = TLSConfiguration.makeClientConfiguration()
        if let file = options.trustRootsFile { configuration.trustRoots = .file(file) }
        do {
            return try NIOSSLContext(configuration: configuration)
        } catch {
            let file = options.trustRootsFile ?? "the system's list"
            throw FeedError(.unreadable, "the certificates of \(file) cannot be read; give a file with certificates in PEM format")
        }
    }

    // MARK: The handshake

    /// Asks for a WebSocket. The channel is on its event loop here, and connected.
    private func shakeHands(
        _ channel: any Channel, _ opened: EventLoopPromise<WebSocketConnection>
    ) -> EventLoopFuture<WebSocketConnection> {
        let upgrader = NIOTypedWebSocketClientUpgrader<WebSocketConnection>(
            maxFrameSize: options.maximumMessageLength, enableAutomaticErrorHandling: false
        ) { channel, _ in
            channel.eventLoop.makeCompletedFuture {
                let inbox = WebSocketInbox(maximumLength: options.maximumWaitingLength)
                try channel.pipeline.syncOperations.addHandler(WebSocketHandler(inbox: inbox, options: options, name: address.name))
                return WebSocketConnection(channel: channel, inbox: inbox, name: address.name)
            }
        }
        return channel.eventLoop.flatSubmit {
            do {
                let pipeline = channel.pipeline.syncOperations
                let encoder = HTTPRequestEncoder()
                // The first messages can come together with the answer.
                let decoder = ByteToMessageHandler(HTTPResponseDecoder(leftOverBytesStrategy: .forwardBytes))
                let watch = WebSocketAnswerWatch(name: address.name) { opened.fail($0) }
                let handler = NIOTypedHTTPClientUpgradeHandler<WebSocketConnection>(
                    httpHandlers: [watch, encoder, decoder],
                    upgradeConfiguration: NIOTypedHTTPClientUpgradeConfiguration(
                        upgradeRequestHead: requestHead, upgraders: [upgrader],
                        notUpgradingCompletionHandler: { $0.eventLoop.makeFailedFuture(ChannelError.eof) }))
                let hold = NIOLoopBound(WebSocketEndHold(), eventLoop: channel.eventLoop)
                try pipeline.addHandler(hold.value)
                try pipeline.addHandlers(encoder, decoder, watch)
                try pipeline.addHandler(handler)
                // What came with the answer is handed on right behind that, and only then may the end follow.
                handler.upgradeResultFuture.whenComplete { _ in channel.eventLoop.execute { hold.value.release() } }
                return handler.upgradeResultFuture
            } catch {
                return channel.eventLoop.makeFailedFuture(error)
            }
        }
    }

    private var requestHead: HTTPRequestHead {
        var fields = HTTPHeaders([("Host", address.authority), ("Content-Length", "0"), ("User-Agent", "vedette")])
        for header in headers { fields.add(name: header.name, value: header.value) }
        return HTTPRequestHead(version: .http1_1, method: .GET, uri: address.target, headers: fields)
    }

    private func failure(_ error: any Error) -> FeedError {
        let check = "check the address and the network connection"
        switch error {
        case is NIOHTTPClientUpgradeError:
            return FeedError(.invalidAnswer, "\(address.name) answers, but not as a WebSocket; check the address")
        case ChannelError.connectTimeout:
            let words = "no connection within \(options.connectTimeout) s"
            return FeedError(.unreachable, "\(address.name) cannot be reached: \(words); \(check)")
        default:
            return FeedError(.unreachable, "\(address.name) cannot be reached: \(ConnectionFailure.reason(error)); \(check)")
        }
    }
}
