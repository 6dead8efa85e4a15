// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

public import VedetteGeometry

/// Who looks at a scene: from where, and how.
///
///     let camera = Camera(lookingAt: Point(x: -109.94, y: 38.46, z: 1_700, spatialReference: .wgs84), distance: 5_500, heading: 150,
///     pitch: 70, roll: 0) let higher = camera.elevated(by: 200)
///
/// A camera never changes. The Earth is the ellipsoid of WGS 84, and heights are above it. `Camera+Derivations.swift` makes cameras from
/// others.
public struct Camera: Hashable, Sendable {
    let place: EllipsoidPosition
    let attitude: CameraAttitude

    init(place: EllipsoidPosition, attitude: CameraAttitude) { (self.place, self.attitude) = (place, attitude) }

    /// A camera in the Earth-centred frame, which need not be above ground.
    package init(_ pose: CameraPose) {
        let place = pose.place
        self.init(place: place, attitude: pose.attitude(at: place))
    }

    /// Where the camera is and how it looks in the Earth-centred frame.
    package var pose: CameraPose { CameraPose(place, attitude) }

    /// Makes a camera at a place given in degrees on WGS 84.
    ///
    /// - Parameters:
    ///   - latitude: degrees; beyond a pole, the pole.
    ///   - longitude: degrees; any number of turns, as −180 to 180.
    ///   - altitude: metres above the ellipsoid; at most a thousand million kilometres.
    ///   - heading: degrees clockwise from north; any number of turns, as 0 up to 360.
    ///   - pitch: degrees from 0, straight down, over 90, level, to 180, straight up; beyond, the nearest of them.
    ///   - roll: degrees clockwise as seen from behind the camera; any number of turns, as 0 up to 360.
    ///
    /// What is not a finite number counts as 0.
    public init(latitude: Double, longitude: Double, altitude: Double, heading: Double, pitch: Double, roll: Double) {
        self.init(
            place: EllipsoidPosition(clampedLongitude: longitude, latitude: latitude, altitude: altitude),
            attitude: CameraAttitude(heading: heading, pitch: pitch, roll: roll))
    }

    /// Makes a camera at a point.
    ///
    /// - Parameters:
    ///   - location: in any spatial reference; without one in degrees on WGS 84. Its z is metres above the ellipsoid, 0 where it has none.
    ///     A point that is empty, or that cannot be brought to WGS 84, counts as 0° N 0° E.
    ///   - heading: degrees clockwise from north.
    ///   - pitch: degrees from 0, straight down, to 180, straight up.
    ///   - roll: degrees clockwise as seen from behind the camera.
    public init(location: Point, heading: Double, pitch: Double, roll: Double) {
        self.init(
            place: EllipsoidPosition(location) ?? EllipsoidPosition(longitude: 0, latitude: 0, altitude: 0),
            attitude: CameraAttitude(heading: heading, pitch: pitch, roll: roll))
    }

    /// Makes a camera that has a point in the middle of what it sees, so far away along a straight line.
    ///
    /// The camera made has just these angles, which are measured where it is. Where no such camera is, more than an Earth's radius away and
    /// near level, or beside a pole that it should see in the east, the angles are those at the point.
    ///
    /// - Parameters:
    ///   - point: as the location of ``init(location:heading:pitch:roll:)``.
    ///   - distance: metres; below 0, or no number, counts as 0.
    ///   - heading: degrees clockwise from north.
    ///   - pitch: degrees from 0, straight down, to 180, straight up.
    ///   - roll: degrees clockwise as seen from behind the camera.
    public init(lookingAt point: Point, distance: Double, heading: Double, pitch: Double, roll: Double) {
        let place = EllipsoidPosition(point) ?? EllipsoidPosition(longitude: 0, latitude: 0, altitude: 0)
        let attitude = CameraAttitude(heading: heading, pitch: pitch, roll: roll)
        let pose = CameraPose.lookingAt(
            place, distance: distance.isFinite ? min(max(0, distance), EllipsoidPosition.farthest) : 0, attitude)
        let here = pose.place
        // The very angles that were asked for, not those angles after a way through the Earth-centred frame.
        let made = pose.attitude(at: here)
        self.init(place: here, attitude: pose.orientation.angle(to: here.frame * attitude.rotation) < 1e-9 ? attitude : made)
    }

