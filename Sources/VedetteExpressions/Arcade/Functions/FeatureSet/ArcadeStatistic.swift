// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import VedetteValues

/// A number that is worked out of many.
package enum ArcadeStatistic: String, Sendable, CaseIterable {
    case count, sum, min, max, average, stdev, variance

    /// As `GroupBy` takes it, in any case: `SUM`, `AVG`, `VAR` and the like.
    init?(named name: String) {
        switch name.lowercased() {
        case "avg", "mean": self = .average
        case "stddev", "std": self = .stdev
        case "var": self = .variance
        case let name: self.init(rawValue: name)
        }
    }
}

/// Values as they come, and what statistics say of them. Null, and what is no number, is passed over; `min` and `max` know texts and dates too.
/// Standard deviation and variance are those of the whole population.
struct ArcadeTally {
    private(set) var count = 0
    private var numberCount = 0
    private var sum = 0.0
    // What rounding took away from the sum so far (Neumaier's summation).
    private var lost = 0.0
    // Mean and sum of squared distances from it, one value after the other (Welford's method).
    private var mean = 0.0
    private var squares = 0.0
    private var smallest = AttributeValue.null
    private var largest = AttributeValue.null

    mutating func add(_ value: AttributeValue) {
        if value == .null { return }
        count += 1
        if smallest == .null || AttributeOrder.compare(value, smallest) < 0 { smallest = value }
        if largest == .null || AttributeOrder.compare(value, largest) > 0 { largest = value }
        guard let number = Self.number(value) else { return }
        numberCount += 1
        let next = sum + number
        lost += abs(sum) >= abs(number) ? (sum - next) + number : (number - next) + sum
        sum = next
        let distance = number - mean
        mean += distance / Double(numberCount)
        squares += distance * (number - mean)
    }

    private static func number(_ value: AttributeValue) -> Double? {
        switch value {
        case .integer(let value): Double(value)
        case .number(let value): value
        case .boolean(let value): value ? 1 : 0
        case .instant(let value): Double(value.microsecondsSince1970) / 1_000
        case .text(let text): Double(text)
        default: nil
        }
    }

    /// - Returns: null where there is no value, except `count` and `sum`, which are then 0.
    func value(_ statistic: ArcadeStatistic) -> AttributeValue {
        switch statistic {
        case .count: return .integer(Int64(count))
        case .min: return smallest
        case .max: return largest
        case .sum: return AttributeValue(number: lost.isFinite ? sum + lost : sum)
        case .average: return numberCount == 0 ? .null : AttributeValue(number: (lost.isFinite ? sum + lost : sum) / Double(numberCount))
        case .variance: return numberCount == 0 ? .null : AttributeValue(number: squares / Double(numberCount))
        case .stdev: return numberCount == 0 ? .null : AttributeValue(number: (squares / Double(numberCount)).squareRoot())
        }
    }
}
