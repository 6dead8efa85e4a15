// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import VedetteGeometry

/// Values as nearly all are written, eight bytes at a time and without a loop; what is written otherwise is read as always.
///
/// They may look at bytes behind `end`, and go past it: their caller sees that in the end.
extension ByteScan {
    private static let ones: UInt64 = 0x0101_0101_0101_0101
    private static let zeros: UInt64 = 0x3030_3030_3030_3030
    private static let highBits: UInt64 = 0x8080_8080_8080_8080

    /// How many digits stand at the beginning of eight bytes.
    @inline(__always)
    private static func digitCount(_ word: UInt64) -> Int {
        let digits = word ^ zeros
        // A carry reaches only bytes behind the first that is no digit.
        let others = ((digits &+ 0x7676_7676_7676_7676) | digits) & highBits
        return others.trailingZeroBitCount &>> 3
    }

    /// The number that the first `count` bytes make, which are digits; 1 to 8 of them.
    @inline(__always)
    private static func value(_ word: UInt64, count: Int) -> UInt64 {
        // Shifted so that the last digit is in the highest byte, with zeros in front of the first.
        let digits = (word ^ zeros) &<< UInt64(truncatingIfNeeded: 64 &- 8 &* count)
        // Pairs, then fours, then all eight (Lemire, *Quickly parsing eight digits*, 2018).
        let pairs = (digits &* 10 &+ (digits &>> 8)) & 0x00FF_00FF_00FF_00FF
        let fours = (pairs &* 100 &+ (pairs &>> 16)) & 0x0000_FFFF_0000_FFFF
        return (fours &* 10_000 &+ (fours &>> 32)) & 0xFFFF_FFFF
    }

    @inline(__always)
    private func eight(_ place: Int) -> UInt64 { UInt64(littleEndian: base.loadUnaligned(fromByteOffset: place, as: UInt64.self)) }

    /// 10 to the power of 0 to 18: a table that needs no check whether it is there.
    @inline(__always)
    static func power(_ exponent: Int) -> UInt64 {
        switch exponent {
        case 0: 1
        case 1: 10
        case 2: 100
        case 3: 1_000
        case 4: 10_000
        case 5: 100_000
        case 6: 1_000_000
        case 7: 10_000_000
        case 8: 100_000_000
        case 9: 1_000_000_000
        case 10: 10_000_000_000
        case 11: 100_000_000_000
        case 12: 1_000_000_000_000
        case 13: 10_000_000_000_000
        case 14: 100_000_000_000_000
        case 15: 1_000_000_000_000_000
        case 16: 10_000_000_000_000_000
        case 17: 100_000_000_000_000_000
        default: 1_000_000_000_000_000_000
        }
    }

    /// As ``gridSteps()``, which takes what has no decimals or more than seven.
    @inline(__always)
    mutating func shortGridSteps() -> Int64? {
        let start = place
        let isNegative = byte(start) == UInt8(ascii: "-")
        let first = start &+ (isNegative ? 1 : 0)
        let head = eight(first)
        let whole = Self.digitCount(head)
        guard whole > 0, whole <= 3, byte(first &+ whole) == UInt8(ascii: "."), whole == 1 || byte(first) != UInt8(ascii: "0") else {
            return gridSteps()
        }
        let point = first &+ whole &+ 1
        let tail = eight(point)
        let decimals = Self.digitCount(tail)
        guard decimals > 0, decimals <= 7 else { return gridSteps() }
        place = point &+ decimals
        let magnitude = Self.value(head, count: whole) &* 10_000_000 &+ Self.value(tail, count: decimals) &* Self.power(7 &- decimals)
        let steps = Int64(truncatingIfNeeded: magnitude)
        return isNegative ? 0 &- steps : steps
    }

    /// Microseconds of a number, as ``time(_:)`` has it.
    @inline(__always)
    mutating func shortTime() -> Int64? {
        let start = place
        let head = eight(start)
        let rest = eight(start &+ 8)
        let more = Self.digitCount(rest)
        // Milliseconds of our days have thirteen digits, seconds ten.
        if Self.digitCount(head) == 8, more > 0, more < 7, byte(start) != UInt8(ascii: "0"), !Self.isNumber(byte(start &+ 8 &+ more)) {
            let value = Int64(
                truncatingIfNeeded: Self.value(head, count: 8) &* Self.power(more) &+ Self.value(rest, count: more))
            place = start &+ 8 &+ more
            let microseconds = value < Int64(FeedTime.firstMillisecond) ? value &* 1_000_000 : value &* 1_000
            return FeedTime.years.contains(microseconds) ? microseconds : nil
        }
        guard skipNumber() else { return nil }
        return Self.time(UnsafeRawBufferPointer(start: base + start, count: place &- start))
    }

    /// Whether a byte goes on with a number.
    @inline(__always)
    private static func isNumber(_ byte: UInt8) -> Bool { byte == UInt8(ascii: ".") || byte | 0x20 == UInt8(ascii: "e") }

    /// As ``skipNumber()``.
    @inline(__always)
    mutating func skipShortNumber() -> Bool {
        let first = place &+ (byte(place) == UInt8(ascii: "-") ? 1 : 0)
        let whole = Self.digitCount(eight(first))
        guard whole > 0, whole < 8, whole == 1 || byte(first) != UInt8(ascii: "0") else { return skipNumber() }
        var next = first &+ whole
        if byte(next) == UInt8(ascii: ".") {
            let decimals = Self.digitCount(eight(next &+ 1))
            guard decimals > 0, decimals < 8 else { return skipNumber() }
            next &+= 1 &+ decimals
        }
        guard byte(next) | 0x20 != UInt8(ascii: "e") else { return false }
        place = next
        return true
    }

    /// Goes on to the quote that ends a plain string of ASCII; false where there is none, or an escape before it.
    @inline(__always)
    mutating func skipPlainText() -> Bool {
        while place < end {
            let (first, second) = (Self.special(eight(place)), Self.special(eight(place &+ 8)))
            if first | second != 0 {
                place &+= (first != 0 ? first.trailingZeroBitCount : 64 &+ second.trailingZeroBitCount) &>> 3
                return byte(place) == UInt8(ascii: "\"")
            }
            place &+= 16
        }
        return false
    }

    /// A bit for each byte that ends a plain run, of which the lowest is right: a quote, a backslash, below 0x20, 0x80 and above.
    @inline(__always)
    private static func special(_ word: UInt64) -> UInt64 {
        let (quotes, slashes) = (word ^ 0x2222_2222_2222_2222, word ^ 0x5C5C_5C5C_5C5C_5C5C)
        return ((quotes &- ones) & ~quotes | (slashes &- ones) & ~slashes | (word &- 0x2020_2020_2020_2020) | word) & highBits
    }
}
