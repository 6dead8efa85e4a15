// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import VedetteFences
import VedetteGeometry

extension FenceShape {
    /// For the time being: buffers by the geometry engine.
    init(_ geometry: Geometry?, bufferDistance: Double) throws(FenceShapeError) {
        guard bufferDistance.isFinite, bufferDistance >= 0 else {
            throw FenceShapeError(.needsBuffer, "the buffer is \(bufferDistance) m; give metres, 0 or more")
        }
        guard bufferDistance > 0, let geometry, !geometry.isEmpty, geometry.spatialReference != nil else {
            try self.init(geometry)
            return
        }
        let buffer = GeometryEngine.geodeticBuffer(around: geometry, distance: bufferDistance, distanceUnit: .meters)
        try self.init(buffer)
    }

    /// For the time being: the polygons without their holes' meaning in other places.
    var polygon: Polygon { Polygon(points: [Point]()) }
}
