// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

/// Why a server could not be set up or started.
public struct LiveServerError: Error, Sendable {
    /// What kind of thing went wrong. More kinds may come: switch with a default.
    public struct Code: Sendable, Hashable, RawRepresentable {
        public let rawValue: String
        public init(rawValue: String) { self.rawValue = rawValue }

        /// The address is open to others than this machine, and that was not allowed.
        public static let publicAddress = Code(rawValue: "publicAddress")
        /// The address or the port cannot be listened on.
        public static let cannotListen = Code(rawValue: "cannotListen")
        /// The file of drawn fences cannot be used.
        public static let invalidFenceFile = Code(rawValue: "invalidFenceFile")
        /// There are more sources than a frame can name, or as many locations.
        public static let tooManySources = Code(rawValue: "tooManySources")
        /// A view cannot be shown as asked: its path cannot be one or is taken, or it keeps its fences in the file of another.
        public static let invalidView = Code(rawValue: "invalidView")
        /// A source cannot be published as asked: its name cannot be one or is taken, or it cannot take broadcasts.
        public static let invalidServiceName = Code(rawValue: "invalidServiceName")
    }

    public let code: Code

    /// What is wrong and how to mend it, in one sentence.
    public let message: String

    init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }
}

extension LiveServerError: CustomStringConvertible {
    public var description: String { message }
}
