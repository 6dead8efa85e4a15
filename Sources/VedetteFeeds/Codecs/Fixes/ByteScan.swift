// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import VedetteDynamicEntities
import VedetteGeometry
import VedetteValues

/// A place in the bytes of a record, with readers that say nil or false where they are not sure.
///
/// Reads within `end`, and up to ``FixScanner/padding`` bytes behind it, of which nothing is used.
struct ByteScan {
    let base: UnsafeRawPointer
    var place: Int
    let end: Int

    @inline(__always)
    init(base: UnsafeRawPointer, place: Int, end: Int) {
        (self.base, self.place, self.end) = (base, place, end)
    }

    @inline(__always)
    func byte(_ place: Int) -> UInt8 { base.load(fromByteOffset: place, as: UInt8.self) }

    @inline(__always)
    private func word(_ place: Int) -> UInt64 { base.loadUnaligned(fromByteOffset: place, as: UInt64.self) }

    var isAtEnd: Bool { place == end }

    @inline(__always)
    mutating func skipSpace() {
        while place < end {
            let byte = byte(place)
            guard byte <= 0x20, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 else { return }
            place &+= 1
        }
    }

    @inline(__always)
    mutating func take(_ wanted: UInt8) -> Bool {
        if place < end, byte(place) == wanted {
            place &+= 1
            return true
        }
        skipSpace()
        guard place < end, byte(place) == wanted else { return false }
        place &+= 1
        return true
    }

    /// Where the next value begins: behind its quote, where it has one.
    @inline(__always)
    mutating func nextPlace() -> Int {
        skipSpace()
        return place < end && byte(place) == UInt8(ascii: "\"") ? place &+ 1 : place
    }

    mutating func takeNull() -> Bool {
        skipSpace()
        guard place &+ 4 <= end, base.loadUnaligned(fromByteOffset: place, as: UInt32.self) == 0x6C6C_756E else { return false }
        place &+= 4
        return true
    }

    // MARK: Strings

    /// A key and the colon behind it, or a value that is compared like one; nil for what has escapes or is not ASCII. A name of more than 16
    /// bytes matches nothing.
    @inline(__always)
    mutating func key(isValue: Bool = false) -> ScannedName? {
        guard take(UInt8(ascii: "\"")) else { return nil }
        let start = place
        let (low, middle, high) = (word(start), word(start &+ 8), word(start &+ 16))
        guard let length = stringEnd() else { return nil }
        if !isValue { guard take(UInt8(ascii: ":")) else { return nil } }
        return ScannedName(low: low, middle: middle, high: high, length: length)
    }

    /// Goes on to behind the quote that ends a plain string of ASCII; says how long it was. nil where it has an escape, or anything else.
    @inline(__always)
    mutating func stringEnd() -> Int? {
        let start = place
        while place &+ 8 <= end {
            let word = word(place)
            // Bytes that end a plain run: a quote, a backslash, below 0x20, 0x80 and above. The lowest that is found is right.
            let quotes = word ^ 0x2222_2222_2222_2222
            let slashes = word ^ 0x5C5C_5C5C_5C5C_5C5C
            let ones: UInt64 = 0x0101_0101_0101_0101
            let found =
                ((quotes &- ones) & ~quotes | (slashes &- ones) & ~slashes | (word &- 0x2020_2020_2020_2020) | word)
                & 0x8080_8080_8080_8080
            if found != 0 {
                place &+= found.trailingZeroBitCount &>> 3
                break
            }
            place &+= 8
        }
        while place < end {
            let byte = byte(place)
            if byte == UInt8(ascii: "\"") {
                place &+= 1
                return place &- 1 &- start
            }
            guard byte >= 0x20, byte < 0x80, byte != UInt8(ascii: "\\") else { return nil }
            place &+= 1
        }
        return nil
    }

    /// The bytes of a plain string, or the digits of a plain number.
    mutating func identifier() -> Range<Int>? {
        skipSpace()
        guard place < end else { return nil }
        let start = place
        if byte(place) == UInt8(ascii: "\"") {
            place &+= 1
            guard let length = textEnd() else { return nil }
            return start &+ 1..<start &+ 1 &+ length
        }
        return skipNumber() ? start..<place : nil
    }

    /// As ``stringEnd()``, for any text of UTF-8 without escapes.
    private mutating func textEnd() -> Int? {
        let start = place
        if let length = stringEnd() { return length }
        // It stopped at something that is not plain.
        var isASCII = true
        while place < end {
            let byte = byte(place)
            if byte == UInt8(ascii: "\"") {
                let text = UnsafeRawBufferPointer(start: base + start, count: place &- start)
                guard isASCII || UTF8Check.isValid(text) else { return nil }
                place &+= 1
                return text.count
            }
            guard byte >= 0x20, byte != UInt8(ascii: "\\") else { return nil }
            if byte >= 0x80 { isASCII = false }
            place &+= 1
        }
        return nil
    }

