// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

/// How patient a WebSocket is, and how much it takes.
package struct WebSocketOptions: Sendable {
    /// How long a connection may take to come about, in seconds.
    package var connectTimeout = 10.0
    /// How long the handshakes behind it, TLS and HTTP, may take, in seconds.
    package var handshakeTimeout = 10.0
    /// The longest message, and the longest frame, in bytes. A longer one ends the connection with the code 1009.
    package var maximumMessageLength = 1 << 24
    /// The peer is asked for a sign of life so often, in seconds; nil for never.
    package var pingInterval: Double? = 20.0
    /// How long it may take to answer, in seconds. Beyond that the connection is lost.
    package var pongTimeout = 20.0
    /// How long the peer may take to say goodbye, in seconds.
    package var closeTimeout = 2.0
    /// How many bytes of messages wait for a reader before no more are taken from the network.
    package var maximumWaitingLength = 1 << 20
    /// A file with certificates of authorities to trust, in PEM format, in place of those that the system trusts.
    package var trustRootsFile: String?

    package init() {}
}
