// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import VedetteGeometry

/// Coordinates of areas, as most are written; nil for whatever is not sure to be one.
extension ByteScan {
    /// The coordinates of a Polygon: one list of rings.
    mutating func polygon() -> [[GridPosition]]? {
        guard take(UInt8(ascii: "[")) else { return nil }
        var rings: [[GridPosition]] = []
        repeat {
            guard let ring = ring() else { return nil }
            rings.append(ring)
        } while take(UInt8(ascii: ","))
        return take(UInt8(ascii: "]")) ? rings : nil
    }

    /// The coordinates of a MultiPolygon.
    mutating func polygons() -> [[[GridPosition]]]? {
        guard take(UInt8(ascii: "[")) else { return nil }
        var polygons: [[[GridPosition]]] = []
        repeat {
            guard let polygon = polygon() else { return nil }
            polygons.append(polygon)
        } while take(UInt8(ascii: ","))
        return take(UInt8(ascii: "]")) ? polygons : nil
    }

    /// A coordinate; near the end of the text, where nothing may lie behind it, byte by byte.
    @inline(__always)
    private mutating func coordinate() -> Int64? { place &+ 32 <= end ? shortGridSteps() : gridSteps() }

    private mutating func ring() -> [GridPosition]? {
        guard take(UInt8(ascii: "[")) else { return nil }
        var ring: [GridPosition] = []
        repeat {
            guard take(UInt8(ascii: "[")), let x = coordinate(), take(UInt8(ascii: ",")), let y = coordinate(),
                let position = GridPosition(longitudeSteps: x, latitudeSteps: y)
            else { return nil }
            if take(UInt8(ascii: ",")) {
                skipSpace()
                guard skipNumber() else { return nil }
            }
            guard take(UInt8(ascii: "]")) else { return nil }
            ring.append(position)
        } while take(UInt8(ascii: ","))
        return take(UInt8(ascii: "]")) ? ring : nil
    }
}
