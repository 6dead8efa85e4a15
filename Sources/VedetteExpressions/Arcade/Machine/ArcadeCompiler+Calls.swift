// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

extension ArcadeCompiler {
    /// A call. IIf, When and Decode evaluate only what they result in, where they are called by their own names.
    mutating func planCall(_ callee: ArcadeNode, _ arguments: [ArcadeNode], _ range: Range<Int>) -> [Task] {
        let nodes = arguments.map { Task.node($0) }
        guard case .name(let name) = callee.kind, !name.hasPrefix("$") else {
            return [.node(callee)] + nodes + [.emit(.init(operation: .call, count: count(arguments.count)), range)]
        }
        let folded = name.lowercased()
        let definition = ArcadeFunctionCatalogue.definition(named: folded)
        if let place = scopes.place(of: folded, from: scope) {
            var (fallback, flag): (Int32, UInt8) = (0, 0)
            if let definition, profile.bundles.contains(definition.bundle) {
                (fallback, flag) = (builtIn(definition) + 1, ArcadeInstruction.toleratesUndeclared)
            }
            let call = ArcadeInstruction(operation: .call, count: count(arguments.count), operand: fallback)
            return [.emit(load(place, flag: flag), callee.range)] + nodes + [.emit(call, range)]
        }
        guard let definition else {
            return fail(.unknownFunction, "unknown function `\(name)`", callee.range)
        }
        guard profile.bundles.contains(definition.bundle) else { return unavailable(definition, callee.range) }
        switch (folded, arguments.count) {
        case ("iif", 3): return planChoice(arguments, .iif)
        case ("when", let number) where number >= 3 && number % 2 == 1: return planChoice(arguments, .when)
        case ("decode", 1...): return planDecode(arguments)
        default:
            let call = ArcadeInstruction(operation: .callBuiltIn, count: count(arguments.count), operand: builtIn(definition))
            return nodes + [.emit(call, range)]
        }
    }

    /// Conditions and results by turns, and what results where none holds.
    private mutating func planChoice(_ arguments: [ArcadeNode], _ condition: ArcadeCondition) -> [Task] {
        let end = label()
        var plan: [Task] = []
        for index in stride(from: 0, to: arguments.count - 1, by: 2) {
            let next = label()
            plan += [
                .node(arguments[index]), .jump(.jumpIfFalse, next, arguments[index].range, flag: condition.rawValue),
                .node(arguments[index + 1]), .jump(.jump, end, arguments[index + 1].range), .place(next),
            ]
        }
        return plan + [.node(arguments[arguments.count - 1]), .place(end)]
    }

    /// A value, then pairs of what it is compared with and what results, then what results otherwise: null where that is missing.
    private mutating func planDecode(_ arguments: [ArcadeNode]) -> [Task] {
        let end = label()
        var plan: [Task] = [.node(arguments[0])]
        var index = 1
        while index + 1 < arguments.count {
            let next = label()
            plan += [
                .node(arguments[index]), .jump(.jumpUnlessEqual, next, arguments[index].range),
                .node(arguments[index + 1]), .jump(.jump, end, arguments[index + 1].range), .place(next),
            ]
            index += 2
        }
        plan.append(.emit(.init(operation: .pop), arguments[0].range))
        let range = arguments[0].range
        plan.append(index < arguments.count ? .node(arguments[index]) : .emit(.init(operation: .pushNull), range))
        return plan + [.place(end)]
    }

    // MARK: Assignments, `++` and `--`

    /// The flag is ``ArcadeInstruction/drops`` where the value is not wanted.
    mutating func planChange(_ node: ArcadeNode, flag: UInt8) -> [Task] {
        switch node.kind {
        case .assignment(let target, let operation, let value): planAssignment(target, operation, value, flag, node.range)
        case .increment(let target, let amount, let isPrefix):
            planIncrement(
                target,
                flag: flag | (amount < 0 ? ArcadeInstruction.decrements : 0) | (isPrefix ? ArcadeInstruction.isPrefix : 0), node.range)
        default: []
        }
    }

    private mutating func planAssignment(
        _ target: ArcadeNode, _ operation: ArcadeBinaryOperator?, _ value: ArcadeNode, _ flag: UInt8, _ range: Range<Int>
    ) -> [Task] {
        let combine: [Task] = operation.map { [.emit(.init(operation: $0.code), range)] } ?? []
        let drop: [Task] = flag & ArcadeInstruction.drops != 0 ? [.emit(.init(operation: .pop), range)] : []
        switch target.kind {
        case .name(let name):
            let current: [Task] = operation == nil ? [] : [.node(target)]
            return current + [.node(value)] + combine + planStore(name, flag: flag, target.range)
        case .index(let base, let index):
            let current: [Task] =
                operation == nil
                ? [] : [.emit(.init(operation: .duplicatePair), target.range), .emit(.init(operation: .getIndex), target.range)]
            return [.node(base), .node(index)] + current + [.node(value)] + combine + [.emit(.init(operation: .setIndex), target.range)]
                + drop
        case .member(let base, let member):
            let name = name(member)
            let current: [Task] =
                operation == nil
                ? []
                : [.emit(.init(operation: .duplicate), target.range), .emit(.init(operation: .getMember, operand: name), target.range)]
            return [.node(base)] + current + [.node(value)] + combine
                + [.emit(.init(operation: .setMember, operand: name), target.range)] + drop
        default: return fail(.syntax, "only a variable, an element or a member can be assigned to", target.range)
        }
    }

    private mutating func planIncrement(_ target: ArcadeNode, flag: UInt8, _ range: Range<Int>) -> [Task] {
        switch target.kind {
        case .name(let name):
            if name.hasPrefix("$") { return fail(.immutable, "`\(name)` cannot be changed", target.range) }
            guard let place = scopes.place(of: name.lowercased(), from: scope) else {
                return fail(.unknownVariable, "`\(name)` is not declared; write `var \(name) = …` before", target.range)
            }
            let instruction: ArcadeInstruction =
                switch place {
                case .local(let slot): .init(operation: .incrementLocal, flag: flag, operand: Int32(slot))
                case .box(let slot): .init(operation: .incrementBox, flag: flag, operand: Int32(slot))
                case .global(let slot): .init(operation: .incrementGlobal, flag: flag, operand: Int32(slot))
                case .capture(let index): .init(operation: .incrementCapture, flag: flag, operand: Int32(index))
                }
            return [.emit(instruction, target.range)]
        case .index(let base, let index):
            return [.node(base), .node(index), .emit(.init(operation: .incrementIndex, flag: flag), target.range)]
        case .member(let base, let member):
            return [.node(base), .emit(.init(operation: .incrementMember, flag: flag, operand: name(member)), target.range)]
        default: return fail(.syntax, "only a variable, an element or a member can be counted up or down", target.range)
        }
    }
}
