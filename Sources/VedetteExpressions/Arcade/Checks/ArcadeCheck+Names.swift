// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

extension ArcadeCheck {
    /// Constants, in lower case, and how they are written.
    static let constants = ["infinity": "Infinity", "nan": "NaN", "pi": "PI", "textformatting": "TextFormatting"]
    /// The members of `TextFormatting`.
    static let formattingMembers = ["BackwardSlash", "DoubleQuote", "ForwardSlash", "NewLine", "SingleQuote", "Tab"]

    /// Profile variables without their dollar that scripts of most profiles have.
    private static let usualVariables: Set<String> = ["feature", "layer", "map", "datastore", "featureset", "originalfeature", "view"]

    // MARK: Reading

    /// Checks a name that is read, not called.
    func checkRead(_ name: String, at range: Range<Int>) throws(ArcadeFault) {
        if name.utf8.first == UInt8(ascii: "$") { return try checkProfileVariable(name, at: range) }
        let folded = name.lowercased()
        if declaration(of: folded) != nil || Self.constants[folded] != nil { return }
        if let definition = ArcadeFunctionCatalogue.definition(named: name) {
            if let reason = unavailability(of: definition) { throw unavailable(definition, reason, at: range) }
            return
        }
        throw unknownVariable(name, at: range)
    }

    private func unknownVariable(_ name: String, at range: Range<Int>) -> ArcadeFault {
        let folded = name.lowercased()
        let advice: String
        if let mend = ArcadeForeignWord.advice(for: folded) {
            advice = "; \(mend)"
        } else if isProfileVariable(folded) {
            advice = "; did you mean `$\(name)`?"
        } else if let near = NameSuggestion.nearest(to: name, among: visibleNames + Self.constants.values.sorted() + functionNames) {
            advice = "; did you mean `\(near)`?"
        } else {
            advice = "; declare it with `var \(name)`"
        }
        return ArcadeFault(.unknownVariable, "unknown variable `\(name)`\(advice)", range)
    }

    /// Whether a name, in lower case, is that of a profile variable without the dollar.
    private func isProfileVariable(_ folded: String) -> Bool {
        profile.variables.contains("$" + folded) || (profile.takesAnyVariable && Self.usualVariables.contains(folded))
    }

    private func checkProfileVariable(_ name: String, at range: Range<Int>) throws(ArcadeFault) {
        let folded = name.lowercased()
        guard !profile.takesAnyVariable, !profile.variables.contains(folded) else { return }
        let known = profile.variables.sorted()
        let advice: String
        if let near = NameSuggestion.nearest(to: name, among: known) {
            advice = "; did you mean `\(near)`?"
        } else if known.isEmpty {
            advice = "; the profile \(profile.name) has no variables"
        } else {
            advice = "; the profile \(profile.name) has " + known.map { "`\($0)`" }.joined(separator: ", ")
        }
        throw ArcadeFault(.unknownVariable, "unknown profile variable `\(name)`\(advice)", range)
    }

    func checkMember(_ member: String, of name: String, at base: Range<Int>, _ node: ArcadeNode) throws(ArcadeFault) {
        let folded = name.lowercased()
        guard declaration(of: folded) == nil else { return }
        if folded == "textformatting" {
            let wanted = member.lowercased()
            if Self.formattingMembers.contains(where: { $0.lowercased() == wanted }) { return }
            let members = Self.formattingMembers.joined(separator: ", ")
            throw ArcadeFault(.unknownVariable, "unknown constant `\(name).\(member)`; there are \(members)", node.range)
        }
        if isProfileVariable(folded) { throw unknownVariable(name, at: base) }
        if let definition = ArcadeFunctionCatalogue.definition(named: name) {
            throw ArcadeFault(
                .type, "`\(definition.name)` is a function and has no members; call it, as in \(definition.name)(…)", node.range)
        }
    }

    // MARK: Assigning

