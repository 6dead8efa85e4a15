// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import VedetteDynamicEntities
import VedetteModel

/// Writes attribute values as bytes that are equal where the values count as equal: numbers by their value, whatever their type; texts letter by
/// letter.
enum ValueKey {
    private enum Tag: UInt8 {
        case null
        case boolean
        case whole
        case number
        case text
        case moment
        case date
        case time
        case data
    }

    /// Appends the key of a value as an application has it.
    static func append(_ value: AttributeValue, to key: inout [UInt8]) {
        switch value {
        case .null: key.append(Tag.null.rawValue)
        case .boolean(let flag): append(flag, to: &key)
        case .integer(let number): append(.whole, UInt64(bitPattern: number), to: &key)
        case .number(let number): append(number, to: &key)
        case .text(var text): text.withUTF8 { append(UnsafeRawBufferPointer($0), to: &key) }
        case .instant(let instant): append(.moment, UInt64(bitPattern: instant.microsecondsSince1970), to: &key)
        case .date(let date): append(.date, UInt64(bitPattern: Int64(date.daysSince1970)), to: &key)
        case .time(let time): append(.time, UInt64(bitPattern: Int64(time.microsecondsOfDay)), to: &key)
        case .data(let data):
            append(.data, UInt64(data.count), to: &key)
            key.append(contentsOf: data)
        }
    }

    /// Appends the key of a value of a store: that of the value that an application sees of it.
    static func append(_ value: PackedValue, as type: FieldType?, of store: borrowing TrackStore, to key: inout [UInt8]) {
        switch value.kind {
        case .null: key.append(Tag.null.rawValue)
        case .true: append(true, to: &key)
        case .false: append(false, to: &key)
        case .text, .json: store.withText(of: value) { append($0, to: &key) }
        case .integer:
            let digits = store.text(of: value)
            append(Int64(digits).map(AttributeValue.integer) ?? .text(digits), to: &key)
        case .number where type == .date:
            append(.moment, UInt64(bitPattern: Int64(exactly: (value.number * 1_000).rounded()) ?? 0), to: &key)
        case .number: append(type == .float32 ? Double(Float(value.number)) : value.number, to: &key)
        }
    }

    private static func append(_ flag: Bool, to key: inout [UInt8]) {
        key.append(Tag.boolean.rawValue)
        key.append(flag ? 1 : 0)
    }

    private static func append(_ number: Double, to key: inout [UInt8]) {
        if let whole = Int64(exactly: number) {
            append(.whole, UInt64(bitPattern: whole), to: &key)
        } else {
            append(.number, number.bitPattern, to: &key)
        }
    }

    private static func append(_ text: UnsafeRawBufferPointer, to key: inout [UInt8]) {
        append(.text, UInt64(text.count), to: &key)
        key.append(contentsOf: text)
    }

    private static func append(_ tag: Tag, _ word: UInt64, to key: inout [UInt8]) {
        key.append(tag.rawValue)
        withUnsafeBytes(of: word.littleEndian) { key.append(contentsOf: $0) }
    }
}
