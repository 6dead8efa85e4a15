// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

/// What ``PolylineBuilder`` and ``PolygonBuilder`` share: a list of parts.
public class MultipartBuilder: GeometryBuilder {
    /// The lines or rings.
    public var parts: [MutablePart] = []

    /// Adds a vertex to the last part, or to a first one where there is none.
    public func add(_ point: Point) {
        if parts.isEmpty { parts.append(MutablePart(spatialReference: spatialReference)) }
        parts[parts.count - 1].add(point)
    }

    /// Begins a new part with these vertices.
    ///
    /// - Returns: the part, to go on with.
    @discardableResult
    public func addPart(_ points: some Sequence<Point> = []) -> MutablePart {
        let part = MutablePart(points: points, spatialReference: spatialReference)
        parts.append(part)
        return part
    }

    /// Puts the parts of a geometry in the place of those there are.
    func replaceParts(by geometry: Multipart) {
        parts = geometry.parts.map { MutablePart(points: $0.points, spatialReference: geometry.spatialReference) }
    }

    var lines: [Coordinates] { parts.map { Coordinates($0.points) } }
}

/// Puts a ``Polyline`` together.
public final class PolylineBuilder: MultipartBuilder {
    public override init(spatialReference: SpatialReference? = nil) {
        super.init(spatialReference: spatialReference)
    }

    /// Begins with a line that there is.
    public convenience init(polyline: Polyline) {
        self.init(spatialReference: polyline.spatialReference)
        replaceParts(by: polyline)
    }

    public override func toGeometry() -> Polyline {
        Polyline(lines: lines, spatialReference: spatialReference)
    }
}

/// Puts a ``Polygon`` together: an outer ring runs clockwise, a hole counter-clockwise.
public final class PolygonBuilder: MultipartBuilder {
    public override init(spatialReference: SpatialReference? = nil) {
        super.init(spatialReference: spatialReference)
    }

    /// Begins with an area that there is.
    public convenience init(polygon: Polygon) {
        self.init(spatialReference: polygon.spatialReference)
        replaceParts(by: polygon)
    }

    /// The area. A single ring is taken for an outer one, whichever way it runs.
    public override func toGeometry() -> Polygon {
        lines.count == 1
            ? Polygon(polygons: [lines], spatialReference: spatialReference) : Polygon(rings: lines, spatialReference: spatialReference)
    }
}
