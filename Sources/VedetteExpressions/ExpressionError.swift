// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

/// Why an expression of one of the small languages could not be read or bound.
public struct ExpressionError: Error, Sendable, Hashable {
    /// What kind of thing went wrong. More kinds may come: switch with a default.
    public struct Code: Sendable, Hashable, RawRepresentable {
        public let rawValue: String
        public init(rawValue: String) { self.rawValue = rawValue }

        /// The text does not follow the grammar.
        public static let syntax = Code(rawValue: "syntax")
        /// A name is not that of a field.
        public static let unknownField = Code(rawValue: "unknownField")
        /// A name is not that of a function, or the function takes other arguments.
        public static let unknownFunction = Code(rawValue: "unknownFunction")
        /// A literal says nothing that its place can take, such as a date that no calendar has.
        public static let invalidLiteral = Code(rawValue: "invalidLiteral")
        /// The types of two operands never fit.
        public static let typeMismatch = Code(rawValue: "typeMismatch")
        /// The expression is longer or nested deeper than the limits allow.
        public static let tooLarge = Code(rawValue: "tooLarge")
    }

    public let code: Code

    /// What is wrong and how to mend it, in one sentence.
    public let message: String

    /// Where the fault begins: an offset in bytes of UTF-8 into the text of the expression.
    public let offset: Int

    public init(_ code: Code, _ message: String, offset: Int) {
        (self.code, self.message, self.offset) = (code, message, offset)
    }
}

extension ExpressionError: CustomStringConvertible {
    public var description: String { "\(message) (at offset \(offset))" }
}
