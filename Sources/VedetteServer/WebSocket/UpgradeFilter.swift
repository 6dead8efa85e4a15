// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import NIOCore
import NIOHTTP1
import VedetteModel

/// Takes the wish to upgrade out of every request that will not be upgraded: to HTTP/2, at another path, or by somebody who may not.
///
/// NIO's upgrade handler keeps nothing of a request that it does not upgrade, so such a request would never be answered. Without the
/// wish it is a request like any other, and its route says why it is not upgraded. The connection ends with it, since the decoder
/// reads no further behind a request that wished to upgrade.
final class UpgradeFilter: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias InboundOut = HTTPServerRequestPart
    typealias OutboundOut = HTTPServerResponsePart

    private let gate: SocketGate
    private let site: LiveSite
    private let services: StreamServices
    private var hasRequest = false

    init(gate: SocketGate, site: LiveSite, services: StreamServices) {
        self.gate = gate
        self.site = site
        self.services = services
    }

    /// Answers a first request that is none at once: nobody behind would, and it would take up a place until its time is over.
    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        guard !hasRequest, error is HTTPParserError else {
            context.fireErrorCaught(error)
            return
        }
        hasRequest = true
        let isTooLong = error as? HTTPParserError == .headerOverflow
        let head = HTTPResponseHead(
            version: .http1_1, status: isTooLong ? .requestHeaderFieldsTooLarge : .badRequest,
            headers: ["connection": "close", "content-length": "0"])
        context.write(wrapOutboundOut(.head(head)), promise: nil)
        context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil)
        context.close(promise: nil)
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        hasRequest = true
        guard case .head(var head) = unwrapInboundIn(data), head.headers.contains(name: "upgrade") else {
            context.fireChannelRead(data)
            return
        }
        let path = String(head.uri.prefix { $0 != "?" })
        let isSocket = head.headers[canonicalForm: "upgrade"].contains { $0.lowercased() == "websocket" }
        let isView = site.hub(ofSocket: path) != nil
        let isService = StreamServices.isSocket(ServiceAddress(path: path[...]))
        let isRefused =
            isSocket
            && (isView
                ? gate.refusal(path: path, headers: head.headers) != nil
                : isService && (try? services.socket(head.uri, head.headers)) == nil)
        if isRefused { site.metrics.viewersRefused.add(1) }
        if !isSocket || (!isView && !isService) || isRefused {
            head.headers.remove(name: "upgrade")
            head.headers.replaceOrAdd(name: "connection", value: "close")
        }
        context.fireChannelRead(wrapInboundOut(.head(head)))
    }
}
