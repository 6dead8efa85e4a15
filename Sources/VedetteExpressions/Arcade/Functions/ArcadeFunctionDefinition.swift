// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

/// A function of the language: what it is called, what it takes, what it does.
package struct ArcadeFunctionDefinition: Sendable {
    package typealias Body = @Sendable (ArcadeArguments, ArcadeRun) throws(ArcadeFailure) -> ArcadeValue

    /// Whether it can be called.
    package enum State: Sendable {
        case available
        /// Known, but not to be had; what to do instead, or why.
        case unavailable(String)
    }

    /// As documents write it: `IndexOf`.
    package let name: String
    package let group: ArcadeFunctionGroup
    package let bundle: ArcadeBundle
    /// The version of the language that brought it.
    package let since: String
    package let argumentCount: ClosedRange<Int>
    /// How it can be called, a line each.
    package let signatures: [String]
    package let state: State
    package let body: Body

    package init(
        _ name: String, _ group: ArcadeFunctionGroup, _ bundle: ArcadeBundle, since: String, _ argumentCount: ClosedRange<Int>,
        _ signatures: [String], _ body: @escaping Body
    ) {
        (self.name, self.group, self.bundle, self.since) = (name, group, bundle, since)
        (self.argumentCount, self.signatures, state, self.body) = (argumentCount, signatures, .available, body)
    }

    /// One that is known but not to be had.
    package init(
        _ name: String, _ group: ArcadeFunctionGroup, _ bundle: ArcadeBundle, since: String, _ argumentCount: ClosedRange<Int>,
        _ signatures: [String], unavailable reason: String
    ) {
        (self.name, self.group, self.bundle, self.since) = (name, group, bundle, since)
        (self.argumentCount, self.signatures, state) = (argumentCount, signatures, .unavailable(reason))
        body = { _, _ throws(ArcadeFailure) in
            throw ArcadeFailure(.unavailableFunction, "\(name) is not available in this profile: \(reason)")
        }
    }

    /// For functions that take any number of arguments.
    package static let unlimited = 1_000
}

/// The group under which documents list a function.
package enum ArcadeFunctionGroup: String, Hashable, Sendable, CaseIterable {
    case array, date, debugging, dictionary, enterprise, feature, featureSet, geometry, knowledgeGraph, logical, math, portal, text, track
}
