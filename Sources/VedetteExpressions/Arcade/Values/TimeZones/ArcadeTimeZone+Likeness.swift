// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

extension ArcadeTimeZone {
    /// The IANA name that someone who wrote `name` may have meant: one that ends so, or one with few other letters.
    ///
    /// - Complexity: O(n) for n names of zones.
    static func name(like name: String) -> String? {
        guard !name.isEmpty, name.utf8.count <= 64 else { return nil }
        let wanted = Array(name.lowercased().replacing(" ", with: "_").utf8)
        var best: (name: String, distance: Int)?
        // In order, so that equals do not take turns.
        for candidate in TimeZoneDatabase.names.sorted() {
            let bytes = Array(candidate.lowercased().utf8)
            if bytes == wanted || bytes.count > wanted.count && bytes.suffix(wanted.count + 1).elementsEqual([UInt8(ascii: "/")] + wanted) {
                return candidate
            }
            let bound = min(3, wanted.count / 3, best.map { $0.distance - 1 } ?? 3)
            guard bound > 0, abs(bytes.count - wanted.count) <= bound else { continue }
            let distance = distance(bytes, wanted)
            if distance <= bound { best = (candidate, distance) }
        }
        return best?.name
    }

    /// How many letters must be put in, left out or changed (Levenshtein).
    private static func distance(_ first: [UInt8], _ second: [UInt8]) -> Int {
        var row = Array(0...second.count)
        for (place, letter) in first.enumerated() {
            var corner = row[0]
            row[0] = place + 1
            for (index, other) in second.enumerated() {
                let above = row[index + 1]
                row[index + 1] = min(above + 1, row[index] + 1, corner + (letter == other ? 0 : 1))
                corner = above
            }
        }
        return row[second.count]
    }
}
