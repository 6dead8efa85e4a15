// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

/// Whether the accuracy of a fix counts.
public enum FenceGeotriggerFeedAccuracyMode: String, Hashable, Sendable, CaseIterable {
    /// A fix is the point that it says.
    case useGeometry
    /// A fix is the disc around its point with its horizontal accuracy as radius, by geodesic distance. Where the accuracy is not known, or not above 0,
    /// it is the point.
    case useGeometryWithAccuracy
}
