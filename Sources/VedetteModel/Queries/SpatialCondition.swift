// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

package import VedetteGeometry

/// The spatial part of a query, ready to be asked of feature after feature.
package struct SpatialCondition: Sendable {
    /// The query's geometry in the spatial reference of the table.
    package let geometry: Geometry
    package let relationship: SpatialRelationship
    private let box: Box?
    private let isRectangle: Bool
    /// For points in a polygon, of which there may be many.
    private let polygonTest: PolygonTest?

    /// - Throws: ``FeatureTableError`` where the geometry cannot be projected into the table's spatial reference.
    package init(_ geometry: Geometry, _ relationship: SpatialRelationship, in spatialReference: SpatialReference?)
        throws(FeatureTableError)
    {
        let projected = try Self.projected(geometry, into: spatialReference)
        self.geometry = Self.withoutDegeneracy(projected)
        self.relationship = relationship
        box = Box(projected)
        isRectangle = self.geometry is Envelope
        polygonTest = (self.geometry as? Polygon).map(PolygonTest.init)
    }

    /// Which features an index has to hand over: those whose box has something in common with this one. Nil where that does not help.
    package var candidateBox: Box? { relationship == .disjoint ? nil : box }

    /// Whether no feature whatever can match.
    package var matchesNothing: Bool { box == nil && relationship != .disjoint }

    /// Whether a feature's geometry matches; one without any position does not.
    package func matches(_ other: Geometry) -> Bool {
        guard let otherBox = Box(other) else { return false }
        return matches(other, box: otherBox)
    }

    package func matches(_ other: Geometry, box otherBox: Box) -> Bool {
        guard let box, box.intersects(otherBox) else { return relationship == .disjoint }
        if let polygonTest, let point = other as? Point, let isInside = polygonTest.contains(x: point.x, y: point.y) {
            switch relationship {
            case .intersects, .contains: return isInside
            case .disjoint: return !isInside
            default: break
            }
        }
        switch relationship {
        case .envelopeIntersects, .indexIntersects: return true
        case .intersects where isRectangle && box.contains(otherBox): return true
        case .disjoint where isRectangle && box.contains(otherBox): return false
        case .intersects: return GeometryEngine.isGeometry(geometry, intersecting: other)
        case .disjoint: return !GeometryEngine.isGeometry(geometry, intersecting: other)
        case .contains: return box.contains(otherBox) && GeometryEngine.doesGeometry(geometry, contain: other)
        case .within: return otherBox.contains(box) && GeometryEngine.isGeometry(geometry, within: other)
        case .touches: return GeometryEngine.isGeometry(geometry, touching: other)
        case .crosses: return GeometryEngine.isGeometry(geometry, crossing: other)
        case .overlaps: return GeometryEngine.isGeometry(geometry, overlapping: other)
        case .equals: return GeometryEngine.isGeometry(geometry, equivalentTo: other)
        }
    }

    /// A rectangle without width or height is no area: a line, or a point.
    private static func withoutDegeneracy(_ geometry: Geometry) -> Geometry {
        guard let envelope = geometry as? Envelope, let box = Box(envelope), envelope.width == 0 || envelope.height == 0 else {
            return geometry
        }
        let first = Point(x: box.xMin, y: box.yMin, spatialReference: envelope.spatialReference)
        guard envelope.width > 0 || envelope.height > 0 else { return first }
        return Polyline(points: [first, Point(x: box.xMax, y: box.yMax, spatialReference: envelope.spatialReference)])
    }

    /// The vertices are projected and edges stay straight, as ``GeometryEngine`` does it; the edges of an envelope, which bend in most
    /// projections, get vertices first.
    private static func projected(_ geometry: Geometry, into target: SpatialReference?) throws(FeatureTableError) -> Geometry {
        guard let target, let source = geometry.spatialReference, source != target, !geometry.isEmpty else { return geometry }
        do {
            guard let envelope = geometry as? Envelope, envelope.width > 0, envelope.height > 0 else {
                return try GeometryEngine.projected(geometry, into: target)
            }
            if target == .webMercator, source == .wgs84 {
                // The poles are nowhere in Web Mercator, and a whole world is a fair question.
                let (south, north) = (max(envelope.yMin, -89.9), min(envelope.yMax, 89.9))
                guard south <= north else { return Envelope.empty(in: target) }
                let clipped = Envelope(xRange: envelope.xMin...envelope.xMax, yRange: south...north, spatialReference: source)
                return try GeometryEngine.projected(clipped, into: target)
            }
            if target == .wgs84, source == .webMercator { return try GeometryEngine.projected(envelope, into: target) }
            let dense = GeometryEngine.densify(envelope, maxSegmentLength: max(envelope.width, envelope.height) / 100) ?? envelope
            return try GeometryEngine.projected(dense, into: target)
        } catch {
            throw FeatureTableError(
                .invalidGeometry, "the geometry of the query cannot be projected into \(target): \(error); give it in \(target)",
                cause: error)
        }
    }
}
