// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

extension ArcadeRun {
    /// `!`.
    func not(_ sp: ArcadeStack) throws(ArcadeFailure) -> ArcadeStack {
        guard case .boolean(let value) = sp[-1] else { throw notBoolean(sp[-1], "what `!` negates") }
        (sp - 1).initialize(to: .boolean(!value))
        return sp
    }

    /// Takes a condition from the stack.
    @inline(__always)
    func popCondition(_ kind: UInt8, _ sp: inout ArcadeStack) throws(ArcadeFailure) -> Bool {
        guard case .boolean(let value) = sp[-1] else { throw notBoolean(sp[-1], kind) }
        sp -= 1
        return value
    }

    /// Looks at one side of `&&` or `||`, which stays on the stack.
    @inline(__always)
    func popLogical(_ kind: ArcadeCondition, _ sp: inout ArcadeStack) throws(ArcadeFailure) -> Bool {
        guard case .boolean(let value) = sp[-1] else { throw notBoolean(sp[-1], kind.rawValue) }
        return value
    }

    private func notBoolean(_ value: ArcadeValue, _ kind: UInt8) -> ArcadeFailure {
        notBoolean(value, ArcadeCondition(rawValue: kind)?.name ?? "a condition")
    }

    private func notBoolean(_ value: ArcadeValue, _ place: String) -> ArcadeFailure {
        let mend =
            switch value {
            case .text(let text) where ["true", "false"].contains(text.lowercased()): "Boolean(x)"
            case .number: "x != 0"
            case .null, .text, .array, .dictionary: "!IsEmpty(x)"
            default: "x == y"
            }
        return ArcadeFailure(
            .type, "\(describe(value)) is not a Boolean, which \(place) must be; write it as a comparison, such as `\(mend)`")
    }

    /// A value in a message: short, in one line.
    package func describe(_ value: ArcadeValue) -> String {
        switch value {
        case .null: return "`null`"
        case .boolean(let value): return "`\(value)`"
        case .number(let value):
            if let integer = Int(exactly: value) { return "`\(integer)`" }
            return value.isNaN ? "`NaN`" : value.isInfinite ? (value < 0 ? "`-Infinity`" : "`Infinity`") : "`\(value)`"
        case .text(let text):
            let start = text.unicodeScalars.prefix(40).map { $0.value < 0x20 ? " " : String($0) }.joined()
            return "'\(start)\(text.unicodeScalars.dropFirst(40).isEmpty ? "" : "…")'"
        case .array: return "an Array"
        case .feature: return "a Feature"
        case .function(let function): return "the function \(function.name)"
        case .date, .dateOnly, .time, .dictionary, .featureSet, .featureSetCollection: return "a \(value.typeName)"
        case .geometry:
            let name = value.typeName
            return "\(name.hasPrefix("E") ? "an" : "a") \(name)"
        }
    }
}
