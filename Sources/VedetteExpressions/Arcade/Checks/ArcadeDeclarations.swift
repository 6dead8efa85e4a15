// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

/// What a scope, the script or a function, declares under one name.
struct ArcadeDeclaration {
    /// As it was first written.
    let spelling: String
    /// How many parameters the function takes that has this name; nil for variables, and where it cannot be told.
    var parameterCount: Int?
    var isFunction: Bool

    /// What the statements of a scope declare, by names in lower case: `var` wherever it stands, loops, functions. What functions in it declare is
    /// theirs.
    static func all(in statements: [ArcadeStatement], parameters: [ArcadeStatement.Name] = []) -> [String: ArcadeDeclaration] {
        var found: [String: ArcadeDeclaration] = [:]
        for parameter in parameters { add(parameter, isFunction: false, to: &found) }
        var waiting = Array(statements.reversed())
        while let statement = waiting.popLast() {
            switch statement.kind {
            case .variables(let variables):
                for variable in variables { add(variable.name, isFunction: false, to: &found) }
            case .iteration(let name, let declares, _, _, _):
                if declares { add(name, isFunction: false, to: &found) }
            case .function(let function):
                add(function.name, isFunction: true, parameterCount: function.parameters.count, to: &found)
            default: break
            }
            for part in statement.children.reversed() {
                if case .statement(let inner) = part { waiting.append(inner) }
            }
        }
        return found
    }

    private static func add(
        _ name: ArcadeStatement.Name, isFunction: Bool, parameterCount: Int? = nil, to found: inout [String: ArcadeDeclaration]
    ) {
        let folded = name.text.lowercased()
        if var earlier = found[folded] {
            // Which of them it is, only the run tells.
            if earlier.parameterCount != parameterCount { earlier.parameterCount = nil }
            earlier.isFunction = earlier.isFunction && isFunction
            found[folded] = earlier
        } else {
            found[folded] = ArcadeDeclaration(spelling: name.text, parameterCount: parameterCount, isFunction: isFunction)
        }
    }

    /// The names, in lower case, that a script assigns to anywhere.
    static func assignedNames(in statements: [ArcadeStatement]) -> Set<String> {
        var names: Set<String> = []
        var (waiting, nodes) = (statements, [ArcadeNode]())
        while let statement = waiting.popLast() {
            if case .function(let function) = statement.kind { waiting += function.body }
            if case .iteration(let name, _, _, _, _) = statement.kind { names.insert(name.text.lowercased()) }
            for part in statement.children {
                switch part {
                case .statement(let inner): waiting.append(inner)
                case .expression(let node): nodes.append(node)
                }
            }
            while let node = nodes.popLast() {
                if case .assignment(let target, _, _) = node.kind, case .name(let name) = target.kind { names.insert(name.lowercased()) }
                if case .increment(let target, _, _) = node.kind, case .name(let name) = target.kind { names.insert(name.lowercased()) }
                nodes += node.children
            }
        }
        return names
    }
}
