// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Synchronization
import VedetteFences
package import VedetteGeometry
package import VedetteModel

/// A fence of a monitor: the element, and its area as it was put into the engine.
package final class GeotriggerFence: Sendable {
    package let id: String
    package let key: FenceKey
    package let element: any GeoElement
    let shape: FenceShape
    /// The geometry of the element as it was judged.
    private let source: Geometry?
    private let bufferDistance: Double
    private let outline = Mutex<Geometry?>(nil)

    init(id: String, key: FenceKey, element: any GeoElement, shape: FenceShape, source: Geometry?, bufferDistance: Double) {
        (self.id, self.key, self.element, self.shape) = (id, key, element, shape)
        (self.source, self.bufferDistance) = (source, bufferDistance)
    }

    /// Whether a geometry gives the same area.
    func isMade(of geometry: Geometry?) -> Bool { source == geometry }

    /// The area that is judged, buffer included, in WGS 84: the element's own geometry where that is it.
    package var geometry: Geometry {
        if bufferDistance == 0, let source, source.spatialReference == .wgs84 { return source }
        return outline.withLock { known in
            if let known { return known }
            let made = shape.polygon
            known = made
            return made
        }
    }
}
