// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// What the functions of mathematics do, but for rounding and statistics. Everything is cast to a number first; nothing throws.
extension ArcadeMathFunctions {
    static func abs(_ arguments: ArcadeArguments, _ run: ArcadeRun) throws(ArcadeFailure) -> ArcadeValue {
        .number(run.number(arguments[0]).magnitude)
    }

    static func acos(_ arguments: ArcadeArguments, _ run: ArcadeRun) throws(ArcadeFailure) -> ArcadeValue {
        .number(Foundation.acos(run.number(arguments[0])))
    }

    static func asin(_ arguments: ArcadeArguments, _ run: ArcadeRun) throws(ArcadeFailure) -> ArcadeValue {
        .number(Foundation.asin(run.number(arguments[0])))
    }

    static func atan(_ arguments: ArcadeArguments, _ run: ArcadeRun) throws(ArcadeFailure) -> ArcadeValue {
        .number(Foundation.atan(run.number(arguments[0])))
    }

    static func atan2(_ arguments: ArcadeArguments, _ run: ArcadeRun) throws(ArcadeFailure) -> ArcadeValue {
        .number(Foundation.atan2(run.number(arguments[0]), run.number(arguments[1])))
    }

    static func cos(_ arguments: ArcadeArguments, _ run: ArcadeRun) throws(ArcadeFailure) -> ArcadeValue {
        .number(Foundation.cos(run.number(arguments[0])))
    }

    static func exp(_ arguments: ArcadeArguments, _ run: ArcadeRun) throws(ArcadeFailure) -> ArcadeValue {
        .number(Foundation.exp(run.number(arguments[0])))
    }

    /// The natural logarithm: minus infinity for 0, NaN below.
    static func log(_ arguments: ArcadeArguments, _ run: ArcadeRun) throws(ArcadeFailure) -> ArcadeValue {
        .number(Foundation.log(run.number(arguments[0])))
    }

    static func pow(_ arguments: ArcadeArguments, _ run: ArcadeRun) throws(ArcadeFailure) -> ArcadeValue {
        .number(Foundation.pow(run.number(arguments[0]), run.number(arguments[1])))
    }

    static func sin(_ arguments: ArcadeArguments, _ run: ArcadeRun) throws(ArcadeFailure) -> ArcadeValue {
        .number(Foundation.sin(run.number(arguments[0])))
    }

    static func sqrt(_ arguments: ArcadeArguments, _ run: ArcadeRun) throws(ArcadeFailure) -> ArcadeValue {
        .number(run.number(arguments[0]).squareRoot())
    }

    static func tan(_ arguments: ArcadeArguments, _ run: ArcadeRun) throws(ArcadeFailure) -> ArcadeValue {
        .number(Foundation.tan(run.number(arguments[0])))
    }

    /// The value, or the bound that it lies beyond. Where the bounds are the wrong way round, the upper one.
    static func constrain(_ arguments: ArcadeArguments, _ run: ArcadeRun) throws(ArcadeFailure) -> ArcadeValue {
        let (value, lower, upper) = (run.number(arguments[0]), run.number(arguments[1]), run.number(arguments[2]))
        guard !value.isNaN, !lower.isNaN, !upper.isNaN else { return .number(.nan) }
        return .number(Swift.min(Swift.max(value, lower), upper))
    }

    /// A number from 0 to below 1, the next of the row that the seed begins.
    static func random(_ arguments: ArcadeArguments, _ run: ArcadeRun) throws(ArcadeFailure) -> ArcadeValue {
        .number(Double(run.nextRandom() >> 11) * 0x1p-53)
    }
}
