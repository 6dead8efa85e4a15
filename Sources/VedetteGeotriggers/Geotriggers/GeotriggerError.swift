// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

/// What keeps a monitor, or some of its fences, from working.
public struct GeotriggerError: Error, Sendable {
    /// What kind of thing is wrong. More kinds may come: switch with a default.
    public struct Code: Sendable, Hashable, RawRepresentable {
        public let rawValue: String
        public init(rawValue: String) { self.rawValue = rawValue }

        /// No element is a fence that can be watched: nothing is reported until one is.
        public static let noFences = Code(rawValue: "noFences")
        /// Some elements are no fences; the others are watched.
        public static let invalidFences = Code(rawValue: "invalidFences")
    }

    public let code: Code

    /// What is wrong and how to mend it, in one sentence.
    public let message: String

    /// The fences that are wrong, by their ids.
    public let fences: [String: FenceShapeError]

    init(_ code: Code, _ message: String, fences: [String: FenceShapeError] = [:]) {
        self.code = code
        self.message = message
        self.fences = fences
    }
}

extension GeotriggerError: CustomStringConvertible {
    public var description: String { message }
}
