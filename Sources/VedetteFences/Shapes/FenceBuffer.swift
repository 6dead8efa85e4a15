// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import VedetteGeometry

/// Makes the shape of every place that is near enough to a fence.
struct FenceBuffer {
    let metres: Double

    func shape(around geometry: FenceGeometry, repairs: Bool) throws(FenceShapeError) -> FenceShape {
        func coordinates(_ run: [GridPosition]) -> Coordinates {
            Coordinates(x: run.map(\.longitudeDegrees), y: run.map(\.latitudeDegrees))
        }
        let source: Geometry
        if !geometry.polygons.isEmpty {
            // Checks what is asked of a fence without a buffer, too.
            let shape = try FenceShape(polygons: geometry.polygons, repairs: repairs)
            source = shape.polygon
        } else if !geometry.lines.isEmpty {
            source = Polyline(lines: geometry.lines.map(coordinates), spatialReference: .wgs84)
        } else {
            source = Multipoint(coordinates: coordinates(geometry.points), spatialReference: .wgs84)
        }
        do {
            let area = try GeometryEngine.geodeticallyBuffered(
                source, distance: metres, maxDeviation: max(0.02, metres * 4e-4), curveType: .shapePreserving)
            let placed = try FenceGeometry(area)
            return try FenceShape(polygons: placed.polygons, repairs: true)
        } catch let error as FenceShapeError {
            throw error
        } catch {
            throw FenceShapeError(.bufferTooLarge, "a buffer of \(metres) m cannot be made here; take a smaller one, or parts of the geometry (\(error))")
        }
    }
}
