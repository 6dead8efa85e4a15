// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

/// Why a store could not be opened, read or written.
public struct StoreError: Error, Sendable {
    /// What kind of thing went wrong. More kinds may come: switch with a default.
    public struct Code: Sendable, Hashable, RawRepresentable {
        public let rawValue: String
        public init(rawValue: String) { self.rawValue = rawValue }

        /// There is no such file, or no such table in it.
        public static let notFound = Code(rawValue: "notFound")
        /// There is one already.
        public static let alreadyExists = Code(rawValue: "alreadyExists")
        /// The file is of another kind.
        public static let wrongFormat = Code(rawValue: "wrongFormat")
        /// The file or a value in it is damaged.
        public static let corrupt = Code(rawValue: "corrupt")
        /// The content is valid, but nothing that can be read or written here.
        public static let unsupported = Code(rawValue: "unsupported")
        /// Somebody else is writing.
        public static let busy = Code(rawValue: "busy")
        /// The file or the table cannot be written.
        public static let readOnly = Code(rawValue: "readOnly")
        /// A name or a definition cannot be used.
        public static let invalidDefinition = Code(rawValue: "invalidDefinition")
        /// The system could not read or write.
        public static let failed = Code(rawValue: "failed")
    }

    public let code: Code

    /// What is wrong and how to mend it, in one sentence.
    public let message: String

    /// The error of the layer below, where there was one.
    public let cause: (any Error)?

    public init(_ code: Code, _ message: String, cause: (any Error)? = nil) {
        (self.code, self.message, self.cause) = (code, message, cause)
    }
}

extension StoreError: CustomStringConvertible {
    public var description: String { message }
}
