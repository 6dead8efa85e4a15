// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

extension ArcadeLexer {
    /// Marks by their first byte, the longest first.
    private static let marks: [UInt8: [(bytes: [UInt8], mark: ArcadeToken.Mark)]] = {
        let all = ArcadeToken.Mark.allCases.map { (bytes: Array($0.rawValue.utf8), mark: $0) }
        return Dictionary(grouping: all) { $0.bytes[0] }.mapValues { $0.sorted { $0.bytes.count > $1.bytes.count } }
    }()

    /// Marks of other languages, the longest first, and what is written here.
    private static let foreignMarks: [UInt8: [(bytes: [UInt8], mark: String, advice: String)]] = {
        let all: [(mark: String, advice: String)] = [
            (">>>=", "write a = a >>> b"), ("===", "write '=='"), ("!==", "write '!='"), ("**=", "write a = Pow(a, b)"),
            ("<<=", "write a = a << b"),
            (">>=", "write a = a >> b"), ("&&=", "write a = a && b"), ("||=", "write a = a || b"), ("??=", "write a = DefaultValue(a, b)"),
            ("...", "name the values one by one, or join arrays with Splice(a, b)"),
            ("=>", "declare a function: function name(x) { return …; }"),
            ("=<", "write '<='"), ("<>", "write '!='"), ("??", "write DefaultValue(value, otherwise)"),
            ("?.", "ask with HasValue(container, key) first"),
            ("**", "write Pow(a, b)"), ("&=", "write a = a & b"), ("|=", "write a = a | b"), ("^=", "write a = a ^ b"), (":=", "write '='"),
            ("::", "functions stand alone"),
        ]
        return Dictionary(grouping: all.map { (bytes: Array($0.mark.utf8), mark: $0.mark, advice: $0.advice) }) { $0.bytes[0] }
    }()

    mutating func mark() throws(ArcadeFault) -> ArcadeToken.Mark {
        for (text, mark, advice) in Self.foreignMarks[bytes[offset]] ?? [] where follows(text) {
            throw ArcadeFault("there is no '\(mark)'; \(advice)", offset..<offset + text.count)
        }
        for (text, mark) in Self.marks[bytes[offset]] ?? [] where follows(text) {
            offset += text.count
            return mark
        }
        throw strange()
    }

    private func follows(_ text: [UInt8]) -> Bool {
        for index in text.indices where peek(index) != text[index] { return false }
        return true
    }

    /// What to say of a character that begins nothing.
    func strange() -> ArcadeFault {
        guard let scalar = scalar(at: offset) ?? peek().map(Unicode.Scalar.init) else {
            return ArcadeFault("the script ends too early", offset..<offset)
        }
        let range = offset..<min(bytes.count, offset + UTF8.width(scalar))
        let message =
            switch scalar {
            case "?": "there is no 'condition ? a : b'; write IIf(condition, a, b)"
            case "#": "'#' has no meaning here; a comment begins with //"
            case "@": "'@' has no meaning here; only where clauses in texts name variables with it"
            case "\\": "'\\' has no meaning outside of texts"
            case "\u{2018}", "\u{2019}", "\u{201A}", "\u{201B}", "\u{201C}", "\u{201D}", "\u{201E}", "\u{00AB}", "\u{00BB}", "\u{2032}",
                "\u{2033}", "\u{00B4}":
                "'\(scalar)' is no quote here; texts go between straight quotes, '…' or \"…\""
            case "\u{2013}", "\u{2014}", "\u{2212}": "'\(scalar)' is no minus here; write '-'"
            case "\u{00D7}": "'×' is no operator; write '*'"
            case "\u{00F7}": "'÷' is no operator; write '/'"
            case "\u{2264}": "'≤' is no operator; write '<='"
            case "\u{2265}": "'≥' is no operator; write '>='"
            case "\u{2260}": "'≠' is no operator; write '!='"
            case _
            where scalar.value < 0x20 || scalar.value == 0x7F || scalar.properties.generalCategory == .control
                || scalar.properties.generalCategory == .format:
                "there is an invisible character (U+\(Self.hexadecimal(scalar))); leave it out"
            default: "'\(scalar)' has no meaning here"
            }
        return ArcadeFault(message, range)
    }

    private static func hexadecimal(_ scalar: Unicode.Scalar) -> String {
        let digits = String(scalar.value, radix: 16, uppercase: true)
        return String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    }
}
