// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

/// Why a geometry could not be read, or an operation on one not be done.
public struct GeometryError: Error, Sendable, Equatable {
    /// What kind of thing went wrong. More kinds may come: switch with a default.
    public struct Code: Sendable, Hashable, RawRepresentable {
        public let rawValue: String
        public init(rawValue: String) { self.rawValue = rawValue }

        /// The text is not JSON.
        public static let invalidJSON = Code(rawValue: "invalidJSON")
        /// The text is not the well-known text of a geometry.
        public static let invalidWKT = Code(rawValue: "invalidWKT")
        /// The bytes are not the well-known binary of a geometry.
        public static let invalidWKB = Code(rawValue: "invalidWKB")
        /// The JSON is not a geometry of the kind that was asked for.
        public static let invalidGeometry = Code(rawValue: "invalidGeometry")
        /// A coordinate is missing, not finite or out of range.
        public static let invalidCoordinate = Code(rawValue: "invalidCoordinate")
        /// A spatial reference is unknown or missing.
        public static let unknownSpatialReference = Code(rawValue: "unknownSpatialReference")
        /// A geometry library refused the operation; the message is its own.
        public static let operationFailed = Code(rawValue: "operationFailed")
    }

    public let code: Code

    /// What is wrong and how to mend it, in one sentence.
    public let message: String

    /// Offset in bytes into the text that was read, where there was one.
    public let offset: Int?

    public init(_ code: Code, _ message: String, offset: Int? = nil) {
        self.code = code
        self.message = message
        self.offset = offset
    }
}

extension GeometryError: CustomStringConvertible {
    public var description: String { message }
}

extension GeometryError {
    init(_ error: JSONSyntaxError) {
        self.init(.invalidJSON, error.description, offset: error.offset)
    }
}
