// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

/// The functions that look into an array and leave it as it is.
extension ArcadeArrayFunctions {
    /// How many elements an array has, UTF-16 units a text, entries a dictionary, features a feature set; 0 for null.
    static func count(_ arguments: ArcadeArguments, _ run: ArcadeRun) throws(ArcadeFailure) -> ArcadeValue {
        switch arguments[0] {
        case .null: return .number(0)
        case .array(let array): return .number(Double(array.elements.count))
        case .dictionary(let dictionary): return .number(Double(dictionary.count))
        case .text(let text):
            try run.charge(text.utf8.count >> 6)
            return .number(Double(text.utf16.count))
        case .featureSet: return try ArcadeFeatureSetFunctions.count(arguments, run)
        case let other:
            throw ArcadeFailure(
                .type, "Count takes an array, a text, a dictionary or a feature set, not \(ArcadeArrayFunctions.named(other))")
        }
    }

    static func first(_ arguments: ArcadeArguments, _ run: ArcadeRun) throws(ArcadeFailure) -> ArcadeValue {
        switch arguments[0] {
        case .null: return .null
        case .featureSet: return try ArcadeFeatureSetFunctions.first(arguments, run)
        case let value: return try requiredArray(value, "First takes an array or a feature set").elements.first ?? .null
        }
    }

    static func front(_ arguments: ArcadeArguments, _ run: ArcadeRun) throws(ArcadeFailure) -> ArcadeValue {
        guard let element = try requiredArray(arguments[0], "Front takes an array").elements.first else {
            throw ArcadeFailure(.outOfRange, "Front takes an array with at least one element; First gives null for an empty one")
        }
        return element
    }

    static func back(_ arguments: ArcadeArguments, _ run: ArcadeRun) throws(ArcadeFailure) -> ArcadeValue {
        guard let element = try requiredArray(arguments[0], "Back takes an array").elements.last else {
            throw ArcadeFailure(.outOfRange, "Back takes an array with at least one element; ask Count first")
        }
        return element
    }

    static func includes(_ arguments: ArcadeArguments, _ run: ArcadeRun) throws(ArcadeFailure) -> ArcadeValue {
        .boolean(try index(of: arguments[1], in: requiredArray(arguments[0], "Includes takes an array and a value"), run) != nil)
    }

    /// The first place of the value, from 0; -1 where there is none.
    static func indexOf(_ arguments: ArcadeArguments, _ run: ArcadeRun) throws(ArcadeFailure) -> ArcadeValue {
        let index = try index(of: arguments[1], in: requiredArray(arguments[0], "IndexOf takes an array and a value"), run)
        return .number(index.map(Double.init) ?? -1)
    }

    private static func index(of value: ArcadeValue, in array: ArcadeArray, _ run: ArcadeRun) throws(ArcadeFailure) -> Int? {
        try chargeSearch(for: value, among: array.elements.count, in: run)
        return array.elements.firstIndex { run.areEqual($0, value) }
    }

    static func top(_ arguments: ArcadeArguments, _ run: ArcadeRun) throws(ArcadeFailure) -> ArcadeValue {
        if case .featureSet = arguments[0] { return try ArcadeFeatureSetFunctions.top(arguments, run) }
        let sentence = "Top takes an array or a feature set, and how many of it"
        let array = try requiredArray(arguments[0], sentence)
        guard let count = whole(run.number(arguments[1])) else {
            throw ArcadeFailure(.type, "\(sentence), which is a number")
        }
        return try copy(of: array, 0..<min(max(count, 0), array.elements.count), run)
    }

    /// A part; places below 0 count from the end, and what lies outside is left out.
    static func slice(_ arguments: ArcadeArguments, _ run: ArcadeRun) throws(ArcadeFailure) -> ArcadeValue {
        let sentence = "Slice takes an array, and perhaps where to start and where to end"
        let array = try requiredArray(arguments[0], sentence)
        let count = array.elements.count
        var bounds = [0, count]
        for place in 0..<2 {
            if case .null = arguments[1 + place] { continue }
            guard let bound = whole(run.number(arguments[1 + place])) else {
                throw ArcadeFailure(.type, "\(sentence), which are numbers")
            }
            bounds[place] = min(max(bound < 0 ? bound + count : bound, 0), count)
        }
        return try copy(of: array, bounds[0]..<max(bounds[0], bounds[1]), run)
    }

    private static func copy(of array: ArcadeArray, _ range: Range<Int>, _ run: ArcadeRun) throws(ArcadeFailure) -> ArcadeValue {
        try chargeElements(range.count, in: run)
        return try run.makeArray(Array(array.elements[range]))
    }
}
