// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import VedetteGeometry
import VedetteModel

/// The spatial part of a query, asked of positions on the grid of 1e-7 degree.
///
/// A geometry that goes past the antimeridian, such as an envelope from 170° to 190°, means what lies there on the Earth.
struct PositionCondition: Sendable {
    private let condition: SpatialCondition
    /// The steps that a position has to lie between to match, where that is all that is asked.
    private let rectangle: GridRectangle?
    /// Where positions that match can lie; nil for anywhere.
    let candidates: [GridRectangle]?

    /// - Throws: `FeatureTableError` where the geometry cannot be projected.
    init(_ geometry: Geometry, _ relationship: SpatialRelationship) throws(FeatureTableError) {
        let (whole, parts) = Self.onTheMap(geometry)
        condition = try SpatialCondition(whole, relationship, in: .wgs84)
        rectangle = condition.rectangle.map(GridRectangle.init)
        if condition.matchesNothing {
            candidates = []
        } else if parts.isEmpty {
            candidates = condition.candidateBox.map { [GridRectangle($0)] }
        } else if condition.candidateBox == nil {
            candidates = nil
        } else {
            var rectangles: [GridRectangle]? = []
            for part in parts {
                guard let box = try SpatialCondition(part, relationship, in: .wgs84).candidateBox else {
                    rectangles = nil
                    break
                }
                rectangles?.append(GridRectangle(box))
            }
            candidates = rectangles
        }
    }

    func matches(_ position: GridPosition) -> Bool {
        if let rectangle { return rectangle.contains(position) }
        return condition.matches(x: position.longitudeDegrees, y: position.latitudeDegrees, in: .wgs84)
    }

    /// A geometry without what is past the antimeridian, which is put where it lies on the Earth, and its parts where it was cut.
    private static func onTheMap(_ geometry: Geometry) -> (whole: Geometry, parts: [Geometry]) {
        let placed = geometry.spatialReference == nil ? geometry.placed(in: .wgs84) : geometry
        guard let normal = GeometryEngine.normalizeCentralMeridian(of: placed), normal !== placed else { return (geometry, []) }
        let parts = (normal as? Polygon)?.parts.map { Polygon(parts: [$0], spatialReference: normal.spatialReference) } ?? []
        return (normal, parts.count > 1 && parts.count <= 8 ? parts : [])
    }
}

/// A rectangle of grid steps with its edges.
struct GridRectangle: Equatable, Sendable {
    let west: Int32
    let south: Int32
    let east: Int32
    let north: Int32

    /// The steps that lie in or on a box in degrees; none where west is greater than east.
    init(west: Double, south: Double, east: Double, north: Double) {
        (self.west, self.south, self.east, self.north) = (Self.first(west), Self.first(south), Self.last(east), Self.last(north))
    }

    init(_ box: Box) {
        self.init(west: box.xMin, south: box.yMin, east: box.xMax, north: box.yMax)
    }

    /// The columns and rows of the cells that it has something in common with.
    var cells: (columns: Range<Int>, rows: Range<Int>) {
        guard west <= east, south <= north, west <= 1_800_000_000, east >= -1_800_000_000, south <= 900_000_000, north >= -900_000_000
        else {
            return (0..<0, 0..<0)
        }
        return (
            TrackGrid.column(west)..<TrackGrid.column(east) + 1, TrackGrid.row(south)..<TrackGrid.row(north) + 1
        )
    }

    @inline(__always)
    func contains(_ position: GridPosition) -> Bool {
        (position.longitude >= west) && (position.longitude <= east) && (position.latitude >= south) && (position.latitude <= north)
    }

    private static let steps = Double(GridPosition.stepsPerDegree)
    /// Beyond every position.
    private static let limit = 2_000_000_000.0

    /// The first step that is not below, judged by what the step is in degrees.
    private static func first(_ degrees: Double) -> Int32 {
        var step = Int32(max(-limit, min(limit, (degrees * steps).rounded())))
        while Double(step - 1) / steps >= degrees, Double(step) > -limit { step -= 1 }
        while Double(step) / steps < degrees, Double(step) < limit { step += 1 }
        return step
    }

    /// The last step that is not above.
    private static func last(_ degrees: Double) -> Int32 {
        -first(-degrees)
    }
}
