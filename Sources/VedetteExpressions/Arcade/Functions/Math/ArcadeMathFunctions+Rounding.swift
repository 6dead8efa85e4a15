// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

/// `Round`, `Ceil` and `Floor`: by the decimal that stands for a number, as people see it.
extension ArcadeMathFunctions {
    /// To so many decimals, or with a negative number to tens, hundreds and so on; a half goes away from zero.
    static func round(_ arguments: ArcadeArguments, _ run: ArcadeRun) throws(ArcadeFailure) -> ArcadeValue {
        let (value, places) = try operands(arguments, run)
        return .number(rounded(value, places: places))
    }

    static func ceil(_ arguments: ArcadeArguments, _ run: ArcadeRun) throws(ArcadeFailure) -> ArcadeValue {
        let (value, places) = try operands(arguments, run)
        return .number(-floored(-value, places: places) + 0)
    }

    static func floor(_ arguments: ArcadeArguments, _ run: ArcadeRun) throws(ArcadeFailure) -> ArcadeValue {
        let (value, places) = try operands(arguments, run)
        return .number(floored(value, places: places))
    }

    private static func operands(
        _ arguments: ArcadeArguments, _ run: ArcadeRun
    ) throws(ArcadeFailure) -> (value: Double, places: Int) {
        let places = run.number(arguments[1])
        // Beyond 400 there is no decimal of a double.
        let whole = arguments.count < 2 || places.isNaN ? 0 : ArcadeArrayFunctions.whole(Swift.min(Swift.max(places, -400), 400)) ?? 0
        if whole != 0 { try run.charge(4) }
        return (run.number(arguments[0]), whole)
    }

    // Adding 0 makes 0 of minus 0.

    static func rounded(_ value: Double, places: Int) -> Double {
        if places == 0 { return value.rounded(.toNearestOrAwayFromZero) + 0 }
        return DecimalRounding.rounded(value, places: places, awayFromZero: true) + 0
    }

    private static func floored(_ value: Double, places: Int) -> Double {
        if places == 0 { return value.rounded(.down) + 0 }
        let cut = DecimalRounding.rounded(value, places: places, awayFromZero: false)
        guard value < 0, cut != value else { return cut + 0 }
        // One more of the last place, and that as the decimal it is.
        guard let unit = Double("1e\(-places)") else { return value }
        return DecimalRounding.rounded(cut - unit, places: places, awayFromZero: true) + 0
    }
}
