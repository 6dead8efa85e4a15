// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

extension ArcadeRun {
    /// Runs instructions as long as they have to do with numbers and truth values alone, which nobody holds or lets go of, and `steps` last.
    ///
    /// Calls nothing and keeps all that it uses in registers: loops over numbers spend their time here. Each instruction is one step, as in
    /// ``execute(_:routine:base:bottom:)``, which goes on with the first one that is not settled here.
    @inline(never)
    static func settle(
        _ start: UnsafeMutablePointer<ArcadeInstruction>, _ top: ArcadeStack, _ steps: Int, base: ArcadeStack, globals: ArcadeStack,
        _ instructions: UnsafeMutablePointer<ArcadeInstruction>, _ constants: UnsafeMutablePointer<ArcadeValue>
    ) -> (UnsafeMutablePointer<ArcadeInstruction>, ArcadeStack, Int) {
        var (ip, sp, left) = (start, top, steps)
        while left > 0 {
            let instruction = ip.pointee
            let operand = Int(instruction.operand)
            switch instruction.operation {
            case .pushTrue: sp = pushPlain(.boolean(true), sp)
            case .pushFalse: sp = pushPlain(.boolean(false), sp)
            case .pushConstant:
                guard case .number(let value) = constants[operand] else { return (ip, sp, left) }
                sp = pushPlain(.number(value), sp)
            case .loadLocal:
                guard let value = number(base + operand) else { return (ip, sp, left) }
                sp = pushPlain(.number(value), sp)
            case .loadGlobal:
                guard let value = number(globals + operand) else { return (ip, sp, left) }
                sp = pushPlain(.number(value), sp)
            case .storeLocal:
                guard storeNumber(base + operand, instruction.flag, &sp) else { return (ip, sp, left) }
            case .storeGlobal:
                guard storeNumber(globals + operand, instruction.flag, &sp) else { return (ip, sp, left) }
            case .incrementLocal:
                guard incrementNumber(base + operand, instruction.flag) else { return (ip, sp, left) }
            case .incrementGlobal:
                guard incrementNumber(globals + operand, instruction.flag) else { return (ip, sp, left) }
            case .add:
                guard let (first, second) = numbers(sp) else { return (ip, sp, left) }
                sp = replacePair(.number(first + second), sp)
            case .subtract:
                guard let (first, second) = numbers(sp) else { return (ip, sp, left) }
                sp = replacePair(.number(first - second), sp)
            case .multiply:
                guard let (first, second) = numbers(sp) else { return (ip, sp, left) }
                sp = replacePair(.number(first * second), sp)
            case .divide:
                guard let (first, second) = numbers(sp) else { return (ip, sp, left) }
                sp = replacePair(.number(first / second), sp)
            case .less:
                guard let (first, second) = numbers(sp) else { return (ip, sp, left) }
                sp = replacePair(.boolean(first < second), sp)
            case .lessOrEqual:
                guard let (first, second) = numbers(sp) else { return (ip, sp, left) }
                sp = replacePair(.boolean(first <= second), sp)
            case .greater:
                guard let (first, second) = numbers(sp) else { return (ip, sp, left) }
                sp = replacePair(.boolean(first > second), sp)
            case .greaterOrEqual:
                guard let (first, second) = numbers(sp) else { return (ip, sp, left) }
                sp = replacePair(.boolean(first >= second), sp)
            case .equal:
                guard let (first, second) = numbers(sp) else { return (ip, sp, left) }
                sp = replacePair(.boolean(first == second), sp)
            case .notEqual:
                guard let (first, second) = numbers(sp) else { return (ip, sp, left) }
                sp = replacePair(.boolean(first != second), sp)
            case .jump:
                left &-= 1
                ip = instructions + operand
                continue
            case .jumpIfFalse:
                guard case .boolean(let value) = sp[-1] else { return (ip, sp, left) }
                left &-= 1
                sp -= 1
                ip = value ? ip + 1 : instructions + operand
                continue
            case .andJump:
                guard case .boolean(let value) = sp[-1] else { return (ip, sp, left) }
                left &-= 1
                if value { sp -= 1 }
                ip = value ? ip + 1 : instructions + operand
                continue
            case .orJump:
                guard case .boolean(let value) = sp[-1] else { return (ip, sp, left) }
                left &-= 1
                if !value { sp -= 1 }
                ip = value ? instructions + operand : ip + 1
                continue
            case .checkBoolean:
                guard case .boolean = sp[-1] else { return (ip, sp, left) }
            default: return (ip, sp, left)
            }
            ip += 1
            left &-= 1
        }
        return (ip, sp, left)
    }

    @inline(__always)
    private static func pushPlain(_ value: ArcadeValue, _ sp: ArcadeStack) -> ArcadeStack {
        sp.initialize(to: value)
        return sp + 1
    }

    /// Puts a value in the place of two that nobody has to let go of.
    @inline(__always)
    private static func replacePair(_ value: ArcadeValue, _ sp: ArcadeStack) -> ArcadeStack {
        (sp - 2).initialize(to: value)
        return sp - 1
    }

    /// nil where the variable is not declared yet, too.
    @inline(__always)
    private static func number(_ variable: ArcadeStack) -> Double? {
        guard case .number(let value) = variable.pointee, !variable.pointee.isUndeclared else { return nil }
        return value
    }

    @inline(__always)
    private static func numbers(_ sp: ArcadeStack) -> (Double, Double)? {
        guard case .number(let first) = sp[-2], case .number(let second) = sp[-1] else { return nil }
        return (first, second)
    }

    /// Takes a number from the stack to a variable that holds one, or none yet.
    @inline(__always)
    private static func storeNumber(_ variable: ArcadeStack, _ flag: UInt8, _ sp: inout ArcadeStack) -> Bool {
        guard flag & ArcadeInstruction.drops != 0, case .number(let value) = sp[-1], case .number = variable.pointee,
            flag & ArcadeInstruction.declares != 0 || !variable.pointee.isUndeclared
        else { return false }
        variable.initialize(to: .number(value))
        sp -= 1
        return true
    }

    @inline(__always)
    private static func incrementNumber(_ variable: ArcadeStack, _ flag: UInt8) -> Bool {
        guard flag & ArcadeInstruction.drops != 0, let value = number(variable) else { return false }
        variable.initialize(to: .number(value + (flag & ArcadeInstruction.decrements != 0 ? -1 : 1)))
        return true
    }
}
