// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

/// An axis-parallel rectangle.
public final class Envelope: Geometry, @unchecked Sendable {
    /// Smallest x; NaN for an empty envelope.
    public let xMin: Double
    /// Smallest y; NaN for an empty envelope.
    public let yMin: Double
    /// Largest x; NaN for an empty envelope.
    public let xMax: Double
    /// Largest y; NaN for an empty envelope.
    public let yMax: Double
    /// The range of heights, where there is one.
    public let zRange: ClosedRange<Double>?

    /// Makes an envelope from the ranges of its coordinates.
    public convenience init(
        xRange: ClosedRange<Double>, yRange: ClosedRange<Double>, zRange: ClosedRange<Double>? = nil,
        spatialReference: SpatialReference? = nil
    ) {
        self.init(
            corners: (xRange.lowerBound, yRange.lowerBound), (xRange.upperBound, yRange.upperBound), zRange: zRange,
            spatialReference: spatialReference)
    }

    /// Makes an envelope from the coordinates of two opposite corners, in any order; NaN makes an empty envelope.
    public convenience init(xMin: Double, yMin: Double, xMax: Double, yMax: Double, spatialReference: SpatialReference? = nil) {
        self.init(corners: (xMin, yMin), (xMax, yMax), zRange: nil, spatialReference: spatialReference)
    }

    /// Makes an envelope from two opposite corners, in any order; an empty point makes an empty envelope.
    public convenience init(min: Point, max: Point) {
        self.init(
            corners: (min.x, min.y), (max.x, max.y), zRange: nil, spatialReference: min.spatialReference ?? max.spatialReference)
    }

    /// Makes an envelope around a point; a negative size counts as its absolute value.
    public convenience init(center: Point, width: Double, height: Double) {
        self.init(
            corners: (center.x - width / 2, center.y - height / 2), (center.x + width / 2, center.y + height / 2), zRange: nil,
            spatialReference: center.spatialReference)
    }

    /// Makes an empty envelope.
    convenience init(emptyIn spatialReference: SpatialReference?) {
        self.init(corners: (.nan, .nan), (.nan, .nan), zRange: nil, spatialReference: spatialReference)
    }

    init(
        corners first: (x: Double, y: Double), _ second: (x: Double, y: Double), zRange: ClosedRange<Double>?,
        spatialReference: SpatialReference?
    ) {
        let isEmpty = first.x.isNaN || first.y.isNaN || second.x.isNaN || second.y.isNaN
        xMin = isEmpty ? .nan : min(first.x, second.x)
        yMin = isEmpty ? .nan : min(first.y, second.y)
        xMax = isEmpty ? .nan : max(first.x, second.x)
        yMax = isEmpty ? .nan : max(first.y, second.y)
        self.zRange = zRange
        super.init(spatialReference: spatialReference)
    }

    public var width: Double { xMax - xMin }
    public var height: Double { yMax - yMin }

    /// The middle; an empty point for an empty envelope.
    public var center: Point { Point(x: (xMin + xMax) / 2, y: (yMin + yMax) / 2, spatialReference: spatialReference) }

    public override var isEmpty: Bool { xMin.isNaN }
    public override var hasZ: Bool { zRange != nil }
    public override var extent: Envelope { self }

    /// The four corners, clockwise from the lower left; nil for an empty envelope.
    var corners: Coordinates? {
        isEmpty ? nil : Coordinates(x: [xMin, xMin, xMax, xMax], y: [yMin, yMax, yMax, yMin])
    }

    package override var runs: [Coordinates] {
        isEmpty ? [] : [Coordinates(x: [xMin, xMax], y: [yMin, yMax], z: zRange.map { [$0.lowerBound, $0.upperBound] })]
    }

    override func replacingRuns(_ runs: [Coordinates], spatialReference: SpatialReference?) -> Geometry {
        guard let run = runs.first, run.count == 2 else { return Envelope(emptyIn: spatialReference) }
        return Envelope(corners: (run.x[0], run.y[0]), (run.x[1], run.y[1]), zRange: zRange, spatialReference: spatialReference)
    }
}

extension Geometry {
    /// The geometry itself; an envelope as the polygon that it is.
    var asMultipart: Geometry {
        guard let envelope = self as? Envelope else { return self }
        return Polygon(rings: envelope.corners.map { [$0] } ?? [], spatialReference: spatialReference)
    }
}
