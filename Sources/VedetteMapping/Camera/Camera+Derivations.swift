// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

public import VedetteGeometry

/// Cameras made from a camera.
///
/// What goes along a line, ``movedForward(by:)``, ``moved(toward:distance:)`` and ``zoomed(toward:factor:)``, does not turn the camera:
/// what was in the middle stays there, so heading and pitch, measured at another place, may change a little. What sets a place or angles
/// leaves the others as they are.
extension Camera {
    /// The same camera so many metres higher, or lower for a negative number.
    public func elevated(by deltaAltitude: Double) -> Camera {
        Camera(
            place: EllipsoidPosition(
                clampedLongitude: place.longitude, latitude: place.latitude,
                altitude: place.altitude + (deltaAltitude.isFinite ? deltaAltitude : 0)),
            attitude: attitude)
    }

    /// The camera so many metres further the way that it looks, or back for a negative number.
    public func movedForward(by distance: Double) -> Camera {
        let pose = pose
        return moved(to: pose.position + (distance.isFinite ? distance : 0) * pose.direction, keeping: pose)
    }

    /// The camera at another place, with the same angles there.
    ///
    /// - Parameter location: as in ``init(location:heading:pitch:roll:)``; one that is none leaves the camera where it is.
    /// - Returns: a camera there.
    public func moved(to location: Point) -> Camera {
        Camera(place: EllipsoidPosition(location) ?? place, attitude: attitude)
    }

    /// The camera so many metres nearer to a point along a straight line, or farther for a negative number; past the point where the number
    /// is larger than the distance. It does not turn.
    ///
    /// - Parameters:
    ///   - point: as in ``init(location:heading:pitch:roll:)``; one that is none, or where the camera is, leaves it there.
    ///   - distance: metres.
    /// - Returns: a camera on that line.
    public func moved(toward point: Point, distance: Double) -> Camera {
        let pose = pose
        guard let target = EllipsoidPosition(point)?.point, let way = (target - pose.position).direction, distance.isFinite else {
            return self
        }
        return moved(to: pose.position + distance * way, keeping: pose)
    }

    /// The camera at the same place with other angles; see ``init(latitude:longitude:altitude:heading:pitch:roll:)``.
    public func rotated(toHeading heading: Double, pitch: Double, roll: Double) -> Camera {
        Camera(place: place, attitude: CameraAttitude(heading: heading, pitch: pitch, roll: roll))
    }

    /// The camera on another side of a point, which stays where it is on the screen, and as far away.
    ///
    /// - Parameters:
    ///   - point: what the camera goes around, as in ``init(location:heading:pitch:roll:)``; one that is none leaves the camera as it is.
    ///   - deltaHeading: degrees clockwise about the vertical at the point.
    ///   - deltaPitch: degrees further up; stops at straight up and straight down, as measured at the point.
    ///   - deltaRoll: degrees clockwise as seen from behind the camera.
    /// - Returns: a camera that sees the point where this one does.
    public func rotated(around point: Point, deltaHeading: Double, deltaPitch: Double, deltaRoll: Double) -> Camera {
        guard let target = EllipsoidPosition(point), deltaHeading.isFinite, deltaPitch.isFinite, deltaRoll.isFinite else { return self }
        let (pose, center) = (pose, target.point)
        let seen = pose.attitude(at: target)
        let turned = CameraAttitude(heading: seen.heading + deltaHeading, pitch: seen.pitch + deltaPitch, roll: seen.roll + deltaRoll)
        let orientation = target.frame * turned.rotation
        let offset = pose.orientation.inverse.rotate(center - pose.position)
        return Camera(CameraPose(position: center - orientation.rotate(offset), orientation: orientation))
    }

    /// The camera at a part of its distance from a point, on the line between them. It does not turn.
    ///
    /// - Parameters:
    ///   - point: as in ``init(location:heading:pitch:roll:)``; one that is none leaves the camera as it is.
    ///   - factor: how many times larger what is at the point gets: 2 halves the distance, 0.5 doubles it. What is not above 0 leaves the
    ///     camera as it is.
    /// - Returns: a camera on that line.
    public func zoomed(toward point: Point, factor: Double) -> Camera {
        let pose = pose
        guard let target = EllipsoidPosition(point)?.point, factor > 0, factor.isFinite else { return self }
        let position = target + (pose.position - target) / factor
        return position.isFinite ? moved(to: position, keeping: pose) : self
    }

    private func moved(to position: Vector3, keeping pose: CameraPose) -> Camera {
        position == pose.position ? self : Camera(CameraPose(position: position, orientation: pose.orientation))
    }
}
