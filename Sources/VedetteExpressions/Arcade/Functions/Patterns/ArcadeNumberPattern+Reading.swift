// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

extension ArcadeNumberPattern {
    /// `Number(text, pattern)`: what the number in `text` is, where the text follows the pattern; NaN where it does not.
    ///
    /// The text around the number must be there as it is. There must be as many integer digits as zeros in front of the point, more are
    /// taken; as many digits behind it as its zeros, and no more than its places. Commas may be left out, all of them; where there are
    /// any they must stand where the pattern has them. White space around the whole is passed over.
    func number(in text: String) -> Double {
        guard hasPlaces else { return .nan }
        let bytes = Array(ArcadeTextFunctions.trimmed(text).utf8)
        if let value = number(in: bytes, affixes: positive) { return value }
        if let value = number(in: bytes, affixes: negative) { return 0 - value }
        return .nan
    }

    private func number(in bytes: [UInt8], affixes: Affixes) -> Double? {
        let (prefix, suffix) = (Array(affixes.prefix.utf8), Array(affixes.suffix.utf8))
        guard bytes.count >= prefix.count + suffix.count, bytes.starts(with: prefix),
            bytes[(bytes.count - suffix.count)...].elementsEqual(suffix)
        else { return nil }
        let number = bytes[prefix.count..<(bytes.count - suffix.count)]
        let point = number.firstIndex(of: UInt8(ascii: ".")) ?? number.endIndex
        guard let integer = integerDigits(number[..<point]) else { return nil }
        let fraction = number[min(point + 1, number.endIndex)...]
        guard fraction.allSatisfy(Self.isDigit), fraction.count >= minimumFractionDigits, fraction.count <= maximumFractionDigits,
            point == number.endIndex || !fraction.isEmpty, integer.count + fraction.count > 0
        else { return nil }
        return Self.value(of: integer + fraction, exponent: -fraction.count - scale)
    }

    /// The digits without commas; nil where commas stand wrong, or there are too few digits.
    private func integerDigits(_ text: ArraySlice<UInt8>) -> [UInt8]? {
        let digits = text.filter { $0 != UInt8(ascii: ",") }
        guard digits.allSatisfy(Self.isDigit), digits.count >= minimumIntegerDigits else { return nil }
        if digits.count < text.count {
            var place = digits.count - 1
            var index = text.startIndex
            while index < text.endIndex {
                guard text[index] != UInt8(ascii: ",") else { return nil }
                index += 1
                if place > 0, isGroupEnd(place) {
                    guard index < text.endIndex, text[index] == UInt8(ascii: ",") else { return nil }
                    index += 1
                }
                place -= 1
            }
        }
        return Array(digits)
    }

    private static func isDigit(_ byte: UInt8) -> Bool { byte &- UInt8(ascii: "0") < 10 }

    /// The nearest double to `digits` × 10^`exponent`.
    private static func value(of digits: [UInt8], exponent: Int) -> Double {
        // No double, and no number halfway between two, has more than 768 significant digits; what follows only says that there is more.
        var kept = digits.drop { $0 == UInt8(ascii: "0") }
        var exponent = exponent
        if kept.count > 800 {
            exponent += kept.count - 800
            let hasMore = kept.dropFirst(800).contains { $0 != UInt8(ascii: "0") }
            kept = kept.prefix(800)
            if hasMore {
                kept.append(UInt8(ascii: "1"))
                exponent -= 1
            }
        }
        return Double("\(String(decoding: kept, as: UTF8.self))e\(exponent)") ?? (kept.isEmpty ? 0 : .infinity)
    }
}

extension ArcadeRun {
    /// What a pattern for numbers says. Loops ask for the same again and again: the last is kept.
    func numberPattern(_ text: String) throws(ArcadeFailure) -> ArcadeNumberPattern {
        try charge(2 + text.utf8.count >> 4)
        if let last = lastNumberPattern, last.text.hasSameBytes(as: text) { return last.pattern }
        try charge(4 + text.utf8.count >> 1)
        let pattern = ArcadeNumberPattern(text)
        lastNumberPattern = (text, pattern)
        return pattern
    }
}

extension ArcadeNumberPattern {
    /// The body of `Number(value, pattern?)`: a value that is no text, or a call without a pattern, is cast.
    static func number(_ arguments: ArcadeArguments, _ run: ArcadeRun) throws(ArcadeFailure) -> ArcadeValue {
        guard case .text(let text) = arguments[0] else { return .number(run.number(arguments[0])) }
        let pattern = try run.text(arguments[1])
        try run.charge(text.utf8.count >> 4)
        if pattern.isEmpty { return .number(run.number(arguments[0])) }
        return .number(try run.numberPattern(pattern).number(in: text))
    }
}
