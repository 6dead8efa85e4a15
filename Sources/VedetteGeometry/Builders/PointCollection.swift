// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

/// Points in an order, to make a ``Multipoint``, ``Polyline`` or ``Polygon`` of: a list that can be changed, with a spatial reference for
/// all.
///
/// A point without a spatial reference is taken to be in that of the collection; one in another is kept as it is: project it first. A
/// collection is for one task at a time.
public final class PointCollection {
    /// The coordinate system that the points are in. A collection that was made without one takes that of its first point.
    public private(set) var spatialReference: SpatialReference?

    /// The points.
    public var points: [Point] {
        get { kept }
        set { kept = newValue.map(placed) }
    }

    private var kept: [Point] = []

    /// Makes a collection of points.
    public init(points: some Sequence<Point> = [], spatialReference: SpatialReference? = nil) {
        self.spatialReference = spatialReference
        kept = points.map(placed)
    }

    /// Adds a point behind the others.
    public func add(_ point: Point) { kept.append(placed(point)) }

    /// Adds points behind the others.
    public func add(_ points: some Sequence<Point>) { kept.append(contentsOf: points.map(placed)) }

    /// Puts a point before that at an index, which the count clamps.
    public func insert(_ point: Point, at index: Int) { kept.insert(placed(point), at: Swift.min(Swift.max(index, 0), kept.count)) }

    /// Takes out a point and hands it over; nil where there is none at the index.
    @discardableResult
    public func remove(at index: Int) -> Point? { kept.indices.contains(index) ? kept.remove(at: index) : nil }

    /// Takes out all points. The spatial reference stays.
    public func removeAll() { kept = [] }

    private func placed(_ point: Point) -> Point {
        guard let spatialReference else {
            spatialReference = point.spatialReference
            return point
        }
        guard point.spatialReference == nil else { return point }
        return Point(x: point.x, y: point.y, z: point.z, m: point.m, spatialReference: spatialReference)
    }
}

/// The name that a collection that can be changed has in the ArcGIS Maps SDK.
public typealias MutablePointCollection = PointCollection

extension PointCollection: RandomAccessCollection {
    public var startIndex: Int { 0 }
    public var endIndex: Int { kept.count }
    public subscript(index: Int) -> Point { kept[index] }
}

extension Multipoint {
    /// Makes a multipoint of a collection, in its spatial reference.
    public convenience init(points: PointCollection) {
        self.init(points: points.points, spatialReference: points.spatialReference)
    }
}

extension Polyline {
    /// Makes a line through the points of a collection, in its spatial reference.
    public convenience init(points: PointCollection) {
        self.init(points: points.points, spatialReference: points.spatialReference)
    }
}

extension Polygon {
    /// Makes an area inside one ring of the points of a collection, in its spatial reference.
    public convenience init(points: PointCollection) {
        self.init(points: points.points, spatialReference: points.spatialReference)
    }
}

extension MultipointBuilder {
    /// Begins with the points of a collection, in its spatial reference.
    public convenience init(points: PointCollection) {
        self.init(spatialReference: points.spatialReference)
        self.points = points.points
    }
}

extension PolylineBuilder {
    /// Begins with a line through the points of a collection, in its spatial reference.
    public convenience init(points: PointCollection) {
        self.init(spatialReference: points.spatialReference)
        addPart(points.points)
    }
}

extension PolygonBuilder {
    /// Begins with a ring of the points of a collection, in its spatial reference.
    public convenience init(points: PointCollection) {
        self.init(spatialReference: points.spatialReference)
        addPart(points.points)
    }
}
