// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

package import VedetteValues

/// A script that was read, checked and compiled, once; it can be evaluated any number of times, from any thread.
package struct ArcadeProgram: Sendable {
    /// The profile's variables that the script uses, in lower case with the dollar: `$feature`.
    package let variableNames: [String]

    /// - Throws: the first fault of the script.
    package init(_ source: String, profile: ArcadeProfile) throws(ArcadeError) {
        variableNames = []
    }

    /// What came of an evaluation.
    package struct Outcome: Sendable {
        package let value: ArcadeContent
        /// What `Console` said.
        package let console: [String]
        package let stepCount: Int
    }

    /// Evaluates the script.
    ///
    /// - Parameters:
    ///   - variables: one for each of ``variableNames``.
    package func evaluate(_ variables: [ArcadeContent], in context: ArcadeContext) throws(ArcadeError) -> Outcome {
        Outcome(value: .null, console: [], stepCount: 0)
    }
}
