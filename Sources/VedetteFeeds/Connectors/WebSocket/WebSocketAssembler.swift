// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

package import NIOCore
package import NIOWebSocket

/// Puts the frames of a peer together to messages and checks that they follow the rules of RFC 6455: a core.
package struct WebSocketAssembler: Sendable {
    /// What a frame comes to.
    package enum Event: Sendable, Equatable {
        case message(WebSocketMessage)
        /// Asks for a pong with the same bytes.
        case ping(ByteBuffer)
        case pong(ByteBuffer)
        /// The peer wants to end. The code is nil where it gives none.
        case close(code: UInt16?, reason: String)
    }

    /// What the peer may not do. The connection has to end with this code.
    package struct Violation: Error, Equatable {
        package let code: UInt16
        /// What the peer did.
        package let message: String
    }

    private let maximumLength: Int
    /// The message begun, and whether it is text.
    private var parts: WebSocketMessage?

    /// Whether a message has begun and not ended.
    package var isInside: Bool { parts != nil }

    /// - Parameter maximumLength: bytes of the longest message.
    package init(maximumLength: Int) {
        self.maximumLength = maximumLength
    }

    /// Takes the next frame; nil where more are needed for a message.
    package mutating func take(_ frame: WebSocketFrame) throws(Violation) -> Event? {
        guard !frame.rsv1, !frame.rsv2, !frame.rsv3 else {
            throw Violation(code: 1002, message: "uses an extension that nobody agreed on")
        }
        let bytes = frame.unmaskedData
        switch frame.opcode {
        case .text, .binary:
            guard parts == nil else { throw Violation(code: 1002, message: "began a message inside another") }
            return try add(bytes, to: WebSocketMessage(bytes: ByteBuffer(), isText: frame.opcode == .text), isLast: frame.fin)
        case .continuation:
            guard let begun = parts else { throw Violation(code: 1002, message: "went on with a message that it had not begun") }
            parts = nil
            return try add(bytes, to: begun, isLast: frame.fin)
        case .ping: return .ping(bytes)
        case .pong: return .pong(bytes)
        case .connectionClose: return try close(bytes)
        default: throw Violation(code: 1002, message: "sent a frame of an unknown kind")
        }
    }

    private mutating func add(_ bytes: ByteBuffer, to begun: WebSocketMessage, isLast: Bool) throws(Violation) -> Event? {
        guard begun.bytes.readableBytes + bytes.readableBytes <= maximumLength else {
            throw Violation(code: 1009, message: "sent a message of more than the \(maximumLength) bytes that are taken")
        }
        var message = begun
        if message.bytes.readableBytes == 0 { message.bytes = bytes } else { message.bytes.writeImmutableBuffer(bytes) }
        if isLast { return .message(message) }
        parts = message
        return nil
    }

    private func close(_ bytes: ByteBuffer) throws(Violation) -> Event {
        var rest = bytes
        guard rest.readableBytes > 0 else { return .close(code: nil, reason: "") }
        guard let code = rest.readInteger(as: UInt16.self) else { throw Violation(code: 1002, message: "closed with half a code") }
        return .close(code: code, reason: Excerpt.of(rest.readableBytesView, limit: 120))
    }
}
