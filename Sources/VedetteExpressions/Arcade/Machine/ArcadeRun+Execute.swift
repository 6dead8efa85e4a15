// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

/// A place on the stack.
typealias ArcadeStack = UnsafeMutablePointer<ArcadeValue>

extension ArcadeRun {
    /// Runs instructions until the routine that they begin ends.
    ///
    /// Calls of functions of the script are frames and not recursion. What numbers need is settled apart, and again here for all values.
    /// Operators that are not settled here take the stack's top and return the new one; where they throw they leave the stack as it was,
    /// or as deep.
    ///
    /// At `base` are the routine's variables, of which the arguments are there. What it was handed begins at `bottom`; all from there on is
    /// taken from the stack at the end.
    func execute(_ code: ArcadeCode, routine: Int, base start: ArcadeStack, bottom: ArcadeStack) throws(ArcadeFailure) -> ArcadeValue {
        let entryDepth = frames.count
        let entryEnd = stackEnd
        let instructions = code.instructions
        var ip = instructions + code.routines[routine].entry
        var base = start
        var sp = enter(code.routines[routine], base: base)
        do throws(ArcadeFailure) {
            while true {
                (ip, sp, slice) = Self.settle(ip, sp, slice, base: base, globals: globals, instructions, code.constants)
                let instruction = ip.pointee
                ip += 1
                slice -= 1
                if slice < 0 { try refill(0) }
                switch instruction.operation {
                case .pushNull: sp = push(.null, sp)
                case .pushTrue: sp = push(.boolean(true), sp)
                case .pushFalse: sp = push(.boolean(false), sp)
                case .pushConstant: sp = push(code.constants[Int(instruction.operand)], sp)
                case .loadLocal: sp = try load(base + Int(instruction.operand), instruction, sp)
                case .loadGlobal: sp = try load(globals + Int(instruction.operand), instruction, sp)
                case .loadBox, .loadCapture: sp = try loadShared(instruction, base, sp)
                case .loadVariable: sp = try loadVariable(Int(instruction.operand), sp)
                case .loadVariableMember: sp = try loadVariableMember(code, instruction, sp)
                case .loadBuiltIn: sp = loadBuiltIn(code, instruction, sp)
                case .makeFunction: sp = makeFunction(code, instruction, base, sp)
                case .storeLocal: sp = try store(base + Int(instruction.operand), instruction, sp)
                case .storeGlobal: sp = try store(globals + Int(instruction.operand), instruction, sp)
                case .storeBox, .storeCapture: sp = try storeShared(instruction, base, sp)
                case .makeBox: makeBox(base + Int(instruction.operand))
                case .setIndex: sp = try setIndex(sp)
                case .setMember: sp = try setMember(code.names + Int(instruction.operand), sp)
                case .incrementLocal: sp = try increment(base + Int(instruction.operand), instruction, sp)
                case .incrementGlobal: sp = try increment(globals + Int(instruction.operand), instruction, sp)
                case .incrementBox, .incrementCapture: sp = try incrementShared(instruction, base, sp)
                case .incrementIndex: sp = try incrementIndex(instruction, sp)
                case .incrementMember: sp = try incrementMember(code.names + Int(instruction.operand), instruction, sp)
                case .pop: sp = drop(sp)
                case .duplicate: sp = push(sp[-1], sp)
                case .duplicatePair: sp = push(sp[-1], push(sp[-2], sp))
                case .add: sp = try add(sp)
                case .subtract, .multiply, .divide, .remainder, .shiftLeft, .shiftRight, .shiftRightUnsigned, .bitAnd, .bitExclusiveOr,
                    .bitOr:
                    sp = arithmetic(instruction.operation, sp)
                case .less, .lessOrEqual, .greater, .greaterOrEqual: sp = compare(instruction.operation, sp)
                case .equal: sp = equal(true, sp)
                case .notEqual: sp = equal(false, sp)
                case .plus, .negate, .complement: sp = negate(instruction.operation, sp)
                case .not: sp = try not(sp)
                case .joinTexts: sp = try joinTexts(Int(instruction.count), sp)
                case .jump: ip = instructions + Int(instruction.operand)
                case .jumpIfFalse:
                    if try !popCondition(instruction.flag, &sp) { ip = instructions + Int(instruction.operand) }
                case .andJump:
                    if try popLogical(.and, &sp) { sp = drop(sp) } else { ip = instructions + Int(instruction.operand) }
                case .orJump:
                    if try popLogical(.or, &sp) { ip = instructions + Int(instruction.operand) } else { sp = drop(sp) }
                case .checkBoolean: _ = try popLogical(ArcadeCondition(rawValue: instruction.flag) ?? .and, &sp)
                case .jumpUnlessEqual:
                    if !popEqual(&sp) { ip = instructions + Int(instruction.operand) }
                case .getIndex: sp = try getIndex(sp)
                case .getMember: sp = try getMember(code.names + Int(instruction.operand), sp)
                case .makeArray: sp = try makeArray(Int(instruction.count), sp)
                case .makeDictionary: sp = try makeDictionary(code, instruction, sp)
                case .iterate: sp = try iterate(instruction.flag, sp)
                case .next:
                    if try !next(&sp) { ip = instructions + Int(instruction.operand) }
                case .call:
                    let callee = sp - Int(instruction.count) - 1
                    if case .function(let function) = callee.pointee, case .script(let closure) = function.body {
                        let routine = code.routines + closure.routine
                        try beginCall(routine, code, closure.routine, instruction, ip, base, sp)
                        base = stackTop
                        sp = enter(routine.pointee, base: base)
                        ip = instructions + routine.pointee.entry
                    } else {
                        sp = try callOther(code, instruction, base, sp)
                    }
                case .callBuiltIn: sp = try callBuiltIn(code.builtIns + Int(instruction.operand), Int(instruction.count), base, sp)
                case .end:
                    let value = (sp - 1).move()
                    if frames.count == entryDepth {
                        bottom.deinitialize(count: sp - 1 - bottom)
                        return value
                    }
                    let frame = endCall(base: base, top: sp - 1)
                    (base, ip) = (frame.base, frame.instruction)
                    sp = push(value, frame.top)
                case .fail: throw failure(code, instruction)
                }
            }
        } catch {
            if error.range == nil {
                let range = code.ranges[ip - 1 - instructions]
                error.range = Int(range.lowerBound)..<Int(range.upperBound)
            }
            while frames.count > entryDepth {
                let frame = endCall(base: base, top: sp)
                (base, sp) = (frame.base, frame.top)
            }
            bottom.deinitialize(count: sp - bottom)
            stackEnd = entryEnd
            throw error
        }
    }

    /// Makes the variables of a routine that are not arguments, as undeclared ones. Returns the stack's top.
    @inline(__always)
    private func enter(_ routine: ArcadeRoutine, base: ArcadeStack) -> ArcadeStack {
        let top = base + routine.localCount
        (base + routine.parameterCount).initialize(repeating: .undeclared, count: routine.localCount - routine.parameterCount)
        return top
    }

    private func failure(_ code: ArcadeCode, _ instruction: ArcadeInstruction) -> ArcadeFailure {
        let failure = code.failures[Int(instruction.operand)]
        return ArcadeFailure(failure.code, failure.message)
    }
}
