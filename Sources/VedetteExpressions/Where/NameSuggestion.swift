// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

/// Finds the name that was probably meant.
enum NameSuggestion {
    /// `; did you mean 'NAME'?` for the nearest of `candidates` that is near enough, else nothing.
    static func suffix(for name: String, among candidates: some Sequence<String>) -> String {
        nearest(to: name, among: candidates).map { "; did you mean '\($0)'?" } ?? ""
    }

    /// The nearest of `candidates`, in any case; nil where none is near enough.
    static func nearest(to name: String, among candidates: some Sequence<String>) -> String? {
        let name = Array(name.uppercased().unicodeScalars.prefix(64))
        // One letter can be anything; of three, one may be wrong.
        let limit = name.count / 3
        var best: (distance: Int, name: String)?
        for candidate in candidates.prefix(2_000) {
            let distance = distance(name, Array(candidate.uppercased().unicodeScalars.prefix(64)))
            if distance <= limit, best.map({ distance < $0.distance }) ?? true { best = (distance, candidate) }
        }
        return best?.name
    }

    /// The least number of characters to insert, remove, change or swap with the next (Levenshtein 1966, Damerau 1964), by rows.
    private static func distance(_ first: [Unicode.Scalar], _ second: [Unicode.Scalar]) -> Int {
        var (rowBefore, row) = ([Int](), Array(0...second.count))
        for (index, scalar) in first.enumerated() {
            var next = [index + 1]
            for column in second.indices {
                var least = min(row[column] + (second[column] == scalar ? 0 : 1), row[column + 1] + 1, next[column] + 1)
                if index > 0, column > 0, second[column] == first[index - 1], second[column - 1] == scalar {
                    least = min(least, rowBefore[column - 1] + 1)
                }
                next.append(least)
            }
            (rowBefore, row) = (row, next)
        }
        return row[second.count]
    }
}
