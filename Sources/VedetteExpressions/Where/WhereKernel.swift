// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

import VedetteValues

/// The loops of ``WhereScan``: one column against one constant, for a block of rows.
///
/// Each answers false where it has no loop for what it is asked; nothing is then written.
enum WhereKernel {
    typealias Truths = UnsafeMutablePointer<WhereTruth>

    static func compare(
        _ comparison: WhereComparison, _ column: WhereColumn, _ constant: WhereValue, _ start: Int, _ count: Int, into truths: Truths
    ) -> Bool {
        if constant.isNull {
            truths.update(repeating: .unknown, count: count)
            return true
        }
        switch (column, constant) {
        case (.words(.integer, let words, let presence), .integer(let constant)),
            (.words(.instant, let words, let presence), .instant(let constant)),
            (.words(.date, let words, let presence), .date(let constant)),
            (.words(.time, let words, let presence), .time(let constant)):
            compare(comparison, words + start, constant, count, into: truths)
            markNulls(presence, start, count, in: truths)
        case (.words(.integer, let words, let presence), .number(let constant)):
            compare(comparison, words + start, constant, count, into: truths)
            markNulls(presence, start, count, in: truths)
        case (.words(.instant, let words, let presence), .date(let days)):
            guard let midnight = WhereValue.microseconds(ofDay: days) else { return false }
            compare(comparison, words + start, midnight, count, into: truths)
            markNulls(presence, start, count, in: truths)
        case (.numbers(let numbers), .number(let constant)):
            compare(comparison, numbers + start, constant, count, into: truths)
        case (.numbers(let numbers), .integer(let constant)):
            guard let exact = Double(exactly: constant) else { return false }
            compare(comparison, numbers + start, exact, count, into: truths)
        case (.texts(let entries, let bytes), .text(let constant)):
            compare(comparison, entries + start, bytes, constant, count, into: truths)
        case (.packed(let column), .number), (.packed(let column), .integer):
            return compare(comparison, column, constant, start, count, into: truths)
        default: return false
        }
        return true
    }

    static func isNull(_ column: WhereColumn, _ isNegated: Bool, _ start: Int, _ count: Int, into truths: Truths) -> Bool {
        switch column {
        case .words(_, _, let presence):
            if let presence {
                for index in 0..<count { truths[index] = presence[start + index] == 0 ? .yes : .no }
            } else {
                truths.update(repeating: .no, count: count)
            }
        case .numbers(let numbers):
            let numbers = numbers + start
            for index in 0..<count { truths[index] = numbers[index] != numbers[index] ? .yes : .no }
        case .texts(let entries, _):
            let entries = entries + start
            for index in 0..<count { truths[index] = entries[index].count < 0 ? .yes : .no }
        case .absent, .mixed, .packed: return false
        }
        if isNegated { for index in 0..<count { truths[index] = 2 &- truths[index] } }
        return true
    }

    private static func markNulls(_ presence: UnsafePointer<UInt8>?, _ start: Int, _ count: Int, in truths: Truths) {
        guard let presence else { return }
        for index in 0..<count { truths[index] = presence[start + index] == 0 ? .unknown : truths[index] }
    }

    @inline(__always)
    private static func fill(_ count: Int, _ truths: Truths, _ holds: (Int) -> Bool) {
        for index in 0..<count { truths[index] = holds(index) ? .yes : .no }
    }

    @inline(__always)
    private static func compareEach<Value: Comparable>(
        _ comparison: WhereComparison, _ values: UnsafePointer<Value>, _ constant: Value, _ count: Int, into truths: Truths
    ) {
        switch comparison {
        case .equal: fill(count, truths) { values[$0] == constant }
        case .notEqual: fill(count, truths) { values[$0] != constant }
        case .less: fill(count, truths) { values[$0] < constant }
        case .lessOrEqual: fill(count, truths) { values[$0] <= constant }
        case .greater: fill(count, truths) { values[$0] > constant }
        case .greaterOrEqual: fill(count, truths) { values[$0] >= constant }
        }
    }

    private static func compare(
        _ comparison: WhereComparison, _ words: UnsafePointer<Int64>, _ constant: Int64, _ count: Int, into truths: Truths
    ) {
        compareEach(comparison, words, constant, count, into: truths)
    }

    /// Whole numbers against one that may not be: the comparison with the whole number next to it that says the same.
    private static func compare(
        _ comparison: WhereComparison, _ words: UnsafePointer<Int64>, _ constant: Double, _ count: Int, into truths: Truths
    ) {
        if constant >= 0x1p63 || constant < -0x1p63 {
            let isAbove = constant > 0
            let holds =
                switch comparison {
                case .equal: false
                case .notEqual: true
                case .less, .lessOrEqual: isAbove
                case .greater, .greaterOrEqual: !isAbove
                }
            truths.update(repeating: WhereTruth(holds), count: count)
            return
        }
        let floor = constant.rounded(.down)
        let whole = Int64(floor)
        if floor == constant {
            compare(comparison, words, whole, count, into: truths)
            return
        }
        switch comparison {
        case .equal: truths.update(repeating: .no, count: count)
        case .notEqual: truths.update(repeating: .yes, count: count)
        case .less, .lessOrEqual: compare(.lessOrEqual, words, whole, count, into: truths)
        case .greater, .greaterOrEqual: compare(.greater, words, whole, count, into: truths)
        }
    }

