// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

/// A name as it was written, and as it is looked up: in any case.
package struct ArcadeName: Hashable, Sendable {
    package let spelling: String
    /// The name in lower case.
    package let folded: String

    package init(_ spelling: String) {
        self.spelling = spelling
        folded = spelling.lowercased()
    }

    package static func == (lhs: ArcadeName, rhs: ArcadeName) -> Bool { lhs.folded == rhs.folded }

    package func hash(into hasher: inout Hasher) { hasher.combine(folded) }
}
