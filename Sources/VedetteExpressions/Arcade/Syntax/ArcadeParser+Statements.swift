// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

// Statements that are open are kept in a list, so that nesting costs no stack.
extension ArcadeParser {
    mutating func script() throws(ArcadeFault) -> [ArcadeStatement] {
        open.append(ArcadeOpenStatement(kind: .script, start: 0, opening: 0..<0))
        while true {
            let isInRow = open[open.count - 1].isRow
            if isInRow {
                if token.isMark(.closeBrace) {
                    try closeRow()
                    continue
                }
                if case .end = token.kind {
                    guard open.count == 1 else {
                        throw ArcadeFault("the block that begins here has no end; close it with '}'", open[open.count - 1].opening)
                    }
                    return open[0].statements
                }
            } else {
                try requireBody()
            }
            if let statement = try begin(isInRow: isInRow) { try deliver(statement) }
        }
    }

    private func requireBody() throws(ArcadeFault) {
        if token.isMark(.closeBrace) { throw ArcadeFault("a statement is missing before '}'", token.range) }
        if case .end = token.kind { throw ArcadeFault("a statement is missing at the end of the script", token.range) }
    }

    /// Reads a statement; nil where it has only been opened.
    private mutating func begin(isInRow: Bool) throws(ArcadeFault) -> ArcadeStatement? {
        switch token.kind {
        case .keyword(let keyword): return try begin(keyword)
        case .mark(.semicolon):
            let range = token.range
            try advance()
            return ArcadeStatement(.empty, range: range)
        case .mark(.openBrace): return try beginBraces(isInRow: isInRow)
        case .word(let word):
            try refuseForeign(word)
            return try expressionStatement()
        default: return try expressionStatement()
        }
    }

    private mutating func begin(_ keyword: ArcadeToken.Keyword) throws(ArcadeFault) -> ArcadeStatement? {
        switch keyword {
        case .var: return try variablesStatement()
        case .if: try openConditional()
        case .for: try openLoop()
        case .while: try openWhileLoop()
        case .function: try openFunction()
        case .return: return try returned()
        case .break, .continue: return try jump(keyword)
        case .import, .export: return try module(keyword)
        case .else:
            throw ArcadeFault("there is no 'if' before this 'else'; its body is one statement, or a block between '{' and '}'", token.range)
        case .in: throw ArcadeFault("'in' has its place in 'for (var name in sequence)'", token.range)
        case .true, .false, .null: return try expressionStatement()
        }
        return nil
    }

    // MARK: Opening and closing

    mutating func open(_ kind: ArcadeOpenStatement.Kind, from start: Int, opening: Range<Int>? = nil) throws(ArcadeFault) {
        // The script itself is one of them.
        guard open.count <= ArcadeLimits.maximumNesting else { throw tooDeep }
        open.append(ArcadeOpenStatement(kind: kind, start: start, opening: opening ?? start..<start))
    }

    /// At the brace that closes a row of statements.
    private mutating func closeRow() throws(ArcadeFault) {
        guard open.count > 1, let row = open.popLast() else {
            throw ArcadeFault("this '}' closes nothing; leave it out, or write the '{' that is missing", token.range)
        }
        let range = row.start..<token.range.upperBound
        try advance()
        if case .function(let name, let parameters) = row.kind {
            let declaration = ArcadeStatement.FunctionDeclaration(name: name, parameters: parameters, body: row.statements)
            try deliver(ArcadeStatement(.function(declaration), range: range))
        } else {
            try deliver(ArcadeStatement(.block(row.statements), range: range))
        }
    }

