// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import VedetteGeometry

/// What is wrong with one record of a feed. The record is passed over, unless the code says otherwise; the feed goes on.
public struct FeedIssue: Error, Sendable, Equatable {
    /// What kind of thing is wrong. More kinds may come: switch with a default.
    public struct Code: Sendable, Hashable, RawRepresentable {
        public let rawValue: String
        public init(rawValue: String) { self.rawValue = rawValue }

        /// The record is not JSON.
        public static let invalidJSON = Code(rawValue: "invalidJSON")
        /// The record is JSON, but no observation.
        public static let notAnObservation = Code(rawValue: "notAnObservation")
        /// The record has no track id.
        public static let noTrack = Code(rawValue: "noTrack")
        /// The record has no position.
        public static let noPosition = Code(rawValue: "noPosition")
        /// The position is no place on Earth.
        public static let invalidPosition = Code(rawValue: "invalidPosition")
        /// The time is missing, or cannot be read.
        public static let invalidTime = Code(rawValue: "invalidTime")
        /// The record is longer than the limit.
        public static let tooLong = Code(rawValue: "tooLong")
        /// The row has not the columns that the header has.
        public static let invalidRow = Code(rawValue: "invalidRow")
        /// The document is not XML from this place on, and what stands behind it is not read.
        public static let invalidXML = Code(rawValue: "invalidXML")
        /// The sentence's checksum is wrong, or missing.
        public static let invalidChecksum = Code(rawValue: "invalidChecksum")
        /// A field of the sentence cannot be read. What can be read of it is used.
        public static let unreadableField = Code(rawValue: "unreadableField")
        /// Bytes that are no record.
        public static let unknownBytes = Code(rawValue: "unknownBytes")
        /// The item's place is no point. The item is taken, without a position.
        public static let unsupportedGeometry = Code(rawValue: "unsupportedGeometry")
        /// A value is not what its field holds, such as an elevation that is no number. The observation is taken without it.
        public static let invalidValue = Code(rawValue: "invalidValue")
    }

    /// The line on which the record begins, from 1; of a stream service, the message in which it came.
    public let line: Int
    public let code: Code
    /// What is wrong and how to mend it, in one sentence.
    public let message: String
    /// What ``line`` counts.
    package var unit = "line"

    package init(line: Int, _ code: Code, _ message: String) {
        (self.line, self.code, self.message) = (line, code, message)
    }
}

extension FeedIssue {
    /// The same so many lines further on.
    package func moved(byLines lines: Int) -> FeedIssue {
        var issue = FeedIssue(line: line + lines, code, message)
        issue.unit = unit
        return issue
    }
}

extension FeedIssue: CustomStringConvertible {
    /// `line 17: …`
    public var description: String { "\(unit) \(line): \(message)" }
}
