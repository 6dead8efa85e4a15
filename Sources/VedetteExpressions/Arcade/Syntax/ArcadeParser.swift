// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

/// Reads scripts.
///
/// Works in time linear in the length of the script, and on a small stack, since nothing is read by recursion. The tree is not nested deeper than
/// ``ArcadeLimits/maximumNesting``, for those who go through it.
package struct ArcadeParser {
    var lexer: ArcadeLexer
    /// The token that is read next.
    var token: ArcadeToken
    /// The statements around the one at hand; the script is the first.
    var open: [ArcadeOpenStatement] = []

    // What expressions wait for; see ArcadeParser+Expressions.
    var levels: [ArcadeExpressionLevel] = []
    var operands: [ArcadeOperand] = []
    var operators: [ArcadePendingOperator] = []

    /// - Throws: the first fault.
    package static func parse(_ source: String) throws(ArcadeError) -> ArcadeScript {
        guard source.utf8.count <= ArcadeLimits.maximumSourceLength else {
            throw ArcadeError(
                .tooLarge, "the script has \(source.utf8.count) bytes; \(ArcadeLimits.maximumSourceLength) are allowed", range: 0..<0,
                in: source)
        }
        do throws(ArcadeFault) {
            var parser = try ArcadeParser(source)
            return ArcadeScript(source: source, statements: try parser.script())
        } catch {
            throw error.error(in: source)
        }
    }

    private init(_ source: String) throws(ArcadeFault) {
        lexer = ArcadeLexer(source)
        token = try lexer.next()
    }

    // MARK: Tokens

    mutating func advance() throws(ArcadeFault) {
        token = try lexer.next()
    }

    /// The token behind the one at hand.
    func following() throws(ArcadeFault) -> ArcadeToken {
        var lexer = lexer
        return try lexer.next()
    }

    mutating func expect(_ mark: ArcadeToken.Mark, _ message: @autoclosure () -> String) throws(ArcadeFault) {
        guard token.isMark(mark) else { throw ArcadeFault("\(message())\(found)", token.range) }
        try advance()
    }

    /// What stands in the way, for the end of a message.
    var found: String {
        switch token.kind {
        case .end: ", but the script ends"
        default: ", not '\(lexer.text(token.range).prefix(40))'"
        }
    }

    var tooDeep: ArcadeFault {
        ArcadeFault(
            .tooLarge,
            "the script is nested deeper than \(ArcadeLimits.maximumNesting); use variables and functions of its own for its parts",
            token.range)
    }
}
