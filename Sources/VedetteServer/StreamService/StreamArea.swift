// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import VedetteGeometry
import VedetteModel

/// The area of a filter, ready to be asked of position after position: a core.
struct StreamArea: Sendable {
    private enum Test: Sendable {
        /// Degrees; the most frequent question, answered without a geometry.
        case box(xMin: Double, yMin: Double, xMax: Double, yMax: Double)
        case condition(SpatialCondition)
    }

    private let test: Test

    /// - Throws: ``ServiceError`` where the geometry cannot be brought to longitude and latitude.
    init(_ geometry: Geometry, _ relationship: SpatialRelationship) throws(ServiceError) {
        do {
            let isPlain = [.intersects, .envelopeIntersects, .indexIntersects].contains(relationship)
            if isPlain, let envelope = geometry as? Envelope, let reference = envelope.spatialReference,
                reference == .wgs84 || reference == .webMercator,
                let box = try GeometryEngine.projected(envelope, into: .wgs84) as? Envelope
            {
                test = .box(xMin: box.xMin, yMin: box.yMin, xMax: box.xMax, yMax: box.yMax)
            } else {
                test = .condition(try SpatialCondition(geometry, relationship, in: .wgs84))
            }
        } catch {
            throw ServiceError(error, in: "geometry")
        }
    }

    /// Whether a position matches; none does not.
    func contains(_ position: GridPosition?) -> Bool {
        guard let position else { return false }
        switch test {
        case .box(let xMin, let yMin, let xMax, let yMax):
            let (x, y) = (position.longitudeDegrees, position.latitudeDegrees)
            guard y >= yMin, y <= yMax else { return false }
            // Maps that go round say 190 for −170.
            return (x >= xMin && x <= xMax) || (x + 360 >= xMin && x + 360 <= xMax) || (x - 360 >= xMin && x - 360 <= xMax)
        case .condition(let condition): return condition.matches(position.point)
        }
    }
}
