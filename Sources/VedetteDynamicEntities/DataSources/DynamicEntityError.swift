// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

/// Why a data source could not do what it was asked to.
public struct DynamicEntityError: Error, Sendable {
    /// What kind of thing went wrong. More kinds may come: switch with a default.
    public struct Code: Sendable, Hashable, RawRepresentable {
        public let rawValue: String
        public init(rawValue: String) { self.rawValue = rawValue }

        /// The source was disconnected while it was connecting, or its stream ended before it was open.
        public static let disconnected = Code(rawValue: "disconnected")
        /// The parameters ask for something that this kind of query cannot give.
        public static let unsupportedQuery = Code(rawValue: "unsupportedQuery")
    }

    public let code: Code

    /// What is wrong and how to mend it, in one sentence.
    public let message: String

    init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }
}

extension DynamicEntityError: CustomStringConvertible {
    public var description: String { message }
}
