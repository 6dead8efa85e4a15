// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import VedetteValues

extension WhereKernel {
    /// A field of packed rows against a number. False where there is no loop for the field.
    static func compare(
        _ comparison: WhereComparison, _ column: PackedColumn, _ constant: WhereValue, _ start: Int, _ count: Int, into truths: Truths
    ) -> Bool {
        let number: Double
        switch constant {
        case .number(let value): number = value
        case .integer(let value):
            guard let exact = Double(exactly: value) else { return false }
            number = exact
        default: return false
        }
        // Numbers that are whole up to here add up with this one without loss, and others do not: a test without a conversion.
        let (largest, rounding) = (0x1p51, 0x1.8p52)
        let isWhole = column.kind == .integer
        guard isWhole || (column.kind == .number && column.type != .float32) else { return false }
        let arena = TextArena()
        @inline(__always)
        func each(_ holds: (Double, Double) -> Bool) {
            for index in 0..<count {
                let value = Double(bitPattern: column.words[(start &+ index) &* column.stride])
                // Neither a tag nor anything else out of the ordinary.
                if isWhole ? value.magnitude < largest && (value + rounding) - rounding == value : value == value {
                    truths[index] = holds(value, number) ? .yes : .no
                } else {
                    let order = WhereValue.order(column.value(start &+ index, arena: arena), constant)
                    truths[index] = order.map { WhereTruth(comparison.holds($0)) } ?? .unknown
                    arena.reset()
                }
            }
        }
        switch comparison {
        case .equal: each { $0 == $1 }
        case .notEqual: each { $0 != $1 }
        case .less: each { $0 < $1 }
        case .lessOrEqual: each { $0 <= $1 }
        case .greater: each { $0 > $1 }
        case .greaterOrEqual: each { $0 >= $1 }
        }
        return true
    }
}
