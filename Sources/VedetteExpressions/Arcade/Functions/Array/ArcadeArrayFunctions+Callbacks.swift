// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

/// The functions that call a function for the elements of an array.
///
/// They walk the array as it is at each step, as many steps as it had elements in the beginning, so that a function that changes the array
/// meets what it changed, and an array that shrinks ends the walk.
extension ArcadeArrayFunctions {
    static func all(_ arguments: ArcadeArguments, _ run: ArcadeRun) throws(ArcadeFailure) -> ArcadeValue {
        .boolean(try !holds(false, "All takes an array and a function of one value", arguments, run))
    }

    static func anyOf(_ arguments: ArcadeArguments, _ run: ArcadeRun) throws(ArcadeFailure) -> ArcadeValue {
        .boolean(try holds(true, "Any takes an array and a function of one value", arguments, run))
    }

    static func none(_ arguments: ArcadeArguments, _ run: ArcadeRun) throws(ArcadeFailure) -> ArcadeValue {
        .boolean(try !holds(true, "None takes an array and a function of one value", arguments, run))
    }

    /// Whether the test says `wanted` of any element.
    private static func holds(
        _ wanted: Bool, _ sentence: String, _ arguments: ArcadeArguments, _ run: ArcadeRun
    ) throws(ArcadeFailure) -> Bool {
        let array = try requiredArray(arguments[0], sentence)
        let test = try requiredFunction(arguments[1], sentence)
        let count = array.elements.count
        var index = 0
        while index < min(count, array.elements.count) {
            try run.charge(1)
            if run.boolean(try run.call(test, [array.elements[index]])) == wanted { return true }
            index += 1
        }
        return false
    }

    static func filter(_ arguments: ArcadeArguments, _ run: ArcadeRun) throws(ArcadeFailure) -> ArcadeValue {
        if case .featureSet = arguments[0] { return try ArcadeFeatureSetFunctions.filter(arguments, run) }
        let sentence = "Filter takes an array and a function of one value, or a feature set and a where clause"
        let array = try requiredArray(arguments[0], sentence)
        let test = try requiredFunction(arguments[1], sentence)
        var kept: [ArcadeValue] = []
        let count = array.elements.count
        var index = 0
        while index < min(count, array.elements.count) {
            try run.charge(1)
            let element = array.elements[index]
            if run.boolean(try run.call(test, [element])) { kept.append(element) }
            index += 1
        }
        return try run.makeArray(kept)
    }

    static func map(_ arguments: ArcadeArguments, _ run: ArcadeRun) throws(ArcadeFailure) -> ArcadeValue {
        let sentence = "Map takes an array and a function of one value"
        let array = try requiredArray(arguments[0], sentence)
        let mapping = try requiredFunction(arguments[1], sentence)
        var mapped: [ArcadeValue] = []
        let count = array.elements.count
        var index = 0
        while index < min(count, array.elements.count) {
            try run.charge(1)
            mapped.append(try run.call(mapping, [array.elements[index]]))
            index += 1
        }
        return try run.makeArray(mapped)
    }

    /// Without a first value, the first element is it; of nothing at all comes null.
    static func reduce(_ arguments: ArcadeArguments, _ run: ArcadeRun) throws(ArcadeFailure) -> ArcadeValue {
        let sentence = "Reduce takes an array, a function of two values and perhaps a first value"
        let array = try requiredArray(arguments[0], sentence)
        let reducer = try requiredFunction(arguments[1], sentence)
        let count = array.elements.count
        var index = 0
        var result = arguments[2]
        if arguments.count < 3 {
            guard let first = array.elements.first else { return .null }
            (result, index) = (first, 1)
        }
        while index < min(count, array.elements.count) {
            try run.charge(1)
            result = try run.call(reducer, [result, array.elements[index]])
            index += 1
        }
        return result
    }
}
