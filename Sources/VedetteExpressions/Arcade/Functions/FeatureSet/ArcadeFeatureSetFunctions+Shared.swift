// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

// What functions that also take arrays, texts, numbers or geometries do where an argument is a feature set. The entries of the catalogue
// belong to those groups; each hands all of its arguments over as they came.
extension ArcadeFeatureSetFunctions {
    /// Whether one of the first two arguments is a feature set, so that the functions below answer.
    package static func concerns(_ arguments: ArcadeArguments) -> Bool {
        if case .featureSet = arguments[0] { return true }
        if case .featureSet = arguments[1] { return true }
        return false
    }

    /// `Count(features)`.
    package static func count(_ arguments: ArcadeArguments, _ run: ArcadeRun) throws(ArcadeFailure) -> ArcadeValue { .null }

    /// `First(features)`: null where there is none.
    package static func first(_ arguments: ArcadeArguments, _ run: ArcadeRun) throws(ArcadeFailure) -> ArcadeValue { .null }

    /// `Top(features, count)`.
    package static func top(_ arguments: ArcadeArguments, _ run: ArcadeRun) throws(ArcadeFailure) -> ArcadeValue { .null }

    /// `Distinct(features, fields)`.
    package static func distinct(_ arguments: ArcadeArguments, _ run: ArcadeRun) throws(ArcadeFailure) -> ArcadeValue { .null }

    /// `Filter(features, sql)`.
    package static func filter(_ arguments: ArcadeArguments, _ run: ArcadeRun) throws(ArcadeFailure) -> ArcadeValue { .null }

    /// `Sum(features, field or expression)` and its relatives.
    package static func statistic(
        _ statistic: ArcadeStatistic, _ arguments: ArcadeArguments, _ run: ArcadeRun
    ) throws(ArcadeFailure) -> ArcadeValue { .null }

    /// `Intersects(features, geometry)`, `Intersects(geometry, features)` and their relatives: a feature set.
    package static func spatialFilter(
        _ relation: ArcadeSpatialRelation, _ arguments: ArcadeArguments, _ run: ArcadeRun
    ) throws(ArcadeFailure) -> ArcadeValue { .null }

    /// `Area(features, unit)` and its relatives: the sum of what `measure`, the function itself, says of each geometry.
    package static func measure(
        _ arguments: ArcadeArguments, _ run: ArcadeRun, by measure: ArcadeFunctionDefinition.Body
    ) throws(ArcadeFailure) -> ArcadeValue { .null }
}

/// A number that is worked out of many.
package enum ArcadeStatistic: String, Sendable, CaseIterable {
    case count, sum, min, max, average, stdev, variance
}

/// How two geometries lie to each other.
package enum ArcadeSpatialRelation: Sendable {
    case intersects, contains, within, crosses, touches, overlaps, envelopeIntersects
}
