// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

/// Which names each function of a script declares and uses; the first scope is the script.
struct ArcadeScopes {
    struct Scope {
        var name: String
        var parent: Int?
        var parameterCount = 0
        /// Slots of variables by name in lower case, parameters first.
        var slots: [String: Int] = [:]
        var slotNames: [String] = []
        /// Functions declared in it, wherever in its blocks, and their scopes.
        var functions: [(declaration: ArcadeStatement.FunctionDeclaration, scope: Int)] = []
        var body: [ArcadeStatement]
        /// Slots that functions inside use.
        var boxed: Set<Int> = []
        /// Names in lower case that functions around it declare, by their places in `captures`.
        var captured: [String: Int] = [:]
        var captures: [ArcadeCapture] = []
        fileprivate var uses: Set<String> = []

        fileprivate mutating func declare(_ name: String) {
            let folded = name.lowercased()
            guard slots[folded] == nil else { return }
            slots[folded] = slotNames.count
            slotNames.append(name)
        }
    }

    /// Where a name is found.
    enum Place {
        case local(Int)
        /// A local variable that functions inside use.
        case box(Int)
        case global(Int)
        case capture(Int)
    }

    private(set) var scopes: [Scope]

    init(_ script: ArcadeScript) {
        scopes = [Scope(name: "", parent: nil, body: script.statements)]
        var work = script.statements.reversed().map { Part.statement($0, 0) }
        while let part = work.popLast() { visit(part, &work) }
        for scope in scopes.indices { capture(in: scope) }
    }

    /// Where the name, in lower case, is found from inside a scope; nil where the script does not declare it.
    func place(of name: String, from scope: Int) -> Place? {
        if let slot = scopes[scope].slots[name] { return scopes[scope].boxed.contains(slot) ? .box(slot) : .local(slot) }
        if let index = scopes[scope].captured[name] { return .capture(index) }
        return scopes[0].slots[name].map(Place.global)
    }

    /// What a scope declares or closes over.
    func places(in scope: Int) -> [String: Place] {
        var places: [String: Place] = [:]
        for name in Array(scopes[scope].slots.keys) + Array(scopes[scope].captured.keys) { places[name] = place(of: name, from: scope) }
        return places
    }

    private enum Part {
        case statement(ArcadeStatement, Int)
        case node(ArcadeNode, Int)
    }

    private mutating func visit(_ part: Part, _ work: inout [Part]) {
        switch part {
        case .statement(let statement, let scope): visit(statement, in: scope, &work)
        case .node(let node, let scope):
            if case .name(let name) = node.kind { scopes[scope].uses.insert(name.lowercased()) }
            work.append(contentsOf: node.children.reversed().map { .node($0, scope) })
        }
    }

    private mutating func visit(_ statement: ArcadeStatement, in scope: Int, _ work: inout [Part]) {
        switch statement.kind {
        case .variables(let variables):
            for variable in variables {
                scopes[scope].declare(variable.name.text)
                scopes[scope].uses.insert(variable.name.text.lowercased())
            }
        case .iteration(let name, let declares, _, _, _):
            if declares { scopes[scope].declare(name.text) }
            scopes[scope].uses.insert(name.text.lowercased())
        case .function(let declaration):
            scopes[scope].declare(declaration.name.text)
            let inner = scopes.count
            scopes[scope].functions.append((declaration, inner))
            var function = Scope(name: declaration.name.text, parent: scope, body: declaration.body)
            function.parameterCount = declaration.parameters.count
            for parameter in declaration.parameters {
                // Of two parameters with one name the last counts.
                function.slots[parameter.text.lowercased()] = function.slotNames.count
                function.slotNames.append(parameter.text)
            }
            scopes.append(function)
            work.append(contentsOf: declaration.body.reversed().map { .statement($0, inner) })
        default: break
        }
        for part in statement.children.reversed() {
            switch part {
            case .statement(let statement): work.append(.statement(statement, scope))
            case .expression(let node): work.append(.node(node, scope))
            }
        }
    }

    private mutating func capture(in scope: Int) {
        for name in scopes[scope].uses.sorted() where scopes[scope].slots[name] == nil {
            // The functions between the one that declares it and this one, the innermost first.
            var between = [scope]
            var outer = scopes[scope].parent
            while let current = outer, current != 0, scopes[current].slots[name] == nil {
                between.append(current)
                outer = scopes[current].parent
            }
            guard let owner = outer, owner != 0, let slot = scopes[owner].slots[name] else { continue }
            scopes[owner].boxed.insert(slot)
            var source = ArcadeCapture(isLocal: true, index: slot)
            for inner in between.reversed() {
                let index = scopes[inner].captured[name] ?? scopes[inner].captures.count
                if index == scopes[inner].captures.count {
                    scopes[inner].captures.append(source)
                    scopes[inner].captured[name] = index
                }
                source = ArcadeCapture(isLocal: false, index: index)
            }
        }
    }
}
