// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import NIOCore
import NIOHTTP1
import NIOWebSocket

/// Makes a WebSocket of a connection: by the path, the live view's, a subscriber's or a writer's, each with its own bound on messages.
///
/// `UpgradeFilter` lets only requests come here that are to be upgraded.
struct SocketUpgrader: NIOTypedHTTPServerProtocolUpgrader {
    typealias UpgradeResult = LiveChannel.Upgraded

    let supportedProtocol = "websocket"
    let requiredUpgradeHeaders: [String] = []

    private let small: NIOTypedWebSocketServerUpgrader<LiveChannel.Upgraded>
    private let large: NIOTypedWebSocketServerUpgrader<LiveChannel.Upgraded>

    init(site: LiveSite, services: StreamServices, onUpgrade: @escaping @Sendable (any Channel) throws -> Void) {
        func upgrader(_ maximumLength: Int) -> NIOTypedWebSocketServerUpgrader<LiveChannel.Upgraded> {
            NIOTypedWebSocketServerUpgrader(
                maxFrameSize: maximumLength,
                shouldUpgrade: { channel, head in
                    var headers = HTTPHeaders()
                    if site.hub(ofSocket: Self.path(head)) != nil, !head.headers["sec-websocket-protocol"].isEmpty {
                        headers.add(name: "Sec-WebSocket-Protocol", value: SocketGate.subprotocol)
                    }
                    return channel.eventLoop.makeSucceededFuture(headers)
                },
                upgradePipelineHandler: { channel, head in
                    channel.eventLoop.makeCompletedFuture {
                        try onUpgrade(channel)
                        let aggregator = NIOWebSocketFrameAggregator(
                            minNonFinalFragmentSize: 0, maxAccumulatedFrameCount: 64, maxAccumulatedFrameSize: maximumLength)
                        try channel.pipeline.syncOperations.addHandler(aggregator)
                        if let hub = site.hub(ofSocket: Self.path(head)) {
                            return .socket(
                                try NIOAsyncChannel(wrappingChannelSynchronously: channel), of: hub, from: ViewerAddress(head.uri))
                        }
                        try Self.open(channel, head, services)
                        return .stream(channel)
                    }
                })
        }
        small = upgrader(ViewerMessage.maximumLength)
        large = upgrader(StreamSettings.maximumBroadcastLength)
    }

    private static func path(_ head: HTTPRequestHead) -> String { String(head.uri.prefix { $0 != "?" }) }

    private static func open(_ channel: any Channel, _ head: HTTPRequestHead, _ services: StreamServices) throws {
        let loop = channel.eventLoop
        let options = channel.syncOptions
        try options?.setOption(.tcpOption(.tcp_nodelay), value: 1)
        switch try services.socket(head.uri, head.headers) {
        case .subscribe(let publisher, let filter):
            try options?.setOption(.socketOption(.so_sndbuf), value: SocketOptionValue(StreamSettings.sendBufferSize))
            try options?.setOption(
                ChannelOptions.writeBufferWaterMark, value: .init(low: StreamSettings.lowWaterMark, high: StreamSettings.highWaterMark))
            try channel.pipeline.syncOperations.addHandler(
                SubscriberHandler(
                    loop: loop, lane: services.lane(of: loop), publisher: publisher, filter: filter, settings: services.settings))
        case .broadcast(let publisher, let target):
            try channel.pipeline.syncOperations.addHandler(BroadcastHandler(loop: loop, publisher: publisher, target: target))
        }
    }

    private func upgrader(_ head: HTTPRequestHead) -> NIOTypedWebSocketServerUpgrader<LiveChannel.Upgraded> {
        if case .broadcast = ServiceAddress(path: Self.path(head)[...]) { large } else { small }
    }

    func buildUpgradeResponse(
        channel: any Channel, upgradeRequest: HTTPRequestHead, initialResponseHeaders: HTTPHeaders
    ) -> EventLoopFuture<HTTPHeaders> {
        upgrader(upgradeRequest).buildUpgradeResponse(
            channel: channel, upgradeRequest: upgradeRequest, initialResponseHeaders: initialResponseHeaders)
    }

    func upgrade(channel: any Channel, upgradeRequest: HTTPRequestHead) -> EventLoopFuture<LiveChannel.Upgraded> {
        upgrader(upgradeRequest).upgrade(channel: channel, upgradeRequest: upgradeRequest)
    }
}
