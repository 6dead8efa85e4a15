// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Crypto
import VedetteModel

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
        trigger: String, fence: String, track: UnsafeRawBufferPointer, kind: FenceTransition.Kind, time: FenceTransition.Time,
        ordinal: UInt32
    ) {
        var message: [UInt8] = []
        message.reserveCapacity(96)
        message.append(contentsOf: "vedette fence event 1\n".utf8)
        Self.append(trigger, to: &message)
        Self.append(fence, to: &message)
        Self.append(UInt32(truncatingIfNeeded: track.count), to: &message)
        message.append(contentsOf: track)
        message.append(kind.rawValue)
        switch time {
        case .event(let instant):
            message.append(0)
            Self.append(UInt64(bitPattern: instant.microsecondsSince1970), to: &message)
        case .arrival(let ordinal):
            message.append(1)
            Self.append(ordinal, to: &message)
        }
        Self.append(ordinal, to: &message)
        var words = (UInt64(0), UInt64(0))
        SHA256.hash(data: message).withUnsafeBytes { digest in
            words = (
                UInt64(bigEndian: digest.loadUnaligned(as: UInt64.self)),
                UInt64(bigEndian: digest.loadUnaligned(fromByteOffset: 8, as: UInt64.self))
            )
        }
        (high, low) = words
    }

    private static func append(_ text: String, to message: inout [UInt8]) {
        let bytes = text.utf8
        append(UInt32(truncatingIfNeeded: bytes.count), to: &message)
        message.append(contentsOf: bytes)
    }

    private static func append(_ value: some FixedWidthInteger, to message: inout [UInt8]) {
        withUnsafeBytes(of: value.littleEndian) { message.append(contentsOf: $0) }
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
