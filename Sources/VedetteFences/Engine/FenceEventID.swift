// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import VedetteValues

/// The id of a fence event: 128 bits that depend on nothing but what happened.
///
/// The first 16 bytes of SHA-256 (FIPS 180-4) over: `vedette fence event 1`, the trigger's id, the fence's id and the track's id (each with its length
/// in bytes before it, so that no two sequences of texts run together alike), the kind of event, its time in microseconds, and how
/// many events of that kind this track had at this fence at this very time before. Written in lower-case base 32 (RFC 4648 §6) without padding: 26 characters.
///
/// Equal inputs give equal ids in any number of threads, shards, batches and runs; different transitions have different ids.
public struct FenceEventID: Hashable, Sendable {
    let high: UInt64
    let low: UInt64
}

extension FenceEventID {
    init(
        trigger: String, fence: String, track: UnsafeRawBufferPointer, kind: FenceEvent.Kind, time: FenceEvent.Time,
        ordinal: UInt32
    ) {
        var digest = SHA256Digest()
        digest.append("vedette fence event 1\n")
        Self.append(trigger, to: &digest)
        Self.append(fence, to: &digest)
        digest.append(UInt32(truncatingIfNeeded: track.count))
        digest.append(track)
        digest.append(kind.rawValue)
        switch time {
        case .event(let instant):
            digest.append(0 as UInt8)
            digest.append(UInt64(bitPattern: instant.microsecondsSince1970))
        case .arrival(let ordinal):
            digest.append(1 as UInt8)
            digest.append(ordinal)
        }
        digest.append(ordinal)
        let words = digest.finish()
        (high, low) = (UInt64(words[0]) << 32 | UInt64(words[1]), UInt64(words[2]) << 32 | UInt64(words[3]))
    }

    private static func append(_ text: String, to digest: inout SHA256Digest) {
        digest.append(UInt32(truncatingIfNeeded: text.utf8.count))
        digest.append(text)
    }

    private static let digits = Array("abcdefghijklmnopqrstuvwxyz234567".utf8)

    /// Appends the 26 characters of the id.
    package func append(to output: inout [UInt8]) {
        let value = UInt128(high) << 64 | UInt128(low)
        // 26 digits of five bits are 130 bits: the last digit has two zero bits at its end.
        for shift in stride(from: 123, through: 3, by: -5) {
            output.append(Self.digits[Int(truncatingIfNeeded: value >> UInt128(shift)) & 31])
        }
        output.append(Self.digits[Int(truncatingIfNeeded: value << 2) & 31])
    }
}

extension FenceEventID: CustomStringConvertible {
    public var description: String {
        var output: [UInt8] = []
        append(to: &output)
        return String(decoding: output, as: UTF8.self)
    }
}
