// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

/// Sets of fence numbers as ascending arrays.
enum SortedNumbers {
    static func contains(_ numbers: [UInt32], _ number: UInt32) -> Bool {
        let place = place(numbers, number)
        return place < numbers.count && numbers[place] == number
    }

    /// Puts a number in or takes it out; says whether that changed anything.
    static func set(_ numbers: inout [UInt32], _ number: UInt32, _ isIn: Bool) -> Bool {
        let place = place(numbers, number)
        let isThere = place < numbers.count && numbers[place] == number
        guard isThere != isIn else { return false }
        if isIn { numbers.insert(number, at: place) } else { numbers.remove(at: place) }
        return true
    }

    /// The numbers that are only in the first. O(first + second).
    static func difference(_ first: [UInt32], _ second: [UInt32]) -> [UInt32] {
        var result: [UInt32] = []
        var place = 0
        for number in first {
            while place < second.count, second[place] < number { place += 1 }
            if place == second.count || second[place] != number { result.append(number) }
        }
        return result
    }

    private static func place(_ numbers: [UInt32], _ number: UInt32) -> Int {
        var low = 0
        var high = numbers.count
        while low < high {
            let middle = (low + high) / 2
            if numbers[middle] < number { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
