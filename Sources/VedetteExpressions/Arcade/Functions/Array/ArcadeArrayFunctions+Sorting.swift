// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import VedetteValues

/// `Sort`.
extension ArcadeArrayFunctions {
    /// A new array in order. Without a comparator numbers, texts, dates, times and Booleans go by their value, other things of one type stay
    /// as they are, mixed ones go by their text, NaN comes after numbers and null after all. Equal elements stay in their order.
    static func sort(_ arguments: ArcadeArguments, _ run: ArcadeRun) throws(ArcadeFailure) -> ArcadeValue {
        let sentence = "Sort takes an array and perhaps a function that compares two values"
        let elements = try requiredArray(arguments[0], sentence).elements
        try run.charge(1 + elements.count >> 2)
        if case .null = arguments[1] { return try run.makeArray(sorted(elements, run)) }
        let comparator = try requiredFunction(arguments[1], sentence)
        let sorted = try merged(elements) { (first, second) throws(ArcadeFailure) in
            try run.charge(1)
            return run.number(try run.call(comparator, [first, second])) > 0
        }
        return try run.makeArray(sorted)
    }

    private static func sorted(_ elements: [ArcadeValue], _ run: ArcadeRun) throws(ArcadeFailure) -> [ArcadeValue] {
        var values: [ArcadeValue] = []
        var kinds: Set<Kind> = []
        for element in elements {
            guard let kind = Kind(element) else { continue }
            kinds.insert(kind)
            values.append(element)
        }
        let nullCount = elements.count - values.count
        if kinds.count == 1, let kind = kinds.first {
            values = try naturallySorted(values, of: kind, run)
        } else if kinds.count > 1 {
            values = try sortedByText(values, run)
        }
        return values + repeatElement(.null, count: nullCount)
    }

    private static func naturallySorted(
        _ values: [ArcadeValue], of kind: Kind, _ run: ArcadeRun
    ) throws(ArcadeFailure) -> [ArcadeValue] {
        switch kind {
        case .other: return values
        case .text: return try sortedByText(values, run)
        default: break
        }
        try chargeComparisons(of: values.count, run)
        let keyed = values.map { (key: key($0), value: $0) }
        let sorted = try merged(keyed) { (first, second) throws(ArcadeFailure) in
            first.key > second.key || first.key.isNaN && !second.key.isNaN
        }
        return sorted.map(\.value)
    }

    /// What numbers, Booleans, dates and times go by.
    private static func key(_ value: ArcadeValue) -> Double {
        switch value {
        case .number(let value): value
        case .boolean(let value): value ? 1 : 0
        case .date(let value): Double(value.instant.microsecondsSince1970)
        case .dateOnly(let value): Double(value.daysSince1970)
        case .time(let value): Double(value.microsecondsOfDay)
        default: 0
        }
    }

    private static func sortedByText(_ values: [ArcadeValue], _ run: ArcadeRun) throws(ArcadeFailure) -> [ArcadeValue] {
        var keyed: [(key: String, value: ArcadeValue)] = []
        keyed.reserveCapacity(values.count)
        for value in values {
            try run.charge(1)
            keyed.append((try run.text(value), value))
        }
        try chargeComparisons(of: values.count, run)
        let sorted = try merged(keyed) { (first, second) throws(ArcadeFailure) in
            let length = min(first.key.utf8.count, second.key.utf8.count)
            if length > 64 { try run.charge(length >> 6) }
            return precedes(second.key, first.key)
        }
        return sorted.map(\.value)
    }

    /// Whether a text comes before another by code points, which is the order of their UTF-8 bytes.
    private static func precedes(_ first: String, _ second: String) -> Bool {
        let answer = first.utf8.withContiguousStorageIfAvailable { first in
            second.utf8.withContiguousStorageIfAvailable { second in
                first.lexicographicallyPrecedes(second)
            }
        }
        return answer.flatMap { $0 } ?? first.utf8.lexicographicallyPrecedes(second.utf8)
    }

    private static func chargeComparisons(of count: Int, _ run: ArcadeRun) throws(ArcadeFailure) {
        let levels = Int.bitWidth - count.leadingZeroBitCount
        try run.charge((count * levels) >> 3)
    }

    /// Sorts by merging, so that equal elements keep their order and a comparison that contradicts itself does no harm.
    private static func merged<Element>(
        _ elements: [Element], isAfter: (Element, Element) throws(ArcadeFailure) -> Bool
    ) throws(ArcadeFailure) -> [Element] {
        var (source, target) = (elements, elements)
        let count = elements.count
        var width = 1
        while width < count {
            var start = 0
            while start < count {
                let middle = min(start + width, count)
                let end = min(middle + width, count)
                var (left, right) = (start, middle)
                for place in start..<end {
                    let takesRight =
                        if left == middle { true } else if right == end { false } else { try isAfter(source[left], source[right]) }
                    target[place] = takesRight ? source[right] : source[left]
                    if takesRight { right += 1 } else { left += 1 }
                }
                start = end
            }
            swap(&source, &target)
            width *= 2
        }
        return source
    }

    /// What is sorted among its like.
    private enum Kind: Hashable {
        case number, text, boolean, date, dateOnly, time
        /// Of a type without an order of its own; the type.
        case other(String)

        /// nil for null.
        init?(_ value: ArcadeValue) {
            switch value {
            case .null: return nil
            case .number: self = .number
            case .text: self = .text
            case .boolean: self = .boolean
            case .date: self = .date
            case .dateOnly: self = .dateOnly
            case .time: self = .time
            default: self = .other(value.typeName)
            }
        }
    }
}