    /// Puts a statement that was read into the one around it, and that into the one around it if it ends there.
    private mutating func deliver(_ statement: ArcadeStatement) throws(ArcadeFault) {
        var statement = statement
        while true {
            let top = open.count - 1
            let range = open[top].start..<statement.range.upperBound
            let kind: ArcadeStatement.Kind
            switch open[top].kind {
            case .script, .block, .function:
                open[top].statements.append(statement)
                return
            case .conditional:
                guard let finished = try addBranch(statement) else { return }
                kind = finished
            case .loop(let first, let condition, let step): kind = .loop(first: first, condition: condition, step: step, body: statement)
            case .iteration(let name, let declares, let takesValues, let sequence):
                kind = .iteration(name: name, declares: declares, takesValues: takesValues, sequence: sequence, body: statement)
            case .whileLoop(let condition): kind = .whileLoop(condition: condition, body: statement)
            }
            open.removeLast()
            statement = ArcadeStatement(kind, range: range)
        }
    }

    /// Takes a branch of the innermost conditional; nil where another follows.
    private mutating func addBranch(_ body: ArcadeStatement) throws(ArcadeFault) -> ArcadeStatement.Kind? {
        let top = open.count - 1
        guard let condition = open[top].condition else { return .conditional(branches: open[top].branches, otherwise: body) }
        open[top].branches.append((condition, body))
        guard token.isKeyword(.else) else { return .conditional(branches: open[top].branches, otherwise: nil) }
        try advance()
        if token.isKeyword(.if) {
            try advance()
            open[top].condition = try self.condition("if")
        } else {
            open[top].condition = nil
        }
        return nil
    }

    // MARK: Blocks and expressions

    /// At `{`: a block, or an expression that begins with a dictionary, if a key and a colon follow. `{}` is an empty block as the body of another
    /// statement, and an empty dictionary in a row of them.
    private mutating func beginBraces(isInRow: Bool) throws(ArcadeFault) -> ArcadeStatement? {
        let opening = token.range
        // What cannot be read at all is found again, in its turn.
        var ahead = lexer
        let first = try? ahead.next()
        let second = try? ahead.next()
        if let first, first.isMark(.closeBrace), isInRow {
            if let second, second.isMark(.dot) || second.isMark(.openBracket) { return try expressionStatement() }
            // Nothing need end the statement, since it may be meant as a block.
            try advance()
            try advance()
            if token.isMark(.semicolon) { try advance() }
            let range = opening.lowerBound..<first.range.upperBound
            return ArcadeStatement(.expression(ArcadeNode(.dictionary([]), range: range)), range: range)
        }
        if let first, let second, ArcadeParser.isKey(first), second.isMark(.colon) { return try expressionStatement() }
        try advance()
        try open(.block, from: opening.lowerBound, opening: opening)
        return nil
    }

    private mutating func expressionStatement() throws(ArcadeFault) -> ArcadeStatement {
        let node = try expression()
        try endStatement()
        return ArcadeStatement(.expression(node), range: node.range)
    }

    /// A statement ends with a semicolon, before `}`, with the script, or with its line.
    mutating func endStatement() throws(ArcadeFault) {
        if token.isMark(.semicolon) { return try advance() }
        if token.followsLineBreak || token.isMark(.closeBrace) { return }
        switch token.kind {
        case .end: return
        case .keyword(.else): throw ArcadeFault("put ';' before 'else', or the statement before it between '{' and '}'", token.range)
        case .word(let word):
            if let advice = ArcadeForeignWord.advice(behindOperand: word.lowercased()) {
                throw ArcadeFault("there is no '\(word)'; \(advice)", token.range)
            }
        case .mark(.colon): throw ArcadeFault("a ':' stands in dictionaries only, as in { key: value }", token.range)
        case .mark(.closeParenthesis), .mark(.closeBracket):
            throw ArcadeFault("this '\(lexer.text(token.range))' closes nothing; leave it out, or write what opens it", token.range)
        default: break
        }
        throw ArcadeFault("an operator, ';' or a line end is missing before '\(lexer.text(token.range).prefix(40))'", token.range)
    }

    private func refuseForeign(_ word: String) throws(ArcadeFault) {
        // The longest of them.
        guard word.utf8.count <= 9 else { return }
        let folded = word.lowercased()
        guard let next = try? following(), let advice = ArcadeForeignWord.advice(beginning: folded, before: next) else { return }
        throw ArcadeFault("there is no '\(word)'; \(advice)", token.range)
    }
}
