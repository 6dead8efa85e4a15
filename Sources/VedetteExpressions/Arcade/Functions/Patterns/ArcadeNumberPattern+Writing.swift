// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

extension ArcadeNumberPattern {
    /// `Text(value, pattern)`.
    ///
    /// What is not a number is written as it is without a pattern, as `NaN` or `Infinity`. What is rounded to zero has no sign.
    func text(of value: Double) -> String {
        guard value.isFinite else { return ArcadeNumberText.text(of: value) }
        var decimal = ArcadeDecimal(value)
        decimal.scale(byPowerOfTen: scale)
        decimal.round(places: maximumFractionDigits)
        let affixes = decimal.isNegative && !decimal.digits.isEmpty ? negative : positive
        guard hasPlaces else { return affixes.prefix + affixes.suffix }
        var output = Array(affixes.prefix.utf8)
        let integerCount = appendInteger(of: decimal, to: &output)
        let fractionCount = max(minimumFractionDigits, decimal.digits.count - decimal.point)
        if fractionCount > 0 {
            output.append(UInt8(ascii: "."))
            for place in 1...fractionCount { output.append(UInt8(ascii: "0") + decimal.digit(at: -place)) }
        } else if integerCount == 0 {
            output.append(UInt8(ascii: "0"))
        }
        output.append(contentsOf: affixes.suffix.utf8)
        return String(decoding: output, as: UTF8.self)
    }

    private func appendInteger(of decimal: ArcadeDecimal, to output: inout [UInt8]) -> Int {
        let count = cutsInteger ? minimumIntegerDigits : max(minimumIntegerDigits, decimal.point)
        var place = count - 1
        while place >= 0 {
            output.append(UInt8(ascii: "0") + decimal.digit(at: place))
            if place > 0, isGroupEnd(place) { output.append(UInt8(ascii: ",")) }
            place -= 1
        }
        return max(0, count)
    }

    /// Whether a comma stands to the right of the digit at `place`, of which 0 is the one in front of the point.
    func isGroupEnd(_ place: Int) -> Bool {
        guard groupSize > 0, place >= groupSize else { return false }
        return (place - groupSize).isMultiple(of: furtherGroupSize)
    }
}
