// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

/// What was wrong with the bytes of a receiver.
public struct GNSSDamage: Hashable, Sendable {
    /// Sentences or binary messages whose checksum is wrong, or missing.
    public internal(set) var checksumErrors = 0
    /// Sentences whose checksum is right, with fields that cannot be read. What can be read of them is used.
    public internal(set) var malformed = 0
    /// Longer than any sentence or message may be.
    public internal(set) var tooLong = 0
    /// Bytes that belong to no packet of a known kind.
    public internal(set) var skippedBytes = 0
    /// Whole packets of kinds that are not decoded.
    public internal(set) var unknownPackets = 0

    public init() {}

    /// How many sentences or messages were lost, or lost a part.
    public var lostCount: Int { checksumErrors + malformed + tooLong }
}

/// One thing wrong with the bytes of a receiver.
package struct GNSSNote: Hashable, Sendable {
    package enum Kind: Hashable, Sendable {
        case checksum
        case malformed
        case tooLong
        /// Bytes in no sentence or message.
        case skipped
    }

    package var kind: Kind
    /// Of the stream, from 1: where the sentence or message begins. Line feeds within binary messages count too.
    package var line: Int
    package var message: String
}
