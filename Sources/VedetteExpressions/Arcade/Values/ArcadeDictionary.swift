// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

/// A mutable table of values by name, known by identity. Names are found in any case, keep the case in which they first came, and stay in
/// the order in which they came. Made by ``ArcadeRun/makeDictionary()``, which counts it.
package final class ArcadeDictionary: ArcadeContainer {
    @exclusivity(unchecked) private var names: [ArcadeName] = []
    @exclusivity(unchecked) private var values: [ArcadeValue] = []
    /// Places in `names` plus one by hash, with open addressing; empty while there are few names, which are searched one by one.
    @exclusivity(unchecked) private var table: [Int32] = []

    /// Up to how many names are searched one by one.
    private static let smallCount = 12

    package override init() {}

    package var count: Int { names.count }

    /// The names, in their order.
    package var keys: [String] { names.map(\.spelling) }

    package subscript(name: ArcadeName) -> ArcadeValue? {
        get { place(of: name).map { values[$0] } }
        set {
            if let place = place(of: name) {
                if let newValue {
                    values[place] = newValue
                } else {
                    names.remove(at: place)
                    values.remove(at: place)
                    index()
                }
            } else if let newValue {
                names.append(name)
                values.append(newValue)
                if names.count > Self.smallCount {
                    if names.count * 2 > table.count { index() } else { insert(names.count - 1) }
                }
            }
        }
    }

    package subscript(name: String) -> ArcadeValue? {
        get { self[ArcadeName(name)] }
        set { self[ArcadeName(name)] = newValue }
    }

    /// Calls `body` for each entry in order.
    package func forEach(_ body: (String, ArcadeValue) throws(ArcadeFailure) -> Void) throws(ArcadeFailure) {
        for (name, value) in zip(names, values) { try body(name.spelling, value) }
    }

    package override func removeAll() { (names, values, table) = ([], [], []) }

    private func place(of name: ArcadeName) -> Int? {
        if table.isEmpty {
            for place in names.indices where names[place] == name { return place }
            return nil
        }
        let mask = table.count - 1
        var slot = name.hash & mask
        while table[slot] != 0 {
            let place = Int(table[slot]) - 1
            if names[place] == name { return place }
            slot = (slot + 1) & mask
        }
        return nil
    }

    private func insert(_ place: Int) {
        let mask = table.count - 1
        var slot = names[place].hash & mask
        while table[slot] != 0 { slot = (slot + 1) & mask }
        table[slot] = Int32(truncatingIfNeeded: place + 1)
    }

    /// Makes the table anew, at most a quarter full.
    private func index() {
        table = []
        guard names.count > Self.smallCount else { return }
        var capacity = 64
        while capacity < names.count * 4 { capacity *= 2 }
        table = Array(repeating: 0, count: capacity)
        for place in names.indices { insert(place) }
    }
}
