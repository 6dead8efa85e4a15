// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

/// Reads a where clause, or a renderer expression, by recursive descent.
///
/// Precedence, from strongest: signs, `* / %`, `+ - ||`, comparisons and other predicates, NOT, AND, OR. Chains of one precedence are kept
/// flat, so the depth of the result, and of this parser's calls, is that of brackets, and is limited.
struct WhereParser {
    /// How deep brackets, signs, functions and CASE may nest.
    static let maximumDepth = 200
    /// How many values a list after IN may have, and operands a chain.
    static let maximumListCount = 10_000
    /// How long a clause may be, in bytes.
    static let maximumLength = 1 << 20

    let language: WhereLanguage
    /// What the names behind at signs stand for, by their names in lower case.
    let parameters: WhereParameters?
    var lexer: WhereLexer
    var token: WhereToken
    private var depth = 0

    private init(_ text: String, in language: WhereLanguage, _ parameters: WhereParameters?) throws(ExpressionError) {
        guard text.utf8.count <= Self.maximumLength else {
            throw ExpressionError(.tooLarge, "the expression is longer than \(Self.maximumLength) bytes", offset: Self.maximumLength)
        }
        (self.language, self.parameters) = (language, parameters)
        lexer = WhereLexer(text)
        token = try lexer.next()
    }

    /// Reads a whole expression.
    ///
    /// - Returns: nil where the text is blank.
    /// - Throws: ``ExpressionError`` with the place of the first fault.
    static func parse(
        _ text: String, in language: WhereLanguage, parameters: WhereParameters? = nil
    ) throws(ExpressionError) -> WhereSyntax? {
        var parser = try WhereParser(text, in: language, parameters)
        if parser.token.kind == .end { return nil }
        let syntax = language == .renderer ? try parser.sum() : try parser.condition()
        guard parser.token.kind == .end else {
            if case .field(let name, _) = syntax.kind, name.whole.uppercased() == "WHERE" {
                throw ExpressionError(.syntax, "the clause begins behind the word WHERE; leave that out", offset: syntax.offset)
            }
            throw parser.unexpected(after: "the expression is complete before")
        }
        return syntax
    }

    // MARK: Conditions

    mutating func condition() throws(ExpressionError) -> WhereSyntax {
        try joined(by: "OR", of: { parser throws(ExpressionError) in try parser.conjunction() }, into: WhereSyntax.Kind.or)
    }

    private mutating func conjunction() throws(ExpressionError) -> WhereSyntax {
        try joined(by: "AND", of: { parser throws(ExpressionError) in try parser.negation() }, into: WhereSyntax.Kind.and)
    }

    private mutating func joined(
        by keyword: String, of operand: (inout WhereParser) throws(ExpressionError) -> WhereSyntax,
        into kind: ([WhereSyntax]) -> WhereSyntax.Kind
    ) throws(ExpressionError) -> WhereSyntax {
        let first = try operand(&self)
        guard isKeyword(keyword) else { return first }
        var operands = [first]
        while try take(keyword: keyword) {
            try limit(operands.count)
            operands.append(try operand(&self))
        }
        return WhereSyntax(kind: kind(operands), offset: first.offset)
    }

    private mutating func negation() throws(ExpressionError) -> WhereSyntax {
        let offset = token.offset
        var isNegated = false
        var count = 0
        while try take(keyword: "NOT") {
            isNegated.toggle()
            count += 1
        }
        let operand = try predicate()
        guard count > 0 else { return operand }
        let negated = WhereSyntax(kind: .not(operand), offset: offset)
        // An even number of NOTs still asks for a condition, and gives its truth back.
        return isNegated ? negated : WhereSyntax(kind: .not(negated), offset: offset)
    }

