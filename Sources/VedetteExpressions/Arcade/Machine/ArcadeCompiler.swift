// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

/// Makes instructions of a script.
///
/// It takes the tree apart with a list of tasks in place of recursion, so that deep nesting costs memory and not stack.
struct ArcadeCompiler {
    /// Something still to do. What is to be done first lies last.
    enum Task {
        /// Leaves the value of an expression.
        case node(ArcadeNode)
        /// Evaluates an expression and leaves nothing.
        case effect(ArcadeNode)
        /// Carries a statement out; the last one leaves its value.
        case statement(ArcadeStatement, isLast: Bool)
        case emit(ArcadeInstruction, Range<Int>)
        /// An instruction that goes on at a label.
        case jump(ArcadeOperation, Label, Range<Int>, flag: UInt8 = 0)
        case place(Label)
        case enterLoop(onBreak: Label, onContinue: Label)
        case leaveLoop
    }

    typealias Label = Int

    let profile: ArcadeProfile
    let scopes: ArcadeScopes
    var parts: ArcadeCodeParts
    var tasks: [Task] = []
    /// The scope whose routine is being made.
    var scope = 0
    var loops: [(onBreak: Label, onContinue: Label)] = []

    private var labels: [Int32] = []
    private var jumps: [(instruction: Int, label: Label)] = []
    private var constantPlaces: [ConstantKey: Int] = [:]
    private var builtInPlaces: [String: Int] = [:]

    private enum ConstantKey: Hashable {
        case number(UInt64)
        case text([UInt8])
    }

    /// - Throws: `.tooLarge` where a table of the code would overflow.
    static func compile(_ script: ArcadeScript, profile: ArcadeProfile) throws(ArcadeError) -> ArcadeCode {
        var compiler = ArcadeCompiler(script, profile: profile)
        for scope in compiler.scopes.scopes.indices { compiler.compileRoutine(scope) }
        compiler.resolveJumps()
        guard !compiler.isTooLarge, compiler.measureStack() else {
            throw ArcadeError(.tooLarge, "the script is too large; leave parts of it away", range: 0..<0, in: script.source)
        }
        return ArcadeCode(compiler.parts)
    }

    private init(_ script: ArcadeScript, profile: ArcadeProfile) {
        self.profile = profile
        scopes = ArcadeScopes(script)
        parts = ArcadeCodeParts(source: script.source)
    }

    /// Whether an operand does not fit its field.
    private var isTooLarge = false

    // MARK: Routines

    private mutating func compileRoutine(_ index: Int) {
        let routine = scopes.scopes[index]
        (scope, loops) = (index, [])
        let entry = parts.instructions.count
        for slot in routine.boxed.sorted() { emit(.init(operation: .makeBox, operand: Int32(slot)), 0..<0) }
        for (declaration, inner) in routine.functions {
            emit(.init(operation: .makeFunction, operand: Int32(inner)), declaration.name.range)
            store(declaration.name.text, flag: ArcadeInstruction.declares | ArcadeInstruction.drops, declaration.name.range)
        }
        schedule(plan(routine.body, isLast: true) + [.emit(.init(operation: .end), 0..<0)])
        while let task = tasks.popLast() { perform(task) }
        parts.routines.append(
            ArcadeRoutine(
                entry: entry, parameterCount: routine.parameterCount, localCount: routine.slotNames.count,
                frameSize: routine.slotNames.count, firstCapture: parts.captures.count,
                captureCount: routine.captures.count))
        parts.routineNames.append(routine.name)
        parts.captures += routine.captures
        parts.variablePlaces.append(scopes.places(in: index))
    }

    private mutating func perform(_ task: Task) {
        switch task {
        case .node(let node): schedule(plan(node))
        case .effect(let node): schedule(planEffect(node))
        case .statement(let statement, let isLast): schedule(plan(statement, isLast: isLast))
        case .emit(let instruction, let range): emit(instruction, range)
        case .jump(let operation, let label, let range, let flag):
            jumps.append((parts.instructions.count, label))
            emit(.init(operation: operation, flag: flag), range)
        case .place(let label): labels[label] = Int32(truncatingIfNeeded: parts.instructions.count)
        case .enterLoop(let onBreak, let onContinue): loops.append((onBreak, onContinue))
        case .leaveLoop: loops.removeLast()
        }
    }

    private mutating func schedule(_ plan: [Task]) { tasks.append(contentsOf: plan.reversed()) }

    private mutating func resolveJumps() {
        for (instruction, label) in jumps { parts.instructions[instruction].operand = labels[label] }
    }

    /// Adds to each frame what its stack needs.
    private mutating func measureStack() -> Bool {
        var stack = ArcadeStackDepth(parts.instructions)
        for index in parts.routines.indices {
            guard let depth = stack.greatestDepth(from: parts.routines[index].entry) else { return false }
            parts.routines[index].frameSize += depth
        }
        return true
    }

    // MARK: Emitting

    mutating func emit(_ instruction: ArcadeInstruction, _ range: Range<Int>) {
        parts.instructions.append(instruction)
        parts.ranges.append(
            Int32(truncatingIfNeeded: range.lowerBound)..<Int32(truncatingIfNeeded: max(range.lowerBound, range.upperBound)))
    }

    mutating func label() -> Label {
        labels.append(-1)
        return labels.count - 1
    }

    /// A count that an instruction can hold.
    mutating func count(_ value: Int) -> UInt16 {
        if let value = UInt16(exactly: value) { return value }
        isTooLarge = true
        return 0
    }

    // MARK: Tables

    mutating func constant(_ number: Double) -> Int32 { constant(.number(number.bitPattern), .number(number)) }

    mutating func constant(_ text: String) -> Int32 { constant(.text(Array(text.utf8)), .text(text)) }

    private mutating func constant(_ key: ConstantKey, _ value: ArcadeValue) -> Int32 {
        if let place = constantPlaces[key] { return Int32(place) }
        constantPlaces[key] = parts.constants.count
        parts.constants.append(value)
        return Int32(parts.constants.count - 1)
    }

    mutating func name(_ spelling: String) -> Int32 {
        parts.names.append(ArcadeName(spelling))
        return Int32(parts.names.count - 1)
    }

    mutating func builtIn(_ definition: ArcadeFunctionDefinition) -> Int32 {
        if let place = builtInPlaces[definition.name] { return Int32(place) }
        builtInPlaces[definition.name] = parts.builtIns.count
        parts.builtIns.append(definition)
        return Int32(parts.builtIns.count - 1)
    }

    mutating func failure(_ code: ArcadeError.Code, _ message: String) -> Int32 {
        parts.failures.append(ArcadeCodeFailure(code: code, message: message))
        return Int32(parts.failures.count - 1)
    }
}
