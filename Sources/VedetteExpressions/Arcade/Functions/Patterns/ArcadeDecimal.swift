// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

/// A number as the decimal digits that stand for it: the shortest that read back as the same double.
///
/// Numbers are rounded on these digits, so that 1.005 has a 5 to round at its third place, as whoever reads it expects, although the double
/// is a little less than that.
struct ArcadeDecimal {
    var isNegative: Bool
    /// 0…9 each, neither with a zero in front nor with one at the end; empty for zero.
    private(set) var digits: [UInt8]
    /// How many of the digits stand in front of the point; negative for zeros between the point and the first digit.
    private(set) var point: Int

    /// - Parameter value: finite; anything else counts as zero.
    init(_ value: Double) {
        (isNegative, digits, point) = (value < 0, [], 0)
        guard value.isFinite, value != 0 else { return }
        if let whole = Int64(exactly: value.magnitude) {
            // Below 2^53 the digits of the whole number are the shortest; above, zeros may do for the last of them.
            if whole < 1 << 53 {
                set(whole)
                return
            }
        }
        var (exponent, isExponent, isExponentNegative) = (0, false, false)
        var fraction: Int?
        for byte in value.magnitude.description.utf8 {
            switch byte {
            case UInt8(ascii: "."): fraction = digits.count
            case UInt8(ascii: "e"): isExponent = true
            case UInt8(ascii: "-"): isExponentNegative = true
            case UInt8(ascii: "+"): break
            case _ where isExponent: exponent = exponent * 10 + Int(byte - UInt8(ascii: "0"))
            default: digits.append(byte - UInt8(ascii: "0"))
            }
        }
        point = (fraction ?? digits.count) + (isExponentNegative ? -exponent : exponent)
        let leading = digits.prefix { $0 == 0 }.count
        digits.removeFirst(leading)
        point -= leading
        dropTrailingZeros()
    }

    private mutating func set(_ whole: Int64) {
        var rest = whole
        while rest > 0 {
            digits.append(UInt8(rest % 10))
            rest /= 10
        }
        digits.reverse()
        point = digits.count
        dropTrailingZeros()
    }

    private mutating func dropTrailingZeros() {
        while digits.last == 0 { digits.removeLast() }
        if digits.isEmpty { point = 0 }
    }

    /// Multiplies by a power of ten, exactly.
    mutating func scale(byPowerOfTen exponent: Int) {
        if !digits.isEmpty { point += exponent }
    }

    /// Rounds to `places` digits behind the point, a half away from zero.
    mutating func round(places: Int) {
        let kept = point + places
        guard kept < digits.count else { return }
        guard kept >= 0 else {
            (digits, point) = ([], 0)
            return
        }
        var carries = digits[kept] >= 5
        digits.removeLast(digits.count - kept)
        while carries, let last = digits.popLast() {
            if last < 9 {
                digits.append(last + 1)
                carries = false
            }
        }
        if carries {
            digits = [1]
            point += 1
        }
        dropTrailingZeros()
    }

    /// The digit at `place`: 0 is the one in front of the point, 1 the tens, −1 the tenths.
    func digit(at place: Int) -> UInt8 {
        let index = point - 1 - place
        return digits.indices.contains(index) ? digits[index] : 0
    }
}