    private mutating func predicate() throws(ExpressionError) -> WhereSyntax {
        let left = try sum()
        let syntax: WhereSyntax
        if let comparison = comparison(of: token) {
            let offset = token.offset
            try advance()
            syntax = WhereSyntax(kind: .compare(comparison, left, try sum()), offset: offset)
        } else if isKeyword("IS") {
            let offset = token.offset
            try advance()
            let isNegated = try take(keyword: "NOT")
            try expect(keyword: "NULL", after: isNegated ? "IS NOT" : "IS")
            syntax = WhereSyntax(kind: .isNull(left, isNegated: isNegated), offset: offset)
        } else {
            let offset = token.offset
            let isNegated = try take(keyword: "NOT")
            if try take(keyword: "BETWEEN") {
                let low = try sum()
                try expect(keyword: "AND", after: "BETWEEN and its lower bound")
                syntax = WhereSyntax(kind: .between(left, low, try sum(), isNegated: isNegated), offset: offset)
            } else if try take(keyword: "IN") {
                syntax = WhereSyntax(kind: .inList(left, try list(), isNegated: isNegated), offset: offset)
            } else if try take(keyword: "LIKE") {
                let pattern = try sum()
                syntax = WhereSyntax(kind: .like(left, pattern: pattern, escape: try escape(), isNegated: isNegated), offset: offset)
            } else if isNegated {
                throw unexpected(after: "after NOT comes BETWEEN, IN or LIKE, but here is")
            } else {
                if isKeyword("ILIKE") {
                    throw ExpressionError(.syntax, "ILIKE is not known; compare UPPER(…) LIKE '…' instead", offset: token.offset)
                }
                return left
            }
        }
        if comparison(of: token) != nil {
            throw ExpressionError(
                .syntax, "comparisons cannot be chained; join two of them with AND, or use BETWEEN", offset: token.offset)
        }
        return syntax
    }

    private func comparison(of token: WhereToken) -> WhereComparison? {
        switch token.kind {
        case .mark(.equal): .equal
        case .mark(.notEqual): .notEqual
        case .mark(.less): .less
        case .mark(.lessOrEqual): .lessOrEqual
        case .mark(.greater): .greater
        case .mark(.greaterOrEqual): .greaterOrEqual
        default: nil
        }
    }

    private mutating func list() throws(ExpressionError) -> [WhereSyntax] {
        if let items = try parameterItems() { return items }
        try expect(.open, after: "IN")
        if try take(.close) { return [] }
        var items: [WhereSyntax] = []
        repeat {
            try limit(items.count)
            if let more = try parameterItems() {
                items += more
                try limit(max(0, items.count - 1))
                continue
            }
            if isKeyword("SELECT") {
                throw ExpressionError(.syntax, "a query inside a where clause is not possible; list the values", offset: token.offset)
            }
            items.append(try nested { parser throws(ExpressionError) in try parser.condition() })
        } while try take(.comma)
        try expect(.close, after: "the list")
        return items
    }

    private mutating func escape() throws(ExpressionError) -> Unicode.Scalar? {
        guard try take(keyword: "ESCAPE") else { return nil }
        guard case .text(let text) = token.kind else { throw unexpected(after: "after ESCAPE comes a character in quotes, but here is") }
        guard let scalar = text.unicodeScalars.first, text.unicodeScalars.count == 1 else {
            throw ExpressionError(.invalidLiteral, "the text after ESCAPE must be one character", offset: token.offset)
        }
        try advance()
        return scalar
    }

    // MARK: Arithmetic

    mutating func sum() throws(ExpressionError) -> WhereSyntax {
        try chain(of: { parser throws(ExpressionError) in try parser.term() }) { mark in
            switch mark {
            case .plus: .add
            case .minus: .subtract
            case .concatenate: .concatenate
            default: nil
            }
        }
    }

    private mutating func term() throws(ExpressionError) -> WhereSyntax {
        try chain(of: { parser throws(ExpressionError) in try parser.signed() }) { mark in
            switch mark {
            case .times: .multiply
            case .divide: .divide
            case .modulo: .modulo
            default: nil
            }
        }
    }

