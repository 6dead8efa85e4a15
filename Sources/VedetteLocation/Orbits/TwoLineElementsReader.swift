// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import VedetteModel

/// Reads the columns of two-line elements.
struct TwoLineElementsReader {
    private let line: Int
    private let bytes: [UInt8]

    private static let length = 69
    /// More text than this is no set of elements, whatever it is.
    private static let longestText = 4_096

    static func elements(_ text: String) throws(OrbitError) -> OrbitalElements {
        guard text.utf8.prefix(longestText + 1).count <= longestText else {
            throw OrbitError(.malformed, "the text is longer than \(longestText) bytes; give one set of two-line elements")
        }
        let lines = text.split(whereSeparator: \.isNewline).map(trimmedEnd).filter { !$0.isEmpty }
        guard lines.count == 2 || lines.count == 3 else {
            throw OrbitError(
                .malformed, "there are \(lines.count) lines; give the two lines of a set of elements, and before them the name if you like")
        }
        let first = try Self(1, lines[lines.count - 2])
        let second = try Self(2, lines[lines.count - 1])
        guard first.text(3...7) == second.text(3...7) else {
            throw OrbitError(
                .mismatchedLines, line: 2, columns: 3...7,
                "line 1 is of satellite \(first.text(3...7)) and line 2 of \(second.text(3...7)); take both lines from one set")
        }
        var elements = try elements(first, second)
        if lines.count == 3 { elements.name = name(lines[0]) }
        return elements
    }

    private static func elements(_ first: Self, _ second: Self) throws(OrbitError) -> OrbitalElements {
        try first.blanks(2, 9, 18, 33, 44, 53, 62, 64)
        try second.blanks(2, 8, 17, 26, 34, 43, 52)
        try first.one(of: "UCS ", at: 8, "the classification is U, C or S")
        try first.one(of: "0123456789 ", at: 63, "the type of ephemeris is a digit")
        guard first.bytes[62] != UInt8(ascii: "4") else {
            throw OrbitError(
                .malformed, line: 1, columns: 63...63, "these are elements for SGP4-XP, which SGP4 cannot follow; take the set for SGP4")
        }
        // Not used by the model; broken text in them is broken text all the same.
        _ = try first.number(34...43, "first derivative of the mean motion", "-0.00001234 written as -.00001234")
        _ = try first.power(45...52, "second derivative of the mean motion")
        _ = try first.whole(65...68, "number of the set of elements")
        _ = try second.whole(64...68, "number of the revolution")
        return OrbitalElements(
            catalogNumber: try first.catalogNumber(), internationalDesignator: first.trimmed(10...17), epoch: try first.epoch(),
            inclination: try second.angle(9...16, "inclination", upTo: 180),
            rightAscensionOfAscendingNode: try second.angle(18...25, "right ascension of the ascending node", upTo: 360),
            eccentricity: Double(try second.digits(27...33, "eccentricity")) / 1e7,
            argumentOfPerigee: try second.angle(35...42, "argument of perigee", upTo: 360),
            meanAnomaly: try second.angle(44...51, "mean anomaly", upTo: 360),
            meanMotion: try second.number(53...63, "mean motion", "15.49815571"), dragTerm: try first.power(54...61, "drag term"))
    }

    private static func trimmedEnd(_ line: Substring) -> Substring {
        var line = line
        while let last = line.last, last.isWhitespace { line.removeLast() }
        return line
    }

    /// The line of the name may begin with a 0 in the manner of the other lines.
    private static func name(_ line: Substring) -> String {
        let name = line.hasPrefix("0 ") ? line.dropFirst(2) : line
        return String(name.drop { $0.isWhitespace })
    }

    /// Judges a line as a whole.
    private init(_ line: Int, _ text: Substring) throws(OrbitError) {
        (self.line, bytes) = (line, Array(text.utf8))
        guard bytes.first == UInt8(ascii: "0") + UInt8(line) else {
            throw OrbitError(
                .malformed, line: line, columns: 1...1, "it does not begin with a \(line); give line 1 and line 2, in this order")
        }
        guard bytes.count == Self.length else {
            throw OrbitError(
                .malformed, line: line, "it has \(bytes.count) characters and should have \(Self.length); copy it whole, blanks included")
        }
        if let odd = bytes.firstIndex(where: { !(0x20...0x7E).contains($0) }) {
            throw OrbitError(.malformed, line: line, columns: (odd + 1)...(odd + 1), "only plain ASCII characters may stand in a line")
        }
        guard let said = Self.digit(bytes[Self.length - 1]) else {
            throw OrbitError(.malformed, line: line, columns: 69...69, "the checksum is a digit")
        }
        let sum = bytes.dropLast().reduce(0) { sum, byte in sum + (byte == UInt8(ascii: "-") ? 1 : Self.digit(byte) ?? 0) } % 10
        guard sum == said else {
            throw OrbitError(
                .wrongChecksum, line: line, columns: 69...69,
                "the checksum is \(said) and the line adds up to \(sum); fetch the elements anew, a character is wrong")
        }
    }

