// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// Why a script could not be read or run, and where.
public struct ArcadeError: Error, Hashable, Sendable {
    /// What kind of thing went wrong. More kinds may come: switch with a default.
    public struct Code: Sendable, Hashable, RawRepresentable {
        public let rawValue: String
        public init(rawValue: String) { self.rawValue = rawValue }

        /// The text does not follow the grammar.
        public static let syntax = Code(rawValue: "syntax")
        /// The script is longer or nested deeper than ``ArcadeLimits`` allow.
        public static let tooLarge = Code(rawValue: "tooLarge")
        /// A name is not that of a function.
        public static let unknownFunction = Code(rawValue: "unknownFunction")
        /// A function is known, but not to be had in this profile.
        public static let unavailableFunction = Code(rawValue: "unavailableFunction")
        /// A function was called with too few or too many arguments.
        public static let argumentCount = Code(rawValue: "argumentCount")
        /// A name is not that of a variable, or the variable has not been declared yet.
        public static let unknownVariable = Code(rawValue: "unknownVariable")
        /// A value is of a kind that its place cannot take.
        public static let type = Code(rawValue: "type")
        /// An index lies outside an array, or a key or field is not there.
        public static let outOfRange = Code(rawValue: "outOfRange")
        /// What was to be changed cannot be.
        public static let immutable = Code(rawValue: "immutable")
        /// An argument makes no sense to the function.
        public static let invalidArgument = Code(rawValue: "invalidArgument")
        /// The evaluation used more than ``ArcadeLimits`` allow.
        public static let limitExceeded = Code(rawValue: "limitExceeded")
        /// The task that evaluated was cancelled.
        public static let cancelled = Code(rawValue: "cancelled")
    }

    public let code: Code

    /// What is wrong and how to mend it, in one sentence.
    public let message: String

    /// Where the fault begins: an offset in bytes of UTF-8 into the script.
    public let offset: Int

    /// The line, from 1.
    public let line: Int

    /// The character in its line, from 1.
    public let column: Int

    /// The text at fault.
    public let text: String

    /// - Complexity: linear in the place of the fault.
    package init(_ code: Code, _ message: String, range: Range<Int>, in source: String) {
        let place = ArcadePlace(range, in: source)
        (self.code, self.message, offset) = (code, message, place.offset)
        (line, column, text) = (place.line, place.column, place.text)
    }
}

extension ArcadeError: CustomStringConvertible, LocalizedError {
    public var description: String { "\(message) (line \(line), column \(column))" }
    public var errorDescription: String? { description }
}
