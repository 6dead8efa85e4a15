// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

/// What the logical functions do.
///
/// `IIf`, `When` and `Decode` work out all their arguments before these run; called by name, the machine works out only what is needed.
extension ArcadeLogicalFunctions {
    static func boolean(_ arguments: ArcadeArguments, _ run: ArcadeRun) throws(ArcadeFailure) -> ArcadeValue {
        .boolean(run.boolean(arguments[0]))
    }

    /// What follows the first value that equals the first argument; else the last argument where it stands alone; else null.
    static func decode(_ arguments: ArcadeArguments, _ run: ArcadeRun) throws(ArcadeFailure) -> ArcadeValue {
        var index = 1
        while index + 1 < arguments.count {
            try ArcadeArrayFunctions.chargeSearch(for: arguments[0], among: 1, in: run)
            if run.areEqual(arguments[0], arguments[index]) { return arguments[index + 1] }
            index += 2
        }
        return index < arguments.count ? arguments[index] : .null
    }

    /// The value, or what lies in it under a key or path, or the default where that is null, an empty text or not there.
    static func defaultValue(_ arguments: ArcadeArguments, _ run: ArcadeRun) throws(ArcadeFailure) -> ArcadeValue {
        guard arguments.count > 2 else {
            return ArcadeLookup.isEmpty(arguments[0]) ? arguments[1] : arguments[0]
        }
        let value = try ArcadeLookup.value(at: arguments[1], of: arguments[0], run)
        if let value, !ArcadeLookup.isEmpty(value) { return value }
        return arguments[2]
    }

    static func iif(_ arguments: ArcadeArguments, _ run: ArcadeRun) throws(ArcadeFailure) -> ArcadeValue {
        try condition(arguments[0], "IIf takes a condition that is true or false") ? arguments[1] : arguments[2]
    }

    /// What follows the first condition that is true; else the last argument.
    static func when(_ arguments: ArcadeArguments, _ run: ArcadeRun) throws(ArcadeFailure) -> ArcadeValue {
        var index = 0
        while index + 1 < arguments.count {
            try run.charge(1)
            if try condition(arguments[index], "When takes conditions that are true or false, each before its result") {
                return arguments[index + 1]
            }
            index += 2
        }
        return index < arguments.count ? arguments[index] : .null
    }

    private static func condition(_ value: ArcadeValue, _ sentence: @autoclosure () -> String) throws(ArcadeFailure) -> Bool {
        guard case .boolean(let holds) = value else {
            throw ArcadeFailure(.type, "\(sentence()), not \(ArcadeArrayFunctions.named(value))")
        }
        return holds
    }

    /// Whether it is null or a text without characters.
    static func isEmpty(_ arguments: ArcadeArguments, _ run: ArcadeRun) throws(ArcadeFailure) -> ArcadeValue {
        .boolean(ArcadeLookup.isEmpty(arguments[0]))
    }

    /// Whether `Number` makes NaN of it.
    static func isNaN(_ arguments: ArcadeArguments, _ run: ArcadeRun) throws(ArcadeFailure) -> ArcadeValue {
        .boolean(run.number(arguments[0]).isNaN)
    }

    static func typeOf(_ arguments: ArcadeArguments, _ run: ArcadeRun) throws(ArcadeFailure) -> ArcadeValue {
        .text(arguments[0].typeName)
    }
}
