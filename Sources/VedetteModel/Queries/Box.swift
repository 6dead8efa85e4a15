// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

package import VedetteGeometry

/// A rectangle in raw coordinates: what indexes hold.
package struct Box: Hashable, Sendable {
    package var xMin: Double
    package var yMin: Double
    package var xMax: Double
    package var yMax: Double

    package init(xMin: Double, yMin: Double, xMax: Double, yMax: Double) {
        (self.xMin, self.yMin, self.xMax, self.yMax) = (xMin, yMin, xMax, yMax)
    }

    /// The box around a geometry; nil for an empty one.
    package init?(_ geometry: Geometry?) {
        guard let geometry else { return nil }
        if let point = geometry as? Point {
            guard !point.isEmpty else { return nil }
            self.init(xMin: point.x, yMin: point.y, xMax: point.x, yMax: point.y)
        } else {
            let extent = geometry.extent
            guard !extent.isEmpty else { return nil }
            self.init(xMin: extent.xMin, yMin: extent.yMin, xMax: extent.xMax, yMax: extent.yMax)
        }
    }

    package mutating func formUnion(_ other: Box) {
        self = Box(xMin: min(xMin, other.xMin), yMin: min(yMin, other.yMin), xMax: max(xMax, other.xMax), yMax: max(yMax, other.yMax))
    }

    /// Whether both have a position in common; edges count.
    package func intersects(_ other: Box) -> Bool {
        xMin <= other.xMax && other.xMin <= xMax && yMin <= other.yMax && other.yMin <= yMax
    }

    /// Whether `other` lies in this one; edges count.
    package func contains(_ other: Box) -> Bool {
        xMin <= other.xMin && other.xMax <= xMax && yMin <= other.yMin && other.yMax <= yMax
    }

    package func envelope(_ spatialReference: SpatialReference?) -> Envelope {
        Envelope(
            min: Point(x: xMin, y: yMin, spatialReference: spatialReference),
            max: Point(x: xMax, y: yMax, spatialReference: spatialReference))
    }
}

extension Envelope {
    /// An empty envelope.
    package static func empty(in spatialReference: SpatialReference?) -> Envelope {
        let nowhere = Point(x: .nan, y: .nan, spatialReference: spatialReference)
        return Envelope(min: nowhere, max: nowhere)
    }
}
