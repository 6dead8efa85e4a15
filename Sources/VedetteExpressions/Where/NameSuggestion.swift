// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

/// Finds the name that was probably meant.
enum NameSuggestion {
    /// `; did you mean 'NAME'?` for the nearest of `candidates` that is near enough, else nothing.
    static func suffix(for name: String, among candidates: some Sequence<String>) -> String {
        let name = Array(name.uppercased().unicodeScalars.prefix(64))
        // One letter can be anything; of three, one may be wrong.
        let limit = name.count / 3
        var best: (distance: Int, name: String)?
        for candidate in candidates.prefix(2_000) {
            let distance = distance(name, Array(candidate.uppercased().unicodeScalars.prefix(64)))
            if distance <= limit, best.map({ distance < $0.distance }) ?? true { best = (distance, candidate) }
        }
        return best.map { "; did you mean '\($0.name)'?" } ?? ""
    }

    /// The least number of characters to insert, remove or change (Levenshtein 1966), by rows.
    private static func distance(_ first: [Unicode.Scalar], _ second: [Unicode.Scalar]) -> Int {
        var row = Array(0...second.count)
        for (index, scalar) in first.enumerated() {
            var diagonal = row[0]
            row[0] = index + 1
            for column in second.indices {
                let change = diagonal + (second[column] == scalar ? 0 : 1)
                diagonal = row[column + 1]
                row[column + 1] = min(change, diagonal + 1, row[column] + 1)
            }
        }
        return row[second.count]
    }
}
