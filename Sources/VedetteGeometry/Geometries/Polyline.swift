// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

/// One or more lines through vertices.
public final class Polyline: Multipart, @unchecked Sendable {
    /// Makes a line through `points`. Without a spatial reference it takes that of the first point.
    public convenience init(points: some Sequence<Point>, spatialReference: SpatialReference? = nil) {
        let points = Array(points)
        self.init(lines: [Coordinates(points)], spatialReference: spatialReference ?? points.first?.spatialReference)
    }

    /// Makes a polyline of several lines.
    public convenience init(parts: some Sequence<Part>, spatialReference: SpatialReference? = nil) {
        let parts = Array(parts)
        self.init(lines: parts.map(\.coordinates), spatialReference: spatialReference ?? parts.first?.spatialReference)
    }

    /// Makes a polyline from raw coordinates, a run for each line.
    public override init(lines: [Coordinates], spatialReference: SpatialReference?) {
        super.init(lines: lines.filter { !$0.isEmpty }, spatialReference: spatialReference)
    }

    override func replacingRuns(_ runs: [Coordinates], spatialReference: SpatialReference?) -> Geometry {
        Polyline(lines: runs, spatialReference: spatialReference)
    }
}
