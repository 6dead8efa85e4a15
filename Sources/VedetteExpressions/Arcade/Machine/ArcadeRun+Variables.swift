// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import VedetteValues

extension ArcadeRun {
    @inline(__always)
    func push(_ value: ArcadeValue, _ sp: ArcadeStack) -> ArcadeStack {
        sp.initialize(to: value)
        return sp + 1
    }

    @inline(__always)
    func drop(_ sp: ArcadeStack) -> ArcadeStack {
        (sp - 1).deinitialize(count: 1)
        return sp - 1
    }

    // MARK: Loading

    @inline(__always)
    func load(_ variable: ArcadeStack, _ instruction: ArcadeInstruction, _ sp: ArcadeStack) throws(ArcadeFailure) -> ArcadeStack {
        if variable.pointee.isUndeclared { return try loadUndeclared(instruction, sp) }
        sp.initialize(to: variable.pointee)
        return sp + 1
    }

    /// A variable that functions share.
    func loadShared(_ instruction: ArcadeInstruction, _ base: ArcadeStack, _ sp: ArcadeStack) throws(ArcadeFailure) -> ArcadeStack {
        let value = box(instruction, isLocal: instruction.operation == .loadBox, base).elements[0]
        if value.isUndeclared { return try loadUndeclared(instruction, sp) }
        return push(value, sp)
    }

    private func loadUndeclared(_ instruction: ArcadeInstruction, _ sp: ArcadeStack) throws(ArcadeFailure) -> ArcadeStack {
        guard instruction.flag & ArcadeInstruction.toleratesUndeclared != 0 else { throw undeclared() }
        return push(.null, sp)
    }

    private func undeclared() -> ArcadeFailure {
        ArcadeFailure(.unknownVariable, "is used before it is declared; move its `var` up", beginsWithPlace: true)
    }

    func loadVariable(_ index: Int, _ sp: ArcadeStack) throws(ArcadeFailure) -> ArcadeStack { push(try profileVariable(index), sp) }

    /// A variable of the profile. It is made a value when it is first asked for, and is the same from then on.
    private func profileVariable(_ index: Int) throws(ArcadeFailure) -> ArcadeValue {
        if variableValues.isEmpty { variableValues = Array(repeating: nil, count: code?.variableNames.count ?? 0) }
        if let value = variableValues[index] { return value }
        let value = try self.value(of: index < inputs.count ? inputs[index] : .null)
        variableValues[index] = value
        return value
    }

    /// The value that a variable of the script has for what called the function of the language that runs, for names in the texts that such
    /// functions read; nil where there is none, or not yet.
    package func variable(named name: ArcadeName) -> ArcadeValue? {
        guard let code else { return variables?(name) }
        if name.folded.hasPrefix("$") {
            return code.variableNames.firstIndex(of: name.folded).flatMap { try? profileVariable($0) }
        }
        var routine = 0
        if callerBase != globals, case .function(let function) = callerBase[-1], case .script(let closure) = function.body {
            routine = closure.routine
        }
        let value: ArcadeValue? =
            switch code.variablePlaces[routine][name.folded] ?? code.variablePlaces[0][name.folded] {
            case .local(let slot): (code.variablePlaces[routine][name.folded] == nil ? globals : callerBase)[slot]
            case .box(let slot): box(slot, isLocal: true, callerBase).elements.first
            case .capture(let index): box(index, isLocal: false, callerBase).elements.first
            case .global, nil: nil
            }
        return value.flatMap { $0.isUndeclared ? nil : $0 }
    }

    func loadVariableMember(
        _ code: ArcadeCode, _ instruction: ArcadeInstruction, _ sp: ArcadeStack
    ) throws(ArcadeFailure) -> ArcadeStack {
        let name = code.names + Int(instruction.operand)
        let index = Int(instruction.count)
        if index < inputs.count, case .feature(let row) = inputs[index] {
            switch row.value(named: name.pointee) {
            case .some(.number(let value)): return push(.number(value), sp)
            case .some(.text(let value)): return push(.text(value), sp)
            case .some(let value): return push(ArcadeValue(value, in: self), sp)
            case nil: throw missing(name.pointee.spelling, "field", row.fieldNames)
            }
        }
        return try getMember(name, loadVariable(index, sp))
    }

    func loadBuiltIn(_ code: ArcadeCode, _ instruction: ArcadeInstruction, _ sp: ArcadeStack) -> ArcadeStack {
        let definition = code.builtIns[Int(instruction.operand)]
        return push(.function(ArcadeFunction(name: definition.name, body: .builtIn(definition))), sp)
    }

    func makeFunction(_ code: ArcadeCode, _ instruction: ArcadeInstruction, _ base: ArcadeStack, _ sp: ArcadeStack) -> ArcadeStack {
        let index = Int(instruction.operand)
        let routine = code.routines[index]
        var captures: [ArcadeArray] = []
        for capture in code.captures[routine.firstCapture..<routine.firstCapture + routine.captureCount] {
            captures.append(box(capture.index, isLocal: capture.isLocal, base))
        }
        let closure = ArcadeClosure(routine: index, captures: captures)
        return push(.function(ArcadeFunction(name: code.routineNames[index], body: .script(closure))), sp)
    }