    private static func digit(_ byte: UInt8) -> Int? {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) ? Int(byte - UInt8(ascii: "0")) : nil
    }

    private func text(_ columns: ClosedRange<Int>) -> String {
        String(decoding: bytes[(columns.lowerBound - 1)..<columns.upperBound], as: UTF8.self)
    }

    private func trimmed(_ columns: ClosedRange<Int>) -> String {
        text(columns).split(separator: " ").joined(separator: " ")
    }

    private func blanks(_ columns: Int...) throws(OrbitError) {
        for column in columns where bytes[column - 1] != UInt8(ascii: " ") {
            throw OrbitError(.malformed, line: line, columns: column...column, "a blank belongs here; the columns are shifted")
        }
    }

    private func one(of characters: String, at column: Int, _ meaning: String) throws(OrbitError) {
        guard characters.utf8.contains(bytes[column - 1]) else {
            throw OrbitError(.malformed, line: line, columns: column...column, "\(meaning), not \(text(column...column))")
        }
    }

    // MARK: Numbers

    private func malformed(_ columns: ClosedRange<Int>, _ name: String, _ example: String) -> OrbitError {
        OrbitError(
            .malformed, line: line, columns: columns, "the \(name) cannot be read from \"\(text(columns))\"; it looks like \(example)")
    }

    /// Digits alone, every column filled.
    private func digits(_ columns: ClosedRange<Int>, _ name: String) throws(OrbitError) -> Int {
        var value = 0
        for column in columns {
            guard let digit = Self.digit(bytes[column - 1]) else {
                throw malformed(columns, name, String(repeating: "1", count: columns.count))
            }
            value = value * 10 + digit
        }
        return value
    }

    /// A whole number with blanks before it, or blanks alone.
    private func whole(_ columns: ClosedRange<Int>, _ name: String) throws(OrbitError) -> Int {
        guard let start = columns.first(where: { bytes[$0 - 1] != UInt8(ascii: " ") }) else { return 0 }
        return try digits(start...columns.upperBound, name)
    }

    /// A decimal number with blanks or a sign before it.
    private func number(_ columns: ClosedRange<Int>, _ name: String, _ example: String) throws(OrbitError) -> Double {
        var rest = text(columns)[...].drop { $0 == " " }
        let isNegative = rest.first == "-"
        if let sign = rest.first, sign == "-" || sign == "+" { rest.removeFirst() }
        let parts = rest.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 2, !parts[1].isEmpty, parts.allSatisfy({ $0.utf8.allSatisfy { Self.digit($0) != nil } }),
            let value = Double("0" + rest)
        else { throw malformed(columns, name, example) }
        return isNegative ? -value : value
    }

    private func angle(_ columns: ClosedRange<Int>, _ name: String, upTo limit: Double) throws(OrbitError) -> Double {
        let value = try number(columns, name, "51.6400")
        guard (0...limit).contains(value) else {
            throw OrbitError(
                .outOfRange, line: line, columns: columns,
                "the \(name) is \(value)°, and is 0 to \(Int(limit))° in elements; mend the number")
        }
        return value
    }

    /// A number such as ` 12808-3`, which is 0.12808e-3: sign, digits behind a point that is not written, power of ten.
    private func power(_ columns: ClosedRange<Int>, _ name: String) throws(OrbitError) -> Double {
        let field = bytes[(columns.lowerBound - 1)..<columns.upperBound].map { $0 }
        let significand = field[1..<6].reduce(Int?.some(0)) { value, byte in
            guard let value, let digit = Self.digit(byte) else { return nil }
            return value * 10 + digit
        }
        guard let significand, let exponent = Self.digit(field[7]), " +-".utf8.contains(field[0]), " +-".utf8.contains(field[6]) else {
            throw malformed(columns, name, " 12808-3, which means 0.12808e-3")
        }
        var value = Double(significand)
        // One rounding: powers of ten up to 10^22 are exact.
        let shift = (field[6] == UInt8(ascii: "-") ? -exponent : exponent) - 5
        let scale = (0..<abs(shift)).reduce(1.0) { scale, _ in scale * 10 }
        value = shift < 0 ? value / scale : value * scale
        return field[0] == UInt8(ascii: "-") ? -value : value
    }

    /// Five digits, or a letter for the first two: A is 10, Z is 33, I and O are left out.
    private func catalogNumber() throws(OrbitError) -> Int {
        let letters = Array("ABCDEFGHJKLMNPQRSTUVWXYZ".utf8)
        guard let index = letters.firstIndex(of: bytes[2]) else { return try whole(3...7, "satellite number") }
        return (index + 10) * 10_000 + (try digits(4...7, "satellite number"))
    }

    /// Year and day of the year with a fraction. The last digit is 864 µs, so that nothing is rounded.
    private func epoch() throws(OrbitError) -> Instant {
        let short = try digits(19...20, "year of the epoch")
        let year = short < 57 ? 2_000 + short : 1_900 + short
        let day = try whole(21...23, "day of the epoch")
        try one(of: ".", at: 24, "the point of the day of the epoch belongs here")
        let fraction = try digits(25...32, "fraction of the day of the epoch")
        let dayCount = CivilCalendar.dayCount(ofMonth: 2, year: year) + 337
        guard (1...dayCount).contains(day) else {
            throw OrbitError(
                .outOfRange, line: 1, columns: 21...32,
                "the epoch is day \(day) of \(year), which has days 1 to \(dayCount); mend the number")
        }
        let days = CivilCalendar.daysSince1970(year: year, month: 1, day: 1) + day - 1
        return Instant(microsecondsSince1970: Int64(days) * 86_400_000_000 + Int64(fraction) * 864)
    }
}
