// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

// Letters, upper and lower.
extension ArcadeTextFunctions {
    /// `Lower(inputText)`.
    static func lower(_ arguments: ArcadeArguments, _ run: ArcadeRun) throws(ArcadeFailure) -> ArcadeValue {
        let text = try readLetters(arguments[0], run)
        return try run.makeText(text.lowercased())
    }

    /// `Upper(inputText)`.
    static func upper(_ arguments: ArcadeArguments, _ run: ArcadeRun) throws(ArcadeFailure) -> ArcadeValue {
        let text = try readLetters(arguments[0], run)
        return try run.makeText(text.uppercased())
    }

    /// `Proper(inputText, applyToText?)`: the first letter of each word, or with `firstword` of the first word, upper case, all others
    /// lower case.
    ///
    /// A word is of letters, digits, their accents and apostrophes; so `winston-salem` is `Winston-Salem`, and `don't` is `Don't`.
    static func proper(_ arguments: ArcadeArguments, _ run: ArcadeRun) throws(ArcadeFailure) -> ArcadeValue {
        let text = try readLetters(arguments[0], run)
        let option = try run.text(arguments[1]).lowercased()
        guard option.isEmpty || option == "everyword" || option == "firstword" else {
            throw ArcadeFailure(.invalidArgument, "Proper takes 'everyword' or 'firstword' as its second argument")
        }
        var output = String.UnicodeScalarView()
        var isInWord = false
        var isDone = false
        for scalar in text.unicodeScalars {
            let isPartOfWord = isPartOfWord(scalar)
            if isPartOfWord, !isInWord, !isDone {
                append(scalar, to: &output, \.titlecaseMapping) { $0 >= "a" && $0 <= "z" ? $0.value - 32 : $0.value }
                isDone = option == "firstword"
            } else {
                append(scalar, to: &output, \.lowercaseMapping) { $0 >= "A" && $0 <= "Z" ? $0.value + 32 : $0.value }
            }
            isInWord = isPartOfWord
        }
        return try run.makeText(String(output))
    }

    private static func append(
        _ scalar: Unicode.Scalar, to output: inout String.UnicodeScalarView, _ mapping: KeyPath<Unicode.Scalar.Properties, String>,
        ascii: (Unicode.Scalar) -> UInt32
    ) {
        if scalar.isASCII {
            output.append(Unicode.Scalar(UInt8(truncatingIfNeeded: ascii(scalar))))
        } else {
            output.append(contentsOf: scalar.properties[keyPath: mapping].unicodeScalars)
        }
    }

    private static func isPartOfWord(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case "a"..."z", "A"..."Z", "0"..."9", "'", "\u{2019}": return true
        case _ where scalar.isASCII: return false
        default: break
        }
        switch scalar.properties.generalCategory {
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .nonspacingMark, .spacingMark,
            .enclosingMark, .decimalNumber, .letterNumber, .otherNumber:
            return true
        default: return false
        }
    }

    /// Letters that are not ASCII take ten times as long, and may be three in place of one.
    private static func readLetters(_ value: ArcadeValue, _ run: ArcadeRun) throws(ArcadeFailure) -> String {
        let text = try run.text(value)
        let isASCII = text.utf8.count == ArcadeUnits.count(of: text)
        try run.charge(isASCII ? text.utf8.count >> 5 : text.utf8.count >> 2)
        return text
    }
}
