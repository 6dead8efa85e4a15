// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import VedetteGeometry
import VedetteTesting

@testable import VedetteMapping

/// Anything that a camera or a target may be, poles and antimeridian more often than chance has it.
extension SeededRandomNumberGenerator {
    mutating func place(altitude: ClosedRange<Double> = -100...20_000) -> EllipsoidPosition {
        let latitudes = [90, -90, 89.999_99, -89.999, number(-90, 90), number(-90, 90), number(-90, 90)]
        let longitudes = [180, -180, 179.999_999, -179.999_9, number(-180, 180), number(-180, 180), number(-180, 180)]
        return EllipsoidPosition(
            longitude: longitudes[index(below: longitudes.count)], latitude: latitudes[index(below: latitudes.count)],
            altitude: number(altitude.lowerBound, altitude.upperBound))
    }

    mutating func attitude() -> CameraAttitude {
        CameraAttitude(heading: number(0, 360), pitch: number(0.001, 179.999), roll: index(below: 2) == 0 ? 0 : number(0, 360))
    }

    mutating func camera() -> Camera { Camera(place: place(), attitude: attitude()) }

    mutating func target() -> TargetPose {
        TargetPose(place(), heading: number(-360, 720), pitch: number(-180, 180), roll: number(-360, 360))
    }

    mutating func direction() -> Vector3 {
        let (z, angle) = (number(-1, 1), number(0, 2 * .pi))
        return Vector3((1 - z * z).squareRoot() * cos(angle), (1 - z * z).squareRoot() * sin(angle), z)
    }
}

extension EllipsoidPosition {
    var location: Point { Point(x: longitude, y: latitude, z: altitude, spatialReference: .wgs84) }
}

/// How far apart two headings are, in degrees.
func turn(_ first: Double, _ second: Double) -> Double { abs((first - second).remainder(dividingBy: 360)) }

extension CameraPose {
    /// The angle between the line of sight and the way to a point, in radians.
    func miss(_ point: Vector3) -> Double {
        guard let way = (point - position).direction else { return 0 }
        return atan2(way.cross(direction).length, way.dot(direction))
    }
}
