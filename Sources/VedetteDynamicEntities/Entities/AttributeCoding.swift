// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import VedetteModel

/// Turns attribute values into eight bytes and back, as the field asks.
enum AttributeCoding {
    /// The value as text or number, whatever its field; nil for what has no such form.
    private enum Simple {
        case number(Double)
        case integer(Int64)
        case text(String)
        case flag(Bool)
    }

    private static func simple(_ value: any Sendable) -> Simple? {
        switch value {
        case let text as String: .text(text)
        case let text as Substring: .text(String(text))
        case let number as Double: .number(number)
        case let number as Float: .number(Double(number))
        case let number as CGFloat: .number(Double(number))
        case let flag as Bool: .flag(flag)
        case let number as any BinaryInteger & Sendable: Int64(exactly: number).map { .integer($0) }
        case let date as Date: .number((date.timeIntervalSince1970 * 1_000).rounded())
        case let identifier as UUID: .text(identifier.uuidString)
        default: nil
        }
    }

    /// Whether a value stands for nothing: an `Optional` without a value, or `NSNull`.
    static func isNull(_ value: any Sendable) -> Bool {
        if let optional = value as? any AbsentValue { return optional.isAbsent }
        return value is NSNull
    }

    /// Packs `value` as the type of its field asks: numbers fit any number field that can hold them, truth values whole numbers, text any text field. nil
    /// for anything else.
    ///
    /// Texts are written into `batch`.
    static func pack(_ value: any Sendable, as type: FieldType?, into batch: inout ObservationBatch) -> PackedValue? {
        guard let simple = simple(value) else { return nil }
        switch simple {
        case .number(let number): return pack(number, as: type)
        case .integer(let number): return pack(number, as: type, into: &batch)
        case .flag(let flag):
            switch type {
            case nil: return PackedValue(flag)
            case .int16, .int32, .int64: return PackedValue(flag ? 1.0 : 0.0)
            default: return nil
            }
        case .text(let text):
            switch type {
            case .text, .guid, .globalID, .xml, .dateOnly, .timeOnly, .timestampOffset, nil:
                let value = ObservationBatch.reference(.text, batch.appendBytes { $0.append(contentsOf: text.utf8) })
                // Too long to be referred to.
                return value == .null ? nil : value
            default: return nil
            }
        }
    }

    private static func pack(_ number: Double, as type: FieldType?) -> PackedValue? {
        let fits =
            switch type {
            case .int16: Int16(exactly: number) != nil
            case .int32: Int32(exactly: number) != nil
            case .int64, .oid: Int64(exactly: number) != nil
            case .float32: Float(number).isFinite
            case .float64, .date, nil: number.isFinite
            default: false
            }
        return fits ? PackedValue(number) : nil
    }

    private static func pack(_ number: Int64, as type: FieldType?, into batch: inout ObservationBatch) -> PackedValue? {
        let fits =
            switch type {
            case .int16: Int16(exactly: number) != nil
            case .int32: Int32(exactly: number) != nil
            case .int64, .oid, .float32, .float64, .date, nil: true
            default: false
            }
        guard fits else { return nil }
        // Digits are for whole numbers: an application gets the type of the field, whatever the size of the number.
        switch type {
        case .float32, .float64, .date: return PackedValue(Double(number))
        default: return pack(number, into: &batch)
        }
    }

    /// A whole number: exactly as a double, or as its digits where it is too large for that.
    private static func pack(_ number: Int64, into batch: inout ObservationBatch) -> PackedValue {
        if number.magnitude <= 1 << 53 { return PackedValue(Double(number)) }
        return ObservationBatch.reference(.integer, batch.appendBytes { JSONDigits.append(number, to: &$0) })
    }

    /// The value as an application sees it, or nil for null.
    static func unpack(_ value: PackedValue, as type: FieldType?, in store: borrowing TrackStore) -> (any Sendable)? {
        switch value.kind {
        case .null: nil
        case .true: true
        case .false: false
        case .text, .json: store.text(of: value)
        case .integer: Int64(store.text(of: value)).map { $0 as any Sendable } ?? store.text(of: value)
        case .number: unpack(value.number, as: type)
        }
    }

    private static func unpack(_ number: Double, as type: FieldType?) -> any Sendable {
        switch type {
        case .int16: Int16(exactly: number).map { $0 as any Sendable } ?? number
        case .int32: Int32(exactly: number).map { $0 as any Sendable } ?? number
        case .int64, .oid: Int64(exactly: number).map { $0 as any Sendable } ?? number
        case .float32: Float(number)
        case .date: Date(timeIntervalSince1970: number / 1_000)
        default: number
        }
    }

    /// The track id that a value stands for: text as it is, a whole number in decimal; nil for anything else.
    static func trackID(_ value: (any Sendable)?) -> String? {
        guard let value, let simple = simple(value) else { return nil }
        switch simple {
        case .text(let text): return text.isEmpty ? nil : text
        case .integer(let number): return String(number)
        case .number(let number): return Int64(exactly: number).map(String.init) ?? (number.isFinite ? number.description : nil)
        case .flag: return nil
        }
    }
}

extension AttributeCoding {
    /// Numbers below this are seconds since 1970 (up to the year 5138), numbers from it on milliseconds (from March 1973).
    private static let firstMillisecond = 1e11

    /// The moment that a value stands for, in microseconds since 1970: a date, RFC 3339 text, or seconds or milliseconds since 1970.
    static func microseconds(_ value: (any Sendable)?) -> Int64? {
        if let date = value as? Date { return Instant(date).microsecondsSince1970 }
        guard let value, let simple = simple(value) else { return nil }
        switch simple {
        case .text(var text): return text.withUTF8 { RFC3339.parse(UnsafeRawBufferPointer($0))?.microsecondsSince1970 }
        case .integer(let number): return microseconds(Double(number))
        case .number(let number): return microseconds(number)
        case .flag: return nil
        }
    }

    private static func microseconds(_ number: Double) -> Int64? {
        let microseconds = (number * (abs(number) < firstMillisecond ? 1e6 : 1e3)).rounded()
        return abs(microseconds) < 4e18 ? Int64(microseconds) : nil
    }
}

/// What may hold no value.
private protocol AbsentValue {
    var isAbsent: Bool { get }
}

extension Optional: AbsentValue {
    fileprivate var isAbsent: Bool {
        guard let self else { return true }
        return (self as? any AbsentValue)?.isAbsent ?? false
    }
}

private enum JSONDigits {
    static func append(_ number: Int64, to output: inout [UInt8]) {
        output.append(contentsOf: String(number).utf8)
    }
}
