// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

/// The smallest part of a script that says something.
struct ArcadeToken {
    enum Kind {
        /// Nothing follows.
        case end
        case number(Double)
        /// A text between quotes, read.
        case text(String)
        /// The back-tick before a template.
        case templateStart
        /// A name, with its dollar if it has one.
        case word(String)
        case keyword(Keyword)
        case mark(Mark)
    }

    /// Words that cannot be names. In any case: `For`, `FALSE`.
    enum Keyword: String {
        case `var`, `if`, `else`, `for`, `while`, `in`, function, `return`, `break`, `continue`, `true`, `false`, null, `import`, export
    }

    enum Mark: String, CaseIterable {
        case plus = "+", minus = "-", asterisk = "*", slash = "/", percent = "%"
        case increment = "++", decrement = "--"
        case exclamation = "!", tilde = "~"
        case shiftLeft = "<<", shiftRight = ">>", shiftRightUnsigned = ">>>"
        case less = "<", lessOrEqual = "<=", greater = ">", greaterOrEqual = ">="
        case equal = "==", notEqual = "!="
        case ampersand = "&", caret = "^", bar = "|"
        case and = "&&", or = "||"
        case assign = "=", addAssign = "+=", subtractAssign = "-=", multiplyAssign = "*=", divideAssign = "/=", remainderAssign = "%="
        case openParenthesis = "(", closeParenthesis = ")"
        case openBracket = "[", closeBracket = "]"
        case openBrace = "{", closeBrace = "}"
        case comma = ",", semicolon = ";", colon = ":", dot = "."
    }

    var kind: Kind
    /// Offsets in bytes of UTF-8.
    var range: Range<Int>
    /// Whether a line ended between this token and the one before.
    var followsLineBreak: Bool

    func isMark(_ wanted: Mark) -> Bool {
        if case .mark(wanted) = kind { true } else { false }
    }

    func isKeyword(_ wanted: Keyword) -> Bool {
        if case .keyword(wanted) = kind { true } else { false }
    }

    /// Whether this is a word, in any case, that is no keyword.
    func isWord(_ wanted: String) -> Bool {
        if case .word(let word) = kind { word.lowercased() == wanted } else { false }
    }
}
