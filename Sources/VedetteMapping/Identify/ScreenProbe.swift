// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import VedetteDynamicEntities
import VedetteGeometry

/// A question what is drawn at a point of the screen.
struct ScreenProbe: Sendable {
    let projection: MapProjection
    /// What is asked for, on the map.
    let place: MapPosition
    /// How far from it something may be drawn, in points.
    let tolerance: Double

    /// The most points that a tolerance counts for: more than any screen has.
    static let farthest = 100_000.0

    /// nil for a point that is not on the view: nothing is drawn there. The tolerance is in points; a negative number and NaN count as 0.
    init?(_ projection: MapProjection, at point: CGPoint, tolerance: Double) {
        guard projection.contains(point), let place = projection.position(at: point) else { return nil }
        (self.projection, self.place) = (projection, place)
        self.tolerance = tolerance > 0 ? min(tolerance, Self.farthest) : 0
    }

    var plane: MapPlane { projection.plane }

    /// From what is asked for to the copy of a place that is nearest to it.
    func vector(to position: MapPosition) -> ScreenVector {
        projection.onScreen(plane.nearest(position, to: place) - place)
    }

    /// Where positions can be that are drawn within some points of what is asked for.
    func area(within points: Double) -> TrackArea {
        let reach = points * projection.resolution
        guard plane.isCylindrical, let highest = plane.highest, reach.isFinite,
            let low = plane.geographic(place - MapPosition(x: reach, y: reach)),
            let high = plane.geographic(place + MapPosition(x: reach, y: reach)), low.longitude <= high.longitude
        else { return .everywhere }
        // What is beyond the edge of the map is drawn on the edge.
        let edge = highest * (1 - 1e-9)
        let south = place.y - reach <= -edge ? -90 : min(low.latitude, 90)
        let north = place.y + reach >= edge ? 90 : max(high.latitude, -90)
        return TrackArea(longitudes: low.longitude...high.longitude, latitudes: min(south, north)...max(south, north))
    }

    /// How far a straight way on the map is from what is asked for, in points: the nearest of its copies.
    func distance(from start: MapPosition, to end: MapPosition) -> Double {
        guard let worldWidth = plane.worldWidth else { return straight(start - place, end - place) }
        let shift = plane.nearest(start, to: place) - start
        let (first, last) = (start + shift - place, end + shift - place)
        var least = straight(first, last)
        // A long way may have a copy that comes nearer than the one whose start does.
        let isLong = abs(last.x - first.x) + abs(first.x) + abs(last.x) > worldWidth
        if isLong || least * projection.resolution > worldWidth / 4 {
            for turn in [-worldWidth, worldWidth] {
                let turned = MapPosition(x: turn, y: 0)
                least = min(least, straight(first + turned, last + turned))
            }
        }
        return least
    }

    /// How far a way is from the origin, in points.
    func straight(_ start: MapPosition, _ end: MapPosition) -> Double {
        let way = end - start
        let square = way.x * way.x + way.y * way.y
        let share = square > 0 ? min(max(-(start.x * way.x + start.y * way.y) / square, 0), 1) : 0
        // Two ways that meet are equally far from what is nearest to where they do.
        let nearest = share == 1 ? end : MapPosition(x: start.x + share * way.x, y: start.y + share * way.y)
        return (nearest.x * nearest.x + nearest.y * nearest.y).squareRoot() / projection.resolution
    }
}

extension ScreenProbe {
    /// Rectangles of the map that hold all geometries of which anything can be within some points of what is asked for: one, or two where the map goes
    /// round the world and the edge of the map is between.
    func envelopes(within points: Double) -> [Envelope] {
        let reach = points * projection.resolution
        let highest = plane.highest ?? .infinity
        func envelope(_ west: Double, _ east: Double) -> Envelope {
            Envelope(
                xMin: west, yMin: max(place.y - reach, -highest), xMax: east, yMax: min(place.y + reach, highest),
                spatialReference: plane.spatialReference)
        }
        guard let worldWidth = plane.worldWidth else { return [envelope(place.x - reach, place.x + reach)] }
        guard reach < worldWidth / 2 else { return [envelope(-worldWidth / 2, worldWidth / 2)] }
        let x = plane.normalized(place).x
        let (west, east) = (x - reach, x + reach)
        if west < -worldWidth / 2 {
            return [envelope(-worldWidth / 2, east), envelope(west + worldWidth, worldWidth / 2)]
        }
        if east > worldWidth / 2 { return [envelope(west, worldWidth / 2), envelope(-worldWidth / 2, east - worldWidth)] }
        return [envelope(west, east)]
    }
}
