// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

package import VedetteGeometry

extension FenceShape {
    /// Makes a shape from a geometry in any spatial reference that can be projected to WGS 84; heights and measures are left out.
    ///
    /// - Parameters:
    ///   - geometry: a polygon or an envelope; points and lines are fences only with a buffer. Edges are straight in longitude and latitude:
    ///     those of another spatial reference are divided until no point of them moves by more than 0.1 m.
    ///   - bufferDistance: metres, 0 or more. Above 0 the shape is every place whose geodesic distance to the geometry is at most that; its
    ///     outline deviates from that by no more than the larger of 0.05 m and 0.1 % of the buffer.
    ///   - repairs: whether rings that cross themselves are mended instead of refused: what they go round an odd number of times is inside.
    /// - Throws: for what is no fence; the message says how to mend it.
    package init(_ geometry: Geometry?, bufferDistance: Double = 0, repairs: Bool = false) throws(FenceShapeError) {
        try self.init(try FenceGeometry(geometry), bufferDistance: bufferDistance, repairs: repairs)
    }

    /// As ``init(_:bufferDistance:repairs:)``, of polygons on the grid, each an outer ring and its holes, whichever way they run: a ring along a parallel has no
    /// direction by which a ``Polygon`` could tell that it is a hole.
    package init(polygons: [[[GridPosition]]], bufferDistance: Double, repairs: Bool) throws(FenceShapeError) {
        try self.init(FenceGeometry(polygons: polygons), bufferDistance: bufferDistance, repairs: repairs)
    }

    private init(_ placed: FenceGeometry, bufferDistance: Double, repairs: Bool) throws(FenceShapeError) {
        guard bufferDistance.isFinite, bufferDistance >= 0 else {
            throw FenceShapeError(.invalidBuffer, "the buffer is \(bufferDistance) m; give a finite number of metres, 0 or more")
        }
        guard bufferDistance > 0 else {
            guard !placed.polygons.isEmpty else {
                throw FenceShapeError(.needsBuffer, "a point or a line is a fence only with a buffer; give a bufferDistance above 0")
            }
            try self.init(polygons: placed.polygons, repairs: repairs)
            return
        }
        self = try FenceBuffer(metres: bufferDistance).shape(around: placed, repairs: repairs)
    }
}
