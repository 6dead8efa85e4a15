// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

package import NIOCore

/// A whole message, its fragments put together.
package struct WebSocketMessage: Sendable, Equatable {
    package var bytes: ByteBuffer
    /// Whether the peer calls it text. That it is UTF-8 is for the reader to see.
    package var isText: Bool

    package init(bytes: ByteBuffer, isText: Bool) {
        (self.bytes, self.isText) = (bytes, isText)
    }

    /// What it says; bytes that are no UTF-8 are replaced.
    package var string: String { String(buffer: bytes) }

    package static func text(_ text: String) -> WebSocketMessage {
        WebSocketMessage(bytes: ByteBuffer(string: text), isText: true)
    }
}
