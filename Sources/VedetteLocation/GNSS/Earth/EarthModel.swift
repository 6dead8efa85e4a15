// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

/// Coarse models of the Earth, for what a receiver leaves out: every five degrees, and linearly between.
///
/// The same grid as gpsd uses, so that heights and tracks that had to be derived are the same: EGM2008 (NGA) and the World Magnetic Model 2015
/// (NOAA and BGS), both in the public domain. Between grid points the separation is good to some metres, in mountains to some tens of them; the
/// variation is that of 2015.
enum EarthModel {
    private static let step = 5
    private static let (rows, columns) = (37, 73)

    /// Metres of the geoid above the ellipsoid; 0 where the place is none on Earth.
    static func geoidSeparation(latitude: Double, longitude: Double) -> Double {
        value(latitude, longitude, geoidCentimetres)
    }

    /// Degrees from true to magnetic north, east positive; 0 where the place is none on Earth.
    static func magneticVariation(latitude: Double, longitude: Double) -> Double {
        value(latitude, longitude, variationHundredths)
    }

    private static func value(_ latitude: Double, _ longitude: Double, _ grid: [Int16]) -> Double {
        guard abs(latitude) <= 90, abs(longitude) <= 180 else { return 0 }
        let row = min(Int((90 + latitude) / Double(step)), rows - 2)
        let column = min(Int((180 + longitude) / Double(step)), columns - 2)
        let south = latitude - Double(row * step - 90)
        let west = longitude - Double(column * step - 180)
        let (north, east) = (Double(step) - south, Double(step) - west)
        func at(_ row: Int, _ column: Int) -> Double { Double(grid[row * columns + column]) }
        let upper = at(row + 1, column + 1) * south * west
        let sum = upper + at(row, column + 1) * north * west + at(row + 1, column) * south * east + at(row, column) * north * east
        return sum / Double(step * step) / 100
    }
}
