// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

// Expressions are read by precedence with a stack of operands and one of operators (Dijkstra, *Making a translator for ALGOL 60*, 1961). Brackets
// open a level in place of a call, so that nesting costs no stack.
extension ArcadeParser {
    /// Reads an expression up to the first token that cannot belong to it.
    mutating func expression() throws(ArcadeFault) -> ArcadeNode {
        try open(.statement, at: token.range)
        while true {
            try operand()
            if try continuation(), let result = operands.popLast() {
                levels.removeLast()
                return result.node
            }
        }
    }

    // MARK: Levels

    private mutating func open(_ kind: ArcadeExpressionLevel.Kind, at opening: Range<Int>, base: ArcadeOperand? = nil) throws(ArcadeFault) {
        guard levels.count + open.count < ArcadeLimits.maximumNesting else { throw tooDeep }
        levels.append(
            ArcadeExpressionLevel(
                kind: kind, opening: opening, base: base, operandBase: operands.count, operatorBase: operators.count))
    }

    mutating func push(_ kind: ArcadeNode.Kind, _ range: Range<Int>, height: Int = 1) throws(ArcadeFault) {
        guard height + open.count <= ArcadeLimits.maximumNesting else { throw tooDeep }
        operands.append(ArcadeOperand(node: ArcadeNode(kind, range: range), height: height))
    }

    /// Makes an operand of the innermost level, which the token at hand closes.
    private mutating func close() throws(ArcadeFault) {
        guard let level = levels.popLast() else { return }
        let end = token.range.upperBound
        let range = (level.base?.node.range.lowerBound ?? level.opening.lowerBound)..<end
        let height = max(level.height, level.base?.height ?? 0) + 1
        switch level.kind {
        case .statement: return
        case .parenthesis:
            // The brackets belong to the range, and count as nesting.
            if let inner = level.items.first { try push(inner.kind, range, height: height) }
        case .array: try push(.array(level.items), range, height: height)
        case .dictionary: try push(.dictionary(Array(zip(level.texts, level.items).map { (key: $0, value: $1) })), range, height: height)
        case .call: if let base = level.base { try push(.call(callee: base.node, arguments: level.items), range, height: height) }
        case .index:
            if let base = level.base, let index = level.items.first {
                try push(.index(base: base.node, index: index), range, height: height)
            }
        case .template: try push(.template(texts: level.texts, values: level.items), range, height: height)
        }
        try advance()
    }

    var top: Int { levels.count - 1 }

    // MARK: Operands

    /// Reads prefix operators and opening brackets, up to an operand.
    private mutating func operand() throws(ArcadeFault) {
        while true {
            let range = token.range
            switch token.kind {
            case .number(let value): return try literal(.number(value))
            case .text(let text): return try literal(.text(text))
            case .keyword(.true): return try literal(.boolean(true))
            case .keyword(.false): return try literal(.boolean(false))
            case .keyword(.null): return try literal(.null)
            case .word(let name): return try literal(.name(name))
            case .templateStart:
                try open(.template, at: range)
                if try templatePart() { return }
            case .mark(.openParenthesis):
                try open(.parenthesis, at: range)
                try advance()
            case .mark(.openBracket):
                try open(.array, at: range)
                try advance()
                if token.isMark(.closeBracket) { return try close() }
            case .mark(.openBrace):
                try open(.dictionary, at: range)
                try advance()
                if token.isMark(.closeBrace) { return try close() }
                try key()
            case .mark(let mark):
                guard let prefix = ArcadePendingOperator(prefix: mark, range: range) else { throw missingOperand() }
                operators.append(prefix)
                try advance()
            case .keyword, .end: throw missingOperand()
            }
        }
    }

    private mutating func literal(_ kind: ArcadeNode.Kind) throws(ArcadeFault) {
        try push(kind, token.range)
        try advance()
    }

    /// Reads a part of the innermost template; true where it was the last.
    private mutating func templatePart() throws(ArcadeFault) -> Bool {
        let part = try lexer.templatePart(from: levels[top].opening.lowerBound)
        levels[top].texts.append(part.text)
        if part.isLast {
            token.range = token.range.lowerBound..<lexer.offset
            try close()
        } else {
            try advance()
            if token.isMark(.closeBrace) { throw ArcadeFault("an expression is missing in '${}'", token.range) }
        }
        return part.isLast
    }

    /// Whether a token can be a key of a dictionary.
    static func isKey(_ token: ArcadeToken) -> Bool {
        switch token.kind {
        case .word, .keyword, .text, .number: true
        default: false
        }
    }

    /// Reads the key of an entry, and the colon.
    private mutating func key() throws(ArcadeFault) {
        let key: String
        switch token.kind {
        case .text(let text): key = text
        case .word(let word): key = word
        case .keyword: key = lexer.text(token.range)
        case .number(let number): key = ArcadeParser.keyText(number)
        default: throw ArcadeFault("a key is expected in the dictionary, as in { key: value }\(found)", token.range)
        }
        levels[top].texts.append(key)
        try advance()
        try expect(.colon, "':' and a value are expected behind the key '\(key.prefix(40))'")
    }

