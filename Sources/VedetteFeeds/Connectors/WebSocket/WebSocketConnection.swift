// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import NIOCore

/// The client's end of a WebSocket (RFC 6455).
///
/// Messages come whole, one after the other, from ``next()``; while nobody takes them, no more than
/// ``WebSocketOptions/maximumWaitingLength`` bytes and the message at hand are kept, and the peer has to wait. Pings are answered. A
/// peer that does not answer ours, breaks the rules or sends too much at once is left, and ``next()`` says so behind what had arrived.
package final class WebSocketConnection: Sendable {
    private let channel: any Channel
    private let inbox: WebSocketInbox
    /// The address for messages, without secrets.
    package let name: String

    init(channel: any Channel, inbox: WebSocketInbox, name: String) {
        (self.channel, self.inbox, self.name) = (channel, inbox, name)
        inbox.setOnRoom { channel.triggerUserOutboundEvent(WebSocketCommand.resume, promise: nil) }
    }

    deinit {
        close()
    }

    /// Opens a connection. A cancelled task gets `CancellationError` at once, and no connection is left behind.
    ///
    /// - Parameters:
    ///   - address: where to.
    ///   - headers: to send besides those of the handshake.
    ///   - options: patience and bounds.
    /// - Returns: the connection, open.
    /// - Throws: ``FeedError`` of the codes `unreachable`, `unauthorized`, `refused`, `invalidAnswer` or `unreadable` (the file of trust roots).
    package static func open(
        _ address: WebSocketAddress, headers: [(name: String, value: String)] = [], options: WebSocketOptions = WebSocketOptions()
    ) async throws -> WebSocketConnection {
        try await WebSocketOpening(address, headers: headers, options: options).run()
    }

    /// The next message; nil behind the last after ``close(code:)``. For one task at a time.
    ///
    /// - Throws: ``FeedError`` of the code `connectionLost` behind the last message that arrived; `CancellationError`.
    package func next() async throws -> WebSocketMessage? {
        try await inbox.next()
    }

    /// Sends a message, and returns once it is on its way.
    ///
    /// - Throws: where the connection is closed.
    package func send(_ message: WebSocketMessage) async throws {
        do {
            try await channel.triggerUserOutboundEvent(WebSocketCommand.send(message)).get()
        } catch let error as FeedError {
            throw error
        } catch {
            throw FeedError(.connectionLost, "\(name) broke off: \(ConnectionFailure.reason(error))")
        }
    }

    /// Sends a message; calls `then` once it is on its way, or cannot be sent.
    package func post(_ message: WebSocketMessage, then: @escaping @Sendable () -> Void) {
        channel.triggerUserOutboundEvent(WebSocketCommand.send(message)).whenComplete { _ in then() }
    }

    /// Says goodbye, and closes when the peer has too, or has taken too long. Returns at once; what has arrived can still be taken.
    package func close(code: UInt16 = 1000) {
        channel.triggerUserOutboundEvent(WebSocketCommand.close(code), promise: nil)
    }

    /// Waits until nothing of the connection is left.
    package func waitUntilClosed() async {
        try? await channel.closeFuture.get()
    }
}
