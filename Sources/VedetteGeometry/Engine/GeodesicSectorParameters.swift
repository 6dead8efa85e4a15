// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// What a piece of an ellipse on the Earth looks like, from its middle to its rim; its type says what is made: a `Polygon`, a `Polyline`
/// or a `Multipoint`.
public struct GeodesicSectorParameters<Shape: Geometry>: Sendable {
    /// What directions and angles are in; degrees unless given.
    public var angularUnit: UnitAngle?
    /// Direction of the first axis, clockwise from north.
    public var axisDirection: Double
    /// The middle. One without a spatial reference is taken to be in WGS 84.
    public var center: Point?
    /// What lengths are in; metres unless given.
    public var linearUnit: UnitLength?
    /// The most positions there may be.
    public var maxPointCount: Int
    /// How far one position may be from the next; NaN for as many positions as there may be.
    public var maxSegmentLength: Double
    /// How far the sector turns, clockwise; between 0 and a full turn.
    public var sectorAngle: Double
    /// Half of the first axis.
    public var semiAxis1Length: Double
    /// Half of the second axis, square to the first.
    public var semiAxis2Length: Double
    /// Where the sector begins, clockwise from north.
    public var startDirection: Double

    public init(
        angularUnit: UnitAngle? = nil, axisDirection: Double = 0, center: Point? = nil, linearUnit: UnitLength? = nil,
        maxPointCount: Int = 360, maxSegmentLength: Double = .nan, sectorAngle: Double = 0, semiAxis1Length: Double = 0,
        semiAxis2Length: Double = 0, startDirection: Double = 0
    ) {
        (self.angularUnit, self.axisDirection, self.center, self.linearUnit) = (angularUnit, axisDirection, center, linearUnit)
        (self.maxPointCount, self.maxSegmentLength, self.sectorAngle) = (maxPointCount, maxSegmentLength, sectorAngle)
        (self.semiAxis1Length, self.semiAxis2Length, self.startDirection) = (semiAxis1Length, semiAxis2Length, startDirection)
    }
}
