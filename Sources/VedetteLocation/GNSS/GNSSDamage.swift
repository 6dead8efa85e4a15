// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

/// What was wrong with the bytes of a receiver.
package struct GNSSDamage: Hashable, Sendable {
    /// Sentences or binary messages whose checksum is wrong.
    package var checksumErrors = 0
    /// Sentences whose checksum is right, or missing where it may be, with fields that cannot be read.
    package var malformed = 0
    /// Longer than any sentence or message may be.
    package var tooLong = 0
    /// Bytes that belong to no packet of a known kind.
    package var skippedBytes = 0
    /// Whole packets of kinds that are not decoded.
    package var unknownPackets = 0

    package init() {}

    /// How many sentences or messages were lost, or lost a part.
    package var lostCount: Int { checksumErrors + malformed + tooLong }
}

/// One thing wrong with the bytes of a receiver.
package struct GNSSNote: Hashable, Sendable {
    package enum Kind: Hashable, Sendable {
        case checksum
        case malformed
        case tooLong
    }

    package var kind: Kind
    /// Of the stream, from 1: where the sentence or message begins. Line feeds within binary messages count too.
    package var line: Int
    package var message: String
}
