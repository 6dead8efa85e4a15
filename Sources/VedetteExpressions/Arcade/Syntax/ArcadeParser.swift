// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

/// Reads scripts.
package struct ArcadeParser {
    /// - Throws: the first fault.
    package static func parse(_ source: String) throws(ArcadeError) -> ArcadeScript {
        ArcadeScript(source: source, statements: [])
    }
}
