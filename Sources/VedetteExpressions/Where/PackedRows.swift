// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation
package import VedetteValues

/// What the references among packed values refer to. Valid as long as the memory is that it points to.
package struct PackedTexts {
    private let bytes: UnsafePointer<UInt8>?
    /// Where texts begin, and where the last one ends; nil where a reference holds offset and length itself.
    private let bounds: UnsafePointer<Int>?
    private let lengthBits: UInt64
    /// How many numbered texts there are; 0 where references are not numbers.
    let count: Int

    /// A reference is the number of a text below `count`, which lies from `bounds[number]` to `bounds[number + 1]` of `bytes`. Equal texts
    /// have the same number.
    package init(table bytes: UnsafePointer<UInt8>?, bounds: UnsafePointer<Int>, count: Int) {
        (self.bytes, self.bounds, self.count, lengthBits) = (bytes, bounds, count, 0)
    }

    /// A reference is an offset into `bytes`, and in its lowest `lengthBits` bits a length.
    package init(places bytes: UnsafePointer<UInt8>?, lengthBits: UInt64) {
        (self.bytes, bounds, count, self.lengthBits) = (bytes, nil, 0, lengthBits)
    }

    /// The bytes that a value refers to.
    @inline(__always)
    package func text(of value: PackedValue) -> UnsafeRawBufferPointer {
        let reference = value.reference
        guard let bounds else {
            let count = Int(reference & (1 << lengthBits - 1))
            return UnsafeRawBufferPointer(start: bytes.map { $0 + Int(reference >> lengthBits) }, count: count)
        }
        let number = Int(reference)
        return UnsafeRawBufferPointer(start: bytes.map { $0 + bounds[number] }, count: bounds[number + 1] - bounds[number])
    }
}

/// Rows of packed values at equal distances in memory, as a where clause reads them. Valid as long as the memory is that it points to.
package struct PackedRows {
    /// The first value of the first row.
    package var words: UnsafePointer<UInt64>
    /// Words from one row to the next.
    package var stride: Int
    package var count: Int
    /// Which word of a row each field of the clause is; −1 where rows have none, which is null.
    package var columns: [Int]
    package var texts: PackedTexts

    package init(words: UnsafePointer<UInt64>, stride: Int, count: Int, columns: [Int], texts: PackedTexts) {
        (self.words, self.stride, self.count, self.columns, self.texts) = (words, stride, count, columns, texts)
    }
}

/// A field of packed rows: the values as ``AttributeColumn`` keeps those that an application sees of them.
struct PackedColumn {
    /// The field's value in the first row.
    let words: UnsafePointer<UInt64>
    let stride: Int
    let type: FieldType?
    let kind: AttributeColumn.Kind
    let texts: PackedTexts

    @inline(__always)
    func packed(_ row: Int) -> PackedValue { PackedValue(bits: words[row &* stride]) }

    func value(_ row: Int, arena: TextArena) -> WhereValue {
        let value = packed(row)
        switch value.kind {
        case .null: return .null
        case .number: return self.value(value.number, arena: arena)
        case .true: return self.value(true, arena: arena)
        case .false: return self.value(false, arena: arena)
        case .text, .json: return self.value(texts.text(of: value), arena: arena)
        case .integer:
            let digits = texts.text(of: value)
            guard let integer = Int64(String(decoding: digits, as: UTF8.self)) else { return self.value(digits, arena: arena) }
            return stored(.integer(integer), arena: arena)
        }
    }

    @inline(__always)
    private func value(_ number: Double, arena: TextArena) -> WhereValue {
        switch kind {
        case .number: return WhereValue(number: type == .float32 ? Double(Float(number)) : number)
        case .integer: return Int64(exactly: number).map { .integer($0) } ?? .null
        case .instant where type == .date:
            return .instant(Instant(Date(timeIntervalSince1970: number / 1_000)).microsecondsSince1970)
        case .mixed: return WhereValue(number: number)
        case .text, .instant, .date, .time: return stored(.number(number), arena: arena)
        }
    }

    private func value(_ flag: Bool, arena: TextArena) -> WhereValue {
        switch kind {
        case .number: .number(flag ? 1 : 0)
        case .integer: .integer(flag ? 1 : 0)
        case .mixed: .boolean(flag)
        case .text, .instant, .date, .time: stored(.boolean(flag), arena: arena)
        }
    }

    private func value(_ text: UnsafeRawBufferPointer, arena: TextArena) -> WhereValue {
        switch kind {
        case .text, .mixed: .text(text)
        case .number, .integer: .null
        case .instant, .date, .time: stored(.text(String(decoding: text, as: UTF8.self)), arena: arena)
        }
    }

    /// What a column keeps of a value of another kind.
    private func stored(_ value: AttributeValue, arena: TextArena) -> WhereValue {
        WhereValue(AttributeColumn.stored(value, in: type), arena: arena)
    }
}

/// One packed row after another, for evaluation one by one.
struct PackedWhereRow: WhereRow {
    /// By field; nil where the clause does not ask for it or rows have none.
    let columns: [PackedColumn?]
    let arena: TextArena
    var row = 0

    func value(column: Int) -> WhereValue { columns[column]?.value(row, arena: arena) ?? .null }
}
