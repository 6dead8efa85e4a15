// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

/// Which line over the ellipsoid joins two vertices.
///
/// Buffers are made along each kind. Distances, lengths, areas, moves and vertices in between are those of geodesics, and nil for the
/// other kinds.
public enum GeodeticCurveType: Hashable, Sendable, CaseIterable {
    /// The shortest line.
    case geodesic
    /// The line of constant direction, the shorter way round.
    case loxodrome
    /// Where a plane through both ends and the centre of the Earth cuts the ellipsoid.
    case greatElliptic
    /// Where a plane that holds the other end and the vertical at the first cuts the ellipsoid.
    case normalSection
    /// What is straight in the spatial reference of the geometry.
    case shapePreserving
}