    // MARK: Numbers

    /// A number of up to 18 digits without an exponent: its digits as a whole number, and how many are behind the point.
    @inline(__always)
    private mutating func digits() -> (value: UInt64, decimals: Int, isNegative: Bool)? {
        var isNegative = false
        if place < end, byte(place) == UInt8(ascii: "-") {
            isNegative = true
            place &+= 1
        }
        let start = place
        var value: UInt64 = 0
        while place < end {
            let digit = byte(place) &- UInt8(ascii: "0")
            guard digit < 10 else { break }
            value = value &* 10 &+ UInt64(digit)
            place &+= 1
        }
        let whole = place &- start
        // Ranges of 18 digits cannot have wrapped.
        guard whole > 0, whole <= 18, whole == 1 || byte(start) != UInt8(ascii: "0") else { return nil }
        guard place < end, byte(place) == UInt8(ascii: ".") else {
            return isExponent ? nil : (value, 0, isNegative)
        }
        place &+= 1
        let point = place
        while place < end {
            let digit = byte(place) &- UInt8(ascii: "0")
            guard digit < 10 else { break }
            value = value &* 10 &+ UInt64(digit)
            place &+= 1
        }
        let decimals = place &- point
        guard decimals > 0, whole &+ decimals <= 18, !isExponent else { return nil }
        return (value, decimals, isNegative)
    }

    private var isExponent: Bool { place < end && byte(place) | 0x20 == UInt8(ascii: "e") }

    /// A number as steps of 1e-7, ties to even.
    @inline(__always)
    mutating func gridSteps() -> Int64? {
        skipSpace()
        guard let (value, decimals, isNegative) = digits() else { return nil }
        var magnitude = value
        if decimals <= 7 {
            let (product, isOverflow) = value.multipliedReportingOverflow(by: Self.power(7 &- decimals))
            guard !isOverflow, product <= 1 << 62 else { return nil }
            magnitude = product
        } else {
            let divisor = Self.power(decimals &- 7)
            let (quotient, remainder) = value.quotientAndRemainder(dividingBy: divisor)
            let half = divisor / 2
            magnitude = remainder > half || remainder == half && quotient & 1 == 1 ? quotient &+ 1 : quotient
        }
        return isNegative ? -Int64(truncatingIfNeeded: magnitude) : Int64(truncatingIfNeeded: magnitude)
    }

    /// Goes past a number without an exponent, however many digits it has.
    @inline(__always)
    mutating func skipNumber() -> Bool {
        if place < end, byte(place) == UInt8(ascii: "-") { place &+= 1 }
        let start = place
        while place < end, byte(place) &- UInt8(ascii: "0") < 10 { place &+= 1 }
        guard place > start, place == start &+ 1 || byte(start) != UInt8(ascii: "0") else { return false }
        if place < end, byte(place) == UInt8(ascii: ".") {
            place &+= 1
            let point = place
            while place < end, byte(place) &- UInt8(ascii: "0") < 10 { place &+= 1 }
            guard place > point else { return false }
        }
        // Of so many digits a number may be beyond the largest double.
        return !isExponent && place &- start < 200
    }

    /// A number as the nearest double, where two exact ones give it.
    mutating func double() -> Double? {
        skipSpace()
        guard let (value, decimals, isNegative) = digits(), value <= 1 << 53 else { return nil }
        // Both are exact, so the quotient is rounded once (Clinger, PLDI 1990).
        let magnitude = Double(value) / Double(Self.power(decimals))
        return isNegative ? -magnitude : magnitude
    }

    // MARK: Times

    /// Microseconds since 1970, of RFC 3339 text or a number.
    mutating func time(_ dates: inout ScannedDate) -> Int64? {
        skipSpace()
        guard place < end else { return nil }
        if byte(place) == UInt8(ascii: "\"") {
            place &+= 1
            let start = place
            guard let length = stringEnd() else { return nil }
            return dates.time(UnsafeRawBufferPointer(start: base + start, count: length))
        }
        let start = place
        guard skipNumber() else { return nil }
        return Self.time(UnsafeRawBufferPointer(start: base + start, count: place &- start))
    }

    /// Microseconds of a plain number: seconds or milliseconds, as ``FeedTime`` tells them apart.
    static func time(_ text: UnsafeRawBufferPointer) -> Int64? {
        var value: Int64 = 0
        // Numbers have no leading zeros.
        guard text.count <= 15, text.count == 1 || text.first != UInt8(ascii: "0") else { return FeedTime.microseconds(of: text) }
        for byte in text {
            let digit = byte &- UInt8(ascii: "0")
            guard digit < 10 else { return FeedTime.microseconds(of: text) }
            value = value &* 10 &+ Int64(digit)
        }
        let microseconds = value < Int64(FeedTime.firstMillisecond) ? value &* 1_000_000 : value &* 1_000
        return FeedTime.years.contains(microseconds) ? microseconds : nil
    }
}
