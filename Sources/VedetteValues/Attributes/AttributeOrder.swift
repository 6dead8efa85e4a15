// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

/// The order of attribute values: what queries sort by.
package enum AttributeOrder {
    /// Below zero where `first` goes before `second`, zero where neither does.
    ///
    /// Null goes first; then truth values, numbers, times, texts and bytes. Numbers of both kinds are compared exactly; texts by code
    /// point.
    package static func compare(_ first: AttributeValue, _ second: AttributeValue) -> Int {
        switch (first, second) {
        case (.null, .null): 0
        case (.boolean(let first), .boolean(let second)): rank(first ? 1 : 0, second ? 1 : 0)
        case (.integer(let first), .integer(let second)): rank(first, second)
        case (.number(let first), .number(let second)): rank(first, second)
        case (.integer(let first), .number(let second)): compare(first, second)
        case (.number(let first), .integer(let second)): -compare(second, first)
        case (.text(let first), .text(let second)):
            first == second && first.utf8.elementsEqual(second.utf8) ? 0 : first.utf8.lexicographicallyPrecedes(second.utf8) ? -1 : 1
        case (.instant(let first), .instant(let second)): rank(first, second)
        case (.date(let first), .date(let second)): rank(first, second)
        case (.time(let first), .time(let second)): rank(first, second)
        case (.data(let first), .data(let second)):
            first == second ? 0 : first.lexicographicallyPrecedes(second) ? -1 : 1
        default: rank(kind(first), kind(second))
        }
    }

    private static func rank<Value: Comparable>(_ first: Value, _ second: Value) -> Int {
        first < second ? -1 : first > second ? 1 : 0
    }

    private static func compare(_ whole: Int64, _ number: Double) -> Int {
        if number >= 0x1p63 { return -1 }
        if number < -0x1p63 { return 1 }
        let floor = number.rounded(.down)
        let order = rank(whole, Int64(floor))
        return order != 0 ? order : floor < number ? -1 : 0
    }

    private static func kind(_ value: AttributeValue) -> Int {
        switch value {
        case .null: 0
        case .boolean: 1
        case .integer, .number: 2
        case .instant: 3
        case .date: 4
        case .time: 5
        case .text: 6
        case .data: 7
        }
    }
}
