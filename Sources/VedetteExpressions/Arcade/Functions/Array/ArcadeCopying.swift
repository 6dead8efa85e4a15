// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

/// Copies of arrays and dictionaries.
package enum ArcadeCopying {
    /// How deep copies go.
    private static let maximumDepth = 64

    package static func copy(of array: ArcadeArray, isDeep: Bool, _ run: ArcadeRun) throws(ArcadeFailure) -> ArcadeValue {
        try copy(of: array, depth: isDeep ? 1 : nil, run)
    }

    package static func copy(of dictionary: ArcadeDictionary, isDeep: Bool, _ run: ArcadeRun) throws(ArcadeFailure) -> ArcadeValue {
        try copy(of: dictionary, depth: isDeep ? 1 : nil, run)
    }

    /// `depth` is how many levels are being copied already; nil for a copy that shares what is inside.
    private static func copy(of array: ArcadeArray, depth: Int?, _ run: ArcadeRun) throws(ArcadeFailure) -> ArcadeValue {
        var elements = array.elements
        try ArcadeArrayFunctions.chargeElements(elements.count, in: run)
        try run.charge(1)
        if let depth {
            for index in elements.indices { elements[index] = try deepCopy(of: elements[index], depth: depth, run) }
        }
        return try run.makeArray(elements)
    }

    private static func copy(of dictionary: ArcadeDictionary, depth: Int?, _ run: ArcadeRun) throws(ArcadeFailure) -> ArcadeValue {
        try run.chargeValue(bytes: dictionary.count * 16)
        let copy = try run.makeDictionary()
        try dictionary.forEach { (name, value) throws(ArcadeFailure) in
            try run.charge(2 + name.utf8.count >> 3)
            if let depth { copy[name] = try deepCopy(of: value, depth: depth, run) } else { copy[name] = value }
        }
        return .dictionary(copy)
    }

    /// Arrays and dictionaries are copied; features and geometries are shared.
    private static func deepCopy(of value: ArcadeValue, depth: Int, _ run: ArcadeRun) throws(ArcadeFailure) -> ArcadeValue {
        switch value {
        case .array, .dictionary: break
        default: return value
        }
        guard depth < maximumDepth else {
            throw ArcadeFailure(
                .limitExceeded, "a deep copy goes \(maximumDepth) levels down, and this value is nested deeper or holds itself")
        }
        switch value {
        case .array(let array): return try copy(of: array, depth: depth + 1, run)
        case .dictionary(let dictionary): return try copy(of: dictionary, depth: depth + 1, run)
        default: return value
        }
    }
}
