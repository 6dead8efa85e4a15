// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import VedetteGeometry

/// Geodesic distances on the WGS 84 ellipsoid between positions of the grid.
enum FenceDistance {
    static func metres(from start: GridPosition, to end: GridPosition) -> Double {
        Geodesic.inverse(
            from: (start.latitudeDegrees, start.longitudeDegrees), to: (end.latitudeDegrees, end.longitudeDegrees)
        ).metres
    }

    /// Whether two positions are further apart than `limit` metres: measured only where bounds do not tell.
    static func exceeds(_ limit: Double, from start: GridPosition, to end: GridPosition) -> Bool {
        let height = abs(start.latitudeDegrees - end.latitudeDegrees)
        let across = abs(start.longitudeDegrees - end.longitudeDegrees)
        // A degree of latitude is 110,574 to 111,694 m, one of longitude at most 111,694 m times the cosine.
        if height * 110_570 > limit { return true }
        let width = min(across, 360 - across) * cos(min(abs(start.latitudeDegrees), abs(end.latitudeDegrees)) * .pi / 180)
        if height * 111_700 + width * 111_700 <= limit { return false }
        return metres(from: start, to: end) > limit
    }
}
