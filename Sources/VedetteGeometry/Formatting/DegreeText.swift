// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Degrees as people write them.
enum DegreeText {
    /// Writes an angle that is not negative.
    static func write(
        _ degrees: Double, _ format: CoordinateFormatter.LatitudeLongitudeFormat, _ places: Int, degreeDigits: Int
    ) -> String {
        let parts: [(value: Double, digits: Int)]
        // Rounded once, in the smallest unit, so that nothing becomes 60 minutes or seconds.
        let scale = pow(10, Double(places))
        switch format {
        case .decimalDegrees: return number(degrees, places, degreeDigits)
        case .degreesDecimalMinutes:
            let minutes = (degrees * 60 * scale).rounded() / scale
            let whole = (minutes / 60 + 1e-13).rounded(.down)
            parts = [(whole, degreeDigits), (max(0, minutes - whole * 60), 2)]
        case .degreesMinutesSeconds:
            let seconds = (degrees * 3_600 * scale).rounded() / scale
            let minutes = (seconds / 60 + 1e-13).rounded(.down)
            let whole = (minutes / 60 + 1e-13).rounded(.down)
            parts = [(whole, degreeDigits), (minutes - whole * 60, 2), (max(0, seconds - minutes * 60), 2)]
        }
        return parts.enumerated().map { index, part in number(part.value, index + 1 == parts.count ? places : 0, part.digits) }
            .joined(separator: " ")
    }

    private static func number(_ value: Double, _ places: Int, _ digits: Int) -> String {
        String(format: "%0*.*f", digits + (places > 0 ? places + 1 : 0), places, value)
    }

    /// The numbers of an angle and what letter they had.
    private struct Angle {
        var numbers: [Double] = []
        var isNegative = false
        var letter: Character?

        /// nil where minutes or seconds are 60 or more, or a number before the last has decimals.
        var degrees: Double? {
            guard let first = numbers.first, numbers.count <= 3, numbers.dropFirst().allSatisfy({ $0 < 60 }),
                numbers.dropLast().allSatisfy({ $0 == $0.rounded() }), !(isNegative && letter != nil)
            else { return nil }
            let value = first + (numbers.count > 1 ? numbers[1] / 60 : 0) + (numbers.count > 2 ? numbers[2] / 3_600 : 0)
            return isNegative || letter == "S" || letter == "W" ? -value : value
        }

        var isLongitude: Bool { letter == "E" || letter == "W" }
    }

    static func read(_ text: String) -> (latitude: Double, longitude: Double)? {
        guard let tokens = tokens(text), let angles = angles(tokens), angles.count == 2 else { return nil }
        let isTurned = angles[0].isLongitude
        guard isTurned == (angles[1].letter != nil && !angles[1].isLongitude) || angles[1].letter == nil && !isTurned else { return nil }
        let (first, second) = isTurned ? (angles[1], angles[0]) : (angles[0], angles[1])
        guard let latitude = first.degrees, let longitude = second.degrees, abs(latitude) <= 90, abs(longitude) <= 180 else { return nil }
        return (latitude, longitude)
    }

    private enum Token {
        case number(Double, isSigned: Bool, isNegative: Bool)
        case letter(Character)
    }

    private static func tokens(_ text: String) -> [Token]? {
        var tokens: [Token] = []
        var rest = Substring(text.uppercased())
        while let first = rest.first {
            if "NSEW".contains(first) {
                tokens.append(.letter(first))
                rest = rest.dropFirst()
            } else if first.isASCII, first.isNumber || "+-.".contains(first) {
                let isSigned = first == "+" || first == "-"
                let digits = rest.dropFirst(isSigned ? 1 : 0).prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
                guard let value = Double(digits), value.isFinite else { return nil }
                tokens.append(.number(value, isSigned: isSigned, isNegative: first == "-"))
                rest = rest[digits.endIndex...]
            } else if first.isWhitespace || ",;°º˚^'’′\"”″:~*".contains(first) {
                rest = rest.dropFirst()
            } else {
                return nil
            }
        }
        return tokens
    }

    private static func angles(_ tokens: [Token]) -> [Angle]? {
        let letterCount = tokens.reduce(0) { if case .letter = $1 { $0 + 1 } else { $0 } }
        let numberCount = tokens.count - letterCount
        guard letterCount == 0 || letterCount == 2, numberCount >= 2, numberCount <= 6 else { return nil }
        var letterGoesFirst = false
        if case .letter? = tokens.first { letterGoesFirst = true }
        // Without letters the numbers are shared evenly; signs may only stand at the beginnings.
        guard letterCount == 2 || numberCount % 2 == 0 else { return nil }
        var angles = [Angle()]
        for token in tokens {
            switch token {
            case .letter(let letter):
                if letterGoesFirst, angles[angles.count - 1].letter != nil { angles.append(Angle()) }
                guard angles[angles.count - 1].letter == nil else { return nil }
                angles[angles.count - 1].letter = letter
            case .number(let value, let isSigned, let isNegative):
                let isComplete =
                    letterCount == 2
                    ? !letterGoesFirst && angles[angles.count - 1].letter != nil : angles[angles.count - 1].numbers.count == numberCount / 2
                if isComplete { angles.append(Angle()) }
                let isFirst = angles[angles.count - 1].numbers.isEmpty
                guard isFirst || !isSigned else { return nil }
                if isFirst { angles[angles.count - 1].isNegative = isNegative }
                angles[angles.count - 1].numbers.append(value)
            }
        }
        return angles
    }
}
