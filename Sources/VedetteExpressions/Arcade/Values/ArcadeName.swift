// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

/// A name as it was written, and as it is looked up: in any case.
///
/// Two names are compared by their first letters as numbers, so that a list of names is searched quickly. Keep names that are looked up often.
package struct ArcadeName: Hashable, Sendable {
    /// The first 24 bytes of the lower case.
    private let head: (UInt64, UInt64, UInt64)
    /// How many bytes the lower case has.
    private let length: Int
    private let texts: Texts

    package var spelling: String { texts.spelling }
    /// The name in lower case.
    package var folded: String { texts.folded }
    /// Of the lower case; keyed anew in each process, so that nobody can choose names that collide.
    package var hash: Int { texts.hash }

    package init(_ spelling: String) {
        let folded = spelling.utf8.allSatisfy { $0 < 0x80 && !($0 >= 0x41 && $0 <= 0x5A) } ? spelling : spelling.lowercased()
        var hasher = Hasher()
        var head: (UInt64, UInt64, UInt64) = (0, 0, 0)
        var length = 0
        for byte in folded.utf8 {
            hasher.combine(byte)
            switch length {
            case ..<8: head.0 = head.0 << 8 | UInt64(byte)
            case ..<16: head.1 = head.1 << 8 | UInt64(byte)
            case ..<24: head.2 = head.2 << 8 | UInt64(byte)
            default: break
            }
            length += 1
        }
        (self.head, self.length) = (head, length)
        texts = Texts(spelling: spelling, folded: folded, hash: hasher.finalize())
    }

    @inline(__always)
    package static func == (lhs: ArcadeName, rhs: ArcadeName) -> Bool {
        (lhs.head.0 ^ rhs.head.0) | (lhs.head.1 ^ rhs.head.1) | (lhs.head.2 ^ rhs.head.2) == 0 && lhs.length == rhs.length
            && (lhs.length <= 24 || lhs.texts === rhs.texts || lhs.isTailEqual(to: rhs))
    }

    private func isTailEqual(to other: ArcadeName) -> Bool {
        texts.hash == other.texts.hash && texts.folded.hasSameBytes(as: other.texts.folded)
    }

    package func hash(into hasher: inout Hasher) { hasher.combine(texts.hash) }

    private final class Texts: Sendable {
        let spelling: String
        let folded: String
        let hash: Int

        init(spelling: String, folded: String, hash: Int) {
            (self.spelling, self.folded, self.hash) = (spelling, folded, hash)
        }
    }
}
