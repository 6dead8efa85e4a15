// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import VedetteGeometry

/// How geometries lie to that of a query, in one spatial reference.
struct SpatialTest: Sendable {
    let geometry: Geometry
    let box: Box?
    private let relationship: SpatialRelationship
    private let isRectangle: Bool
    /// For an area, of which much may be asked.
    private let polygonTest: PolygonTest?

    init(_ geometry: Geometry, _ relationship: SpatialRelationship) {
        (self.geometry, self.relationship) = (geometry, relationship)
        box = Box(geometry)
        isRectangle = geometry is Envelope
        polygonTest = (geometry as? Polygon).map(PolygonTest.init)
    }

    func matches(_ other: Geometry, box otherBox: Box) -> Bool {
        guard let box, box.intersects(otherBox) else { return relationship == .disjoint }
        if let polygonTest, let answer = quickAnswer(polygonTest, other, otherBox) { return answer }
        switch relationship {
        case .envelopeIntersects, .indexIntersects: return true
        case .intersects where isRectangle && box.contains(otherBox): return true
        case .disjoint where isRectangle && box.contains(otherBox): return false
        case .intersects: return GeometryEngine.isGeometry(geometry, intersecting: other)
        case .disjoint: return !GeometryEngine.isGeometry(geometry, intersecting: other)
        case .contains: return box.contains(otherBox) && GeometryEngine.doesGeometry(geometry, contain: other)
        case .within: return otherBox.contains(box) && GeometryEngine.isGeometry(geometry, within: other)
        case .touches: return GeometryEngine.isGeometry(geometry, touching: other)
        case .crosses: return GeometryEngine.isGeometry(geometry, crossing: other)
        case .overlaps: return GeometryEngine.isGeometry(geometry, overlapping: other)
        case .equals: return GeometryEngine.isGeometry(geometry, equivalentTo: other)
        }
    }

    /// The rectangle that a point has to lie in or on to match; nil where that is not all that is asked.
    var rectangle: Box? {
        switch relationship {
        case .envelopeIntersects, .indexIntersects: box
        case .intersects where isRectangle: box
        default: nil
        }
    }

    /// Whether a point at a position matches; nil where the engine has to say.
    func answer(x: Double, y: Double) -> Bool? {
        guard let box, box.intersects(Box(xMin: x, yMin: y, xMax: x, yMax: y)) else { return relationship == .disjoint }
        switch relationship {
        case .envelopeIntersects, .indexIntersects: return true
        case .intersects where isRectangle: return true
        case .disjoint where isRectangle: return false
        default: break
        }
        guard let isInside = polygonTest?.contains(x: x, y: y) else { return nil }
        switch relationship {
        case .intersects, .contains: return isInside
        case .disjoint: return !isInside
        default: return false
        }
    }

    /// The answer for what lies away from the boundary, or has a vertex that settles it; nil where the engine has to say.
    private func quickAnswer(_ polygonTest: PolygonTest, _ other: Geometry, _ otherBox: Box) -> Bool? {
        switch relationship {
        case .envelopeIntersects, .indexIntersects: return nil
        case .contains where !(box?.contains(otherBox) ?? false), .within where !otherBox.contains(box ?? otherBox): return false
        default: break
        }
        let isPoint = other is Point
        if let isInside = isPoint ? polygonTest.contains(x: otherBox.xMin, y: otherBox.yMin) : polygonTest.contains(otherBox) {
            switch relationship {
            case .intersects, .contains: return isInside
            case .disjoint: return !isInside
            // These need the boundary, or interiors that hold more than the other geometry.
            default: return false
            }
        }
        guard !isPoint, !(other is Envelope) else { return nil }
        // The value that one vertex is enough for.
        let settled: Bool
        switch relationship {
        case .intersects, .disjoint: settled = true
        case .contains: settled = false
        default: return nil
        }
        for run in other.runs {
            for index in run.x.indices where polygonTest.contains(x: run.x[index], y: run.y[index]) == settled {
                return relationship == .intersects
            }
        }
        return nil
    }
}
