// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import VedetteGeometry

/// Where places are on the screen of a view of a scene at one moment, and which places are where on the screen.
///
/// The Earth is the ellipsoid of WGS 84: its ground has no mountains here. Screen points are measured from the upper left corner, to the right
/// and down.
struct SceneProjection: Sendable {
    let pose: CameraPose
    let lens: CameraLens
    private let unturn: Quaternion
    /// Points of the screen for a metre one metre ahead.
    private let focalLength: Double

    /// How far from the camera anything begins to be seen, in metres.
    static let nearest = 0.01
    /// What is so little below the ground is on it, in metres along the line of sight.
    private static let tolerance = 1.0

    init(_ pose: CameraPose, _ lens: CameraLens) {
        (self.pose, self.lens) = (pose, lens)
        unturn = pose.orientation.inverse
        focalLength = lens.height / 2 / lens.verticalTangent
    }

    /// A point as the camera sees it: metres to the right, up, and back.
    func seen(_ point: Vector3) -> Vector3 { unturn.rotate(point - pose.position) }

    /// Where what the camera sees so is on the screen; nil for what is beside or behind it.
    func screenPoint(ofSeen seen: Vector3) -> CGPoint? {
        guard seen.z <= -Self.nearest else { return nil }
        let scale = focalLength / -seen.z
        let point = CGPoint(x: lens.width / 2 + seen.x * scale, y: lens.height / 2 - seen.y * scale)
        return point.x.isFinite && point.y.isFinite ? point : nil
    }

    func screenPoint(of point: Vector3) -> CGPoint? { screenPoint(ofSeen: seen(point)) }

    /// How many points of the screen a metre is that is so far ahead.
    func points(perMetreAhead metres: Double) -> Double { focalLength / max(metres, Self.nearest) }

    /// Whether a point is on the view, its edges included.
    func contains(_ point: CGPoint) -> Bool { point.x >= 0 && point.y >= 0 && point.x <= lens.width && point.y <= lens.height }

    /// The way of a line of sight through a point of the screen, one metre long.
    func direction(through point: CGPoint) -> Vector3? {
        guard point.x.isFinite, point.y.isFinite else { return nil }
        let seen = Vector3((point.x - lens.width / 2) / focalLength, (lens.height / 2 - point.y) / focalLength, -1)
        return seen.direction.map(pose.orientation.rotate)
    }

    /// The place of the ground at a point of the screen; nil in the sky.
    func ground(at point: CGPoint) -> EllipsoidPosition? {
        guard let way = direction(through: point), let metres = Self.entry(from: pose.position, along: way) else { return nil }
        var place = EllipsoidPosition(pose.position + metres * way)
        place.altitude = 0
        return place
    }

    /// What hides a point from the camera: nothing, or the Earth.
    func isHidden(_ point: Vector3) -> Bool {
        let way = point - pose.position
        let metres = way.length
        guard let direction = way.direction, let entry = Self.entry(from: pose.position, along: direction) else { return false }
        return entry < metres - Self.tolerance
    }

    /// After how many metres a line enters the Earth; nil where it does not, or begins in it.
    ///
    /// In the coordinates in which the ellipsoid is a sphere of radius 1.
    private static func entry(from start: Vector3, along way: Vector3) -> Double? {
        func scaled(_ vector: Vector3) -> Vector3 {
            Vector3(
                vector.x / EllipsoidPosition.semimajorAxis, vector.y / EllipsoidPosition.semimajorAxis,
                vector.z / EllipsoidPosition.semiminorAxis)
        }
        let (begin, step) = (scaled(start), scaled(way))
        let (a, b, c) = (step.dot(step), begin.dot(step), begin.dot(begin) - 1)
        let root = b * b - a * c
        guard c > 0, b < 0, root >= 0 else { return nil }
        // The nearer of the two, without the loss of digits of a difference.
        return c / (-b + root.squareRoot())
    }
}
