// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

/// A column of attributes: its name, what it holds and what it may hold.
public struct Field: Hashable, Sendable {
    /// nil where it is not known; values are then what they are.
    public let type: FieldType?
    public let name: String
    /// The name to show to people; empty where the name itself will do.
    public let alias: String
    /// The longest text, in characters, or the size of a number; 0 where that does not matter.
    public let length: Int
    /// The values that the field should have, for people to choose from; nil for any. Tables describe domains, they do not enforce them.
    public let domain: Domain?
    /// Whether values may be changed; false for ids that the table gives, and for what a service computes.
    public let isEditable: Bool
    /// Whether a feature may be without a value.
    public let isNullable: Bool

    /// The value that a new feature gets where none is given: `String`, `Double`, `Int64`, `Bool`, `Date` and the like; nil for none.
    public var defaultValue: (any Sendable)? { storedDefault.sendable }

    private let storedDefault: AttributeValue

    public init(
        type: FieldType, name: String, alias: String, length: Int = 0, domain: Domain? = nil, isEditable: Bool = true,
        isNullable: Bool = true, defaultValue: (any Sendable)? = nil
    ) {
        (self.type, self.name, self.alias, self.length) = (type, name, alias, length)
        (self.domain, self.isEditable, self.isNullable) = (domain, isEditable, isNullable)
        storedDefault = AttributeValue(defaultValue)
    }

    /// A field that was met in data: its type is that of its first value, or unknown.
    package init(name: String, type: FieldType?) {
        (self.type, self.name, self.alias, self.length) = (type, name, "", 0)
        (domain, isEditable, isNullable, storedDefault) = (nil, true, true, .null)
    }
}

/// What a field holds.
public enum FieldType: String, Hashable, Sendable, CaseIterable {
    case int16
    case int32
    case int64
    case float32
    case float64
    case text
    case date
    case dateOnly
    case timeOnly
    case timestampOffset
    case oid
    case globalID
    case guid
    case geometry
    case blob
    case raster
    case xml
}
