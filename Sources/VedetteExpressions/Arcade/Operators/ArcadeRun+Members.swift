// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

extension ArcadeRun {
    /// `base.name`.
    package func member(of base: ArcadeValue, named name: ArcadeName) throws(ArcadeFailure) -> ArcadeValue {
        switch base {
        case .dictionary(let dictionary):
            if let value = dictionary[name] { return value }
            throw missing(name.spelling, "key", dictionary.keys)
        case .feature(let feature):
            if let value = feature.value(named: name, in: self) { return value }
            throw missing(name.spelling, "field", feature.fieldNames)
        case .geometry(let geometry):
            if let value = try ArcadeGeometryMembers.value(of: geometry, named: name, in: self) { return value }
            throw ArcadeFailure(.outOfRange, "\(describe(base)) has no member `\(name.spelling)`")
        case .array:
            throw ArcadeFailure(.type, "an Array has no members, as in `.\(name.spelling)`; Count(x) is its length, x[0] its first element")
        case .text:
            throw ArcadeFailure(.type, "\(describe(base)) is a Text and has no members, as in `.\(name.spelling)`; use text functions")
        case .featureSet:
            throw ArcadeFailure(.type, "a FeatureSet has no members, as in `.\(name.spelling)`; take a feature from it, as with First(x)")
        case .null, .boolean, .number, .date, .dateOnly, .time, .featureSetCollection, .function:
            throw ArcadeFailure(.type, "\(describe(base)) has no members, as in `.\(name.spelling)`")
        }
    }

    /// `base[index]`.
    package func element(of base: ArcadeValue, at index: ArcadeValue) throws(ArcadeFailure) -> ArcadeValue {
        switch base {
        case .array(let array):
            let place = try self.place(index, in: array)
            guard place < array.elements.count else { throw outside(place, array) }
            return array.elements[place]
        case .dictionary, .feature, .geometry: return try member(of: base, named: key(index, of: base))
        case .text:
            throw ArcadeFailure(.type, "\(describe(base)) is a Text, whose characters have no indexes; use Mid(text, start, 1)")
        case .featureSet:
            throw ArcadeFailure(.type, "a FeatureSet has no indexes; use First(x), or `for (var feature in x)`")
        case .null, .boolean, .number, .date, .dateOnly, .time, .featureSetCollection, .function:
            throw ArcadeFailure(.type, "\(describe(base)) has no elements, as in `[\(short(index))]`")
        }
    }

    /// `base.name = value`.
    package func setMember(of base: ArcadeValue, named name: ArcadeName, to value: ArcadeValue) throws(ArcadeFailure) {
        switch base {
        case .dictionary(let dictionary): try set(name, of: dictionary, to: value)
        case .feature(let feature):
            guard feature.isMutable, let attributes = feature.attributes else {
                throw ArcadeFailure(.immutable, "the Feature was handed to the script and cannot be changed; make one with Feature(x)")
            }
            try set(name, of: attributes, to: value)
        case .geometry:
            throw ArcadeFailure(.immutable, "\(describe(base)) cannot be changed; make another one")
        default: throw ArcadeFailure(.type, "\(describe(base)) has no members that could be set, as in `.\(name.spelling) = …`")
        }
    }

    /// `base[index] = value`. Arrays grow where the index is their length.
    package func setElement(of base: ArcadeValue, at index: ArcadeValue, to value: ArcadeValue) throws(ArcadeFailure) {
        switch base {
        case .array(let array):
            let place = try self.place(index, in: array)
            guard place <= array.elements.count else { throw outside(place, array) }
            if place < array.elements.count {
                array.elements[place] = value
            } else {
                try append(value, to: array)
            }
        case .dictionary, .feature, .geometry: try setMember(of: base, named: key(index, of: base), to: value)
        default: throw ArcadeFailure(.type, "\(describe(base)) has no elements that could be set, as in `[\(short(index))] = …`")
        }
    }

    /// Puts an element at the end of an array, and counts it.
    package func append(_ value: ArcadeValue, to array: ArcadeArray) throws(ArcadeFailure) {
        try chargeGrowth(to: array.elements.count + 1)
        array.elements.append(value)
    }

    /// Sets an entry of a dictionary, and counts it if it is a new one.
    package func set(_ name: ArcadeName, of dictionary: ArcadeDictionary, to value: ArcadeValue) throws(ArcadeFailure) {
        if dictionary[name] == nil {
            try chargeGrowth(to: dictionary.count + 1)
            try chargeMemory(name.spelling.utf8.count)
        }
        dictionary[name] = value
    }

    private func chargeGrowth(to count: Int) throws(ArcadeFailure) {
        guard count <= context.limits.valueSize / 16 else {
            throw ArcadeFailure(.limitExceeded, "a value is larger than \(context.limits.valueSize) bytes")
        }
        try chargeMemory(16)
    }

    /// The place that an index says: from 0, or, as published scripts write `a[-1]`, from the end.
    private func place(_ index: ArcadeValue, in array: ArcadeArray) throws(ArcadeFailure) -> Int {
        guard case .number(let number) = index else {
            throw ArcadeFailure(.type, "an index of an Array must be a Number, not \(describe(index))")
        }
        guard let place = Int(exactly: number) else {
            throw ArcadeFailure(.outOfRange, "an index of an Array must be a whole Number, not \(describe(index))")
        }
        if place >= 0 { return place }
        guard place >= -array.elements.count else { throw outside(place, array) }
        return place + array.elements.count
    }

    private func outside(_ place: Int, _ array: ArcadeArray) -> ArcadeFailure {
        let count = array.elements.count
        let indexes = count == 0 ? "which is empty" : count == 1 ? "whose only index is 0" : "whose indexes are 0 to \(count - 1)"
        return ArcadeFailure(.outOfRange, "index \(place) lies outside of the Array, \(indexes)")
    }

    /// The name that a key in brackets says.
    private func key(_ index: ArcadeValue, of base: ArcadeValue) throws(ArcadeFailure) -> ArcadeName {
        switch index {
        case .text(let text):
            return try name(text)
        case .number, .boolean: return ArcadeName(try text(index))
        default: throw ArcadeFailure(.type, "a key of \(describe(base)) must be a Text, not \(describe(index))")
        }
    }

    /// A text as a name, counted: letters that are not ASCII take longest.
    func name(_ text: String) throws(ArcadeFailure) -> ArcadeName {
        let count = text.utf8.count
        if count > 16 { try charge(text.utf8.allSatisfy { $0 < 0x80 } ? count >> 4 : count >> 2) }
        return ArcadeName(text)
    }

    private func short(_ index: ArcadeValue) -> String { describe(index).filter { $0 != "`" } }

    /// That there is no such key or field, and which there are.
    func missing(_ name: String, _ kind: String, _ names: [String]) -> ArcadeFailure {
        let shown = name.count > 60 ? String(name.prefix(60)) + "…" : name
        var message = "there is no \(kind) `\(shown)`"
        let near = NameSuggestion.suffix(for: name, among: names.prefix(200))
        if !near.isEmpty {
            message += near
        } else if names.isEmpty {
            message += "; there is none at all"
        } else {
            let list = names.prefix(12).map { $0.count > 40 ? String($0.prefix(40)) + "…" : $0 }.joined(separator: ", ")
            message += "; there \(names.count == 1 ? "is" : "are") \(list)\(names.count > 12 ? " and \(names.count - 12) more" : "")"
        }
        return ArcadeFailure(.outOfRange, message)
    }
}
