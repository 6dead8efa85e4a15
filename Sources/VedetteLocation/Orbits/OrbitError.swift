// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// Why an orbit cannot be read, or cannot be followed to a moment.
public struct OrbitError: Error, Hashable, Sendable {
    /// What kind of thing is wrong. More kinds may come: switch with a default.
    public struct Code: Hashable, Sendable, RawRepresentable {
        public let rawValue: String
        public init(rawValue: String) { self.rawValue = rawValue }

        /// The text is not two lines of elements, or something in a line is not what its columns are for.
        public static let malformed = Code(rawValue: "malformed")
        /// The last digit of a line does not fit the rest of it.
        public static let wrongChecksum = Code(rawValue: "wrongChecksum")
        /// The two lines belong to different satellites.
        public static let mismatchedLines = Code(rawValue: "mismatchedLines")
        /// A number is none that an orbit can have.
        public static let outOfRange = Code(rawValue: "outOfRange")
        /// A revolution takes 225 minutes or more: sun and moon move such a satellite, and they are not reckoned with here.
        public static let deepSpace = Code(rawValue: "deepSpace")
        /// By then the satellite is below the surface of the Earth.
        public static let decayed = Code(rawValue: "decayed")
        /// So far from the epoch the elements describe no orbit any more.
        public static let tooFarFromEpoch = Code(rawValue: "tooFarFromEpoch")
    }

    public let code: Code
    /// The line of elements, 1 or 2, where it is about one.
    public let line: Int?
    /// The columns of that line, counted from 1, where it is about some.
    public let columns: ClosedRange<Int>?
    /// What is wrong and how to mend it, in one sentence.
    public let message: String

    init(_ code: Code, line: Int? = nil, columns: ClosedRange<Int>? = nil, _ message: String) {
        (self.code, self.line, self.columns, self.message) = (code, line, columns, message)
    }
}

extension OrbitError: CustomStringConvertible, LocalizedError {
    public var description: String {
        guard let line else { return message }
        guard let columns else { return "line \(line) of the elements: \(message)" }
        let place = columns.count == 1 ? "column \(columns.lowerBound)" : "columns \(columns.lowerBound)–\(columns.upperBound)"
        return "line \(line) of the elements, \(place): \(message)"
    }

    public var errorDescription: String? { description }
}
