// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

/// Why a store could not be opened, read or written.
public struct StoreError: Error, Sendable {
    /// What kind of thing went wrong. More kinds may come: switch with a default.
    public struct Code: Sendable, Hashable, RawRepresentable {
        public let rawValue: String
        public init(rawValue: String) { self.rawValue = rawValue }
    }

    public let code: Code

    /// What is wrong and how to mend it, in one sentence.
    public let message: String

    /// The error of the layer below, where there was one.
    public let cause: (any Error)?

    public init(_ code: Code, _ message: String, cause: (any Error)? = nil) {
        (self.code, self.message, self.cause) = (code, message, cause)
    }
}

extension StoreError: CustomStringConvertible {
    public var description: String { message }
}
