// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

extension ArcadeCompiler {
    /// Constants that are names.
    private static let numbers: [String: Double] = ["pi": .pi, "infinity": .infinity, "nan": .nan]

    private static let texts: [String: String] = [
        "backwardslash": "\\", "doublequote": "\"", "forwardslash": "/", "newline": "\n", "singlequote": "'", "tab": "\t",
    ]

    /// What `name` is worth, on the stack.
    mutating func planLoad(_ name: String, _ range: Range<Int>) -> [Task] {
        let folded = name.lowercased()
        if name.hasPrefix("$") {
            guard let variable = variable(folded) else {
                return fail(.unknownVariable, "`\(name)` is not a variable of this profile", range)
            }
            return [.emit(.init(operation: .loadVariable, operand: variable), range)]
        }
        if let place = scopes.place(of: folded, from: scope) { return [.emit(load(place), range)] }
        if let number = Self.numbers[folded] {
            return [.emit(.init(operation: .pushConstant, operand: constant(number)), range)]
        }
        if let definition = ArcadeFunctionCatalogue.definition(named: folded) {
            guard profile.bundles.contains(definition.bundle) else { return unavailable(definition, range) }
            return [.emit(.init(operation: .loadBuiltIn, operand: builtIn(definition)), range)]
        }
        return fail(.unknownVariable, "`\(name)` is not declared; write `var \(name) = …` before", range)
    }

    func load(_ place: ArcadeScopes.Place, flag: UInt8 = 0) -> ArcadeInstruction {
        switch place {
        case .local(let slot): .init(operation: .loadLocal, flag: flag, operand: Int32(slot))
        case .box(let slot): .init(operation: .loadBox, flag: flag, operand: Int32(slot))
        case .global(let slot): .init(operation: .loadGlobal, flag: flag, operand: Int32(slot))
        case .capture(let index): .init(operation: .loadCapture, flag: flag, operand: Int32(index))
        }
    }

    /// Sets a variable to what lies on the stack, which stays there unless `flag` says that it is dropped.
    mutating func planStore(_ name: String, flag: UInt8, _ range: Range<Int>) -> [Task] {
        let folded = name.lowercased()
        if name.hasPrefix("$") { return fail(.immutable, "`\(name)` cannot be changed", range) }
        guard let place = scopes.place(of: folded, from: scope) else {
            return fail(.unknownVariable, "`\(name)` is not declared; write `var \(name) = …`", range)
        }
        let instruction: ArcadeInstruction =
            switch place {
            case .local(let slot): .init(operation: .storeLocal, flag: flag, operand: Int32(slot))
            case .box(let slot): .init(operation: .storeBox, flag: flag, operand: Int32(slot))
            case .global(let slot): .init(operation: .storeGlobal, flag: flag, operand: Int32(slot))
            case .capture(let index): .init(operation: .storeCapture, flag: flag, operand: Int32(index))
            }
        return [.emit(instruction, range)]
    }

    /// Sets a variable right away.
    mutating func store(_ name: String, flag: UInt8, _ range: Range<Int>) {
        for case .emit(let instruction, let range) in planStore(name, flag: flag, range) { emit(instruction, range) }
    }

    mutating func unavailable(_ definition: ArcadeFunctionDefinition, _ range: Range<Int>) -> [Task] {
        fail(.unavailableFunction, "\(definition.name) is not available in this profile", range)
    }

    /// The place of a variable of the profile among those that the script uses.
    mutating func variable(_ folded: String) -> Int32? {
        guard profile.takesAnyVariable || profile.variables.contains(folded) else { return nil }
        if let index = parts.variableNames.firstIndex(of: folded) { return Int32(index) }
        parts.variableNames.append(folded)
        return Int32(parts.variableNames.count - 1)
    }

    /// The constant that `TextFormatting.NewLine` and its relatives are; nil for any other member.
    func textConstant(base: ArcadeNode, member: String) -> String? {
        guard case .name(let name) = base.kind, name.lowercased() == "textformatting",
            scopes.place(of: "textformatting", from: scope) == nil
        else { return nil }
        return Self.texts[member.lowercased()]
    }
}
