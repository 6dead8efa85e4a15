// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

/// The place of a geometry that is nearest to a point.
public struct ProximityResult: Hashable, Sendable {
    /// The place, in the spatial reference of the geometry.
    public let coordinate: Point

    /// From the point to the place, in the units of the spatial reference; 0 for a point inside an area.
    public let distance: Double

    /// Which part of a polyline or polygon the place is on; 0 for other geometries.
    public let partIndex: Int

    /// Which vertex it is, or which begins the segment that the place is on, counted in its part.
    public let pointIndex: Int
}
