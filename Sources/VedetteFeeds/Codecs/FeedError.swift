// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// Why a feed cannot be read at all, or not any further.
public struct FeedError: Error, Sendable {
    /// What kind of thing went wrong. More kinds may come: switch with a default.
    public struct Code: Sendable, Hashable, RawRepresentable {
        public let rawValue: String
        public init(rawValue: String) { self.rawValue = rawValue }

        /// The format cannot be told, or is not one that can be read.
        public static let unknownFormat = Code(rawValue: "unknownFormat")
        /// A column that is needed is not there.
        public static let missingColumn = Code(rawValue: "missingColumn")
        /// The feed's structure is broken where nothing tells where the next record begins.
        public static let brokenStructure = Code(rawValue: "brokenStructure")
        /// The coordinates are in a spatial reference that this format should not have.
        public static let unsupportedSpatialReference = Code(rawValue: "unsupportedSpatialReference")
        /// Two fences have the same id.
        public static let duplicateFence = Code(rawValue: "duplicateFence")
        /// There are more fences, or larger ones, than one index holds.
        public static let tooManyFences = Code(rawValue: "tooManyFences")
        /// The source cannot be opened or read.
        public static let unreadable = Code(rawValue: "unreadable")
    }

    public let code: Code
    /// The line on which it was seen, where there is one.
    public let line: Int?
    /// What is wrong and how to mend it, in one sentence.
    public let message: String

    /// Whether nothing can come of trying again.
    var isFinal = false
    /// For how many seconds a server wants to be left alone; nil where it says nothing of it.
    package var secondsToWait: Double?

    package init(_ code: Code, line: Int? = nil, _ message: String) {
        (self.code, self.line, self.message) = (code, line, message)
    }
}

extension FeedError: CustomStringConvertible, LocalizedError {
    public var description: String { line.map { "line \($0): \(message)" } ?? message }
    public var errorDescription: String? { description }
}
