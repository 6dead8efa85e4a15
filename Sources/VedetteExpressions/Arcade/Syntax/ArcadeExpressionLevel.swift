// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

/// An operand that waits for its operator, with its height: how many nodes deep it is.
struct ArcadeOperand {
    var node: ArcadeNode
    var height: Int
}

/// An operator that waits for its right operand.
struct ArcadePendingOperator {
    enum Kind {
        case prefix(ArcadeUnaryOperator)
        case prefixIncrement(by: Double)
        case binary(ArcadeBinaryOperator)
        case and
        case or
        case assignment(ArcadeBinaryOperator?)
    }

    var kind: Kind
    var precedence: Int
    var range: Range<Int>

    static let assignmentPrecedence = 0
    static let prefixPrecedence = 11

    /// The operator that a mark is between two operands; nil for other marks.
    init?(infix mark: ArcadeToken.Mark, range: Range<Int>) {
        self.range = range
        switch mark {
        case .assign: (kind, precedence) = (.assignment(nil), Self.assignmentPrecedence)
        case .addAssign: (kind, precedence) = (.assignment(.add), Self.assignmentPrecedence)
        case .subtractAssign: (kind, precedence) = (.assignment(.subtract), Self.assignmentPrecedence)
        case .multiplyAssign: (kind, precedence) = (.assignment(.multiply), Self.assignmentPrecedence)
        case .divideAssign: (kind, precedence) = (.assignment(.divide), Self.assignmentPrecedence)
        case .remainderAssign: (kind, precedence) = (.assignment(.remainder), Self.assignmentPrecedence)
        case .or: (kind, precedence) = (.or, 1)
        case .and: (kind, precedence) = (.and, 2)
        case .bar: (kind, precedence) = (.binary(.bitOr), 3)
        case .caret: (kind, precedence) = (.binary(.bitExclusiveOr), 4)
        case .ampersand: (kind, precedence) = (.binary(.bitAnd), 5)
        case .equal: (kind, precedence) = (.binary(.equal), 6)
        case .notEqual: (kind, precedence) = (.binary(.notEqual), 6)
        case .less: (kind, precedence) = (.binary(.less), 7)
        case .lessOrEqual: (kind, precedence) = (.binary(.lessOrEqual), 7)
        case .greater: (kind, precedence) = (.binary(.greater), 7)
        case .greaterOrEqual: (kind, precedence) = (.binary(.greaterOrEqual), 7)
        case .shiftLeft: (kind, precedence) = (.binary(.shiftLeft), 8)
        case .shiftRight: (kind, precedence) = (.binary(.shiftRight), 8)
        case .shiftRightUnsigned: (kind, precedence) = (.binary(.shiftRightUnsigned), 8)
        case .plus: (kind, precedence) = (.binary(.add), 9)
        case .minus: (kind, precedence) = (.binary(.subtract), 9)
        case .asterisk: (kind, precedence) = (.binary(.multiply), 10)
        case .slash: (kind, precedence) = (.binary(.divide), 10)
        case .percent: (kind, precedence) = (.binary(.remainder), 10)
        default: return nil
        }
    }

    /// The operator that a mark is before an operand; nil for other marks.
    init?(prefix mark: ArcadeToken.Mark, range: Range<Int>) {
        (self.range, precedence) = (range, Self.prefixPrecedence)
        switch mark {
        case .plus: kind = .prefix(.plus)
        case .minus: kind = .prefix(.minus)
        case .exclamation: kind = .prefix(.not)
        case .tilde: kind = .prefix(.complement)
        case .increment: kind = .prefixIncrement(by: 1)
        case .decrement: kind = .prefixIncrement(by: -1)
        default: return nil
        }
    }
}

/// An expression that is being read, and what it is in.
struct ArcadeExpressionLevel {
    enum Kind {
        /// A statement.
        case statement
        case parenthesis
        case array
        case dictionary
        case call
        case index
        case template

        /// The mark behind the last expression.
        var closing: ArcadeToken.Mark {
            switch self {
            case .statement: .semicolon
            case .parenthesis, .call: .closeParenthesis
            case .array, .index: .closeBracket
            case .dictionary, .template: .closeBrace
            }
        }
    }

    let kind: Kind
    /// Where it opens.
    let opening: Range<Int>
    /// What is called or indexed.
    var base: ArcadeOperand?
    /// What was read: elements, values, arguments.
    var items: [ArcadeNode] = []
    /// The keys of a dictionary, or the texts of a template.
    var texts: [String] = []
    /// The height of the highest item.
    var height = 0
    /// How many operands and operators belong to the levels around.
    let operandBase: Int
    let operatorBase: Int
}
