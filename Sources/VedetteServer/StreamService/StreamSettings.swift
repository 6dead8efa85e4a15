// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import NIOCore
import VedetteModel

/// The bounds of stream services.
struct StreamSettings: Sendable {
    /// What one subscriber may hold of the server's memory, in bytes: its queue and what its socket has taken over and not sent.
    static let maximumBytes = 1 << 20
    /// At how many bytes a socket takes no more for the time being.
    static let highWaterMark = 64 << 10
    static let lowWaterMark = 16 << 10
    /// What the operating system is to hold of unsent bytes of one subscriber.
    static let sendBufferSize: CInt = 64 << 10
    /// The longest message of a writer, in bytes.
    static let maximumBroadcastLength = 1 << 20

    var maximumQueuedBytes = StreamSettings.maximumBytes - 2 * StreamSettings.highWaterMark
    var maximumQueuedMessages = 10_000
    /// The longest message of a subscriber, in bytes.
    var maximumMessageLength = 16 << 10
    var patience = TimeAmount.seconds(10)
    var pingInterval = TimeAmount.seconds(20)
    let clock: @Sendable () -> Instant
}
