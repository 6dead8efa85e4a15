// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

package import VedetteGeometry

extension FenceShape {
    /// The shape as a polygon in WGS 84 on the map of the world: cut in two at the antimeridian, as RFC 7946 asks, and closed along the edge of
    /// the map at a pole that it holds.
    package var polygon: Polygon {
        var groups: [[Coordinates]] = []
        var others: [Polygon] = []
        for rings in polygons {
            let runs = rings.map(\.runOnMap)
            guard let outer = runs.first else { continue }
            // A hole round a pole and its outer ring, each closed along the pole, have that edge in common.
            let hasPolarHole = rings.dropFirst().contains { $0.winding != 0 }
            if !hasPolarHole, runs.allSatisfy({ $0.x.allSatisfy { abs($0) <= 180 } }) {
                groups.append(runs)
            } else {
                others.append(Self.normalized(outer, holes: Array(runs.dropFirst())))
            }
        }
        let plain = Polygon(polygons: groups, spatialReference: .wgs84)
        return others.isEmpty ? plain : Polygon(polygons: groups + others.flatMap(\.polygons), spatialReference: .wgs84)
    }

    /// An area whose rings may run on past ±180°, brought onto the map.
    private static func normalized(_ outer: Coordinates, holes: [Coordinates]) -> Polygon {
        func area(_ ring: Coordinates) -> Polygon {
            let whole = Polygon(polygons: [[ring]], spatialReference: .wgs84)
            // What touches itself may be cut only once it is mended.
            let simple = GeometryEngine.simplify(whole) ?? whole
            return GeometryEngine.normalizeCentralMeridian(of: simple) as? Polygon ?? whole
        }
        return holes.reduce(area(outer)) { rest, hole in GeometryEngine.difference(rest, area(hole)) as? Polygon ?? rest }
    }
}

extension FenceRing {
    /// The vertices in degrees, longitudes running on past ±180°; a ring round a pole goes on along the pole.
    fileprivate var runOnMap: Coordinates {
        var longitudes: [Double] = []
        var latitudes: [Double] = []
        let (x, y) = (x, y)
        for index in 0..<count {
            longitudes.append(Double(x[index]) / 1e7)
            latitudes.append(Double(y[index]) / 1e7)
        }
        if winding != 0 {
            let pole = containsNorthPole ? 90.0 : -90
            let (first, last) = (x[0] + Int64(winding) * Self.worldWidth, x[0])
            longitudes += [Double(first) / 1e7, Double(first) / 1e7, Double(last) / 1e7]
            latitudes += [Double(y[0]) / 1e7, pole, pole]
        }
        return Coordinates(x: longitudes, y: latitudes)
    }
}
