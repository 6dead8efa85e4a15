// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

public import VedetteGeometry

/// Which part of the world a view shows: around a place at a scale, or as much as a geometry needs.
public struct Viewpoint: Hashable, Sendable {
    /// How a viewpoint says what is shown.
    public enum Kind: Hashable, Sendable {
        /// All of a geometry.
        case boundingGeometry
        /// A place in the middle of the view, at a scale.
        case centerAndScale
    }

    public let kind: Kind

    /// What is shown: the place in the middle, or the geometry.
    public let targetGeometry: Geometry

    /// The number under the fraction line of the scale; NaN for a viewpoint by its geometry.
    public let targetScale: Double

    /// The direction that is up on the screen, in degrees clockwise from the top of the map; NaN where that is not said.
    public let rotation: Double

    /// From where a scene is looked at, where that is said: then the rest of the viewpoint does not count in a scene.
    public let camera: Camera?

    /// Makes a viewpoint around a place.
    ///
    /// - Parameters:
    ///   - center: the middle of the view. Without a spatial reference, in that of the map.
    ///   - scale: the number under the fraction line; NaN where that is not said.
    ///   - rotation: the direction that is up, in degrees clockwise; NaN where that is not said.
    public init(center: Point, scale: Double, rotation: Double = .nan) {
        self.init(.centerAndScale, center, scale: scale, rotation: rotation, camera: nil)
    }

    private init(_ kind: Kind, _ target: Geometry, scale: Double, rotation: Double, camera: Camera?) {
        (self.kind, targetGeometry, targetScale, self.rotation, self.camera) = (kind, target, scale, rotation, camera)
    }

    /// Makes a viewpoint around a place given in degrees on WGS 84.
    public init(latitude: Double, longitude: Double, scale: Double, rotation: Double = .nan) {
        self.init(center: Point(latitude: latitude, longitude: longitude), scale: scale, rotation: rotation)
    }

    /// Makes a viewpoint that shows all of a geometry.
    public init(boundingGeometry: Geometry, rotation: Double = .nan) {
        self.init(.boundingGeometry, boundingGeometry, scale: .nan, rotation: rotation, camera: nil)
    }

    /// Makes a viewpoint around a place for maps, and with a camera for scenes.
    public init(center: Point, scale: Double, rotation: Double = .nan, camera: Camera?) {
        self.init(.centerAndScale, center, scale: scale, rotation: rotation, camera: camera)
    }

    /// Makes a viewpoint around a place given in degrees on WGS 84 for maps, and with a camera for scenes. Numbers that are NaN say nothing.
    public init(latitude: Double, longitude: Double, scale: Double, rotation: Double = .nan, camera: Camera?) {
        self.init(center: Point(latitude: latitude, longitude: longitude), scale: scale, rotation: rotation, camera: camera)
    }

    /// Makes a viewpoint that shows all of a geometry in maps, and with a camera for scenes.
    public init(boundingGeometry: Geometry, rotation: Double = .nan, camera: Camera?) {
        self.init(.boundingGeometry, boundingGeometry, scale: .nan, rotation: rotation, camera: camera)
    }

    public static func == (lhs: Viewpoint, rhs: Viewpoint) -> Bool {
        // Two viewpoints that both do not say their scale say the same of it.
        func same(_ first: Double, _ second: Double) -> Bool { first == second || (first.isNaN && second.isNaN) }
        return lhs.kind == rhs.kind && lhs.targetGeometry == rhs.targetGeometry && same(lhs.targetScale, rhs.targetScale)
            && same(lhs.rotation, rhs.rotation) && lhs.camera == rhs.camera
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(kind)
        hasher.combine(targetGeometry)
    }
}
