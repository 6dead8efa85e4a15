// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import VedetteDynamicEntities
import VedetteGeometry

/// Where queries ask: within 15 miles of where some track is, the same places as `../shared/bench/src/store.cpp`.
struct QueryPlace: Sendable {
    private static let kilometres = 24.14

    /// 1e-7 degree, as the tracks' positions.
    let longitude: Int32
    let latitude: Int32

    /// Half the width and half the height of the box around the circle, in 1e-7 degree.
    private var reach: (x: Double, y: Double) {
        (Self.kilometres / (111.32 * cos(Double(latitude) * 1e-7 * .pi / 180)) * 1e7, Self.kilometres / 110.57 * 1e7)
    }

    /// West, south, east and north in 1e-7 degree.
    var bounds: [Int32] {
        let (x, y) = (Double(longitude), Double(latitude))
        return [Int32(x - reach.x), Int32(y - reach.y), Int32(x + reach.x), Int32(y + reach.y)]
    }

    var center: Point { Point(x: Double(longitude) / 1e7, y: Double(latitude) / 1e7, spatialReference: .wgs84) }

    var box: Envelope {
        let degrees = bounds.map { Double($0) / 1e7 }
        return Envelope(xRange: degrees[0]...degrees[2], yRange: degrees[1]...degrees[3], spatialReference: .wgs84)
    }

    /// 64 corners on the ellipse that a circle is in degrees.
    var polygon: VedetteGeometry.Polygon {
        let points = (0..<64).map { corner in
            let angle = Double(corner) * .pi / 32
            return Point(x: (Double(longitude) + reach.x * cos(angle)) / 1e7, y: (Double(latitude) + reach.y * sin(angle)) / 1e7)
        }
        return VedetteGeometry.Polygon(points: points, spatialReference: .wgs84)
    }

    /// The true circle on the ellipsoid.
    var circle: VedetteGeometry.Polygon? {
        GeometryEngine.geodeticBuffer(around: center, distance: Self.kilometres * 1_000)
    }

    /// The places of the tracks that the prototype draws, by the latest positions in a file.
    static func places(in file: TrackFile, count: Int) -> [QueryPlace] {
        let latest = file.updates.suffix(file.trackCount)
        var positions = [QueryPlace](repeating: QueryPlace(longitude: 0, latitude: 0), count: file.trackCount)
        for update in latest { positions[Int(update.track)] = QueryPlace(longitude: update.longitude, latitude: update.latitude) }
        var random = GeneratedWorld.Random(state: 12_345)
        return (0..<count).map { _ in positions[random.index(file.trackCount)] }
    }
}
