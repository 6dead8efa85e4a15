// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

/// Elements that were selected, each once, in the order in which they were.
struct Selection<Element: Hashable & Sendable>: Sendable {
    private var places: [Element: UInt64] = [:]
    private var next: UInt64 = 0
    /// Beyond this number, those that are gone are let go of.
    private var tidyCount = 64

    /// The elements that are still there.
    ///
    /// - Complexity: O(*n* log *n*).
    mutating func elements(where isThere: (Element) -> Bool) -> [Element] {
        places = places.filter { isThere($0.key) }
        return places.sorted { $0.value < $1.value }.map(\.key)
    }

    /// Adds elements; those that are in it already stay where they are.
    ///
    /// - Complexity: O(1) for each, on average.
    mutating func insert(_ elements: [Element], where isThere: (Element) -> Bool) {
        for element in elements where places[element] == nil {
            places[element] = next
            next += 1
        }
        guard places.count > tidyCount else { return }
        places = places.filter { isThere($0.key) }
        tidyCount = max(64, places.count * 2)
    }

    mutating func remove(_ elements: [Element]) {
        for element in elements { places[element] = nil }
    }

    mutating func removeAll() { places = [:] }
}
