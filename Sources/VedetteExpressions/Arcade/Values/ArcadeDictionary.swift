// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

/// A mutable table of values by name, known by identity. Names are found in any case, keep the case in which they first came, and stay in
/// the order in which they came. Made by ``ArcadeRun/makeDictionary(_:)``, which counts it.
package final class ArcadeDictionary {
    private var places: [ArcadeName: Int] = [:]
    private var entries: [(name: ArcadeName, value: ArcadeValue)] = []

    package init() {}

    package var count: Int { entries.count }

    /// The names, in their order.
    package var keys: [String] { entries.map(\.name.spelling) }

    package subscript(name: ArcadeName) -> ArcadeValue? {
        get { places[name].map { entries[$0].value } }
        set {
            if let place = places[name] {
                if let newValue {
                    entries[place].value = newValue
                } else {
                    entries.remove(at: place)
                    places = Dictionary(uniqueKeysWithValues: entries.enumerated().map { ($1.name, $0) })
                }
            } else if let newValue {
                places[name] = entries.count
                entries.append((name, newValue))
            }
        }
    }

    package subscript(name: String) -> ArcadeValue? {
        get { self[ArcadeName(name)] }
        set { self[ArcadeName(name)] = newValue }
    }

    /// Calls `body` for each entry in order.
    package func forEach(_ body: (String, ArcadeValue) throws(ArcadeFailure) -> Void) throws(ArcadeFailure) {
        for entry in entries { try body(entry.name.spelling, entry.value) }
    }

    /// Lets go of all entries.
    package func removeAll() {
        places = [:]
        entries = []
    }
}
