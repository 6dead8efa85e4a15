// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

/// A column of attributes: its name and what it holds.
public struct Field: Hashable, Sendable {
    /// nil where it is not known; values are then what they are.
    public let type: FieldType?
    public let name: String
    /// The name to show to people; empty where the name itself will do.
    public let alias: String
    /// The longest text, in bytes of its encoding, or the size of a number; 0 where that does not matter.
    public let length: Int

    public init(type: FieldType, name: String, alias: String, length: Int = 0) {
        (self.type, self.name, self.alias, self.length) = (type, name, alias, length)
    }

    /// A field that was met in data: its type is that of its first value, or unknown.
    package init(name: String, type: FieldType?) {
        (self.type, self.name, self.alias, self.length) = (type, name, "", 0)
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
