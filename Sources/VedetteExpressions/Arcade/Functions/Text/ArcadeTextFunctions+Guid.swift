// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

// Globally unique identifiers (RFC 9562).
extension ArcadeTextFunctions {
    /// `Guid(guidFormat?)`: a random one, version 4, of the run's own chance.
    static func guid(_ arguments: ArcadeArguments, _ run: ArcadeRun) throws(ArcadeFailure) -> ArcadeValue {
        let format = try guidFormat(arguments[0], function: "Guid", run)
        try run.charge(6)
        let (high, low) = (run.nextRandom(), run.nextRandom())
        let words = [high & ~0xF000 | 0x4000, low & ~(3 << 62) | 2 << 62]
        let digits = words.flatMap { word in (0..<16).map { Self.hexDigits[Int(word >> (60 - 4 * UInt64($0)) & 15)] } }
        return try run.makeText(text(ofDigits: digits, format))
    }

    /// `StandardizeGuid(inputGuid, format)`: an identifier in any of the formats, written in one of them, its letters as they are; null
    /// where the text is no identifier.
    static func standardizeGuid(_ arguments: ArcadeArguments, _ run: ArcadeRun) throws(ArcadeFailure) -> ArcadeValue {
        let format = try guidFormat(arguments[1], function: "StandardizeGuid", run)
        var bytes = Array(trimmed(try readText(arguments[0], run)).utf8.prefix(39))
        if bytes.count == 38, [bytes[0], bytes[37]] == Array("{}".utf8) || [bytes[0], bytes[37]] == Array("()".utf8) {
            bytes = Array(bytes[1..<37])
        }
        if bytes.count == 36, [8, 13, 18, 23].allSatisfy({ bytes[$0] == UInt8(ascii: "-") }) {
            for index in [23, 18, 13, 8] { bytes.remove(at: index) }
        }
        guard bytes.count == 32, bytes.allSatisfy({ Unicode.Scalar($0).properties.isASCIIHexDigit }) else { return .null }
        return try run.makeText(text(ofDigits: bytes, format))
    }

    private static let hexDigits = Array("0123456789abcdef".utf8)

    private enum GuidFormat: String, CaseIterable {
        case digits
        case digitsHyphen = "digits-hyphen"
        case digitsHyphenBraces = "digits-hyphen-braces"
        case digitsHyphenParentheses = "digits-hyphen-parentheses"
    }

    private static func guidFormat(_ value: ArcadeValue, function: String, _ run: ArcadeRun) throws(ArcadeFailure) -> GuidFormat {
        if isMissing(value) { return .digitsHyphenBraces }
        guard let format = GuidFormat(rawValue: try run.text(value).lowercased()) else {
            let names = GuidFormat.allCases.map { "'\($0.rawValue)'" }.joined(separator: ", ")
            throw ArcadeFailure(.invalidArgument, "\(function) takes one of these formats: \(names)")
        }
        return format
    }

    private static func text(ofDigits digits: [UInt8], _ format: GuidFormat) -> String {
        let text = String(decoding: digits, as: UTF8.self)
        if format == .digits { return text }
        var parts: [Substring] = []
        var rest = text[...]
        for count in [8, 4, 4, 4, 12] {
            parts.append(rest.prefix(count))
            rest = rest.dropFirst(count)
        }
        let hyphenated = parts.joined(separator: "-")
        return switch format {
        case .digits, .digitsHyphen: hyphenated
        case .digitsHyphenBraces: "{" + hyphenated + "}"
        case .digitsHyphenParentheses: "(" + hyphenated + ")"
        }
    }
}
