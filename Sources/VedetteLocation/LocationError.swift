// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// Why a source of locations could not be started, or what is wrong with it.
public struct LocationError: Error, Sendable, Equatable {
    /// What kind of thing went wrong. More kinds may come: switch with a default.
    public struct Code: Sendable, Hashable, RawRepresentable {
        public let rawValue: String
        public init(rawValue: String) { self.rawValue = rawValue }

        /// A request took longer than it may.
        public static let requestTimedOut = Code(rawValue: "requestTimedOut")
        /// A location has no place: its position is empty or not finite.
        public static let noPlace = Code(rawValue: "noPlace")
        /// A source has no locations to simulate.
        public static let noLocations = Code(rawValue: "noLocations")
        /// Simulated locations were asked for of a line or with numbers of which none can be made.
        public static let invalidSimulation = Code(rawValue: "invalidSimulation")
    }

    public let code: Code

    /// What is wrong and how to mend it, in one sentence.
    public let message: String

    public init(_ code: Code, _ message: String) {
        (self.code, self.message) = (code, message)
    }
}

extension LocationError: CustomStringConvertible, LocalizedError {
    public var description: String { message }
    public var errorDescription: String? { message }
}
