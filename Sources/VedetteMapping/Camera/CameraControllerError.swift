// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

/// Why a camera could not be moved as it was asked to.
public struct CameraControllerError: Error, Sendable, Hashable {
    /// What kind of thing went wrong. More kinds may come: switch with a default.
    public struct Code: Sendable, Hashable, RawRepresentable {
        public let rawValue: String
        public init(rawValue: String) { self.rawValue = rawValue }

        /// A number is infinite or none at all.
        public static let notFinite = Code(rawValue: "notFinite")
    }

    public let code: Code

    /// What is wrong and how to mend it, in one sentence.
    public let message: String

    init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }
}

extension CameraControllerError: CustomStringConvertible {
    public var description: String { message }
}
