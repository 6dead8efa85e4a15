// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

/// Finds what is wrong with a script before it runs: names that nobody has, calls with too few or too many arguments.
package enum ArcadeChecker {
    /// - Throws: the first fault in the order of the text.
    package static func check(_ script: ArcadeScript, profile: ArcadeProfile) throws(ArcadeError) {}
}
