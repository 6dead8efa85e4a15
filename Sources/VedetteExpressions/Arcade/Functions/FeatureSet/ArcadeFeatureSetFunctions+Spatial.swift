// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import VedetteGeometry
import VedetteValues

/// How two geometries lie to each other.
package enum ArcadeSpatialRelation: String, Sendable, CaseIterable {
    case intersects = "Intersects"
    case contains = "Contains"
    case within = "Within"
    case crosses = "Crosses"
    case touches = "Touches"
    case overlaps = "Overlaps"
    case envelopeIntersects = "EnvelopeIntersects"

    /// Whether it holds for two geometries in this order.
    func holds(_ first: Geometry, _ second: Geometry) -> Bool {
        switch self {
        case .intersects: GeometryEngine.isGeometry(first, intersecting: second)
        case .contains: GeometryEngine.doesGeometry(first, contain: second)
        case .within: GeometryEngine.isGeometry(first, within: second)
        case .crosses: GeometryEngine.isGeometry(first, crossing: second)
        case .touches: GeometryEngine.isGeometry(first, touching: second)
        case .overlaps: GeometryEngine.isGeometry(first, overlapping: second)
        case .envelopeIntersects: first.extent.meets(second.extent)
        }
    }
}

extension ArcadeFeatureSetFunctions {
    /// `Intersects(features, geometry)`, `Intersects(geometry, features)` and their relatives: those features for which the relation holds,
    /// with the two in the order in which they were given.
    package static func spatialFilter(
        _ relation: ArcadeSpatialRelation, _ arguments: ArcadeArguments, _ run: ArcadeRun
    ) throws(ArcadeFailure) -> ArcadeValue {
        let isFirst = if case .featureSet = arguments[0] { true } else { false }
        let base = try features(arguments, isFirst ? 0 : 1, for: relation.rawValue)
        let geometry: Geometry?
        switch arguments[isFirst ? 1 : 0] {
        case .geometry(let value): geometry = value
        case .feature(let feature): geometry = feature.geometry
        case .null: geometry = nil
        case let other:
            throw ArcadeFailure(
                .type, "\(relation.rawValue) of a FeatureSet takes a Geometry or a Feature beside it, not a \(other.typeName)")
        }
        guard let geometry, !geometry.isEmpty else { return try made(ArcadeLimitedSource(base: base, count: 0), run) }
        // Each row is compared in the map of the rows.
        var placed = geometry
        if let from = geometry.spatialReference, let target = base.spatialReference, from != target {
            try run.charge(20 + geometry.vertexCount)
            guard let projected = try? GeometryEngine.projected(geometry, into: target) else {
                throw ArcadeFailure(
                    .invalidArgument, "\(relation.rawValue): the geometry cannot be projected into the spatial reference of the features")
            }
            placed = projected
        }
        return try made(ArcadeSpatialSource(base: base, relation: relation, geometry: placed, rowIsFirst: isFirst), run)
    }

    /// `Area(features, unit)` and its relatives: the sum of what `measure`, the function itself, says of each geometry.
    package static func measure(
        _ arguments: ArcadeArguments, _ run: ArcadeRun, by measure: ArcadeFunctionDefinition.Body
    ) throws(ArcadeFailure) -> ArcadeValue {
        var sum = 0.0
        let unit = arguments[1]
        let hasUnit = arguments.count > 1
        try features(arguments, for: "the measure").forEachRow(in: run) { row throws(ArcadeFailure) in
            guard let geometry = row.geometry else { return true }
            try run.charge(hasUnit ? 6 : 1)
            let one = try measure(ArcadeArguments(hasUnit ? [.geometry(geometry), unit] : [.geometry(geometry)]), run)
            if case .number(let number) = one { sum += number }
            return true
        }
        return .number(sum)
    }
}

/// `Intersects` and the like: rows of another source that lie to a geometry in some way.
final class ArcadeSpatialSource: ArcadeFeatureSource {
    let base: any ArcadeFeatureSource
    let relation: ArcadeSpatialRelation
    /// In the spatial reference of the rows.
    let geometry: Geometry
    let rowIsFirst: Bool

    init(base: any ArcadeFeatureSource, relation: ArcadeSpatialRelation, geometry: Geometry, rowIsFirst: Bool) {
        (self.base, self.relation, self.geometry, self.rowIsFirst) = (base, relation, geometry, rowIsFirst)
    }

    var schema: ArcadeSchema { base.schema }
    var spatialReference: SpatialReference? { base.spatialReference }
    var info: ArcadeFeatureSetInfo? { base.info }
    var nesting: Int { base.nesting + 1 }

    func forEachRow(in run: ArcadeRun?, _ body: (any ArcadeRow) throws(ArcadeFailure) -> Bool) throws(ArcadeFailure) {
        let box = geometry.extent
        func visit(_ row: any ArcadeRow) throws(ArcadeFailure) -> Bool {
            guard let shape = row.geometry, !shape.isEmpty else { return true }
            let count = shape.vertexCount
            try run?.charge(1 + count >> 3)
            let isNear = shape.spatialReference != nil && shape.spatialReference != box.spatialReference || shape.extent.meets(box)
            guard isNear else { return true }
            if relation != .envelopeIntersects { try run?.chargeRelation(shape, geometry) }
            return try (rowIsFirst ? relation.holds(shape, geometry) : relation.holds(geometry, shape)) ? body(row) : true
        }
        if let count = base.rowCount {
            try run?.charge(count >> 6)
            if let rows = base.rows(near: box) {
                for row in rows {
                    try run?.charge(1)
                    guard try visit(row) else { return }
                }
                return
            }
        }
        try base.forEachRow(in: run, visit)
    }
}

extension Geometry {
    /// How many vertices it has: what work on it costs.
    var vertexCount: Int { runs.reduce(0) { $0 + $1.count } }
}

extension Envelope {
    /// Whether two boxes have a place in common.
    func meets(_ other: Envelope) -> Bool {
        xMin <= other.xMax && other.xMin <= xMax && yMin <= other.yMax && other.yMin <= yMax
    }
}
