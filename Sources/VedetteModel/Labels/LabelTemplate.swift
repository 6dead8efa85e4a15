// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import VedetteValues

/// The text of a ``SimpleLabelExpression``, taken apart once.
package struct LabelTemplate: Hashable, Sendable {
    private enum Piece: Hashable, Sendable {
        case text(String)
        case field(String)
    }

    private var pieces: [Piece] = []

    /// Takes an expression apart; every text is one. A bracket that is not closed is text.
    ///
    /// - Complexity: O(*n*) in the length of the expression.
    package init(_ expression: String) {
        let chain = Self.tokens(expression, knowsQuotes: true)
        let isChain = chain.contains { if case .word = $0 { true } else { false } } || chain.first.map { $0.isQuoted } == true
        // Where it is no chain, quotes are letters like any others, and there may be fields between them.
        for token in isChain ? chain : Self.tokens(expression, knowsQuotes: false) {
            switch token {
            case .field(let name): pieces.append(.field(name))
            case .quoted(let text): add(text)
            case .plain(let text) where !isChain: add(text)
            case .plain(let text): add(String(text.filter { !$0.isWhitespace }))
            case .word(let word): if word == "NEWLINE" { add("\n") }
            }
        }
    }

    private mutating func add(_ text: String) {
        guard !text.isEmpty else { return }
        if case .text(let before)? = pieces.last { pieces[pieces.count - 1] = .text(before + text) } else { pieces.append(.text(text)) }
    }

    package var fieldNames: [String] {
        var seen = Set<String>()
        return pieces.compactMap { piece in
            guard case .field(let name) = piece, seen.insert(name.lowercased()).inserted else { return nil }
            return name
        }
    }

    /// The label of an element.
    ///
    /// - Parameters:
    ///   - attributes: of the element.
    ///   - fields: those whose coded values are told by name.
    /// - Returns: the text; empty where there is nothing to say.
    package func text(for attributes: [String: any Sendable], fields: [Field]) -> String {
        pieces.reduce(into: "") { text, piece in
            switch piece {
            case .text(let part): text += part
            case .field(let name):
                let value = AttributeNames.value(name, in: attributes)
                let field = fields.first { $0.name.lowercased() == name.lowercased() }
                let coded = (field?.domain as? CodedValueDomain)?.codedValues.first { $0.value == value }
                text += coded?.name ?? Self.text(of: value)
            }
        }
    }

    static func text(of value: AttributeValue) -> String {
        switch value {
        case .null, .data: ""
        case .boolean(let flag): flag ? "true" : "false"
        case .integer(let number): String(number)
        case .number(let number): Int64(exactly: number).map(String.init) ?? "\(number)"
        case .text(let text): text
        case .instant(let instant): "\(instant)"
        case .date(let date): "\(date)"
        case .time(let time): "\(time)"
        }
    }
}

extension LabelTemplate {
    private enum Token {
        case field(String)
        case quoted(String)
        case plain(String)
        /// `CONCAT` or `NEWLINE`.
        case word(String)

        var isQuoted: Bool { if case .quoted = self { true } else { false } }
    }

    private static func tokens(_ expression: String, knowsQuotes: Bool) -> [Token] {
        var tokens: [Token] = []
        var plain = ""
        var rest = Substring(expression)
        // Once there is no closing one left there is none farther on either.
        var (mayClose, mayEndQuote) = (true, knowsQuotes)
        func flush() {
            if !plain.isEmpty { tokens.append(.plain(plain)) }
            plain = ""
        }
        while let first = rest.first {
            let closing = first == "[" && mayClose ? rest.firstIndex(of: "]") : nil
            let ending = first == "\"" && mayEndQuote ? rest.dropFirst().firstIndex(of: "\"") : nil
            if first == "[", closing == nil { mayClose = false }
            if first == "\"", ending == nil { mayEndQuote = false }
            if let end = closing {
                flush()
                tokens.append(.field(rest[rest.index(after: rest.startIndex)..<end].trimmingBlanks()))
                rest = rest[rest.index(after: end)...]
            } else if let end = ending {
                // Blanks before a text in quotes do not make it a later one.
                if tokens.isEmpty, plain.allSatisfy(\.isWhitespace) { plain = "" }
                flush()
                tokens.append(.quoted(String(rest[rest.index(after: rest.startIndex)..<end])))
                rest = rest[rest.index(after: end)...]
            } else if first.isLetter {
                let word = rest.prefix { $0.isLetter || $0.isNumber || $0 == "_" }
                if word == "CONCAT" || word == "NEWLINE" {
                    flush()
                    tokens.append(.word(String(word)))
                } else {
                    plain += word
                }
                rest = rest[word.endIndex...]
            } else {
                plain.append(first)
                rest = rest.dropFirst()
            }
        }
        flush()
        return tokens
    }
}

extension Substring {
    fileprivate func trimmingBlanks() -> String {
        var text = drop { $0.isWhitespace }
        while text.last?.isWhitespace == true { text.removeLast() }
        return String(text)
    }
}
