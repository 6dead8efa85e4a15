// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

package import VedetteGeometry

/// The spatial part of a query, ready to be asked of feature after feature.
package struct SpatialCondition: Sendable {
    private let relationship: SpatialRelationship
    /// In the spatial reference of the table.
    private let test: SpatialTest
    /// In the spatial reference of the query, for points: they are projected exactly, an area is not. Nil where that is the table's.
    private let ownTest: SpatialTest?

    /// Which features an index has to hand over: those whose box has something in common with this one. Nil where that does not help.
    package let candidateBox: Box?

    /// - Throws: ``FeatureTableError`` where the geometry cannot be projected into the table's spatial reference.
    package init(_ geometry: Geometry, _ relationship: SpatialRelationship, in spatialReference: SpatialReference?)
        throws(FeatureTableError)
    {
        let projected = try Self.projected(geometry, into: spatialReference)
        self.relationship = relationship
        let test = SpatialTest(Self.withoutDegeneracy(projected), relationship)
        self.test = test
        let own = Self.withoutDegeneracy(geometry)
        if let spatialReference, Self.isBent(own, in: spatialReference) {
            ownTest = SpatialTest(own, relationship)
            var box = relationship == .disjoint ? nil : ProjectedArea.box(around: own, in: spatialReference)
            if let other = test.box { box?.formUnion(other) }
            candidateBox = box
        } else {
            ownTest = nil
            candidateBox = relationship == .disjoint ? nil : test.box
        }
    }

    /// Whether no feature whatever can match.
    package var matchesNothing: Bool { test.box == nil && ownTest == nil && relationship != .disjoint }

    /// Whether a feature's geometry matches; one without any position does not.
    package func matches(_ other: Geometry) -> Bool {
        guard let otherBox = Box(other) else { return false }
        return matches(other, box: otherBox)
    }

    package func matches(_ other: Geometry, box otherBox: Box) -> Bool {
        guard let ownTest, let target = ownTest.geometry.spatialReference, other is Point else {
            return test.matches(other, box: otherBox)
        }
        // What the projection of the query cannot take lies outside of every area there.
        guard let place = try? GeometryEngine.projected(other, into: target), let box = Box(place) else { return relationship == .disjoint }
        return ownTest.matches(place, box: box)
    }

    /// Whether a point at a position in the spatial reference of the table matches. As ``matches(_:)``, mostly without making the point.
    package func matches(x: Double, y: Double, in spatialReference: SpatialReference?) -> Bool {
        if ownTest == nil, let answer = test.answer(x: x, y: y) { return answer }
        return matches(Point(x: x, y: y, spatialReference: spatialReference))
    }

    /// The rectangle that a point has to lie in or on to match; nil where that is not all that is asked.
    package var rectangle: Box? { ownTest == nil ? test.rectangle : nil }

    /// Whether an area has another shape in the spatial reference of the table.
    private static func isBent(_ geometry: Geometry, in target: SpatialReference) -> Bool {
        guard geometry is Polygon || geometry is Envelope, !geometry.isEmpty, let source = geometry.spatialReference, source != target
        else {
            return false
        }
        let staysRectangle = Set([source, target]) == Set([.wgs84, .webMercator]) && geometry is Envelope
        return !staysRectangle
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