    func checkAssigned(_ name: String, at range: Range<Int>, isLoop: Bool) throws(ArcadeFault) {
        if name.utf8.first == UInt8(ascii: "$") {
            throw ArcadeFault(.immutable, "`\(name)` is a profile variable and cannot be changed; assign to a variable of your own", range)
        }
        let folded = name.lowercased()
        if declaration(of: folded) != nil { return }
        if let constant = Self.constants[folded] {
            throw ArcadeFault(.immutable, "`\(constant)` is a constant and cannot be changed; assign to a variable of your own", range)
        }
        if isLoop { throw ArcadeFault(.unknownVariable, "unknown variable `\(name)`; write `var` before it", range) }
        let near = NameSuggestion.nearest(to: name, among: visibleNames)
        let advice = near.map { "did you mean `\($0)`?" } ?? "declare it with `var \(name)`"
        throw ArcadeFault(.unknownVariable, "unknown variable `\(name)`; \(advice)", range)
    }

    // MARK: Calling

    func checkCall(_ name: String, argumentCount: Int, callee: Range<Int>, whole: Range<Int>) throws(ArcadeFault) {
        let folded = name.lowercased()
        if name.utf8.first == UInt8(ascii: "$") { return try checkProfileVariable(name, at: callee) }
        if let declaration = declaration(of: folded) {
            guard let count = declaration.parameterCount, !assignedNames.contains(folded), count != argumentCount else { return }
            throw wrongCount(declaration.spelling, takes: "\(count)", isOne: count == 1, argumentCount, at: whole)
        }
        guard let definition = ArcadeFunctionCatalogue.definition(named: name) else { throw unknownFunction(name, at: callee) }
        if let reason = unavailability(of: definition) { throw unavailable(definition, reason, at: callee) }
        let counts = definition.argumentCount
        guard !counts.contains(argumentCount) else { return }
        let takes =
            if counts.lowerBound == counts.upperBound {
                "\(counts.lowerBound)"
            } else if counts.upperBound >= ArcadeFunctionDefinition.unlimited {
                argumentCount < counts.lowerBound ? "at least \(counts.lowerBound)" : "at most \(counts.upperBound)"
            } else {
                "\(counts.lowerBound) to \(counts.upperBound)"
            }
        throw wrongCount(definition.name, takes: takes, isOne: takes.hasSuffix("1") && counts.lowerBound == 1, argumentCount, at: whole)
    }

    private func wrongCount(_ name: String, takes: String, isOne: Bool, _ count: Int, at range: Range<Int>) -> ArcadeFault {
        ArcadeFault(
            .argumentCount, "`\(name)` takes \(takes == "0" ? "no" : takes) \(isOne ? "argument" : "arguments"), not \(count)", range)
    }

    private func unknownFunction(_ name: String, at range: Range<Int>) -> ArcadeFault {
        let folded = name.lowercased()
        let advice: String
        if let constant = Self.constants[folded] {
            return ArcadeFault(.unknownFunction, "`\(constant)` is a constant, not a function; write it without brackets", range)
        } else if let mend = ArcadeForeignWord.advice(for: folded) {
            advice = "; \(mend)"
        } else if let near = NameSuggestion.nearest(to: name, among: visibleFunctionNames + functionNames) {
            advice = "; did you mean `\(near)`?"
        } else {
            advice = "; declare it with `function \(name)(…) { … }`, or see the list of functions"
        }
        return ArcadeFault(.unknownFunction, "unknown function `\(name)`\(advice)", range)
    }

    /// Why a function cannot be called here; nil where it can.
    private func unavailability(of definition: ArcadeFunctionDefinition) -> String? {
        if case .unavailable(let reason) = definition.state { return reason }
        if profile.bundles.contains(definition.bundle) { return nil }
        return "\(profile.name) has no \(definition.bundle.rawValue) functions"
    }

    private func unavailable(_ definition: ArcadeFunctionDefinition, _ reason: String, at range: Range<Int>) -> ArcadeFault {
        ArcadeFault(.unavailableFunction, "`\(definition.name)` is not available in this profile: \(reason)", range)
    }

    // MARK: Names to propose

    private var visibleNames: [String] {
        visible.compactMap { $0.value.last?.spelling }.sorted()
    }

    private var visibleFunctionNames: [String] {
        visible.compactMap { $0.value.last.flatMap { $0.isFunction ? $0.spelling : nil } }.sorted()
    }

    /// Of the functions that can be called here.
    private var functionNames: [String] {
        ArcadeFunctionCatalogue.definitions.filter { unavailability(of: $0) == nil }.map(\.name)
    }
}
