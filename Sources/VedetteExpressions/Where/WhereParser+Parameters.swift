// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

/// What variables stand for, by their names in lower case: one value, or the values of a list.
typealias WhereParameters = [String: [WhereLiteral]]

extension WhereParser {
    /// The values of a variable.
    func values(of name: String) throws(ExpressionError) -> [WhereLiteral] {
        guard let parameters else {
            throw ExpressionError(.syntax, "@\(name) stands for a variable of a script; here, write its value", offset: token.offset)
        }
        guard let values = parameters[name.lowercased()] else {
            throw ExpressionError(.unknownField, "there is no variable \(name)", offset: token.offset)
        }
        return values
    }

    /// The values of a variable as items of a list, if one is next.
    mutating func parameterItems() throws(ExpressionError) -> [WhereSyntax]? {
        guard case .parameter(let name) = token.kind else { return nil }
        let offset = token.offset
        let items = try values(of: name).map { WhereSyntax(kind: .literal($0), offset: offset) }
        try advance()
        return items
    }

    /// The names behind at signs, in lower case, each once. Where the text cannot be cut into tokens they end; to parse it says why.
    static func parameterNames(in text: String) -> [String] {
        guard text.utf8.contains(UInt8(ascii: "@")) else { return [] }
        var lexer = WhereLexer(text)
        var names: [String] = []
        while let token = try? lexer.next(), token.kind != .end {
            guard case .parameter(let name) = token.kind, !names.contains(name.lowercased()) else { continue }
            names.append(name.lowercased())
        }
        return names
    }
}