    /// NaN is null: it compares with nothing.
    private static func compare(
        _ comparison: WhereComparison, _ numbers: UnsafePointer<Double>, _ constant: Double, _ count: Int, into truths: Truths
    ) {
        compareEach(comparison, numbers, constant, count, into: truths)
        for index in 0..<count { truths[index] = numbers[index] != numbers[index] ? .unknown : truths[index] }
    }

    private static func compare(
        _ comparison: WhereComparison, _ entries: UnsafePointer<TextColumn.Entry>, _ bytes: UnsafeRawBufferPointer,
        _ constant: UnsafeRawBufferPointer, _ count: Int, into truths: Truths
    ) {
        let prefix = TextColumn.prefix(of: constant)
        let isEquality = comparison == .equal || comparison == .notEqual
        for index in 0..<count {
            let entry = entries[index]
            if entry.count < 0 {
                truths[index] = .unknown
            } else if isEquality {
                let isEqual =
                    entry.prefix == prefix && Int(entry.count) == constant.count
                    && (constant.count <= 4 || WhereValue.compare(entry.text(in: bytes), constant) == 0)
                truths[index] = WhereTruth(isEqual == (comparison == .equal))
            } else if entry.prefix != prefix {
                truths[index] = WhereTruth(comparison.holds(entry.prefix < prefix ? -1 : 1))
            } else {
                truths[index] = WhereTruth(comparison.holds(WhereValue.compare(entry.text(in: bytes), constant)))
            }
        }
    }

    /// The rows of a block that are wanted, in order: all, or those where `live` is not 0.
    static func selection(_ live: UnsafePointer<WhereTruth>?, _ count: Int, into rows: UnsafeMutablePointer<UInt16>) -> Int {
        guard let live else {
            for index in 0..<count { rows[index] = UInt16(truncatingIfNeeded: index) }
            return count
        }
        var selected = 0
        // Without a branch: which rows are wanted is often as good as random.
        for index in 0..<count {
            rows[selected] = UInt16(truncatingIfNeeded: index)
            selected &+= live[index] == 0 ? 0 : 1
        }
        return selected
    }

    static func like(
        _ pattern: LikePattern, _ isNegated: Bool, _ entries: UnsafePointer<TextColumn.Entry>, _ bytes: UnsafeRawBufferPointer,
        _ count: Int,
        into truths: Truths, live: UnsafePointer<WhereTruth>?
    ) {
        withUnsafeTemporaryAllocation(of: UInt16.self, capacity: WhereScan.blockSize) { rows in
            guard let rows = rows.baseAddress else { return }
            let selected = selection(live, count, into: rows)
            truths.update(repeating: .no, count: count)
            @inline(__always)
            func each(_ matches: (TextColumn.Entry) -> Bool) {
                for place in 0..<selected {
                    let index = Int(rows[place])
                    let entry = entries[index]
                    truths[index] = entry.count < 0 ? .unknown : WhereTruth(matches(entry) != isNegated)
                }
            }
            switch pattern.shape {
            case .contains(let part):
                let search = TextSearch(part)
                part.withUnsafeBytes { part in each { search.find(part, in: $0.text(in: bytes), readable: bytes.count - $0.start) } }
            case .beginsWith(let part):
                part.withUnsafeBytes { part in
                    // The first four bytes decide nearly always, and are at hand.
                    let prefix = TextColumn.prefix(of: part)
                    let mask = part.count >= 4 ? UInt32.max : ~(UInt32.max >> UInt32(8 * part.count))
                    each {
                        $0.prefix & mask == prefix && Int($0.count) >= part.count
                            && (part.count <= 4 || WhereValue.compare(.init(rebasing: $0.text(in: bytes)[..<part.count]), part) == 0)
                    }
                }
            case .general: each { pattern.matches($0.text(in: bytes)) }
            }
        }
    }

    /// Rows whose text or number is one of a list.
    static func isIn(
        _ list: WhereList, _ isNegated: Bool, _ column: WhereColumn, _ start: Int, _ count: Int, into truths: Truths
    ) -> Bool {
        let absent: WhereTruth = list.hasNull ? .unknown : isNegated ? .yes : .no
        let present: WhereTruth = isNegated ? .no : .yes
        switch (list.kind, column) {
        case (.texts, .texts(let entries, let bytes)):
            for index in 0..<count {
                let entry = entries[start + index]
                if entry.count < 0 {
                    truths[index] = .unknown
                } else {
                    let isThere = list.mayHold(prefix: entry.prefix) && list.contains(.text(entry.text(in: bytes))) == .yes
                    truths[index] = isThere ? present : absent
                }
            }
        case (.numbers, .words(.integer, let words, let presence)):
            for index in 0..<count {
                truths[index] = list.contains(.integer(words[start + index])) == .yes ? present : absent
            }
            markNulls(presence, start, count, in: truths)
        case (.numbers, .numbers(let numbers)):
            for index in 0..<count {
                let number = numbers[start + index]
                truths[index] = number.isNaN ? .unknown : list.contains(.number(number)) == .yes ? present : absent
            }
        default: return false
        }
        return true
    }
}
