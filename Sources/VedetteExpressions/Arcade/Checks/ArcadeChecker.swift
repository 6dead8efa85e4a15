// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

/// Finds what is wrong with a script before it runs: names that nobody has, calls with too few or too many arguments.
package enum ArcadeChecker {
    /// - Throws: the first fault in the order of the text.
    package static func check(_ script: ArcadeScript, profile: ArcadeProfile) throws(ArcadeError) {
        do throws(ArcadeFault) {
            var check = ArcadeCheck(script, profile)
            try check.run()
        } catch {
            throw error.error(in: script.source)
        }
    }
}

/// A check under way. What waits to be looked at is kept in a list, so that nesting costs no stack.
struct ArcadeCheck {
    private enum Step {
        case statement(ArcadeStatement)
        case expression(ArcadeNode)
        case leaveFunction
        case leaveLoop
    }

    private var waiting: [Step] = []
    /// What is declared under a name, in lower case; the innermost last.
    var visible: [String: [ArcadeDeclaration]] = [:]
    /// The names that each function around declares; the script's own first.
    private var scopes: [[String]] = []
    /// In how many loops, for each function around.
    private var loopDepths: [Int] = [0]
    let assignedNames: Set<String>
    let profile: ArcadeProfile

    init(_ script: ArcadeScript, _ profile: ArcadeProfile) {
        self.profile = profile
        assignedNames = ArcadeDeclaration.assignedNames(in: script.statements)
        enter(ArcadeDeclaration.all(in: script.statements))
        wait(for: script.statements)
    }

    mutating func run() throws(ArcadeFault) {
        while let step = waiting.popLast() {
            switch step {
            case .statement(let statement): try check(statement)
            case .expression(let node): try check(node)
            case .leaveFunction: leaveFunction()
            case .leaveLoop: loopDepths[loopDepths.count - 1] -= 1
            }
        }
    }

    // MARK: Scopes

    private mutating func enter(_ declarations: [String: ArcadeDeclaration]) {
        for (name, declaration) in declarations { visible[name, default: []].append(declaration) }
        scopes.append(Array(declarations.keys))
    }

    private mutating func leaveFunction() {
        for name in scopes.popLast() ?? [] { _ = visible[name]?.popLast() }
        loopDepths.removeLast()
    }

    func declaration(of folded: String) -> ArcadeDeclaration? { visible[folded]?.last }

    // MARK: Statements

    /// Waits for a row of statements. Of those behind a `return` or the end of a round only functions are looked at: nothing else runs, and
    /// published scripts keep remains there.
    private mutating func wait(for statements: [ArcadeStatement]) {
        var isReached = true
        var reached: [ArcadeStatement] = []
        for statement in statements {
            switch statement.kind {
            case .function: reached.append(statement)
            case .returned, .breakLoop, .continueLoop:
                if isReached { reached.append(statement) }
                isReached = false
            default: if isReached { reached.append(statement) }
            }
        }
        for statement in reached.reversed() { waiting.append(.statement(statement)) }
    }

    private mutating func wait(for parts: [ArcadeStatement.Part]) {
        for part in parts.reversed() {
            switch part {
            case .statement(let statement): waiting.append(.statement(statement))
            case .expression(let node): waiting.append(.expression(node))
            }
        }
    }

    private mutating func check(_ statement: ArcadeStatement) throws(ArcadeFault) {
        switch statement.kind {
        case .function(let function): try check(function)
        case .loop, .iteration, .whileLoop:
            if case .iteration(let name, false, _, _, _) = statement.kind { try checkAssigned(name.text, at: name.range, isLoop: true) }
            loopDepths[loopDepths.count - 1] += 1
            waiting.append(.leaveLoop)
            wait(for: statement.children)
        case .breakLoop, .continueLoop:
            guard loopDepths.last != 0 else {
                let isBreak = if case .breakLoop = statement.kind { true } else { false }
                throw ArcadeFault(
                    isBreak
                        ? "`break` ends a loop, and there is none here; write `return` to end the function or the script"
                        : "`continue` goes on with a loop, and there is none here", statement.range)
            }
        case .module(let keyword):
            throw ArcadeFault("`\(keyword)` is not supported in this profile; a script stands alone", statement.range)
        case .block(let statements): wait(for: statements)
        default: wait(for: statement.children)
        }
    }

    private mutating func check(_ function: ArcadeStatement.FunctionDeclaration) throws(ArcadeFault) {
        var names: Set<String> = []
        for parameter in function.parameters where !names.insert(parameter.text.lowercased()).inserted {
            throw ArcadeFault(
                "`\(function.name.text)` has two parameters `\(parameter.text)`; names are the same in any case", parameter.range)
        }
        enter(ArcadeDeclaration.all(in: function.body, parameters: function.parameters))
        loopDepths.append(0)
        waiting.append(.leaveFunction)
        wait(for: function.body)
    }

    // MARK: Expressions

    private mutating func check(_ node: ArcadeNode) throws(ArcadeFault) {
        var parts = node.children
        switch node.kind {
        case .name(let name): try checkRead(name, at: node.range)
        case .call(let callee, let arguments):
            if case .name(let name) = callee.kind {
                try checkCall(name, argumentCount: arguments.count, callee: callee.range, whole: node.range)
                parts.removeFirst()
            }
        case .member(let base, let member):
            if case .name(let name) = base.kind { try checkMember(member, of: name, at: base.range, node) }
        case .assignment(let target, let operation, _):
            if case .name(let name) = target.kind {
                try checkAssigned(name, at: target.range, isLoop: false)
                if operation == nil { parts.removeFirst() }
            }
        case .increment(let target, _, _):
            if case .name(let name) = target.kind { try checkAssigned(name, at: target.range, isLoop: false) }
        default: break
        }
        for part in parts.reversed() { waiting.append(.expression(part)) }
    }
}
