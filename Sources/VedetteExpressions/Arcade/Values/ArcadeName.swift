// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

/// A name as it was written, and as it is looked up: in any case.
///
/// Two names are compared by their hashes first, so that a list of names is searched quickly. Keep names that are looked up often.
package struct ArcadeName: Hashable, Sendable {
    package let spelling: String
    /// The name in lower case.
    package let folded: String
    /// Of the lower case; keyed anew in each process, so that nobody can choose names that collide.
    package let hash: Int

    package init(_ spelling: String) {
        self.spelling = spelling
        folded = spelling.utf8.allSatisfy { $0 < 0x80 && !($0 >= 0x41 && $0 <= 0x5A) } ? spelling : spelling.lowercased()
        var hasher = Hasher()
        for byte in folded.utf8 { hasher.combine(byte) }
        hash = hasher.finalize()
    }

    @inline(__always)
    package static func == (lhs: ArcadeName, rhs: ArcadeName) -> Bool { lhs.hash == rhs.hash && lhs.folded == rhs.folded }

    package func hash(into hasher: inout Hasher) { hasher.combine(hash) }
}
