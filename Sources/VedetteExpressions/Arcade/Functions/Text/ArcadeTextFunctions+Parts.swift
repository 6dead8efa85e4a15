// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

// Parts of texts.
extension ArcadeTextFunctions {
    /// `Left(value, charCount)`: all of it where it is shorter, nothing for a negative count.
    static func left(_ arguments: ArcadeArguments, _ run: ArcadeRun) throws(ArcadeFailure) -> ArcadeValue {
        let text = try readText(arguments[0], run)
        let count = ArcadeUnits.count(run.number(arguments[1]))
        return try part(of: text, from: 0, count: count, run)
    }

    /// `Right(value, charCount)`: all of it where it is shorter, nothing for a negative count.
    static func right(_ arguments: ArcadeArguments, _ run: ArcadeRun) throws(ArcadeFailure) -> ArcadeValue {
        let text = try readText(arguments[0], run)
        let count = ArcadeUnits.count(run.number(arguments[1]))
        return try part(of: text, from: max(0, ArcadeUnits.count(of: text) - max(0, count)), count: count, run)
    }

    /// `Mid(value, startPosition, charCount?)`: to the end without a count; a start in front of the text is its beginning.
    static func mid(_ arguments: ArcadeArguments, _ run: ArcadeRun) throws(ArcadeFailure) -> ArcadeValue {
        let text = try readText(arguments[0], run)
        let start = max(0, ArcadeUnits.count(run.number(arguments[1])))
        let count = if case .null = arguments[2] { Int.max } else { ArcadeUnits.count(run.number(arguments[2])) }
        return try part(of: text, from: start, count: count, run)
    }

    private static func part(of text: String, from start: Int, count: Int, _ run: ArcadeRun) throws(ArcadeFailure) -> ArcadeValue {
        let length = ArcadeUnits.count(of: text)
        guard count > 0, start < length else { return .text("") }
        if start == 0, count >= length { return .text(text) }
        return try run.makeText(ArcadeUnits.part(start..<(start + min(count, length - start)), of: text))
    }

    /// `Trim(inputText)`: without the white space at both ends, as ECMAScript has it (WhiteSpace and LineTerminator of ECMA-262).
    static func trim(_ arguments: ArcadeArguments, _ run: ArcadeRun) throws(ArcadeFailure) -> ArcadeValue {
        let text = try readText(arguments[0], run)
        try run.charge(text.utf8.count >> 6)
        return try run.makeText(trimmed(text))
    }

    /// See `Trim`.
    static func trimmed(_ text: String) -> String {
        func isSpace(_ scalar: Unicode.Scalar) -> Bool {
            switch scalar.value {
            case 0x09...0x0D, 0x20, 0xA0, 0x1680, 0x2000...0x200A, 0x2028, 0x2029, 0x202F, 0x205F, 0x3000, 0xFEFF: true
            default: false
            }
        }
        let scalars = text.unicodeScalars
        guard let first = scalars.first, let last = scalars.last else { return text }
        if !isSpace(first), !isSpace(last) { return text }
        let front = scalars.drop(while: isSpace)
        guard let end = front.lastIndex(where: { !isSpace($0) }) else { return "" }
        return String(front[...end])
    }

    /// `Split(inputText, separatorText, limit?, removeEmpty?)`.
    ///
    /// `limit` is how many parts are returned at most; a negative one, and none, is no limit. Empty parts are removed before they are
    /// counted. An empty separator parts the characters.
    static func split(_ arguments: ArcadeArguments, _ run: ArcadeRun) throws(ArcadeFailure) -> ArcadeValue {
        let text = try readText(arguments[0], run)
        let separator = try readText(arguments[1], run)
        let removesEmpty = run.boolean(arguments[3])
        var limit = Int.max
        if !isMissing(arguments[2]) {
            limit = ArcadeUnits.count(run.number(arguments[2]))
            if limit < 0 { limit = .max }
        }
        let ends = separator.isEmpty ? nil : ArcadeTextSearch.places(of: separator, in: text)
        let count = min(limit, ends.map { $0.count + 1 } ?? text.unicodeScalars.count)
        try run.charge(count + (ends?.count ?? 0) >> 4)
        try run.chargeValue(bytes: text.utf8.count)
        var parts: [ArcadeValue] = []
        parts.reserveCapacity(removesEmpty ? 0 : count)
        if let ends {
            let bytes = text.utf8
            var start = bytes.startIndex
            for offset in ends + [bytes.count] where parts.count < limit {
                let end = bytes.index(bytes.startIndex, offsetBy: offset)
                if !(removesEmpty && start == end) { parts.append(.text(String(text[start..<end]))) }
                if offset < bytes.count { start = bytes.index(end, offsetBy: separator.utf8.count) }
            }
        } else {
            for scalar in text.unicodeScalars.prefix(count) { parts.append(.text(String(scalar))) }
        }
        return try run.makeArray(parts)
    }

    // MARK: Arguments

    /// An argument as text; charged for one reading.
    static func readText(_ value: ArcadeValue, _ run: ArcadeRun) throws(ArcadeFailure) -> String {
        let text = try run.text(value)
        try run.charge(text.utf8.count >> 6)
        return text
    }

    /// Whether an optional argument was left out, or null was given for it.
    static func isMissing(_ value: ArcadeValue) -> Bool {
        if case .null = value { return true }
        return false
    }
}