    private mutating func chain(
        of operand: (inout WhereParser) throws(ExpressionError) -> WhereSyntax, by operatorOf: (WhereToken.Mark) -> WhereOperator?
    ) throws(ExpressionError) -> WhereSyntax {
        let first = try operand(&self)
        var rest: [(by: WhereOperator, offset: Int, operand: WhereSyntax)] = []
        while case .mark(let mark) = token.kind, let binary = operatorOf(mark) {
            if language == .renderer, binary == .concatenate {
                throw unexpected(after: "an expression of a renderer has numbers only, not")
            }
            let offset = token.offset
            try limit(rest.count)
            try advance()
            rest.append((binary, offset, try operand(&self)))
        }
        return rest.isEmpty ? first : WhereSyntax(kind: .chain(first, rest), offset: first.offset)
    }

    private mutating func signed() throws(ExpressionError) -> WhereSyntax {
        let offset = token.offset
        var isNegated = false
        var hasSign = false
        while true {
            if try take(.minus) { isNegated.toggle() } else if try !take(.plus) { break }
            hasSign = true
        }
        let operand = try primary()
        guard hasSign else { return operand }
        switch operand.kind {
        case .literal(.integer(let value)):
            guard isNegated else { return operand }
            // The smallest whole number has no positive one.
            return WhereSyntax(kind: .literal(value == .min ? .number(0x1p63) : .integer(-value)), offset: offset)
        case .literal(.number(let value)):
            // 9223372036854775808 is one too large for a whole number, but not with a sign.
            if isNegated, let whole = Int64(exactly: -value), whole == .min {
                return WhereSyntax(kind: .literal(.integer(whole)), offset: offset)
            }
            return WhereSyntax(kind: .literal(.number(isNegated ? -value : value)), offset: offset)
        default:
            let negated = WhereSyntax(kind: .negate(operand), offset: offset)
            return isNegated ? negated : WhereSyntax(kind: .negate(negated), offset: offset)
        }
    }

    // MARK: Reading tokens

    mutating func advance() throws(ExpressionError) {
        token = try lexer.next()
    }

    func isKeyword(_ keyword: String) -> Bool {
        guard case .word(let word) = token.kind else { return false }
        return word.whole.utf8.count == keyword.utf8.count && word.whole.uppercased() == keyword
    }

    mutating func take(keyword: String) throws(ExpressionError) -> Bool {
        guard isKeyword(keyword) else { return false }
        try advance()
        return true
    }

    mutating func expect(keyword: String, after place: String) throws(ExpressionError) {
        guard try take(keyword: keyword) else { throw unexpected(after: "after \(place) comes \(keyword), but here is") }
    }

    mutating func take(_ mark: WhereToken.Mark) throws(ExpressionError) -> Bool {
        guard token.kind == .mark(mark) else { return false }
        try advance()
        return true
    }

    mutating func expect(_ mark: WhereToken.Mark, after place: String) throws(ExpressionError) {
        guard try take(mark) else { throw unexpected(after: "after \(place) comes '\(mark.rawValue)', but here is") }
    }

    func unexpected(after beginning: String) -> ExpressionError {
        ExpressionError(.syntax, "\(beginning) \(token.description)", offset: token.offset)
    }

    private func limit(_ count: Int) throws(ExpressionError) {
        guard count < Self.maximumListCount else {
            throw ExpressionError(.tooLarge, "more than \(Self.maximumListCount) values or conditions in one row", offset: token.offset)
        }
    }

    /// Runs `body` one level deeper.
    mutating func nested(_ body: (inout WhereParser) throws(ExpressionError) -> WhereSyntax) throws(ExpressionError) -> WhereSyntax {
        guard depth < Self.maximumDepth else {
            throw ExpressionError(.tooLarge, "nested more than \(Self.maximumDepth) deep; say it with fewer brackets", offset: token.offset)
        }
        depth += 1
        defer { depth -= 1 }
        return try body(&self)
    }
}
