// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import CGEOS
import Foundation

/// How the corners of an offset line are made on the outside of a turn.
package enum OffsetJoin: String, Sendable, CaseIterable {
    /// An arc.
    case round
    /// A straight line between the ends of the two sides.
    case bevel
    /// The sides go on until they meet; beyond the bevel ratio the corner is cut.
    case miter
    /// The sides go on, and are cut at the distance of the offset.
    case square
}

extension GeometryEngine {
    /// The line at a constant distance from one side of a line, or the area inside or outside the one at a distance from the rim.
    ///
    /// - Parameters:
    ///   - geometry: a polyline, a polygon or an envelope.
    ///   - distance: in the units of the spatial reference: to the right of a line and inwards for an area, where it is above 0; to the
    ///     left and outwards below.
    ///   - join: how corners are made.
    ///   - bevelRatio: times the distance it is how far the tip of a mitre may be from the corner.
    ///   - flattenError: how far the segments of an arc may be from it, 0 for a good deal less than can be seen.
    /// - Returns: empty where nothing is left. nil for points, a distance that is no number, and where it cannot be made.
    package static func offset(
        of geometry: Geometry, distance: Double, join: OffsetJoin, bevelRatio: Double, flattenError: Double
    ) -> Geometry? {
        guard let dimension = geometry.dimension, dimension > 0, abs(distance) <= GEOSShape.maximumNumber else { return nil }
        guard distance != 0, !geometry.isEmpty else { return geometry }
        let segments = segmentsOfQuadrant(distance: abs(distance), flattenError: flattenError)
        let style =
            switch join {
            case .round: GEOSBUF_JOIN_ROUND
            case .bevel: GEOSBUF_JOIN_BEVEL
            case .miter, .square: GEOSBUF_JOIN_MITRE
            }
        let (code, limit) = (Int32(style.rawValue), join == .square ? 1 : min(max(bevelRatio, 1), 1e6))
        return try? GEOSContext.with { context in
            let shape = try GEOSShape(geometry, in: context)
            let made = shape.use { handle in
                dimension == 2
                    ? GEOSBufferWithStyle_r(
                        context.handle, handle, -distance, segments, Int32(GEOSBUF_CAP_ROUND.rawValue), code, limit)
                    : GEOSOffsetCurve_r(context.handle, handle, -distance, segments, code, limit)
            }
            return try GEOSShape(adopting: made, in: context, from: "offset").pieces(in: context)
                .geometry(dimension: dimension, spatialReference: geometry.spatialReference)
        }
    }

    /// Segments for a quarter of a circle; an arc has at most 180.
    private static func segmentsOfQuadrant(distance: Double, flattenError: Double) -> Int32 {
        guard flattenError > 0, flattenError < distance else { return 24 }
        let angle = 2 * acos(1 - flattenError / distance)
        guard angle > 0 else { return 45 }
        return Int32(min(max((Double.pi / 2 / angle).rounded(.up), 1), 45))
    }
}
