// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

extension ArcadeCompiler {
    /// With `isLast`, leaves the value of the last statement, which is what the script or function results in.
    func plan(_ statements: [ArcadeStatement], isLast: Bool) -> [Task] {
        guard isLast else { return statements.map { .statement($0, isLast: false) } }
        guard let last = statements.lastIndex(where: { !$0.isEmpty }) else {
            return [.emit(.init(operation: .pushNull), 0..<0)]
        }
        return statements[..<last].map { .statement($0, isLast: false) } + [.statement(statements[last], isLast: true)]
    }

    mutating func plan(_ statement: ArcadeStatement, isLast: Bool) -> [Task] {
        let null: [Task] = isLast ? [.emit(.init(operation: .pushNull), statement.range)] : []
        switch statement.kind {
        case .block(let statements): return plan(statements, isLast: isLast)
        case .expression(let node): return isLast ? [.node(node)] : [.effect(node)]
        case .variables(let variables): return variables.flatMap { plan($0) } + null
        case .conditional(let branches, let otherwise):
            return planConditional(branches, otherwise, isLast: isLast, null)
        case .whileLoop(let condition, let body):
            return planLoop(condition: condition, step: nil, body: body, statement.range) + null
        case .loop(let first, let condition, let step, let body):
            return (first.map { [.statement($0, isLast: false)] } ?? [])
                + planLoop(condition: condition, step: step, body: body, statement.range) + null
        case .iteration(let name, let declares, let takesValues, let sequence, let body):
            let flag = ArcadeInstruction.drops | (declares ? ArcadeInstruction.declares : 0)
            let store = planStore(name.text, flag: flag, name.range)
            return planIteration(store, takesValues: takesValues, sequence, body, statement.range) + null
        case .returned(let value):
            let result: Task = value.map { .node($0) } ?? .emit(.init(operation: .pushNull), statement.range)
            return [result, .emit(.init(operation: .end), statement.range)]
        case .breakLoop:
            guard let loop = loops.last else { return fail(.syntax, "`break` stands outside of a loop", statement.range) }
            return [.jump(.jump, loop.onBreak, statement.range)] + null
        case .continueLoop:
            guard let loop = loops.last else { return fail(.syntax, "`continue` stands outside of a loop", statement.range) }
            return [.jump(.jump, loop.onContinue, statement.range)] + null
        case .module(let keyword):
            return fail(.unavailableFunction, "`\(keyword)` is not available in this profile", statement.range)
        case .function, .empty: return null
        }
    }

    /// Something that fails when it is reached.
    mutating func fail(_ code: ArcadeError.Code, _ message: String, _ range: Range<Int>) -> [Task] {
        let operand = failure(code, message)
        return [.emit(.init(operation: .fail, operand: operand), range)]
    }

    private mutating func plan(_ variable: ArcadeStatement.Variable) -> [Task] {
        let value: Task = variable.value.map { .node($0) } ?? .emit(.init(operation: .pushNull), variable.name.range)
        let flag = ArcadeInstruction.declares | ArcadeInstruction.drops
        return [value] + planStore(variable.name.text, flag: flag, variable.name.range)
    }

    private mutating func planConditional(
        _ branches: [(condition: ArcadeNode, body: ArcadeStatement)], _ otherwise: ArcadeStatement?, isLast: Bool, _ null: [Task]
    ) -> [Task] {
        let end = label()
        var plan: [Task] = []
        for (condition, body) in branches {
            let next = label()
            plan.append(.node(condition))
            plan.append(.jump(.jumpIfFalse, next, condition.range, flag: ArcadeCondition.ifStatement.rawValue))
            plan.append(.statement(body, isLast: isLast))
            plan.append(.jump(.jump, end, body.range))
            plan.append(.place(next))
        }
        plan += otherwise.map { [.statement($0, isLast: isLast)] } ?? null
        return plan + [.place(end)]
    }

    private mutating func planLoop(
        condition: ArcadeNode?, step: ArcadeNode?, body: ArcadeStatement, _ range: Range<Int>
    ) -> [Task] {
        let (start, onContinue, end) = (label(), label(), label())
        var plan: [Task] = [.place(start)]
        if let condition {
            plan.append(.node(condition))
            plan.append(.jump(.jumpIfFalse, end, condition.range, flag: ArcadeCondition.loop.rawValue))
        }
        plan += [.enterLoop(onBreak: end, onContinue: onContinue), .statement(body, isLast: false), .leaveLoop, .place(onContinue)]
        if let step { plan.append(.effect(step)) }
        return plan + [.jump(.jump, start, range), .place(end)]
    }

    private mutating func planIteration(
        _ store: [Task], takesValues: Bool, _ sequence: ArcadeNode, _ body: ArcadeStatement, _ range: Range<Int>
    ) -> [Task] {
        let (start, end) = (label(), label())
        let flag = takesValues ? ArcadeInstruction.takesValues : 0
        var plan: [Task] = [
            .node(sequence), .emit(.init(operation: .iterate, flag: flag), sequence.range), .place(start),
            .jump(.next, end, sequence.range),
        ]
        plan += store
        plan += [.enterLoop(onBreak: end, onContinue: start), .statement(body, isLast: false), .leaveLoop]
        return plan + [.jump(.jump, start, range), .place(end), .emit(.init(operation: .pop), range)]
    }
}

extension ArcadeStatement {
    fileprivate var isEmpty: Bool {
        if case .empty = kind { true } else { false }
    }
}
