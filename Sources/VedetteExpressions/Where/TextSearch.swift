// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// Looks for one text in many, sixteen places at a time.
///
/// Places where the first byte and the last one fit are candidates (Muła 2016, "SIMD-friendly algorithms for substring searching"); most
/// texts have none, and are done with in a few instructions.
struct TextSearch {
    private let first: SIMD16<UInt8>
    private let last: SIMD16<UInt8>

    init(_ part: [UInt8]) {
        first = SIMD16(repeating: part.first ?? 0)
        last = SIMD16(repeating: part.last ?? 0)
    }

    /// Whether `text` has `part` in it.
    ///
    /// - Parameters:
    ///   - part: what the search was made for.
    ///   - text: where it is sought.
    ///   - readable: how many bytes may be read from the beginning of `text`, at least its length.
    /// - Returns: true if it has, and for an empty part.
    @inline(__always)
    func find(_ part: UnsafeRawBufferPointer, in text: UnsafeRawBufferPointer, readable: Int) -> Bool {
        guard part.count <= text.count else { return false }
        guard part.count <= 64 else { return LikePattern.find(part, in: text, from: 0) != nil }
        guard part.count > 0, let base = text.baseAddress, let needle = part.baseAddress else { return true }
        let places = text.count - part.count + 1
        var place = 0
        while place < places {
            // At the very end of all texts there are not sixteen more bytes: byte by byte there.
            guard place + part.count - 1 + 16 <= readable else {
                return LikePattern.find(part, in: text, from: place) != nil
            }
            let starts = (base + place).loadUnaligned(as: SIMD16<UInt8>.self)
            let ends = (base + place + part.count - 1).loadUnaligned(as: SIMD16<UInt8>.self)
            let mask = (starts .== first) .& (ends .== last)
            let words = unsafeBitCast(mask, to: SIMD2<UInt64>.self)
            if words.x | words.y != 0 {
                for candidate in place..<min(place + 16, places)
                where (base + candidate).load(as: UInt8.self) == first[0] && memcmp(base + candidate, needle, part.count) == 0 {
                    return true
                }
            }
            place += 16
        }
        return false
    }
}
