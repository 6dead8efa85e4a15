// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

/// The fields of a sentence, its tag the first. A field that is not there is empty.
struct NMEAFields: Sendable {
    /// As many as are looked at.
    static let maximumCount = 100

    private var fields: [ArraySlice<UInt8>] = []
    /// How many there are, the tag included.
    private(set) var count = 0
    /// Fields that should hold a number and do not.
    private(set) var malformedCount = 0

    /// - Parameter sentence: from the `$` on.
    init(_ sentence: ArraySlice<UInt8>) {
        let body = sentence.dropFirst()
        let end = body.firstIndex { $0 == UInt8(ascii: "*") || $0 < 0x20 } ?? body.endIndex
        fields = body[..<end].split(separator: UInt8(ascii: ","), maxSplits: Self.maximumCount - 1, omittingEmptySubsequences: false)
        count = fields.count
        // Without a checksum, the last field may be cut.
        if end == body.endIndex || body[end] != UInt8(ascii: "*") { count -= 1 }
    }

    subscript(_ index: Int) -> ArraySlice<UInt8> {
        index < count ? fields[index] : []
    }

    func isEmpty(_ index: Int) -> Bool { self[index].isEmpty }

    /// The first character of a field; 0 of an empty one.
    func letter(_ index: Int) -> UInt8 { self[index].first ?? 0 }

    func has(_ index: Int, _ text: StaticString) -> Bool {
        text.withUTF8Buffer { self[index].elementsEqual($0) }
    }

    func begins(_ index: Int, _ text: StaticString) -> Bool {
        text.withUTF8Buffer { self[index].starts(with: $0) }
    }

    /// The number in a field; NaN where there is none.
    mutating func number(_ index: Int) -> Double {
        let value = NMEANumber.decimal(self[index])
        if !value.isFinite, !isEmpty(index) { malformedCount += 1 }
        return value
    }

    /// The whole number that a field begins with; 0 where there is none.
    func integer(_ index: Int) -> Int { NMEANumber.integer(self[index]) }

    mutating func noteMalformed() { malformedCount += 1 }
}

/// Numbers as sentences have them.
enum NMEANumber {
    private static let powers: [Double] = [10, 1e2, 1e4, 1e8, 1e16, 1e32, 1e64, 1e128, 1e256]

    /// The decimal number that a text begins with, a point and an exponent allowed; NaN where there is none.
    ///
    /// Of the digits, the first 18 count: nine and nine, joined as doubles, then scaled once. So the last bit is the one that gpsd has.
    static func decimal(_ text: ArraySlice<UInt8>) -> Double {
        var rest = text.drop { $0 == 0x20 || (0x09...0x0D).contains($0) }
        guard let first = rest.first, isDigit(first) || first == minus || first == plus || first == point else { return .nan }
        if first == minus || first == plus { rest = rest.dropFirst() }
        var digits: [UInt8] = []
        var pointAt: Int?
        var digitCount = 0
        while let byte = rest.first {
            if isDigit(byte) {
                if digitCount < 18 { digits.append(byte - 0x30) }
                digitCount += 1
            } else if byte == point, pointAt == nil {
                pointAt = digitCount
            } else {
                break
            }
            rest = rest.dropFirst()
        }
        guard digitCount > 0 else { return first == minus ? -0.0 : 0 }
        let high = digits.dropLast(9).reduce(0) { $0 * 10 + Int($1) }
        let low = digits.suffix(9).reduce(0) { $0 * 10 + Int($1) }
        let fraction = 1e9 * Double(high) + Double(low)
        var exponent = (pointAt ?? digitCount) - digits.count
        if let mark = rest.first, mark == UInt8(ascii: "E") || mark == UInt8(ascii: "e") { exponent += self.exponent(rest.dropFirst()) }
        let magnitude = scaled(fraction, exponent)
        return first == minus ? -magnitude : magnitude
    }

    /// The whole number that a text begins with; 0 where there is none. A larger one than 32 bits hold is the largest.
    static func integer(_ text: ArraySlice<UInt8>) -> Int {
        var rest = text.drop { $0 == 0x20 || (0x09...0x0D).contains($0) }
        let isNegative = rest.first == minus
        if isNegative || rest.first == plus { rest = rest.dropFirst() }
        var value = 0
        for byte in rest.prefix(while: isDigit) { value = min(value * 10 + Int(byte) - 0x30, Int(Int32.max)) }
        return isNegative ? -value : value
    }

    private static func exponent(_ text: ArraySlice<UInt8>) -> Int {
        min(max(integer(text.prefix { isDigit($0) || $0 == minus || $0 == plus }), -1024), 1024)
    }

    private static func scaled(_ fraction: Double, _ exponent: Int) -> Double {
        var factor = 1.0
        var bits = min(abs(exponent), 511)
        for power in powers where bits != 0 {
            if bits & 1 == 1 { factor *= power }
            bits >>= 1
        }
        return exponent < 0 ? fraction / factor : fraction * factor
    }

    private static let (minus, plus, point) = (UInt8(ascii: "-"), UInt8(ascii: "+"), UInt8(ascii: "."))
    static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }
}
