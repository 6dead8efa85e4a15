// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

/// What lies in a dictionary, a feature or an array under a key, or under one key after the other.
package enum ArcadeLookup {
    /// What lies at `path`: a key, or an array of keys, one for each level; for arrays, a place, which may count from the end. nil where there
    /// is no such thing, also where a value on the way holds nothing.
    package static func value(at path: ArcadeValue, of container: ArcadeValue, _ run: ArcadeRun) throws(ArcadeFailure) -> ArcadeValue? {
        guard case .array(let keys) = path else { return try member(path, of: container, run) }
        var value = container
        for key in keys.elements {
            guard let next = try member(key, of: value, run) else { return nil }
            value = next
        }
        return value
    }

    private static func member(_ key: ArcadeValue, of container: ArcadeValue, _ run: ArcadeRun) throws(ArcadeFailure) -> ArcadeValue? {
        try run.charge(1)
        switch container {
        case .array(let array):
            return ArcadeArrayFunctions.place(run.number(key), in: array.elements.count).map { array.elements[$0] }
        case .dictionary(let dictionary):
            return dictionary[try name(key, run)]
        case .feature(let feature):
            return feature.value(named: try name(key, run), in: run)
        default:
            return nil
        }
    }

    private static func name(_ key: ArcadeValue, _ run: ArcadeRun) throws(ArcadeFailure) -> ArcadeName {
        let text = try run.text(key)
        try run.charge(1 + text.utf8.count >> 3)
        return ArcadeName(text)
    }

    /// Whether a value is none in the sense of `IsEmpty`: null or a text without characters.
    package static func isEmpty(_ value: ArcadeValue) -> Bool {
        switch value {
        case .null: true
        case .text(let text): text.isEmpty
        default: false
        }
    }
}