    /// Makes a camera from its place and its axes in the Earth-centred frame; see ``TransformationMatrix``.
    public init(transformationMatrix: TransformationMatrix) {
        self.init(transformationMatrix.pose)
    }

    /// Where the camera is: degrees on WGS 84, with metres above the ellipsoid as z.
    public var location: Point { Point(x: place.longitude, y: place.latitude, z: place.altitude, spatialReference: .wgs84) }

    /// Degrees clockwise from north, 0 up to 360. Straight up or down, the direction that is up, or down, on the screen.
    public var heading: Double { attitude.heading }

    /// Degrees: 0 looks straight down, 90 along the horizon, 180 straight up.
    public var pitch: Double { attitude.pitch }

    /// Degrees clockwise as seen from behind the camera, 0 up to 360.
    public var roll: Double { attitude.roll }

    /// Place and axes in the Earth-centred frame.
    public var transformationMatrix: TransformationMatrix { TransformationMatrix(pose) }
}

extension EllipsoidPosition {
    /// Takes what is not finite as 0, a latitude beyond a pole as the pole, and brings a longitude to −180 to 180.
    init(clampedLongitude longitude: Double, latitude: Double, altitude: Double) {
        self.init(
            longitude: !longitude.isFinite ? 0 : abs(longitude) <= 180 ? longitude : longitude.remainder(dividingBy: 360),
            latitude: latitude.isNaN ? 0 : min(max(latitude, -90), 90),
            altitude: altitude.isFinite ? min(max(altitude, -Self.farthest), Self.farthest) : 0)
    }

    /// The place of a point in any spatial reference, without one in degrees on WGS 84; nil where that is none.
    package init?(_ point: Point) {
        guard let flat = EarthPosition(point) else { return nil }
        self.init(clampedLongitude: flat.longitude, latitude: flat.latitude, altitude: point.z ?? 0)
    }
}

extension CameraPose {
    /// The camera that has these angles where it is, and looks at a place from so many metres away.
    ///
    /// Newton's method on the place of the camera. It has an answer as long as the distance times the sine of the pitch is well below the
    /// Earth's radius; else the angles are those at the place that is looked at.
    static func lookingAt(_ target: EllipsoidPosition, distance: Double, _ attitude: CameraAttitude) -> CameraPose {
        let (point, rotation) = (target.point, attitude.rotation)
        let back = rotation.rotate(Vector3(0, 0, 1))
        func missed(_ position: Vector3) -> Vector3 {
            position - point - distance * EllipsoidPosition(position).frame.rotate(back)
        }
        let first = point + distance * target.frame.rotate(back)
        let fallback = CameraPose(position: first, orientation: target.frame * rotation)
        guard distance > 0 else { return fallback }
        var (position, error) = (first, missed(first))
        for _ in 0..<40 where error.length > 1e-9 * max(1, distance * 1e-6) {
            // The derivative by differences of a metre to a kilometre.
            let step = min(max(distance * 1e-4, 1), 1_000)
            let columns = [Vector3(step, 0, 0), Vector3(0, step, 0), Vector3(0, 0, step)].map { (missed(position + $0) - error) / step }
            let determinant = columns[0].dot(columns[1].cross(columns[2]))
            guard abs(determinant) > 1e-3 else { return fallback }
            let move = Vector3(
                error.dot(columns[1].cross(columns[2])), columns[0].dot(error.cross(columns[2])), columns[0].dot(columns[1].cross(error)))
            let next = position - move / determinant
            let nextError = missed(next)
            // No nearer: as near as numbers are.
            guard nextError.length < error.length else { break }
            (position, error) = (next, nextError)
        }
        guard error.length < max(1e-6, distance * 1e-12) else { return fallback }
        return CameraPose(position: position, orientation: EllipsoidPosition(position).frame * rotation)
    }
}
