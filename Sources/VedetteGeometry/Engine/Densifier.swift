// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

/// Adds vertices to lines and rings.
enum Densifier {
    /// The most vertices of a result.
    private static let maximumCount = 10_000_000

    typealias Segment = (Int, Int)

    /// - Parameters:
    ///   - geometry: a polyline, a polygon or an envelope.
    ///   - lengths: how many times the longest segment that is allowed goes into a segment.
    ///   - position: the position at a share, between 0 and 1, of a segment.
    /// - Returns: nil where there would be too many vertices.
    static func densify(
        _ geometry: Geometry, lengths: (Coordinates, Segment) -> Double,
        position: (Coordinates, Segment, Double) -> (x: Double, y: Double)
    ) -> Geometry? {
        var count = 0
        var runs: [Coordinates] = []
        for run in GeometryEngine.outlines(geometry) {
            var dense = Coordinates()
            for segment in GeometryEngine.segments(run, isClosed: geometry.dimension == 2) {
                dense.append(x: run.x[segment.0], y: run.y[segment.0], z: run.z?[segment.0], m: run.m?[segment.0])
                let pieces = max(1, lengths(run, segment).rounded(.up))
                guard pieces.isFinite, pieces < Double(maximumCount - count) else { return nil }
                count += Int(pieces)
                for piece in 1..<max(1, Int(pieces)) {
                    let share = Double(piece) / pieces
                    let place = position(run, segment, share)
                    dense.append(x: place.x, y: place.y, z: between(run.z, segment, share), m: between(run.m, segment, share))
                }
            }
            if geometry.dimension == 1, run.count > 1 {
                let last = run.count - 1
                dense.append(x: run.x[last], y: run.y[last], z: run.z?[last], m: run.m?[last])
            }
            runs.append(dense)
        }
        return geometry is Polyline
            ? Polyline(lines: runs, spatialReference: geometry.spatialReference)
            : Polygon(lines: runs, spatialReference: geometry.spatialReference)
    }

    private static func between(_ values: [Double]?, _ segment: Segment, _ share: Double) -> Double? {
        values.map { $0[segment.0] + share * ($0[segment.1] - $0[segment.0]) }
    }
}
