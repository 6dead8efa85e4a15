// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

/// A word of a where clause or a renderer expression, and where it stands.
struct WhereToken {
    enum Kind: Hashable {
        case integer(Int64)
        case number(Double)
        case text(String)
        /// A name or keyword as written.
        case word(WhereName)
        /// A name between `"`, `[` or a backquote: never a keyword.
        case delimited(WhereName, by: UInt8)
        /// The name of a variable behind an at sign: `@limit`, in the SQL of scripts.
        case parameter(String)
        /// An operator or a mark of punctuation.
        case mark(Mark)
        case end
    }

    enum Mark: String {
        case equal = "="
        case notEqual = "<>"
        case less = "<"
        case lessOrEqual = "<="
        case greater = ">"
        case greaterOrEqual = ">="
        case plus = "+"
        case minus = "-"
        case times = "*"
        case divide = "/"
        case modulo = "%"
        case concatenate = "||"
        case open = "("
        case close = ")"
        case comma = ","
    }

    let kind: Kind
    /// Offset in bytes of the first character.
    let offset: Int
    /// Offset in bytes behind the last character.
    let end: Int

    /// How the token is called in messages.
    var description: String {
        switch kind {
        case .integer(let value): "'\(value)'"
        case .number(let value): "'\(value)'"
        case .text: "a text"
        case .word(let word): "'\(word.whole.prefix(60))'"
        case .delimited(let name, _): "the name '\(name.whole.prefix(60))'"
        case .parameter(let name): "'@\(name.prefix(60))'"
        case .mark(let mark): "'\(mark.rawValue)'"
        case .end: "the end"
        }
    }
}

/// A name as it stands in an expression, with the table before it if it says one: `table.field`, `"my table"."a.b"`.
struct WhereName: Hashable, Sendable {
    /// All of it, parts joined by dots.
    var whole: String
    /// What is behind the last dot outside delimiters.
    var last: String
}
