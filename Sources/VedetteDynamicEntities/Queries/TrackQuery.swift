// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

package import VedetteExpressions
import VedetteGeometry
package import VedetteModel

/// The parameters of a query bound to the fields of a store: checked once, then asked of track after track.
///
/// A where clause can name only fields that are known when the query is bound. A feed whose fields become known with its data has none before the
/// first observation; a clause that names one then is refused with ``VedetteExpressions/ExpressionError/Code/unknownField``.
package struct TrackQuery: Sendable {
    /// The track ids to look for; nil for any.
    package let trackIDs: [String]?
    /// The moment whose state is asked for; nil for the latest.
    package let time: Instant?
    package let nearest: DynamicEntityQueryParameters.Nearest?
    /// The condition on attributes; nil for none.
    package let condition: BoundWhereClause?
    private let place: PositionCondition?
    private let reach: ReachCondition?
    /// Where nearness is measured from, in WGS 84.
    let origin: (latitude: Double, longitude: Double)?
    private let trackIDSet: Set<String>

    /// - Throws: `ExpressionError` for the where clause, which names the fields where it mentions another; `FeatureTableError` for a geometry or a
    ///   place that cannot be projected.
    package init(_ values: DynamicEntityQueryParameters.Values, fields: [Field], now: Instant) throws {
        trackIDs = values.trackIDs.isEmpty ? nil : values.trackIDs
        trackIDSet = Set(values.trackIDs)
        (time, nearest) = (values.time, values.nearest)
        let isBlank = values.whereClause.allSatisfy(\.isWhitespace)
        condition = isBlank ? nil : try FeatureQuery.bound(WhereClause(values.whereClause), to: fields, now: now)
        place = try values.geometry.map { try PositionCondition($0, values.spatialRelationship) }
        reach = try values.withinDistance.map { ReachCondition(of: try Self.origin($0.point), metres: $0.metres) }
        origin = try values.nearest.map { try Self.origin($0.point) }
    }

    /// Every track.
    package init() {
        (trackIDs, time, nearest, condition, place, reach, origin, trackIDSet) = (nil, nil, nil, nil, nil, nil, nil, [])
    }

    /// Whether what one track does can change whether another matches: nearness is such a thing. A continuous query with such a wish asks anew
    /// (``TrackQueryMembership/changes(in:)``) after changes, rather than track by track.
    package var dependsOnOthers: Bool { nearest != nil }

    /// Whether the query looks for a track by this id, or for any.
    package func isWanted(trackID: String) -> Bool {
        trackIDs == nil || trackIDSet.contains(trackID)
    }

    /// Whether an observation lies where the query asks for.
    @inline(__always)
    func isInPlace(_ position: @autoclosure () -> GridPosition?) -> Bool {
        if place == nil, reach == nil { return true }
        guard let position = position() else { return false }
        return place?.matches(position) != false && reach?.matches(position) != false
    }

    /// Where observations that match can lie; nil for anywhere.
    var candidates: [GridRectangle]? {
        guard let reached = reach?.candidates else { return place?.candidates }
        // Either holds all that match; the fewer cells the better.
        guard let placed = place?.candidates else { return reached }
        func count(_ rectangles: [GridRectangle]) -> Int { rectangles.reduce(0) { $0 + $1.cells.columns.count * $1.cells.rows.count } }
        return count(reached) < count(placed) ? reached : placed
    }

    private static func origin(_ point: Point) throws(FeatureTableError) -> (latitude: Double, longitude: Double) {
        var point = point
        if let reference = point.spatialReference, reference != .wgs84 {
            guard let projected = GeometryEngine.project(point, into: .wgs84) else {
                throw FeatureTableError(
                    .invalidGeometry, "the place to measure from cannot be projected into \(SpatialReference.wgs84); give it there")
            }
            point = projected
        }
        guard point.x.isFinite, point.y.isFinite, abs(point.y) <= 90 else {
            throw FeatureTableError(
                .invalidGeometry, "the place to measure from is empty or beyond a pole: \(point.x), \(point.y); give a place on the Earth")
        }
        return (point.y, point.x.remainder(dividingBy: 360))
    }
}
