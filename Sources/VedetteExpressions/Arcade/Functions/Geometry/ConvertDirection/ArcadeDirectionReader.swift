// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

/// Reads directions as scripts hand them over: numbers, texts and arrays of both.
enum ArcadeDirectionReader {
    /// What was read, as it stood.
    struct Reading {
        /// In degrees.
        var angle: Double
        var isNorth = true
        var isEast = true
    }

    /// - Returns: nil for null and for what is no direction.
    static func read(
        _ value: ArcadeValue, as specification: ArcadeDirectionSpecification, _ run: ArcadeRun
    ) throws(ArcadeFailure) -> Reading? {
        var parts: [Part]
        switch value {
        case .null: return nil
        case .text(let text):
            try run.charge(text.utf8.count >> 2)
            guard let read = Self.parts(of: text, run) else { return nil }
            parts = read
        case .array(let array):
            guard array.elements.count <= 5 else { return nil }
            parts = []
            for element in array.elements {
                if case .text(let text) = element {
                    try run.charge(text.utf8.count >> 2)
                    guard let read = Self.parts(of: text, run) else { return nil }
                    parts += read
                } else {
                    parts.append(.number(run.number(element), isNegative: run.number(element) < 0))
                }
            }
        default:
            parts = [.number(run.number(value), isNegative: run.number(value) < 0)]
        }
        return reading(of: parts, as: specification)
    }

    fileprivate enum Part {
        case number(Double, isNegative: Bool)
        case meridian(isNorth: Bool)
        case side(isEast: Bool)
    }

    private static func reading(of parts: [Part], as specification: ArcadeDirectionSpecification) -> Reading? {
        var parts = parts[...]
        var reading = Reading(angle: 0)
        if specification.directionType == .quadrant {
            if case .meridian(let isNorth) = parts.first {
                reading.isNorth = isNorth
                parts.removeFirst()
            }
            if case .side(let isEast) = parts.last {
                reading.isEast = isEast
                parts.removeLast()
            }
        }
        var numbers: [Double] = []
        var isNegative = false
        for part in parts {
            guard case .number(let number, let sign) = part, number.isFinite else { return nil }
            if numbers.isEmpty { isNegative = sign }
            numbers.append(number.magnitude)
        }
        switch (specification.angleType, numbers.count) {
        case (_, 1): reading.angle = numbers[0] / specification.angleType.circle * 360
        case (.dms, 2): reading.angle = (numbers[0] * 60 + numbers[1]) / 60
        case (.dms, 3): reading.angle = (numbers[0] * 3600 + numbers[1] * 60 + numbers[2]) / 3600
        default: return nil
        }
        if specification.angleType.circle == 360, numbers.count == 1 { reading.angle = numbers[0] }
        guard reading.angle.isFinite else { return nil }
        if isNegative { reading.angle = -reading.angle }
        return reading
    }

    /// Numbers and points of the compass; what stands between them and the marks of units are passed over. `25-20-24`, `N 25°20'24" E`.
    private static func parts(of text: String, _ run: ArcadeRun) -> [Part]? {
        guard text.utf8.count <= 200, text.contains(where: { !$0.isWhitespace }) else { return nil }
        let whole = run.number(.text(text))
        if !whole.isNaN { return [.number(whole, isNegative: whole < 0)] }
        var parts: [Part] = []
        var rest = text[...]
        var isNegative = false
        while let character = rest.first {
            if character.isASCII, character.isNumber || character == "." {
                let digits = rest.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
                guard let number = Double(digits) else { return nil }
                parts.append(.number(number, isNegative: isNegative))
                isNegative = false
                rest = rest.dropFirst(digits.count)
            } else if character.isLetter {
                let word = rest.prefix(while: \.isLetter)
                rest = rest.dropFirst(word.count)
                guard let part = part(of: word.uppercased(), isFirst: parts.isEmpty) else {
                    if units.contains(word.uppercased()), !parts.isEmpty { continue }
                    return nil
                }
                parts.append(part)
            } else {
                // A stroke before the first number is a sign, later ones stand between numbers.
                if character == "-" || character == "−", !parts.contains(where: \.isNumber) { isNegative = true }
                rest = rest.dropFirst()
            }
        }
        return parts
    }

    private static func part(of word: String, isFirst: Bool) -> Part? {
        switch (word, isFirst) {
        case ("N", true), ("NORTH", true): .meridian(isNorth: true)
        case ("S", true), ("SOUTH", true): .meridian(isNorth: false)
        case ("E", _), ("EAST", _): .side(isEast: true)
        case ("W", _), ("WEST", _): .side(isEast: false)
        default: nil
        }
    }

    private static let units: Set<String> = [
        "D", "DEG", "DEGREE", "DEGREES", "M", "MIN", "MINUTE", "MINUTES", "S", "SEC", "SECOND", "SECONDS", "G", "GON", "GONS", "GRAD",
        "GRADS",
        "GRADIAN", "GRADIANS", "R", "RAD", "RADIAN", "RADIANS",
    ]
}

extension ArcadeDirectionReader.Part {
    fileprivate var isNumber: Bool { if case .number = self { true } else { false } }
}
