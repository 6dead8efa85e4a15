// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

public import Foundation
public import VedetteGeometry
public import VedetteModel

/// Where a callout stands: at an element, with which it moves, or at a place.
public struct CalloutPlacement: Sendable {
    /// The element that the callout is about; nil for one at a place.
    public let geoElement: (any GeoElement)?

    /// How far from the place the callout stands, in points of the screen.
    public let offset: CGPoint

    private let place: Point?

    /// A callout at an element. It moves with a live one, such as a dynamic entity, and stays with one that never changes, such as an observation.
    ///
    /// - Parameters:
    ///   - geoElement: what the callout is about.
    ///   - tapLocation: where the element was tapped, for one that is a line or an area.
    /// - Returns: the placement.
    public static func geoElement(_ geoElement: any GeoElement, tapLocation: Point? = nil) -> CalloutPlacement {
        CalloutPlacement(geoElement: geoElement, offset: .zero, place: tapLocation)
    }

    /// A callout at a place.
    ///
    /// - Parameters:
    ///   - location: the place.
    ///   - offset: how far from it, in points of the screen.
    /// - Returns: the placement.
    public static func location(_ location: Point, offset: CGPoint = .zero) -> CalloutPlacement {
        CalloutPlacement(geoElement: nil, offset: offset, place: location)
    }

    /// Where the callout stands now: at the place; at the element if that is a point, else where it was tapped, else in its middle. nil where the
    /// element has no geometry, or has been purged.
    public var location: Point? {
        guard let geoElement else { return place }
        guard let geometry = geoElement.geometry, !geometry.isEmpty else { return nil }
        return geometry as? Point ?? place ?? geometry.extent.center
    }
}

extension CalloutPlacement: Equatable {
    public static func == (lhs: CalloutPlacement, rhs: CalloutPlacement) -> Bool {
        lhs.geoElement === rhs.geoElement && lhs.offset == rhs.offset && lhs.place == rhs.place
    }
}
