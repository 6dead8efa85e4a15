// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

/// A script as it was read: what it says, not yet what its names mean.
package struct ArcadeScript: Sendable {
    package var source: String
    package var statements: [ArcadeStatement]

    package init(source: String, statements: [ArcadeStatement]) {
        (self.source, self.statements) = (source, statements)
    }
}

/// One statement. Ranges are offsets in bytes of UTF-8 into the source.
package struct ArcadeStatement: Sendable {
    package indirect enum Kind: Sendable {
        case block([ArcadeStatement])
        case variables([Variable])
        /// `if`, and each `else if` behind it: a chain is one statement, so that it is not nested. At least one branch.
        case conditional(branches: [(condition: ArcadeNode, body: ArcadeStatement)], otherwise: ArcadeStatement?)
        /// `for (first; condition; step)`. `first` is `.variables` or `.expression`.
        case loop(first: ArcadeStatement?, condition: ArcadeNode?, step: ArcadeNode?, body: ArcadeStatement)
        /// `for (var name in sequence)`, or `of`.
        case iteration(name: Name, declares: Bool, takesValues: Bool, sequence: ArcadeNode, body: ArcadeStatement)
        case whileLoop(condition: ArcadeNode, body: ArcadeStatement)
        case function(FunctionDeclaration)
        case returned(ArcadeNode?)
        case breakLoop
        case continueLoop
        case expression(ArcadeNode)
        /// `import …` or `export …`, which no profile here has; passed to the check as it is.
        case module(keyword: String)
        /// A lone semicolon.
        case empty
    }

    /// A name where it stands.
    package struct Name: Sendable {
        package var text: String
        package var range: Range<Int>

        package init(text: String, range: Range<Int>) {
            (self.text, self.range) = (text, range)
        }
    }

    package struct Variable: Sendable {
        package var name: Name
        package var value: ArcadeNode?

        package init(name: Name, value: ArcadeNode?) {
            (self.name, self.value) = (name, value)
        }
    }

    package struct FunctionDeclaration: Sendable {
        package var name: Name
        package var parameters: [Name]
        package var body: [ArcadeStatement]

        package init(name: Name, parameters: [Name], body: [ArcadeStatement]) {
            (self.name, self.parameters, self.body) = (name, parameters, body)
        }
    }

    package var kind: Kind
    package var range: Range<Int>

    package init(_ kind: Kind, range: Range<Int>) {
        (self.kind, self.range) = (kind, range)
    }
}

/// One expression.
package struct ArcadeNode: Sendable {
    package indirect enum Kind: Sendable {
        case null
        case boolean(Bool)
        case number(Double)
        case text(String)
        /// `texts` has one more than `values`.
        case template(texts: [String], values: [ArcadeNode])
        /// A variable, a function, a constant; with its dollar if it has one.
        case name(String)
        case array([ArcadeNode])
        case dictionary([(key: String, value: ArcadeNode)])
        case unary(ArcadeUnaryOperator, ArcadeNode)
        /// Operators of one precedence, from left to right: `a - b + c` is one node, so that long sums are not nested. At least one operand in `rest`.
        case chain(first: ArcadeNode, rest: [Operand])
        /// `a && b && c`: two or more.
        case and([ArcadeNode])
        /// `a || b || c`: two or more.
        case or([ArcadeNode])
        /// `target = value`, or with the operator of `+=` and the like. The target is a name, an index or a member.
        case assignment(target: ArcadeNode, operation: ArcadeBinaryOperator?, value: ArcadeNode)
        /// `++target` and its three relatives.
        case increment(target: ArcadeNode, by: Double, isPrefix: Bool)
        case call(callee: ArcadeNode, arguments: [ArcadeNode])
        case index(base: ArcadeNode, index: ArcadeNode)
        case member(base: ArcadeNode, name: String)
    }

    package struct Operand: Sendable {
        package var operation: ArcadeBinaryOperator
        package var operationRange: Range<Int>
        package var value: ArcadeNode

        package init(operation: ArcadeBinaryOperator, operationRange: Range<Int>, value: ArcadeNode) {
            (self.operation, self.operationRange, self.value) = (operation, operationRange, value)
        }
    }

    package var kind: Kind
    package var range: Range<Int>

    package init(_ kind: Kind, range: Range<Int>) {
        (self.kind, self.range) = (kind, range)
    }
}

package enum ArcadeUnaryOperator: String, Sendable {
    case plus = "+"
    case minus = "-"
    case not = "!"
    case complement = "~"
}

package enum ArcadeBinaryOperator: String, Sendable {
    case multiply = "*"
    case divide = "/"
    case remainder = "%"
    case add = "+"
    case subtract = "-"
    case shiftLeft = "<<"
    case shiftRight = ">>"
    case shiftRightUnsigned = ">>>"
    case less = "<"
    case lessOrEqual = "<="
    case greater = ">"
    case greaterOrEqual = ">="
    case equal = "=="
    case notEqual = "!="
    case bitAnd = "&"
    case bitExclusiveOr = "^"
    case bitOr = "|"
}
