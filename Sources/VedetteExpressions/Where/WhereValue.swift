// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import VedetteValues

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// A value while an expression is evaluated: plain memory, copied without counting references.
///
/// Text lies in a column, in the constants of the program, or in the ``TextArena`` of the evaluation, and is valid as long as that is.
enum WhereValue {
    case null
    case boolean(Bool)
    case integer(Int64)
    /// Never NaN.
    case number(Double)
    case text(UnsafeRawBufferPointer)
    /// Microseconds since 1970.
    case instant(Int64)
    /// Days since 1970.
    case date(Int64)
    /// Microseconds of the day.
    case time(Int64)
    case interval(WhereInterval)

    init(number: Double) {
        self = number.isNaN ? .null : .number(number)
    }

    var isNull: Bool {
        if case .null = self { true } else { false }
    }

    /// A number, which numeric text is too; nil for everything else.
    var asNumber: Double? {
        switch self {
        case .integer(let value): Double(value)
        case .number(let value): value
        case .boolean(let value): value ? 1 : 0
        case .text(let text): NumberText.parse(text)?.double
        default: nil
        }
    }

    /// A moment: midnight of a day, what a text says, milliseconds since 1970; nil for everything else.
    var asInstant: Int64? {
        switch self {
        case .instant(let value): return value
        case .date(let days): return Self.microseconds(ofDay: days)
        case .integer(let value):
            let (microseconds, isBeyond) = value.multipliedReportingOverflow(by: 1_000)
            return isBeyond ? nil : microseconds
        case .number(let value): return Int64(exactly: (value * 1_000).rounded())
        case .text(let text):
            return switch DateText.parse(text) {
            case .instant(let instant): instant.microsecondsSince1970
            case .date(let date): Self.microseconds(ofDay: Int64(date.daysSince1970))
            case nil: nil
            }
        default: return nil
        }
    }

    static func microseconds(ofDay days: Int64) -> Int64? {
        let (microseconds, isBeyond) = days.multipliedReportingOverflow(by: TimeOnly.microsecondsPerDay)
        return isBeyond ? nil : microseconds
    }
}

/// What a condition comes to: false and true are the ends, so that AND is the smaller and OR the larger of two.
typealias WhereTruth = UInt8

extension WhereTruth {
    static let no: WhereTruth = 0
    static let unknown: WhereTruth = 1
    static let yes: WhereTruth = 2

    init(_ value: Bool) {
        self = value ? .yes : .no
    }

    var isNegated: WhereTruth { 2 &- self }

    /// The truth of a value: of a boolean itself, of a number whether it is not zero; nothing is known of anything else.
    init(of value: WhereValue) {
        switch value {
        case .boolean(let value): self = value ? .yes : .no
        case .integer(let value): self = value != 0 ? .yes : .no
        case .number(let value): self = value != 0 ? .yes : .no
        case .text(let text):
            switch BooleanText.parse(text) {
            case true?: self = .yes
            case false?: self = .no
            case nil: self = .unknown
            }
        default: self = .unknown
        }
    }

    var asValue: WhereValue {
        self == .unknown ? .null : .boolean(self == .yes)
    }
}

// MARK: Order

extension WhereValue {
    /// How two values compare: negative, zero or positive; nil where nothing is known or they have no order.
    ///
    /// Numbers compare exactly, whole numbers of 64 bits with floating-point ones too. Texts compare by code points. A text beside a
    /// number, date, time or boolean counts as what it says, if it says one. A number beside a moment is milliseconds since 1970; beside an
    /// interval it is days.
    static func order(_ first: WhereValue, _ second: WhereValue) -> Int? {
        switch (first, second) {
        case (.null, _), (_, .null): return nil
        case (.integer(let first), .integer(let second)): return compare(first, second)
        case (.number(let first), .number(let second)): return compare(first, second)
        case (.integer(let first), .number(let second)): return compare(first, second)
        case (.number(let first), .integer(let second)): return -compare(second, first)
        case (.text(let first), .text(let second)): return compare(first, second)
        case (.instant(let first), .instant(let second)): return compare(first, second)
        case (.date(let first), .date(let second)): return compare(first, second)
        case (.time(let first), .time(let second)): return compare(first, second)
        case (.boolean(let first), .boolean(let second)): return compare(first ? 1 : 0, second ? 1 : 0)
        case (.interval(let first), .interval(let second)): return compare(first.days, second.days)
        default: return mixedOrder(first, second)
        }
    }

    private static func mixedOrder(_ first: WhereValue, _ second: WhereValue) -> Int? {
        switch (first, second) {
        case (.text(let text), .integer), (.text(let text), .number):
            return NumberText.parse(text).flatMap { order($0.value, second) }
        case (.text(let text), .boolean(let value)):
            guard let said = BooleanText.parse(text) else { return nil }
            return compare(said ? 1 : 0, value ? 1 : 0)
        case (.text(let text), .time(let value)):
            return DateText.parseTime(text).map { compare($0.microsecondsOfDay, value) }
        case (.boolean(let value), .integer), (.boolean(let value), .number): return order(.integer(value ? 1 : 0), second)
        case (.integer, .boolean(let value)), (.number, .boolean(let value)): return order(first, .integer(value ? 1 : 0))
        case (.instant, _), (.date, _):
            switch second {
            case .time, .interval, .boolean: return nil
            default: break
            }
            guard let first = first.asInstant, let second = second.asInstant else { return nil }
            return compare(first, second)
        case (.interval(let interval), .integer), (.interval(let interval), .number):
            return order(.number(interval.days), second)
        case (_, .text), (_, .instant), (_, .date), (_, .interval):
            // The other way round is above; two that have no order have none that way either.
            switch (first, second) {
            case (.integer, _), (.number, _), (.boolean, .text), (.time, .text), (.text, .instant), (.text, .date):
                return mixedOrder(second, first).map { -$0 }
            default: return nil
            }
        default: return nil
        }
    }

    private static func compare<Value: Comparable>(_ first: Value, _ second: Value) -> Int {
        first < second ? -1 : first == second ? 0 : 1
    }

    /// A whole number and a floating-point one, exactly.
    private static func compare(_ first: Int64, _ second: Double) -> Int {
        if second >= 0x1p63 { return -1 }
        if second < -0x1p63 { return 1 }
        let floor = second.rounded(.down)
        let whole = Int64(floor)
        return first != whole ? (first < whole ? -1 : 1) : (floor == second ? 0 : -1)
    }

    /// UTF-8 orders by its bytes as the code points do.
    static func compare(_ first: UnsafeRawBufferPointer, _ second: UnsafeRawBufferPointer) -> Int {
        let count = min(first.count, second.count)
        if count > 0, let firstBytes = first.baseAddress, let secondBytes = second.baseAddress {
            let order = memcmp(firstBytes, secondBytes, count)
            if order != 0 { return Int(order) }
        }
        return first.count < second.count ? -1 : first.count == second.count ? 0 : 1
    }
}
