// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

/// One kind of packet in the stream of a receiver: how it is told from other bytes, and what it says.
package protocol GNSSProtocol: Sendable {
    /// Whether a packet of this kind may begin with the byte.
    func mayBegin(with byte: UInt8) -> Bool

    /// Whether a packet of this kind begins with the first of `bytes`.
    ///
    /// More bytes behind the same ones may change `partial` into another answer, and no other answer: so the same stream gives the same packets,
    /// however it was cut.
    ///
    /// - Complexity: O(length of the packet) at most.
    func frame(_ bytes: ArraySlice<UInt8>) -> GNSSFrame

    /// What a whole packet says, that `frame` has found.
    mutating func decode(_ packet: ArraySlice<UInt8>, in session: inout GNSSSession) -> GNSSPacketOutcome
}

/// What stands at a place of a receiver's stream.
package enum GNSSFrame: Equatable, Sendable {
    /// No packet of the kind that was asked for.
    case none
    /// It may be one: more bytes are needed to say.
    case partial
    /// One, of so many bytes, its checksum right.
    case packet(Int)
    /// One, of so many bytes, whose checksum is wrong or missing.
    case damaged(Int)
    /// So many bytes that begin as one does, and are more than one may have.
    case tooLong(Int)
}
