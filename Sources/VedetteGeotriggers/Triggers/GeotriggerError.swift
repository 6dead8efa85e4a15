// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

public import Foundation
public import VedetteFences

/// What keeps a monitor, or some of its fences, from working.
public struct GeotriggerError: Error, Sendable {
    /// What kind of thing is wrong. More kinds may come: switch with a default.
    public struct Code: Sendable, Hashable, RawRepresentable {
        public let rawValue: String
        public init(rawValue: String) { self.rawValue = rawValue }

        // The monitor cannot start: mend it and start again.

        /// A setting of the trigger is out of range, or two do not go together.
        public static let invalidSettings = Code(rawValue: "invalidSettings")
        /// A snapshot is none, is damaged, or was taken of a trigger with other settings.
        public static let invalidSnapshot = Code(rawValue: "invalidSnapshot")
        /// The filter of fences asks for what the table does not have.
        public static let invalidFilter = Code(rawValue: "invalidFilter")
        /// There are more fences, or larger ones, than one monitor can watch.
        public static let tooManyFences = Code(rawValue: "tooManyFences")
        /// The monitor was stopped while it started.
        public static let stopped = Code(rawValue: "stopped")
        /// There is nothing to take a snapshot of: the monitor was never started.
        public static let notStarted = Code(rawValue: "notStarted")

        // The monitor is started and waits; it goes on by itself once the fault is gone.

        /// The source of the feed is not started or not connected.
        public static let feedNotStarted = Code(rawValue: "feedNotStarted")
        /// The table of the fences cannot be read now; those known are watched.
        public static let fencesUnavailable = Code(rawValue: "fencesUnavailable")
        /// No element is a fence that can be watched: nothing is reported until one is.
        public static let noFences = Code(rawValue: "noFences")

        // Some of the fences.

        /// Some elements are no fences; the others are watched.
        public static let invalidFences = Code(rawValue: "invalidFences")

        // Of descriptions.

        /// A description of geotriggers is not what the web map specification says.
        public static let invalidJSON = Code(rawValue: "invalidJSON")
    }

    public let code: Code

    /// What is wrong and how to mend it, in one sentence.
    public let message: String

    /// The fences that are wrong, by their ids: at most the first hundred of them in the order of their ids.
    public let fences: [String: FenceShapeError]

    /// What lies behind it, where that is another error.
    public let underlyingError: (any Error)?

    package init(_ code: Code, _ message: String, fences: [String: FenceShapeError] = [:], underlyingError: (any Error)? = nil) {
        (self.code, self.message, self.fences, self.underlyingError) = (code, message, fences, underlyingError)
    }
}

extension GeotriggerError: CustomStringConvertible, LocalizedError {
    public var description: String { message }
    public var errorDescription: String? { message }
}
