// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

/// The rings of a shape in one piece of memory: 8 bytes a vertex, one allocation a fence, at a place that does not move.
///
/// Words: how many rings there are; for each its vertex count and what it is; then the vertices of all rings, x and y in turn.
///
/// x is the unrolled longitude modulo 2^32. An edge is at most 1.8e9 < 2^31 long, so the wrapped difference of two neighbours, taken as a signed
/// number, is their true difference, and a ring's first vertex lies within ±1.8e9: the unrolled longitudes can all be had back.
///
/// Written while it is made, by its maker alone, and never after: what holds one may be shared between threads.
final class FenceVertices: ManagedBuffer<FenceVerticesHeader, Int32> {
    /// What a ring is, beside its vertex count.
    struct RingKind: Equatable {
        var isHole: Bool
        /// −1, 0 or 1: how often the ring goes round the world eastwards.
        var winding: Int

        fileprivate var word: Int32 { (isHole ? 1 : 0) | Int32(truncatingIfNeeded: winding &+ 1) << 1 }

        fileprivate init(word: Int32) {
            isHole = word & 1 != 0
            winding = Int(word >> 1) - 1
        }

        init(isHole: Bool, winding: Int) {
            (self.isHole, self.winding) = (isHole, winding)
        }
    }

    /// Makes room for rings of the given sizes; `fill` writes their vertices one after the other.
    static func make(_ rings: [(count: Int, kind: RingKind)], _ fill: (UnsafeMutablePointer<Int32>) -> Void) -> FenceVertices {
        let table = 1 + 2 * rings.count
        let count = table + rings.reduce(0) { $0 + 2 * $1.count }
        let buffer = FenceVertices.create(minimumCapacity: count) { _ in
            // Of one ring that does not go round a pole, all edges are border.
            let isPlain = rings.count == 1 && rings[0].kind.winding == 0
            return FenceVerticesHeader(wordCount: count, lazyBorder: isPlain ? nil : LazyFenceBorder())
        }
        buffer.withUnsafeMutablePointerToElements { words in
            words.initialize(repeating: 0, count: count)
            words[0] = Int32(rings.count)
            for (index, ring) in rings.enumerated() {
                words[1 + 2 * index] = Int32(ring.count)
                words[2 + 2 * index] = ring.kind.word
            }
            fill(words + table)
        }
        // `create` makes an instance of the class that it is called on.
        return unsafeDowncast(buffer, to: FenceVertices.self)
    }

    /// Valid as long as the object lives: the words are part of it.
    var words: UnsafeMutablePointer<Int32> { withUnsafeMutablePointerToElements { $0 } }

    var wordCount: Int { header.wordCount }

    /// nil where all edges are border.
    var lazyBorder: LazyFenceBorder? { header.lazyBorder }

    var ringCount: Int { Int(words[0]) }

    func count(ofRing ring: Int) -> Int { Int(words[1 + 2 * ring]) }

    func kind(ofRing ring: Int) -> RingKind { RingKind(word: words[2 + 2 * ring]) }

    func isEqual(to other: FenceVertices) -> Bool {
        guard self !== other else { return true }
        guard wordCount == other.wordCount else { return false }
        return withExtendedLifetime((self, other)) {
            for index in 0..<wordCount where words[index] != other.words[index] { return false }
            return true
        }
    }
}

/// What a ``FenceVertices`` knows of itself.
struct FenceVerticesHeader {
    var wordCount: Int
    /// Shared with all copies of the shape, found when it is first asked for.
    var lazyBorder: LazyFenceBorder?
}
