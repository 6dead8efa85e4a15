// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

/// What one item of RSS, or entry of Atom, says.
struct SyndicationItem {
    /// The texts of an element or several of the same name, joined by commas.
    struct Value {
        var name: String
        var text: String
        /// Whether it is an extension, whose text may be a number.
        var isExtension: Bool
    }

    private(set) var values: [Value] = []
    private var places: [String: Int] = [:]
    var place = SyndicationPlace()

    /// The text of a field; nil where the item does not have it.
    subscript(name: String) -> String? { places[name].map { values[$0].text } }

    /// Adds a text, unless it is empty.
    mutating func add(_ name: String, _ text: String, isExtension: Bool = false) {
        guard !text.isEmpty else { return }
        if let index = places[name] {
            values[index].text += ", " + text
        } else {
            places[name] = values.count
            values.append(Value(name: name, text: text, isExtension: isExtension))
        }
    }

    /// Sets a text that an item has but once; the first counts.
    mutating func setOnce(_ name: String, _ text: String) {
        if places[name] == nil { add(name, text) }
    }

    /// The values in the order of the fields; extensions follow in that of the item.
    var ordered: [Value] {
        let known = SyndicationVocabulary.fields
        return known.compactMap { name in places[name].map { values[$0] } } + values.filter { !known.contains($0.name) }
    }
}
