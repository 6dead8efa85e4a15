// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

// Operators and their operands become nodes.
extension ArcadeParser {
    mutating func pushOperator(_ infix: ArcadePendingOperator) throws(ArcadeFault) {
        try reduce(above: infix.precedence)
        if case .assignment = infix.kind, let target = operands.last { try requireTarget(target.node, infix.range) }
        operators.append(infix)
    }

    func requireTarget(_ node: ArcadeNode, _ operation: Range<Int>) throws(ArcadeFault) {
        switch node.kind {
        case .name, .index, .member: return
        default:
            throw ArcadeFault(
                "'\(lexer.text(operation))' changes a variable, an element or a member; '\(lexer.text(node.range).prefix(40))' is none",
                node.range)
        }
    }

    mutating func reduceAll() throws(ArcadeFault) {
        try reduce(above: ArcadePendingOperator.assignmentPrecedence - 1)
    }

    /// Gives the operators of the innermost level that bind closer than `precedence` their operands.
    private mutating func reduce(above precedence: Int) throws(ArcadeFault) {
        let base = levels[top].operatorBase
        while operators.count > base, let last = operators.last, last.precedence > precedence {
            switch last.kind {
            case .prefix(let operation):
                operators.removeLast()
                let value = operands.removeLast()
                try push(.unary(operation, value.node), last.range.lowerBound..<value.node.range.upperBound, height: value.height + 1)
            case .prefixIncrement(let step):
                operators.removeLast()
                let target = operands.removeLast()
                try requireTarget(target.node, last.range)
                let range = last.range.lowerBound..<target.node.range.upperBound
                try push(.increment(target: target.node, by: step, isPrefix: true), range, height: target.height + 1)
            case .assignment(let operation):
                operators.removeLast()
                let (value, target) = (operands.removeLast(), operands.removeLast())
                let range = target.node.range.lowerBound..<value.node.range.upperBound
                let height = max(target.height, value.height) + 1
                try push(.assignment(target: target.node, operation: operation, value: value.node), range, height: height)
            case .binary, .and, .or: try reduceRow(last, base)
            }
        }
    }

    /// Makes one node of a row of operators of the same precedence.
    private mutating func reduceRow(_ last: ArcadePendingOperator, _ base: Int) throws(ArcadeFault) {
        var first = operators.count - 1
        while first > base, operators[first - 1].precedence == last.precedence { first -= 1 }
        let count = operators.count - first
        // A copy: a slice would hold on to all operands, and each removal would copy them.
        let row = Array(operands.suffix(count + 1))
        guard let start = row.first, let end = row.last else { return }
        let height = row.reduce(0) { max($0, $1.height) } + 1
        let kind: ArcadeNode.Kind
        switch last.kind {
        case .and: kind = .and(row.map(\.node))
        case .or: kind = .or(row.map(\.node))
        default:
            let rest = zip(operators[first...], row.dropFirst()).compactMap { pending, operand -> ArcadeNode.Operand? in
                guard case .binary(let operation) = pending.kind else { return nil }
                return ArcadeNode.Operand(operation: operation, operationRange: pending.range, value: operand.node)
            }
            kind = .chain(first: start.node, rest: rest)
        }
        operators.removeLast(count)
        operands.removeLast(count + 1)
        try push(kind, start.node.range.lowerBound..<end.node.range.upperBound, height: height)
    }
}
