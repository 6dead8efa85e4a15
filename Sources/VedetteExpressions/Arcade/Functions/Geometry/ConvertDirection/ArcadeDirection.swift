// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

/// A direction, whatever it is measured from.
struct ArcadeDirection {
    /// Degrees clockwise from north, from 0 to below 360.
    let azimuth: Double

    /// Makes it of an angle in degrees as its `directionType` measures it, and for quadrants of the meridian and the side; north and east
    /// where they are not said.
    init(_ reading: ArcadeDirectionReader.Reading, directionType: ArcadeDirectionType) {
        let angle = reading.angle.truncatingRemainder(dividingBy: 360)
        switch directionType {
        case .north: azimuth = Self.inCircle(angle)
        case .south: azimuth = Self.inCircle(angle + 180)
        case .polar: azimuth = Self.inCircle(90 - angle)
        case .quadrant:
            let turned = reading.isNorth == reading.isEast ? angle : -angle
            azimuth = Self.inCircle(reading.isNorth ? turned : turned + 180)
        }
    }

    /// Whether a quadrant measures it from north, as it does due west and due east.
    var isNorth: Bool { azimuth <= 90 || azimuth >= 270 }

    /// Whether a quadrant measures it towards east, as it does due north and due south.
    var isEast: Bool { azimuth <= 180 }

    /// The angle in degrees as `directionType` measures it.
    func angle(as directionType: ArcadeDirectionType) -> Double {
        switch directionType {
        case .north: azimuth
        case .south: Self.inCircle(azimuth - 180)
        case .polar: Self.inCircle(90 - azimuth)
        case .quadrant:
            switch (isNorth, isEast) {
            case (true, true): azimuth
            case (true, false): Self.inCircle(-azimuth)
            case (false, true): Self.inCircle(180 - azimuth)
            case (false, false): Self.inCircle(azimuth - 180)
            }
        }
    }

    /// From 0 to below 360, without what adding and taking away leave behind in the last places.
    private static func inCircle(_ degrees: Double) -> Double {
        let clean = DecimalRounding.rounded(degrees, places: 12, awayFromZero: true).truncatingRemainder(dividingBy: 360)
        guard clean < 0 else { return clean + 0 }
        let turned = DecimalRounding.rounded(clean + 360, places: 12, awayFromZero: true)
        return turned < 360 ? turned : 0
    }
}

/// An angle as degrees, minutes, seconds and parts of a second, rounded to a unit, so that 59.9999 seconds carry into the minute.
struct ArcadeDirectionParts {
    /// How many fractions are a second.
    static let second = 100_000_000

    let degrees: Int
    let minutes: Int
    /// Seconds, as so many parts of ``second``.
    let fractions: Int

    /// - Parameters:
    ///   - angle: in degrees, from 0 to 360.
    ///   - unit: what is rounded to, as parts of ``second``.
    ///   - isCircle: whether 360 degrees are 0.
    init(_ angle: Double, unit: Int, isCircle: Bool) {
        let exact = Int(exactly: (angle * 3600 * Double(Self.second)).rounded()) ?? 0
        var rounded = (exact + unit / 2) / unit * unit
        if isCircle { rounded %= 360 * 3600 * Self.second }
        degrees = rounded / (3600 * Self.second)
        minutes = rounded / (60 * Self.second) % 60
        fractions = rounded % (60 * Self.second)
    }
}
