// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import NIOCore
import NIOHTTP1

/// Looks at the answer to the handshake: one that is none becomes an error that says why.
final class WebSocketAnswerWatch: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPClientResponsePart
    typealias InboundOut = HTTPClientResponsePart

    private let name: String
    private let refuse: (FeedError) -> Void
    private var hasAnswer = false
    private var isRefused = false

    init(name: String, refuse: @escaping (FeedError) -> Void) {
        (self.name, self.refuse) = (name, refuse)
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        // Behind a refusal nothing matters; behind a welcome come the peer's messages, which are not HTTP.
        guard !isRefused else { return }
        if !hasAnswer, case .head(let head) = unwrapInboundIn(data) {
            hasAnswer = true
            if head.status != .switchingProtocols {
                isRefused = true
                refuse(error(head))
                context.close(promise: nil)
                return
            }
        }
        context.fireChannelRead(data)
    }

    private func error(_ head: HTTPResponseHead) -> FeedError {
        let code = Int(head.status.code)
        let answer = "\(name) answers \(code) \(Excerpt.of(head.status.reasonPhrase))"
        switch code {
        case 401, 403, 498, 499: return FeedError(.unauthorized, "\(answer); give a token that it takes")
        case 300..<400:
            let location = head.headers.first(name: "Location").flatMap { URL(string: $0) }.map { WebSocketAddress.withoutSecrets($0) }
            return FeedError(
                .refused, "\(answer) and points to \(Excerpt.of(location ?? "nowhere", limit: 200)); use that address if you trust it")
        case 404: return FeedError(.refused, "\(answer); check the address")
        case 408, 425, 429: return FeedError(.refused, "\(answer); try again later")
        case 400..<500: return FeedError(.refused, "\(answer); check what is asked for, such as the filter")
        case 200..<300: return FeedError(.invalidAnswer, "\(answer), which is not what a WebSocket says; check the address")
        default: return FeedError(.refused, "\(answer); try again later")
        }
    }
}
