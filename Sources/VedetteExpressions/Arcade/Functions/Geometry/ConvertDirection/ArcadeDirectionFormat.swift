// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

/// How a direction is written: `p dd[°] mm['] ss.ss["] b`.
///
/// D, R and G stand for all of the angle in degrees, radians and gons, d, m and s for degrees, minutes and seconds, as many letters as there
/// are to be digits before the point at least and after it exactly; P and p for the meridian in full and short, B and b for the side. What
/// stands in brackets, and every other character, stays as it is.
struct ArcadeDirectionFormat {
    private enum Part {
        case literal(String)
        case number(Letter, digits: Int, decimals: Int)
        case meridian(isShort: Bool)
        case side(isShort: Bool)
    }

    private enum Letter: Character {
        case degrees = "D"
        case radians = "R"
        case gons = "G"
        case wholeDegrees = "d"
        case minutes = "m"
        case seconds = "s"
    }

    private var parts: [Part] = []

    init(_ format: String) {
        var rest = format[...]
        while let character = rest.first {
            if let letter = Letter(rawValue: character) {
                let digits = rest.prefix { $0 == character }.count
                rest = rest.dropFirst(digits)
                var decimals = 0
                if rest.first == ".", rest.dropFirst().first == character {
                    decimals = rest.dropFirst().prefix { $0 == character }.count
                    rest = rest.dropFirst(1 + decimals)
                }
                parts.append(.number(letter, digits: digits, decimals: decimals))
                continue
            }
            rest = rest.dropFirst()
            switch character {
            case "P", "p": parts.append(.meridian(isShort: character == "p"))
            case "B", "b": parts.append(.side(isShort: character == "b"))
            case "[":
                let literal = rest.prefix { $0 != "]" }
                parts.append(.literal(String(literal)))
                rest = rest.dropFirst(literal.count + 1)
            default: parts.append(.literal(String(character)))
            }
        }
    }

    /// How many numbers are to be written.
    var numberCount: Int { parts.reduce(0) { if case .number = $1 { $0 + 1 } else { $0 } } }

    func text(of direction: ArcadeDirection, directionType: ArcadeDirectionType) -> String {
        let angle = direction.angle(as: directionType)
        let isCircle = directionType != .quadrant
        let sexagesimal = ArcadeDirectionParts(angle, unit: smallestUnit, isCircle: isCircle)
        var text = ""
        for part in parts {
            switch part {
            case .literal(let literal): text += literal
            case .meridian(let isShort): text += direction.isNorth ? isShort ? "N" : "North" : isShort ? "S" : "South"
            case .side(let isShort): text += direction.isEast ? isShort ? "E" : "East" : isShort ? "W" : "West"
            case .number(let letter, let digits, let decimals):
                let second = ArcadeDirectionParts.second
                switch letter {
                case .degrees: text += Self.text(angle, circle: isCircle ? 360 : nil, digits, decimals)
                case .radians: text += Self.text(angle / 180 * .pi, circle: isCircle ? 2 * .pi : nil, digits, decimals)
                case .gons: text += Self.text(angle / 0.9, circle: isCircle ? 400 : nil, digits, decimals)
                case .wholeDegrees:
                    let rest = sexagesimal.minutes * 60 * second + sexagesimal.fractions
                    text += Self.text(sexagesimal.degrees, rest, of: 3600 * second, digits, decimals)
                case .minutes: text += Self.text(sexagesimal.minutes, sexagesimal.fractions, of: 60 * second, digits, decimals)
                case .seconds:
                    text += Self.text(sexagesimal.fractions / second, sexagesimal.fractions % second, of: second, digits, decimals)
                }
            }
        }
        return text
    }

    /// What the smallest of degrees, minutes and seconds is rounded to, as parts of a second.
    private var smallestUnit: Int {
        var unit = 3600 * ArcadeDirectionParts.second
        for case .number(let letter, _, let decimals) in parts {
            let whole: Int
            switch letter {
            case .wholeDegrees: whole = 3600 * ArcadeDirectionParts.second
            case .minutes: whole = 60 * ArcadeDirectionParts.second
            case .seconds: whole = ArcadeDirectionParts.second
            default: continue
            }
            unit = min(unit, whole / Self.powerOfTen(min(decimals, 8)))
        }
        return unit
    }

    /// A number and a rest of `whole`, which was rounded before.
    private static func text(_ number: Int, _ rest: Int, of whole: Int, _ digits: Int, _ decimals: Int) -> String {
        let places = min(decimals, 8)
        return text(number, fraction: rest / (whole / powerOfTen(places)), places: places, digits, decimals)
    }

    /// A number to so many decimals; `circle` is what is 0 again, nil where nothing is.
    private static func text(_ value: Double, circle: Double?, _ digits: Int, _ decimals: Int) -> String {
        let places = min(decimals, 12)
        var rounded = DecimalRounding.rounded(value, places: places, awayFromZero: true)
        if let circle, rounded >= DecimalRounding.rounded(circle, places: places, awayFromZero: true) { rounded = 0 }
        let scaled = Int(exactly: (rounded * Double(powerOfTen(places))).rounded()) ?? 0
        let scale = powerOfTen(places)
        return text(scaled / scale, fraction: scaled % scale, places: places, digits, decimals)
    }

    private static func text(_ number: Int, fraction: Int, places: Int, _ digits: Int, _ decimals: Int) -> String {
        let whole = String(number)
        var text = String(repeating: "0", count: max(0, digits - whole.utf8.count)) + whole
        if decimals > 0 {
            let parts = String(fraction)
            text += "." + String(repeating: "0", count: max(0, places - parts.utf8.count)) + parts
            text += String(repeating: "0", count: decimals - places)
        }
        return text
    }

    private static func powerOfTen(_ exponent: Int) -> Int { (0..<exponent).reduce(1) { product, _ in product * 10 } }
}
