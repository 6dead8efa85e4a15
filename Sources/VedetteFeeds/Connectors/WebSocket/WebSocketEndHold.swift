// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import NIOCore

/// Keeps the end of a connection from the handshake: a server may answer, say something and hang up in one breath, and what it said would be lost where
/// the end overtook the change from HTTP to WebSocket, which takes a turn of the event loop.
final class WebSocketEndHold: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer

    private var isReleased = false
    private var context: ChannelHandlerContext?
    private var hasEnded = false

    func handlerAdded(context: ChannelHandlerContext) {
        self.context = context
    }

    func handlerRemoved(context: ChannelHandlerContext) {
        self.context = nil
    }

    func channelInactive(context: ChannelHandlerContext) {
        hasEnded = true
        if isReleased { context.fireChannelInactive() }
    }

    /// The handshake is over, well or badly.
    func release() {
        guard !isReleased else { return }
        isReleased = true
        if hasEnded { context?.fireChannelInactive() }
    }
}