    // MARK: Storing

    @inline(__always)
    func store(_ variable: ArcadeStack, _ instruction: ArcadeInstruction, _ sp: ArcadeStack) throws(ArcadeFailure) -> ArcadeStack {
        if variable.pointee.isUndeclared, instruction.flag & ArcadeInstruction.declares == 0 { throw undeclared() }
        if instruction.flag & ArcadeInstruction.drops != 0 {
            variable.pointee = (sp - 1).move()
            return sp - 1
        }
        variable.pointee = sp[-1]
        return sp
    }

    func storeShared(_ instruction: ArcadeInstruction, _ base: ArcadeStack, _ sp: ArcadeStack) throws(ArcadeFailure) -> ArcadeStack {
        let box = box(instruction, isLocal: instruction.operation == .storeBox, base)
        if instruction.flag & ArcadeInstruction.declares == 0, box.elements[0].isUndeclared { throw undeclared() }
        box.elements[0] = sp[-1]
        return instruction.flag & ArcadeInstruction.drops != 0 ? drop(sp) : sp
    }

    func makeBox(_ variable: ArcadeStack) {
        let value = variable.move()
        variable.initialize(to: .array(register(ArcadeArray([value]))))
    }

    private func box(_ instruction: ArcadeInstruction, isLocal: Bool, _ base: ArcadeStack) -> ArcadeArray {
        box(Int(instruction.operand), isLocal: isLocal, base)
    }

    /// The array of one element that holds a variable which functions share.
    private func box(_ index: Int, isLocal: Bool, _ base: ArcadeStack) -> ArcadeArray {
        if isLocal, case .array(let box) = base[index] { return box }
        if !isLocal, case .function(let function) = base[-1], case .script(let closure) = function.body { return closure.captures[index] }
        // Not reached: the compiler puts a box, or the function itself, there.
        return ArcadeArray([.null])
    }

    // MARK: Counting up and down

    @inline(__always)
    func increment(_ variable: ArcadeStack, _ instruction: ArcadeInstruction, _ sp: ArcadeStack) throws(ArcadeFailure) -> ArcadeStack {
        if case .number(let old) = variable.pointee, instruction.flag & ArcadeInstruction.drops != 0, !variable.pointee.isUndeclared {
            variable.initialize(to: .number(old + (instruction.flag & ArcadeInstruction.decrements != 0 ? -1 : 1)))
            return sp
        }
        return try incrementSlowly(variable, instruction, sp)
    }

    private func incrementSlowly(
        _ variable: ArcadeStack, _ instruction: ArcadeInstruction, _ sp: ArcadeStack
    ) throws(ArcadeFailure) -> ArcadeStack {
        if variable.pointee.isUndeclared { throw undeclared() }
        let (old, new) = counted(variable.pointee, instruction)
        variable.pointee = .number(new)
        return leave(old, new, instruction, sp)
    }

    func incrementShared(_ instruction: ArcadeInstruction, _ base: ArcadeStack, _ sp: ArcadeStack) throws(ArcadeFailure) -> ArcadeStack {
        let box = box(instruction, isLocal: instruction.operation == .incrementBox, base)
        if box.elements[0].isUndeclared { throw undeclared() }
        let (old, new) = counted(box.elements[0], instruction)
        box.elements[0] = .number(new)
        return leave(old, new, instruction, sp)
    }

    func incrementIndex(_ instruction: ArcadeInstruction, _ sp: ArcadeStack) throws(ArcadeFailure) -> ArcadeStack {
        let (base, index) = (sp[-2], sp[-1])
        let (old, new) = counted(try element(of: base, at: index), instruction)
        try setElement(of: base, at: index, to: .number(new))
        return leave(old, new, instruction, drop(drop(sp)))
    }

    func incrementMember(
        _ name: UnsafePointer<ArcadeName>, _ instruction: ArcadeInstruction, _ sp: ArcadeStack
    ) throws(ArcadeFailure) -> ArcadeStack {
        let base = sp[-1]
        let (old, new) = counted(try member(of: base, named: name.pointee), instruction)
        try setMember(of: base, named: name.pointee, to: .number(new))
        return leave(old, new, instruction, drop(sp))
    }

    private func counted(_ value: ArcadeValue, _ instruction: ArcadeInstruction) -> (old: Double, new: Double) {
        let old = number(value)
        return (old, old + (instruction.flag & ArcadeInstruction.decrements != 0 ? -1 : 1))
    }

    private func leave(_ old: Double, _ new: Double, _ instruction: ArcadeInstruction, _ sp: ArcadeStack) -> ArcadeStack {
        if instruction.flag & ArcadeInstruction.drops != 0 { return sp }
        return push(.number(instruction.flag & ArcadeInstruction.isPrefix != 0 ? new : old), sp)
    }
}
