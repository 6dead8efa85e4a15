// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

/// Why a feature table cannot be queried or changed as asked.
public struct FeatureTableError: Error, Sendable {
    /// What kind of thing went wrong. More kinds may come: switch with a default.
    public struct Code: Sendable, Hashable, RawRepresentable {
        public let rawValue: String
        public init(rawValue: String) { self.rawValue = rawValue }

        /// A name is not that of a field.
        public static let unknownField = Code(rawValue: "unknownField")
        /// Two fields have the same name.
        public static let duplicateField = Code(rawValue: "duplicateField")
        /// A field cannot hold a value.
        public static let invalidValue = Code(rawValue: "invalidValue")
        /// A field must have a value and got none.
        public static let missingValue = Code(rawValue: "missingValue")
        /// A geometry is not of the table's type, not finite, or cannot be projected.
        public static let invalidGeometry = Code(rawValue: "invalidGeometry")
        /// A parameter of a query is out of range.
        public static let invalidParameter = Code(rawValue: "invalidParameter")
        /// A feature is not in the table, or in it already.
        public static let noSuchFeature = Code(rawValue: "noSuchFeature")
        /// The table cannot be changed.
        public static let notEditable = Code(rawValue: "notEditable")
        /// Text is not what the format asks for.
        public static let invalidFormat = Code(rawValue: "invalidFormat")
    }

    public let code: Code

    /// What is wrong and how to mend it, in one sentence.
    public let message: String

    /// Where in the text that was read the fault is, in bytes; nil where there is no text.
    public let offset: Int?

    /// The error of the layer below, where there was one.
    public let cause: (any Error)?

    package init(_ code: Code, _ message: String, offset: Int? = nil, cause: (any Error)? = nil) {
        (self.code, self.message, self.offset, self.cause) = (code, message, offset, cause)
    }
}

extension FeatureTableError: CustomStringConvertible {
    public var description: String { message }
}
