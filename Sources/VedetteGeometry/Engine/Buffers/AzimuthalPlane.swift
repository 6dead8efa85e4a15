// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The Earth on a plane, in metres: each place in its true direction and at its true distance from the centre.
///
/// No shape is torn on it but at the other end of the Earth. Lengths along circles about the centre come out too long, never too short,
/// so what is within a tolerance here is so on the Earth (J. P. Snyder, *Map projections: a working manual*, USGS 1987, p. 191; exact on
/// the ellipsoid, since the routines of C. F. F. Karney are).
struct AzimuthalPlane {
    typealias Position = SIMD2<Double>

    let center: EarthPlace

    /// How far from the centre a place may be, in metres: beyond it lies the other end of the Earth, where directions turn about.
    static let maximumRadius = 19_500_000.0

    /// - Throws: ``GeometryError`` for a place near the other end of the Earth.
    func position(of place: EarthPlace) throws -> Position {
        let way = center.way(to: place)
        guard way.metres <= Self.maximumRadius else { throw Self.tooFar }
        let azimuth = way.azimuth1 * .pi / 180
        return Position(way.metres * sin(azimuth), way.metres * cos(azimuth))
    }

    static let tooFar = GeometryError(
        .operationFailed, "what is within the distance reaches round the Earth; take a smaller distance or parts")

    /// Makes sure that nothing within a distance of a geodesic is near the other end of the Earth.
    ///
    /// - Throws: ``GeometryError`` where it is, or may be.
    func check(_ metres: Double, around start: EarthPlace, _ end: EarthPlace) throws {
        let least = metres + 20_010_000 - Self.maximumRadius
        let far = center.antipode
        func check(_ start: EarthPlace, _ end: EarthPlace, length: Double, depth: Int) throws {
            // No place on the way is nearer than an end by more than half of it.
            let nearest = min(far.way(to: start).metres, far.way(to: end).metres)
            if nearest - length / 2 > least { return }
            guard nearest > least, depth < 20 else { throw Self.tooFar }
            let middle = start.moved(length / 2, azimuth: start.way(to: end).azimuth1).place
            try check(start, middle, length: length / 2, depth: depth + 1)
            try check(middle, end, length: length / 2, depth: depth + 1)
        }
        try check(start, end, length: start.way(to: end).metres, depth: 0)
    }

    func place(at position: Position) -> EarthPlace {
        let metres = (position.x * position.x + position.y * position.y).squareRoot()
        return center.moved(metres, azimuth: atan2(position.x, position.y) * 180 / .pi).place
    }

    /// A plane on which places lie as near to the centre as they can, about.
    init(around places: [EarthPlace]) {
        let step = max(1, places.count / 500)
        let some = stride(from: 0, to: places.count, by: step).map { places[$0] }
        let sum = some.reduce(SIMD3<Double>.zero) { $0 + $1.direction }
        let axes: [SIMD3<Double>] = [SIMD3(1, 0, 0), SIMD3(-1, 0, 0), SIMD3(0, 1, 0), SIMD3(0, -1, 0), SIMD3(0, 0, 1), SIMD3(0, 0, -1)]
        func cosine(_ direction: SIMD3<Double>) -> Double {
            let length = (direction * direction).sum().squareRoot()
            guard length > 1e-9 else { return -2 }
            return some.reduce(1) { min($0, ($1.direction * direction).sum() / length) }
        }
        let best = ([sum] + axes).max { cosine($0) < cosine($1) } ?? SIMD3(1, 0, 0)
        center = EarthPlace(direction: best)
    }

    init(center: EarthPlace) { self.center = center }
}
