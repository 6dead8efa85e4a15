// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

/// A ring that goes once round a pole: on the map of the world a line from edge to edge.
enum PolarRing {
    /// What lies between the ring and a pole, on the map of the world.
    ///
    /// - Parameters:
    ///   - ring: longitudes run on from the first vertex, which does not come again at the end.
    ///   - turns: 1 for a ring that goes east, −1 for one that goes west.
    ///   - pole: 90 or −90.
    /// - Returns: nil where it cannot be cut to the world.
    static func area(_ ring: Coordinates, turns: Int, pole: Double) -> Polygon? {
        // Three turns of it span the world whatever longitude it begins at, so that nothing has to be joined where it ends.
        var line = Coordinates()
        for turn in -1...1 {
            let east = 360 * Double(turn * turns)
            for index in 0..<ring.count { line.append(x: ring.x[index] + east, y: ring.y[index]) }
        }
        guard let low = line.x.first, let high = line.x.last else { return nil }
        line.append(x: high, y: pole)
        line.append(x: low, y: pole)
        let world = Envelope(xRange: -180...180, yRange: -90...90, spatialReference: .wgs84)
        return GeometryEngine.simplify(Polygon(polygons: [[line]], spatialReference: .wgs84))
            .flatMap { GeometryEngine.intersection($0, world) } as? Polygon
    }
}
