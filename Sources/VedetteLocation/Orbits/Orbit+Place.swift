// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation
public import VedetteGeometry
public import VedetteModel

extension Orbit {
    /// An orbit like the station's, ``spaceStation``, that leads over a place at a time: the way on from where the station was last seen.
    ///
    /// Its pace is that of the model, not what the station has these days: off by some 20 km after an hour, and by 400 km after a day.
    ///
    /// - Parameters:
    ///   - place: where the station was, in any spatial reference. Farther north or south than the station comes, the orbit's nearest place is taken.
    ///   - time: when it was there.
    ///   - isNorthbound: whether it flew northward then.
    /// - Returns: nil for a place that is none.
    public static func spaceStation(over place: Point, at time: Instant, isNorthbound: Bool) -> Orbit? {
        guard let place = place.spatialReference == nil ? place : GeometryEngine.project(place, into: .wgs84), abs(place.y) <= 90,
            place.x.isFinite
        else { return nil }
        var elements = spaceStation.elements
        elements.epoch = time
        let tilt = elements.inclination * .pi / 180
        let sidereal = EarthRotation.angle(at: time).radians
        // The elements of a circle without perturbations come first; what these add is taken off again, until the orbit leads over the place.
        var (latitude, longitude) = (place.y, place.x)
        for _ in 0..<8 {
            let sine = max(-1, min(1, sin(latitude * .pi / 180) / sin(tilt)))
            let fromNode = isNorthbound ? asin(sine) : .pi - asin(sine)
            let east = atan2(cos(tilt) * sin(fromNode), cos(fromNode))
            elements.rightAscensionOfAscendingNode = (longitude * .pi / 180 + sidereal - east) * 180 / .pi
            elements.meanAnomaly = fromNode * 180 / .pi - elements.argumentOfPerigee
            guard let found = try? Orbit(trusted: elements).state(at: time).position else { return nil }
            latitude = max(-90, min(90, latitude + place.y - found.y))
            longitude += remainder(place.x - found.x, 360)
        }
        return Orbit(trusted: elements)
    }
}
