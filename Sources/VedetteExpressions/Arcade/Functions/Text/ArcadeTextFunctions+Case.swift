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
        let isFirstOnly = option == "firstword"
        if text.utf8.count == ArcadeUnits.count(of: text) {
            return try run.makeText(String(decoding: proper(text.utf8, isFirstOnly: isFirstOnly), as: UTF8.self))
        }
        try run.charge(text.utf8.count)
        return try run.makeText(proper(text.unicodeScalars, isFirstOnly: isFirstOnly))
    }

    private static func proper(_ text: String.UTF8View, isFirstOnly: Bool) -> [UInt8] {
        var output = Array(text)
        var isInWord = false
        var isDone = false
        for (index, byte) in output.enumerated() {
            let isLetter = (byte | 0x20) &- UInt8(ascii: "a") < 26
            let isPartOfWord = isLetter || byte &- UInt8(ascii: "0") < 10 || byte == UInt8(ascii: "'")
            let isFirst = isPartOfWord && !isInWord && !isDone
            if isLetter { output[index] = isFirst ? byte & ~0x20 : byte | 0x20 }
            if isFirst { isDone = isFirstOnly }
            isInWord = isPartOfWord
        }
        return output
    }

    private static func proper(_ text: String.UnicodeScalarView, isFirstOnly: Bool) -> String {
        var output = String.UnicodeScalarView()
        var isInWord = false
        var isDone = false
        for scalar in text {
            let isPartOfWord = isPartOfWord(scalar)
            if isPartOfWord, !isInWord, !isDone {
                output.append(contentsOf: scalar.properties.titlecaseMapping.unicodeScalars)
                isDone = isFirstOnly
            } else if scalar.properties.changesWhenLowercased {
                output.append(contentsOf: scalar.properties.lowercaseMapping.unicodeScalars)
            } else {
                output.append(scalar)
            }
            isInWord = isPartOfWord
        }
        return String(output)
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
