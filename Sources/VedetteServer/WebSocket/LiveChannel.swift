// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import HTTPTypes
import HummingbirdCore
import Logging
import NIOCore
import NIOHTTP1
import NIOHTTPTypes
import NIOHTTPTypesHTTP1
import NIOWebSocket
import VedetteModel

/// A connection that is HTTP, or becomes the live view's WebSocket: what Hummingbird serves for each.
struct LiveChannel: ServerChildChannel, HTTPChannelHandler {
    /// What a connection turned out to be.
    enum Upgraded: Sendable {
        case http(NIOAsyncChannel<HTTPRequestPart, HTTPResponsePart>)
        case socket(NIOAsyncChannel<WebSocketFrame, WebSocketFrame>, of: LiveHub, from: ViewerAddress)
        /// A socket of a stream service, which its handler serves on the event loop.
        case stream(any Channel)
    }

    /// A connection, and what it will turn out to be: that shows with its first request, which is read only after it is set up.
    struct Value: ServerChildChannelValue {
        let channel: any Channel
        /// nil for a connection that is refused.
        let upgraded: EventLoopFuture<Upgraded>?
    }

    let responder: HTTPChannelHandler.Responder
    let site: LiveSite
    let services: StreamServices
    let gate: SocketGate
    let peers: PeerCounter

    /// How long a kept-alive HTTP connection may be idle.
    private static let idleTimeout = Duration.seconds(60)

    func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<Value> {
        channel.eventLoop.makeCompletedFuture {
            let address = channel.remoteAddress?.ipAddress ?? "unknown"
            guard peers.enter(address) else {
                site.metrics.viewersRefused.add(1)
                channel.close(promise: nil)
                return Value(channel: channel, upgraded: nil)
            }
            channel.closeFuture.whenComplete { _ in peers.leave(address) }
            // Until it has said what it wants, a connection costs little, but not for ever.
            let handshake = HandshakeHandler(timeout: .nanoseconds(Int64(site.configuration.patience * 1e9)))
            try channel.pipeline.syncOperations.addHandler(handshake, name: HandshakeHandler.name)
            let upgraded = try channel.pipeline.syncOperations.configureUpgradableHTTPServerPipeline(
                configuration: makePipeline(channel, logger))
            let decoder = try channel.pipeline.syncOperations.handler(type: ByteToMessageHandler<HTTPRequestDecoder>.self)
            try channel.pipeline.syncOperations.addHandler(
                UpgradeFilter(gate: gate, site: site, services: services), position: .after(decoder))
            return Value(channel: channel, upgraded: upgraded)
        }
    }

    private func makePipeline(_ channel: any Channel, _ logger: Logger) -> NIOUpgradableHTTPServerPipelineConfiguration<Upgraded> {
        let upgrader = SocketUpgrader(site: site, services: services) { channel in
            let operations = channel.pipeline.syncOperations
            try operations.endHandshake()
            _ = operations.removeHandler(try operations.handler(type: UpgradeFilter.self))
        }
        var configuration = NIOUpgradableHTTPServerPipelineConfiguration<Upgraded>(
            upgradeConfiguration: NIOTypedHTTPServerUpgradeConfiguration(
                upgraders: [upgrader],
                notUpgradingCompletionHandler: { channel in
                    channel.eventLoop.makeCompletedFuture {
                        let operations = channel.pipeline.syncOperations
                        try operations.endHandshake()
                        try operations.addHandler(HTTP1ToHTTPServerCodec(secure: false))
                        try operations.addHandler(HTTPConnectionStateHandler(idleTimeout: Self.idleTimeout, logger: logger))
                        return Upgraded.http(
                            try NIOAsyncChannel(
                                wrappingChannelSynchronously: channel, configuration: .init(isOutboundHalfClosureEnabled: true)))
                    }
                }))
        configuration.enablePipelining = false
        configuration.enableErrorHandling = false
        configuration.decoderConfiguration.maxHeaderListSize = 16 << 10
        configuration.decoderConfiguration.maxHeaderFieldSize = 16 << 10
        return configuration
    }

    func handle(value: Value, logger: Logger) async {
        // It breaks off where the connection closes before it has said what it wants.
        guard let upgraded = try? await value.upgraded?.get() else { return }
        switch upgraded {
        case .http(let channel): await handleHTTP(asyncChannel: channel, logger: logger)
        case .socket(let channel, let hub, let address): await LiveSession(hub: hub, from: address).run(channel)
        case .stream(let channel):
            await withTaskCancellationHandler {
                try? await channel.closeFuture.get()
            } onCancel: {
                // Its handler says goodbye.
                channel.pipeline.fireUserInboundEventTriggered(ChannelShouldQuiesceEvent())
            }
        }
    }
}

extension ChannelPipeline.SynchronousOperations {
    fileprivate func endHandshake() throws {
        let handler = try handler(type: HandshakeHandler.self)
        handler.end()
        _ = removeHandler(handler)
    }
}
