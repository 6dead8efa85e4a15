// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

/// A shape: the base of ``Point``, ``Multipoint``, ``Polyline``, ``Polygon`` and ``Envelope``.
///
/// Geometries never change once made. Coordinates are in the units and the frame of ``spatialReference``: for
/// ``SpatialReference/wgs84``, x is longitude and y latitude, in degrees.
// Sendable by hand: the class is open only inside this module, and it and its subclasses hold immutable values alone.
public class Geometry: @unchecked Sendable {
    /// The coordinate system, or nil where it is not known.
    public let spatialReference: SpatialReference?

    init(spatialReference: SpatialReference?) {
        self.spatialReference = spatialReference
    }

    /// Whether the geometry has no position at all.
    public var isEmpty: Bool { runs.allSatisfy(\.isEmpty) }

    /// Whether positions have a z.
    public var hasZ: Bool { runs.contains { $0.z != nil } }

    /// Whether positions have an m (a measure).
    public var hasM: Bool { runs.contains { $0.m != nil } }

    /// The smallest envelope that holds the geometry; empty for an empty geometry. NaN positions are left out.
    ///
    /// - Complexity: O(*n*) in the number of positions.
    public var extent: Envelope {
        var box = (xMin: Double.infinity, yMin: Double.infinity, xMax: -Double.infinity, yMax: -Double.infinity)
        for run in runs {
            for index in 0..<run.count {
                box = (
                    min(box.xMin, run.x[index]), min(box.yMin, run.y[index]), max(box.xMax, run.x[index]), max(box.yMax, run.y[index])
                )
            }
        }
        guard box.xMin <= box.xMax, box.yMin <= box.yMax else { return Envelope(emptyIn: spatialReference) }
        return Envelope(corners: (box.xMin, box.yMin), (box.xMax, box.yMax), zRange: nil, spatialReference: spatialReference)
    }

    /// 0 for positions, 1 for lines, 2 for areas.
    package var dimension: Int? {
        switch self {
        case is Point, is Multipoint: 0
        case is Polyline: 1
        case is Polygon, is Envelope: 2
        default: nil
        }
    }

    /// The coordinates, run by run.
    package var runs: [Coordinates] { [] }

    /// The same shape with other coordinates, one run for each of ``runs``.
    func replacingRuns(_ runs: [Coordinates], spatialReference: SpatialReference?) -> Geometry { self }
}

extension Geometry: Hashable {
    public static func == (lhs: Geometry, rhs: Geometry) -> Bool {
        lhs === rhs
            || (type(of: lhs) == type(of: rhs) && lhs.spatialReference == rhs.spatialReference && lhs.runs == rhs.runs)
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(runs)
        hasher.combine(spatialReference)
    }
}
