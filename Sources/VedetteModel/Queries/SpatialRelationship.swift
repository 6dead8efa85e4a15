// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

/// How the geometry of a query has to lie to that of a feature, for the feature to match.
///
/// Read it from the query: with ``contains``, the query's geometry contains the feature's. OGC 06-103r4 says what each means.
public enum SpatialRelationship: String, Hashable, Sendable, CaseIterable {
    /// Both have at least one position in common.
    case intersects
    /// Both have no position in common.
    case disjoint
    /// The query's geometry contains the feature's.
    case contains
    /// The query's geometry lies within the feature's.
    case within
    /// Only boundaries have something in common.
    case touches
    /// Interiors have something in common of a lower dimension.
    case crosses
    /// Interiors have something in common of the same dimension, and each has something of its own.
    case overlaps
    /// Both are the same set of positions.
    case equals
    /// The rectangles around both have something in common.
    case envelopeIntersects
    /// As ``envelopeIntersects``: the index holds rectangles.
    case indexIntersects
}
