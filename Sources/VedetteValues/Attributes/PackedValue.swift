// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

/// An attribute value in eight bytes: a number as it is, anything else hidden in the NaNs that arithmetic never makes.
///
/// Text and other long values are a reference into a table that belongs to whoever holds the value: a place in a batch's
/// bytes or a number in a store's text table. Column scans compare raw numbers; rows copy as plain words.
package struct PackedValue: Equatable, Sendable {
    package var bits: UInt64

    package init(bits: UInt64) {
        self.bits = bits
    }

    package enum Kind: UInt8, Sendable {
        case number
        case null
        case `false`
        case `true`
        /// Text, by reference.
        case text
        /// A whole number too large for a `Double` to hold exactly, as its decimal digits, by reference.
        case integer
        /// An array or object, as JSON text, by reference.
        case json
    }

    // 0xFFF8…0xFFFF are the quiet NaNs with the sign set. The processor's own default NaN is 0xFFF8 with payload 0, so
    // that prefix is never a tag.
    private static let tagBase: UInt64 = 0xFFF8
    private static let referenceMask: UInt64 = 0xFFFF_FFFF_FFFF

    private static func tagged(_ kind: Kind, _ reference: UInt64 = 0) -> PackedValue {
        PackedValue(bits: (tagBase + UInt64(kind.rawValue)) << 48 | reference)
    }

    package static let null = tagged(.null)

    package init(_ value: Bool) {
        self = Self.tagged(value ? .true : .false)
    }

    /// NaN and infinities, which no format that we write can hold, become null.
    package init(_ value: Double) {
        self = value.isFinite ? PackedValue(bits: value.bitPattern) : .null
    }

    /// - Precondition: `kind` is one that refers; `reference` fits in 48 bits.
    package init(_ kind: Kind, reference: UInt64) {
        self = Self.tagged(kind, reference & Self.referenceMask)
    }

    package var kind: Kind {
        let prefix = bits >> 48
        guard prefix > Self.tagBase else { return .number }
        return Kind(rawValue: UInt8(prefix - Self.tagBase)) ?? .number
    }

    package var number: Double { Double(bitPattern: bits) }

    package var reference: UInt64 { bits & Self.referenceMask }

    /// Whether the value stands for something in a table.
    package var isReference: Bool { bits >= (Self.tagBase + UInt64(Kind.text.rawValue)) << 48 }
}
