// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// A distance over the ellipsoid and the directions at its ends.
public struct GeodeticDistanceResult: Hashable, Sendable {
    /// Length of the line.
    public let distance: Measurement<UnitLength>
    /// Direction at the first point towards the second, clockwise from north, −180…180°.
    public let azimuth1: Measurement<UnitAngle>
    /// Direction at the second point, onwards along the line, clockwise from north, −180…180°.
    public let azimuth2: Measurement<UnitAngle>
}
