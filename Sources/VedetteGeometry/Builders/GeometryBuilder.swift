// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

/// Something to put a geometry together with: the base of ``PointBuilder``, ``MultipointBuilder``, ``PolylineBuilder``,
/// ``PolygonBuilder`` and ``EnvelopeBuilder``.
///
/// A builder is for one task at a time; the geometries it makes are not tied to it.
public class GeometryBuilder {
    /// The coordinate system of what is made. Points are taken as they are: project those of another one first.
    public let spatialReference: SpatialReference?

    init(spatialReference: SpatialReference?) {
        self.spatialReference = spatialReference
    }

    /// Whether there is no position yet.
    public var isEmpty: Bool { toGeometry().isEmpty }

    /// The smallest envelope that holds what there is.
    public var extent: Envelope { toGeometry().extent }

    /// The geometry as it is now.
    ///
    /// - Complexity: O(positions).
    public func toGeometry() -> Geometry { Point(x: .nan, y: .nan, spatialReference: spatialReference) }
}
