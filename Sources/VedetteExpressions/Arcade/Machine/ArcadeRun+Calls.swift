// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

extension ArcadeRun {
    /// Calls a function of the language or of the script.
    package func call(_ function: ArcadeFunction, _ arguments: [ArcadeValue]) throws(ArcadeFailure) -> ArcadeValue {
        guard nativeDepth < min(context.limits.callDepth, Self.greatestNativeDepth), depth < context.limits.callDepth else {
            throw tooDeep()
        }
        nativeDepth += 1
        depth += 1
        defer {
            nativeDepth -= 1
            depth -= 1
        }
        switch function.body {
        case .builtIn(let definition):
            try charge(1)
            try checkCount(definition, arguments.count)
            return try definition.body(ArcadeArguments(arguments), self)
        case .script(let closure): return try call(closure, function, arguments)
        case .iteration: throw ArcadeFailure(.type, "a loop is not a function")
        }
    }

    /// How often functions of the language may call back inside each other: these calls use the thread's stack.
    private static let greatestNativeDepth = 64

    private func call(
        _ closure: ArcadeClosure, _ function: ArcadeFunction, _ arguments: [ArcadeValue]
    ) throws(ArcadeFailure) -> ArcadeValue {
        guard let code else { throw ArcadeFailure(.type, "a function of a script can be called only where the script runs") }
        let routine = code.routines[closure.routine]
        try checkCount(code, closure.routine, arguments.count)
        let (top, end, caller) = (stackTop, stackEnd, callerBase)
        var own: ArcadeStack?
        if stackEnd - top < routine.frameSize + 2 { own = try newStack(routine) }
        defer {
            (stackTop, stackEnd, callerBase) = (top, end, caller)
            own?.deallocate()
        }
        let bottom = own ?? top
        bottom.initialize(to: .function(function))
        for (index, argument) in arguments.enumerated() { (bottom + 1 + index).initialize(to: argument) }
        return try execute(code, routine: closure.routine, base: bottom + 1, bottom: bottom)
    }

    /// Makes a piece of stack for a routine and makes it the one in use.
    private func newStack(_ routine: ArcadeRoutine) throws(ArcadeFailure) -> ArcadeStack {
        let capacity = max(routine.frameSize + 2, 256)
        try charge(capacity >> 6)
        let stack = ArcadeStack.allocate(capacity: capacity)
        stackEnd = stack + capacity
        return stack
    }

    // MARK: In the loop

    /// Begins the call of a function of the script, whose variables begin at ``stackTop`` from here on.
    func beginCall(
        _ routine: UnsafePointer<ArcadeRoutine>, _ code: ArcadeCode, _ place: Int, _ instruction: ArcadeInstruction,
        _ ip: UnsafeMutablePointer<ArcadeInstruction>, _ base: ArcadeStack, _ sp: ArcadeStack
    ) throws(ArcadeFailure) {
        let count = Int(instruction.count)
        if routine.pointee.parameterCount != count { try checkCount(code, place, count) }
        if depth >= context.limits.callDepth { throw tooDeep() }
        try charge(routine.pointee.localCount >> 4)
        let callee = sp - count - 1
        var frame = ArcadeFrame(instruction: ip, base: base, top: callee, stackEnd: stackEnd)
        stackTop = callee + 1
        if stackEnd - stackTop < routine.pointee.frameSize + 1 {
            let stack = try newStack(routine.pointee)
            stack.moveInitialize(from: callee, count: count + 1)
            frame.ownStack = stack
            stackTop = stack + 1
        }
        frames.append(frame)
        depth += 1
    }

    /// Takes from the stack what a call of a function of the script has there, below `top`. Returns the call that goes on.
    func endCall(base: ArcadeStack, top: ArcadeStack) -> ArcadeFrame {
        let frame = frames.removeLast()
        (base - 1).deinitialize(count: top - (base - 1))
        stackEnd = frame.stackEnd
        frame.ownStack?.deallocate()
        depth -= 1
        return frame
    }

    /// Calls what is no function of the script.
    func callOther(
        _ code: ArcadeCode, _ instruction: ArcadeInstruction, _ base: ArcadeStack, _ sp: ArcadeStack
    ) throws(ArcadeFailure) -> ArcadeStack {
        let count = Int(instruction.count)
        let callee = sp - count - 1
        var result: ArcadeStack
        if case .function(let function) = callee.pointee, case .builtIn(let definition) = function.body {
            result = try callBuiltIn(definition, count, base, sp)
        } else if instruction.operand > 0 {
            result = try callBuiltIn(code.builtIns + Int(instruction.operand) - 1, count, base, sp)
        } else {
            throw ArcadeFailure(.type, "\(describe(callee.pointee)) is not a function and cannot be called")
        }
        // The result takes the place of what was called.
        result -= 1
        callee.pointee = result.move()
        return callee + 1
    }

    func callBuiltIn(
        _ definition: UnsafePointer<ArcadeFunctionDefinition>, _ count: Int, _ base: ArcadeStack, _ sp: ArcadeStack
    ) throws(ArcadeFailure) -> ArcadeStack {
        if !definition.pointee.argumentCount.contains(count) { try checkCount(definition.pointee, count) }
        let first = sp - count
        (stackTop, callerBase) = (sp, base)
        let value = try definition.pointee.body(ArcadeArguments(first: first, count: count), self)
        first.deinitialize(count: count)
        first.initialize(to: value)
        return first + 1
    }

    private func callBuiltIn(
        _ definition: ArcadeFunctionDefinition, _ count: Int, _ base: ArcadeStack, _ sp: ArcadeStack
    ) throws(ArcadeFailure) -> ArcadeStack {
        try withUnsafePointer(to: definition) { pointer throws(ArcadeFailure) in try callBuiltIn(pointer, count, base, sp) }
    }

    // MARK: Faults

    private func tooDeep() -> ArcadeFailure {
        ArcadeFailure(.limitExceeded, "functions call each other more than \(context.limits.callDepth) deep")
    }

    private func checkCount(_ definition: ArcadeFunctionDefinition, _ count: Int) throws(ArcadeFailure) {
        guard !definition.argumentCount.contains(count) else { return }
        let (least, most) = (definition.argumentCount.lowerBound, definition.argumentCount.upperBound)
        let wanted = least == most ? "\(least)" : most >= ArcadeFunctionDefinition.unlimited ? "at least \(least)" : "\(least) to \(most)"
        throw ArcadeFailure(
            .argumentCount, "\(definition.name) takes \(wanted) argument\(wanted == "1" ? "" : "s"), and was called with \(count)")
    }

    private func checkCount(_ code: ArcadeCode, _ routine: Int, _ count: Int) throws(ArcadeFailure) {
        let wanted = code.routines[routine].parameterCount
        guard wanted != count else { return }
        throw ArcadeFailure(
            .argumentCount,
            "\(code.routineNames[routine]) takes \(wanted) argument\(wanted == 1 ? "" : "s"), and was called with \(count)")
    }
}
