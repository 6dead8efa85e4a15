// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

/// How a number is written, and read back: `#,##0.00`, `$#,###`, `0000`, `#%`, `Floor #;Basement #`.
///
/// A pattern has one place for the number, with text in front of it and behind it, and may have a second half behind a semicolon, of which
/// only the text counts, for negative numbers. The signs follow Unicode Technical Standard 35, part 3:
///
/// - `0` is a digit that is always there, `#` one where there is need.
/// - `,` parts groups: as many digits as stand behind the last comma, and further left as many as stand between the last two
///   (`#,##,###`).
/// - `.` begins the fraction. It is rounded, a half away from zero, on the digits of the shortest decimal that stands for the number
///   (ArcadeDecimal).
/// - `%` in the text multiplies by 100, `‰` by 1,000; both print themselves.
/// - `'` quotes: what stands between two of them is text whatever it is, and two together are one. One alone is an apostrophe.
///
/// One rule is this language's own: where the integer part is of zeros only, digits beyond them are cut off on the left, so that 123 by
/// `00` is 23. A pattern without any place for a digit is only text.
struct ArcadeNumberPattern {
    /// What stands around the number.
    struct Affixes: Equatable {
        var prefix: String
        var suffix: String
    }

    var positive: Affixes
    var negative: Affixes
    var hasPlaces = false
    var minimumIntegerDigits = 0
    /// Whether integer digits beyond the least are cut off.
    var cutsInteger = false
    var minimumFractionDigits = 0
    var maximumFractionDigits = 0
    /// Digits in the group at the point; 0 where there are no groups.
    var groupSize = 0
    /// Digits in the groups further left.
    var furtherGroupSize = 0
    /// 2 for per cent, 3 for per mille, else 0.
    var scale = 0

    init(_ pattern: String) {
        let signs = Self.signs(of: pattern)
        let middle = signs.firstIndex { !$0.isQuoted && $0.scalar == ";" } ?? signs.count
        let first = signs[..<middle]
        let places = Self.places(in: first)
        positive = Self.affixes(of: first, around: places)
        negative = Affixes(prefix: "-" + positive.prefix, suffix: positive.suffix)
        if middle < signs.count, middle + 1 < signs.count {
            let second = signs[(middle + 1)...]
            negative = Self.affixes(of: second, around: Self.places(in: second))
        }
        if let places {
            hasPlaces = true
            readPlaces(first[places])
        }
        for (index, sign) in zip(first.indices, first) where !sign.isQuoted && !(places?.contains(index) ?? false) {
            if sign.scalar == "%" { scale = 2 }
            if sign.scalar == "‰" { scale = 3 }
        }
    }

    // MARK: Reading a pattern

    private typealias Sign = (scalar: Unicode.Scalar, isQuoted: Bool)

    private static func signs(of pattern: String) -> [Sign] {
        var signs: [Sign] = []
        let scalars = Array(pattern.unicodeScalars)
        signs.reserveCapacity(scalars.count)
        // Quotes without a partner are apostrophes; only the last can be one.
        let quoteCount = scalars.count { $0 == "'" }
        let lone = quoteCount.isMultiple(of: 2) ? nil : scalars.lastIndex(of: "'")
        var isQuoted = false
        var index = 0
        while index < scalars.count {
            let scalar = scalars[index]
            index += 1
            guard scalar == "'", index - 1 != lone else {
                signs.append((scalar, isQuoted || scalar == "'"))
                continue
            }
            if index < scalars.count, scalars[index] == "'", index != lone {
                signs.append(("'", true))
                index += 1
            } else {
                isQuoted.toggle()
            }
        }
        return signs
    }

    /// Where the number stands: its digits, commas and the point.
    private static func places(in signs: ArraySlice<Sign>) -> Range<Int>? {
        func has(_ index: Int, _ set: String) -> Bool {
            signs.indices.contains(index) && !signs[index].isQuoted && set.unicodeScalars.contains(signs[index].scalar)
        }
        guard var start = signs.indices.first(where: { has($0, "0#") }) else { return nil }
        while has(start - 1, ",") { start -= 1 }
        var end = start
        // A point in front of the first digit begins a fraction, as in `.00`, unless it ends a word, as in `No.#`.
        if has(start - 1, "."), !(signs.indices.contains(start - 2) && signs[start - 2].scalar.properties.isAlphabetic) {
            start -= 1
            end = start
        } else {
            while has(end, "0#,") { end += 1 }
        }
        let point = end
        if has(point, "."), has(point + 1, "0#") {
            end = point + 1
            while has(end, "0#") { end += 1 }
        } else {
            // Commas with nothing behind them belong to the text.
            while has(end - 1, ",") { end -= 1 }
        }
        return start..<end
    }

    private static func affixes(of signs: ArraySlice<Sign>, around places: Range<Int>?) -> Affixes {
        func text(_ signs: ArraySlice<Sign>) -> String {
            var text = String.UnicodeScalarView()
            text.append(contentsOf: signs.lazy.map(\.scalar))
            return String(text)
        }
        guard let places else { return Affixes(prefix: text(signs), suffix: "") }
        return Affixes(prefix: text(signs[..<places.lowerBound]), suffix: text(signs[places.upperBound...]))
    }

    private mutating func readPlaces(_ signs: ArraySlice<Sign>) {
        let point = signs.firstIndex { $0.scalar == "." } ?? signs.endIndex
        let integer = signs[..<point]
        let digits = integer.filter { $0.scalar != "," }
        if let zero = digits.firstIndex(where: { $0.scalar == "0" }) {
            minimumIntegerDigits = digits.count - zero
            cutsInteger = zero == 0 && digits.allSatisfy { $0.scalar == "0" }
        }
        let commas = integer.indices.filter { integer[$0].scalar == "," }
        if let last = commas.last {
            groupSize = integer.endIndex - last - 1
            furtherGroupSize = groupSize
            if let before = commas.dropLast().last, last - before > 1 { furtherGroupSize = last - before - 1 }
        }
        if point < signs.endIndex {
            let fraction = signs[(point + 1)...]
            maximumFractionDigits = fraction.count
            minimumFractionDigits = (fraction.lastIndex { $0.scalar == "0" } ?? point) - point
        }
    }
}