    private static func keyText(_ number: Double) -> String {
        Int(exactly: number).map(String.init) ?? "\(number)"
    }

    private func missingOperand() -> ArcadeFault {
        switch token.kind {
        case .end: return ArcadeFault("the script ends where a value is expected", unfinished ?? token.range)
        case .mark(.slash), .mark(.divideAssign):
            return ArcadeFault("a value is expected, not '/'; there are no regular expressions, use Find, Split or Replace", token.range)
        case .keyword(.function):
            return ArcadeFault(
                "a function is declared by a statement of its own, function name(x) { … }; then its name is the value", token.range)
        case .keyword(let keyword): return ArcadeFault("a value is expected, not '\(keyword)'", token.range)
        case .mark(.comma) where levels.last?.kind == .array || levels.last?.kind == .call:
            return ArcadeFault("a value is missing before ','", token.range)
        default: return ArcadeFault("a value is expected\(found)", token.range)
        }
    }

    /// Where the innermost bracket opens that is open.
    private var unfinished: Range<Int>? {
        levels.last { $0.kind != .statement }?.opening
    }

    // MARK: What follows operands

    /// Reads what follows an operand, up to where another is needed. True where the whole expression has ended, and is the last operand.
    private mutating func continuation() throws(ArcadeFault) -> Bool {
        while true {
            guard case .mark(let mark) = token.kind else {
                if try finishItem() { continue }
                return true
            }
            switch mark {
            case .dot: try member()
            case .openParenthesis, .openBracket:
                let base = operands.removeLast()
                try open(mark == .openBracket ? .index : .call, at: token.range, base: base)
                try advance()
                guard mark == .openParenthesis, token.isMark(.closeParenthesis) else { return false }
                try close()
            case .increment, .decrement:
                if token.followsLineBreak, levels[top].kind == .statement { return try finishStatement() }
                try postfixIncrement(by: mark == .increment ? 1 : -1)
            default:
                if let infix = ArcadePendingOperator(infix: mark, range: token.range) {
                    try pushOperator(infix)
                    try advance()
                    return false
                }
                switch try endOfItem(mark) {
                case .operandFollows: return false
                case .operandIsComplete: continue
                case .expressionIsComplete: return true
                }
            }
        }
    }

    private enum Progress { case operandFollows, operandIsComplete, expressionIsComplete }

    private mutating func finishStatement() throws(ArcadeFault) -> Bool {
        try reduceAll()
        return true
    }

    /// At a token that is no mark: the end of a statement's expression, or a fault. False for the former.
    private mutating func finishItem() throws(ArcadeFault) -> Bool {
        try reduceAll()
        guard levels[top].kind == .statement else { throw unclosed() }
        return false
    }

    /// At a mark that does not continue an expression.
    private mutating func endOfItem(_ mark: ArcadeToken.Mark) throws(ArcadeFault) -> Progress {
        try reduceAll()
        let kind = levels[top].kind
        if kind == .statement { return .expressionIsComplete }
        let item = operands.removeLast()
        levels[top].items.append(item.node)
        levels[top].height = max(levels[top].height, item.height)
        if mark == kind.closing {
            if kind == .template { return try templatePart() ? .operandIsComplete : .operandFollows }
            try close()
            return .operandIsComplete
        }
        guard mark == .comma, kind == .array || kind == .call || kind == .dictionary else { throw unclosed() }
        try advance()
        if token.isMark(kind.closing) {
            try close()
            return .operandIsComplete
        }
        if kind == .dictionary { try key() }
        return .operandFollows
    }

    private func unclosed() -> ArcadeFault {
        let level = levels[top]
        if case .end = token.kind {
            return ArcadeFault("what opens here has no end; close it with '\(level.kind.closing.rawValue)'", level.opening)
        }
        if case .word(let word) = token.kind, let advice = ArcadeForeignWord.advice(behindOperand: word.lowercased()) {
            return ArcadeFault("there is no '\(word)'; \(advice)", token.range)
        }
        let expected =
            switch level.kind {
            case .array, .call, .dictionary: "',' or '\(level.kind.closing.rawValue)' is expected"
            default: "'\(level.kind.closing.rawValue)' is expected"
            }
        return ArcadeFault("\(expected)\(found)", token.range)
    }

    private mutating func member() throws(ArcadeFault) {
        try advance()
        let name: String
        switch token.kind {
        case .word(let word) where word.utf8.first != UInt8(ascii: "$"): name = word
        case .keyword: name = lexer.text(token.range)
        default: throw ArcadeFault("the name of a field or key is expected behind '.'; write ['…'] for any other\(found)", token.range)
        }
        let base = operands.removeLast()
        try push(.member(base: base.node, name: name), base.node.range.lowerBound..<token.range.upperBound, height: base.height + 1)
        try advance()
    }

    private mutating func postfixIncrement(by step: Double) throws(ArcadeFault) {
        let target = operands.removeLast()
        try requireTarget(target.node, token.range)
        let range = target.node.range.lowerBound..<token.range.upperBound
        try push(.increment(target: target.node, by: step, isPrefix: false), range, height: target.height + 1)
        try advance()
    }
}
