// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

/// The functions that change an array.
extension ArcadeArrayFunctions {
    static func push(_ arguments: ArcadeArguments, _ run: ArcadeRun) throws(ArcadeFailure) -> ArcadeValue {
        let array = try requiredArray(arguments[0], "Push takes an array and a value")
        try chargeGrowth(from: array.elements.count, by: 1, in: run)
        array.elements.append(arguments[1])
        return .number(Double(array.elements.count))
    }

    static func pop(_ arguments: ArcadeArguments, _ run: ArcadeRun) throws(ArcadeFailure) -> ArcadeValue {
        guard let element = try requiredArray(arguments[0], "Pop takes an array").elements.popLast() else {
            throw ArcadeFailure(.outOfRange, "Pop takes an array with at least one element; ask Count first")
        }
        return element
    }

    /// A negative place counts from the end; the place after the last element appends.
    static func insert(_ arguments: ArcadeArguments, _ run: ArcadeRun) throws(ArcadeFailure) -> ArcadeValue {
        let array = try requiredArray(arguments[0], "Insert takes an array, a place in it and a value")
        let count = array.elements.count
        let number = run.number(arguments[1])
        guard let place = number == Double(count) ? count : place(number, in: count) else {
            throw ArcadeFailure(.outOfRange, "Insert takes a whole place from \(-count) to \(count) for this array of \(count)")
        }
        try chargeGrowth(from: count, by: 1, in: run)
        try run.charge((count - place) >> 3)
        array.elements.insert(arguments[2], at: place)
        return .null
    }

    /// A negative place counts from the end.
    static func erase(_ arguments: ArcadeArguments, _ run: ArcadeRun) throws(ArcadeFailure) -> ArcadeValue {
        let array = try requiredArray(arguments[0], "Erase takes an array and a place in it")
        let count = array.elements.count
        guard let place = place(run.number(arguments[1]), in: count) else {
            throw ArcadeFailure(
                .outOfRange,
                count == 0
                    ? "Erase takes an array with at least one element"
                    : "Erase takes a whole place from \(-count) to \(count - 1) for this array of \(count)")
        }
        try run.charge(1 + (count - place) >> 3)
        array.elements.remove(at: place)
        return .null
    }

    static func resize(_ arguments: ArcadeArguments, _ run: ArcadeRun) throws(ArcadeFailure) -> ArcadeValue {
        let sentence = "Resize takes an array, how many elements it is to have, and perhaps a value for new ones"
        let array = try requiredArray(arguments[0], sentence)
        guard let size = whole(run.number(arguments[1])), size >= 0 else {
            throw ArcadeFailure(.invalidArgument, "\(sentence); how many is a number, 0 or more")
        }
        let count = array.elements.count
        if size > count {
            try chargeGrowth(from: count, by: size - count, in: run)
            array.elements.append(contentsOf: repeatElement(arguments[2], count: size - count))
        } else {
            try run.charge(1 + (count - size) >> 3)
            array.elements.removeLast(count - size)
        }
        return .null
    }

    /// Turns the array around where it is, and returns it.
    static func reverse(_ arguments: ArcadeArguments, _ run: ArcadeRun) throws(ArcadeFailure) -> ArcadeValue {
        let array = try requiredArray(arguments[0], "Reverse takes an array")
        try run.charge(1 + array.elements.count >> 3)
        array.elements.reverse()
        return .array(array)
    }
}
