// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

extension ArcadeCompiler {
    /// What leaves the value of an expression.
    mutating func plan(_ node: ArcadeNode) -> [Task] {
        let range = node.range
        switch node.kind {
        case .null: return [.emit(.init(operation: .pushNull), range)]
        case .boolean(let value): return [.emit(.init(operation: value ? .pushTrue : .pushFalse), range)]
        case .number(let value): return [.emit(.init(operation: .pushConstant, operand: constant(value)), range)]
        case .text(let value): return [.emit(.init(operation: .pushConstant, operand: constant(value)), range)]
        case .name(let name): return planLoad(name, range)
        case .template(let texts, let values): return planTemplate(texts, values, range)
        case .array(let elements):
            return elements.map { .node($0) } + [.emit(.init(operation: .makeArray, count: count(elements.count)), range)]
        case .dictionary(let entries):
            let first = Int32(parts.names.count)
            for entry in entries { _ = name(entry.key) }
            let instruction = ArcadeInstruction(operation: .makeDictionary, count: count(entries.count), operand: first)
            return entries.map { .node($0.value) } + [.emit(instruction, range)]
        case .unary(let operation, let operand): return planUnary(operation, operand, range)
        case .chain(let first, let rest): return planChain(first, rest)
        case .and(let operands): return planLogical(operands, .andJump, .and)
        case .or(let operands): return planLogical(operands, .orJump, .or)
        case .assignment, .increment: return planChange(node, flag: 0)
        case .call(let callee, let arguments): return planCall(callee, arguments, range)
        case .index(let base, let index): return [.node(base), .node(index), .emit(.init(operation: .getIndex), range)]
        case .member(let base, let member): return planMember(base, member, range)
        }
    }

    /// What evaluates an expression and leaves nothing.
    mutating func planEffect(_ node: ArcadeNode) -> [Task] {
        switch node.kind {
        case .increment, .assignment: planChange(node, flag: ArcadeInstruction.drops)
        default: [.node(node), .emit(.init(operation: .pop), node.range)]
        }
    }

    private mutating func planUnary(_ operation: ArcadeUnaryOperator, _ operand: ArcadeNode, _ range: Range<Int>) -> [Task] {
        if case .number(let value) = operand.kind, operation == .minus {
            return [.emit(.init(operation: .pushConstant, operand: constant(-value)), range)]
        }
        let code: ArcadeOperation =
            switch operation {
            case .plus: .plus
            case .minus: .negate
            case .not: .not
            case .complement: .complement
            }
        return [.node(operand), .emit(.init(operation: code), range)]
    }

    private mutating func planTemplate(_ texts: [String], _ values: [ArcadeNode], _ range: Range<Int>) -> [Task] {
        var plan: [Task] = []
        for (index, text) in texts.enumerated() {
            if !text.isEmpty { plan.append(.emit(.init(operation: .pushConstant, operand: constant(text)), range)) }
            if index < values.count { plan.append(.node(values[index])) }
        }
        return plan + [.emit(.init(operation: .joinTexts, count: count(plan.count)), range)]
    }

    /// Sums of which a part is a text literal are put together in one go from there on: `a + ' ' + b + c`.
    private mutating func planChain(_ first: ArcadeNode, _ rest: [ArcadeNode.Operand]) -> [Task] {
        var plan: [Task] = [.node(first)]
        var index = 0
        while index < rest.count {
            let isText = rest[index].value.isText || (index == 0 && first.isText)
            if rest[index].operation == .add, isText {
                let start = index
                while index < rest.count, rest[index].operation == .add {
                    plan.append(.node(rest[index].value))
                    index += 1
                }
                let range = first.range.lowerBound..<max(first.range.lowerBound, rest[index - 1].value.range.upperBound)
                plan.append(.emit(.init(operation: .joinTexts, count: count(index - start + 1)), range))
            } else {
                let operand = rest[index]
                plan.append(.node(operand.value))
                let range = first.range.lowerBound..<max(first.range.lowerBound, operand.value.range.upperBound)
                plan.append(.emit(.init(operation: operand.operation.code), range))
                index += 1
            }
        }
        return plan
    }

    private mutating func planLogical(_ operands: [ArcadeNode], _ jump: ArcadeOperation, _ condition: ArcadeCondition) -> [Task] {
        let end = label()
        var plan: [Task] = []
        for operand in operands.dropLast() { plan += [.node(operand), .jump(jump, end, operand.range)] }
        if let last = operands.last {
            plan += [.node(last), .emit(.init(operation: .checkBoolean, flag: condition.rawValue), last.range)]
        }
        return plan + [.place(end)]
    }

    private mutating func planMember(_ base: ArcadeNode, _ member: String, _ range: Range<Int>) -> [Task] {
        if let text = textConstant(base: base, member: member) {
            return [.emit(.init(operation: .pushConstant, operand: constant(text)), range)]
        }
        if case .name(let variableName) = base.kind, variableName.hasPrefix("$"), let variable = variable(variableName.lowercased()) {
            let place = UInt16(truncatingIfNeeded: variable)
            if Int32(place) == variable {
                return [.emit(.init(operation: .loadVariableMember, count: place, operand: name(member)), range)]
            }
        }
        return [.node(base), .emit(.init(operation: .getMember, operand: name(member)), range)]
    }
}

extension ArcadeNode {
    var isText: Bool {
        switch kind {
        case .text, .template: true
        default: false
        }
    }
}

extension ArcadeBinaryOperator {
    var code: ArcadeOperation {
        switch self {
        case .multiply: .multiply
        case .divide: .divide
        case .remainder: .remainder
        case .add: .add
        case .subtract: .subtract
        case .shiftLeft: .shiftLeft
        case .shiftRight: .shiftRight
        case .shiftRightUnsigned: .shiftRightUnsigned
        case .less: .less
        case .lessOrEqual: .lessOrEqual
        case .greater: .greater
        case .greaterOrEqual: .greaterOrEqual
        case .equal: .equal
        case .notEqual: .notEqual
        case .bitAnd: .bitAnd
        case .bitExclusiveOr: .bitExclusiveOr
        case .bitOr: .bitOr
        }
    }
}
