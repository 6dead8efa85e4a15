// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import VedetteModel

extension Orbit {
    /// An orbit like that of the International Space Station: as high, as tilted, as fast. It is **not** where the station is now; for that give today's
    /// elements to ``init(twoLineElements:)``.
    ///
    /// It is a circle but for 0.0005, 51.64° against the equator, of 15.5 revolutions a day, some 420 km up. Without drag it holds for any date.
    public static let spaceStation: Orbit = {
        let elements = OrbitalElements(
            name: "Space station (model)", epoch: Instant(microsecondsSince1970: 1_767_225_600_000_000), inclination: 51.64,
            rightAscensionOfAscendingNode: 60, eccentricity: 0.0005, argumentOfPerigee: 90, meanAnomaly: 270, meanMotion: 15.5)
        return Orbit(trusted: elements)
    }()
}
