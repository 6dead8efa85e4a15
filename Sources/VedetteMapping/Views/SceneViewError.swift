// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

/// Why a view of a scene could not do what it was asked to.
public struct SceneViewError: Error, Sendable, Hashable {
    /// What kind of thing went wrong. More kinds may come: switch with a default.
    public struct Code: Sendable, Hashable, RawRepresentable {
        public let rawValue: String
        public init(rawValue: String) { self.rawValue = rawValue }

        /// The layer or overlay is not one of those that the view shows.
        public static let notInView = Code(rawValue: "notInView")
        /// The bookmark has no viewpoint.
        public static let noViewpoint = Code(rawValue: "noViewpoint")
        /// There is no ground at the point of the screen.
        public static let noLocation = Code(rawValue: "noLocation")
    }

    public let code: Code

    /// What is wrong and how to mend it, in one sentence.
    public let message: String

    init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }
}

extension SceneViewError: CustomStringConvertible {
    public var description: String { message }
}
