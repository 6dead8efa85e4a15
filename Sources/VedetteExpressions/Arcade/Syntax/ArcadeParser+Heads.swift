// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

// What statements begin with: all but the statements inside them.
extension ArcadeParser {
    // MARK: Declarations

    mutating func variablesStatement() throws(ArcadeFault) -> ArcadeStatement {
        let start = token.range
        try advance()
        let variables = try self.variables(first: try name("variable"))
        try endStatement()
        let end = variables.last.map { $0.value?.range.upperBound ?? $0.name.range.upperBound }
        return ArcadeStatement(.variables(variables), range: start.lowerBound..<(end ?? start.upperBound))
    }

    /// What follows `var` and the first name.
    private mutating func variables(first: ArcadeStatement.Name) throws(ArcadeFault) -> [ArcadeStatement.Variable] {
        var (name, variables) = (first, [ArcadeStatement.Variable]())
        while true {
            var value: ArcadeNode?
            if token.isMark(.assign) {
                try advance()
                value = try expression()
            }
            variables.append(ArcadeStatement.Variable(name: name, value: value))
            guard token.isMark(.comma) else { return variables }
            try advance()
            name = try self.name("variable")
        }
    }

    /// A name that the script gives.
    private mutating func name(_ what: String) throws(ArcadeFault) -> ArcadeStatement.Name {
        switch token.kind {
        case .word(let word) where word.utf8.first != UInt8(ascii: "$"):
            let name = ArcadeStatement.Name(text: word, range: token.range)
            try advance()
            return name
        case .word: throw ArcadeFault("only profile variables begin with '$'; give the \(what) another name", token.range)
        case .keyword(let keyword): throw ArcadeFault("'\(keyword)' is a word of the language; give the \(what) another name", token.range)
        default: throw ArcadeFault("the name of a \(what) is expected\(found)", token.range)
        }
    }

    mutating func openFunction() throws(ArcadeFault) {
        let start = token.range.lowerBound
        try advance()
        let name = try self.name("function")
        try expect(.openParenthesis, "'(' and the parameters are expected behind the function's name")
        let parameters = try self.parameters()
        guard token.isMark(.openBrace) else { throw ArcadeFault("'{' and the function's statements are expected\(found)", token.range) }
        try open(.function(name, parameters: parameters), from: start, opening: token.range)
        try advance()
    }

    private mutating func parameters() throws(ArcadeFault) -> [ArcadeStatement.Name] {
        var parameters: [ArcadeStatement.Name] = []
        while !token.isMark(.closeParenthesis) {
            parameters.append(try self.name("parameter"))
            if token.isMark(.assign) {
                throw ArcadeFault("parameters have no values of their own; write x = DefaultValue(x, …) in the body", token.range)
            }
            if token.isMark(.comma) {
                try advance()
            } else if !token.isMark(.closeParenthesis) {
                throw ArcadeFault("',' or ')' is expected behind a parameter\(found)", token.range)
            }
        }
        try advance()
        return parameters
    }

    // MARK: Conditions and loops

    mutating func openConditional() throws(ArcadeFault) {
        let start = token.range.lowerBound
        try advance()
        let condition = try self.condition("if")
        try open(.conditional, from: start)
        open[open.count - 1].condition = condition
    }

    mutating func condition(_ keyword: String) throws(ArcadeFault) -> ArcadeNode {
        try expect(.openParenthesis, "'(' and a condition are expected behind '\(keyword)'")
        let node = try expression()
        if case .word(let word) = token.kind, let advice = ArcadeForeignWord.advice(behindOperand: word.lowercased()) {
            throw ArcadeFault("there is no '\(word)'; \(advice)", token.range)
        }
        try expect(.closeParenthesis, "the condition of '\(keyword)' is to end with ')'")
        return node
    }

    mutating func openWhileLoop() throws(ArcadeFault) {
        let start = token.range.lowerBound
        try advance()
        try open(.whileLoop(condition: try self.condition("while")), from: start)
    }

    mutating func openLoop() throws(ArcadeFault) {
        let start = token.range.lowerBound
        try advance()
        try expect(.openParenthesis, "'(' is expected behind 'for'")
        var first: ArcadeStatement?
        if token.isKeyword(.var) {
            let begin = token.range.lowerBound
            try advance()
            let name = try self.name("variable")
            if isIteration { return try openIteration(name, declares: true, from: start) }
            let variables = try self.variables(first: name)
            first = ArcadeStatement(.variables(variables), range: begin..<token.range.lowerBound)
        } else if !token.isMark(.semicolon) {
            let node = try expression()
            if isIteration {
                guard case .name(let text) = node.kind, text.utf8.first != UInt8(ascii: "$") else {
                    throw ArcadeFault("a name is expected between '(' and 'in'", node.range)
                }
                return try openIteration(ArcadeStatement.Name(text: text, range: node.range), declares: false, from: start)
            }
            first = ArcadeStatement(.expression(node), range: node.range)
        }
        try expect(.semicolon, "';' is expected in 'for (first; condition; step)', or 'in' behind a name")
        let condition = token.isMark(.semicolon) ? nil : try expression()
        try expect(.semicolon, "a second ';' is expected in 'for (first; condition; step)'")
        let step = token.isMark(.closeParenthesis) ? nil : try expression()
        try expect(.closeParenthesis, "what is behind 'for' is to end with ')'")
        try open(.loop(first: first, condition: condition, step: step), from: start)
    }

    private var isIteration: Bool { token.isKeyword(.in) || token.isWord("of") }

    private mutating func openIteration(_ name: ArcadeStatement.Name, declares: Bool, from start: Int) throws(ArcadeFault) {
        let takesValues = !token.isKeyword(.in)
        try advance()
        let sequence = try expression()
        try expect(.closeParenthesis, "what is behind 'for' is to end with ')'")
        try open(.iteration(name, declares: declares, takesValues: takesValues, sequence: sequence), from: start)
    }

    // MARK: Jumps and modules

    mutating func returned() throws(ArcadeFault) -> ArcadeStatement {
        let range = token.range
        try advance()
        var value: ArcadeNode?
        var isBare = token.followsLineBreak || token.isMark(.semicolon) || token.isMark(.closeBrace)
        if case .end = token.kind { isBare = true }
        if !isBare { value = try expression() }
        try endStatement()
        return ArcadeStatement(.returned(value), range: range.lowerBound..<(value?.range.upperBound ?? range.upperBound))
    }

    mutating func jump(_ keyword: ArcadeToken.Keyword) throws(ArcadeFault) -> ArcadeStatement {
        let range = token.range
        try advance()
        try endStatement()
        return ArcadeStatement(keyword == .break ? .breakLoop : .continueLoop, range: range)
    }

    /// `import … from 'address'`; of `export` the word alone, and what it exports is the next statement.
    mutating func module(_ keyword: ArcadeToken.Keyword) throws(ArcadeFault) -> ArcadeStatement {
        let range = token.range
        let statement = ArcadeStatement(.module(keyword: keyword.rawValue), range: range)
        try advance()
        guard keyword == .import else { return statement }
        while true {
            switch token.kind {
            case .text:
                try advance()
                try endStatement()
                return statement
            case .word, .mark(.asterisk), .mark(.comma), .mark(.openBrace), .mark(.closeBrace): try advance()
            default: throw ArcadeFault("the address of the module is expected, as in import * as name from 'address'\(found)", token.range)
            }
        }
    }
}
