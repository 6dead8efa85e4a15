// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

package import VedetteGeometry

/// A run of fixes for an engine: columns of raw values, one row a fix, in the order in which they came.
package struct FenceFixes: Sendable {
    /// The engine's numbers of the tracks: see ``FenceEngine/track(named:hash:)``.
    package private(set) var tracks: [UInt32] = []
    /// 1e-7 degree, −180 to 180.
    package private(set) var longitudes: [Int32] = []
    /// 1e-7 degree, −90 to 90.
    package private(set) var latitudes: [Int32] = []
    /// Microseconds since 1970; ``noTime`` where there is none.
    package private(set) var times: [Int64] = []
    /// Which record of the feed it was.
    package private(set) var ordinals: [UInt64] = []
    /// Horizontal accuracies in metres; NaN where not known. Either as many as fixes or none at all.
    package private(set) var accuracies: [Double] = []
    /// Speeds in metres a second; NaN where not known. Either as many as fixes or none at all.
    package private(set) var speeds: [Double] = []

    package static let noTime = Int64.min

    package init() {}

    package var count: Int { tracks.count }
    package var isEmpty: Bool { tracks.isEmpty }

    package mutating func append(
        track: UInt32, longitude: Int32, latitude: Int32, time: Int64, ordinal: UInt64, accuracy: Double = .nan, speed: Double = .nan
    ) {
        if !accuracy.isNaN || !accuracies.isEmpty {
            while accuracies.count < count { accuracies.append(.nan) }
            accuracies.append(accuracy)
        }
        if !speed.isNaN || !speeds.isEmpty {
            while speeds.count < count { speeds.append(.nan) }
            speeds.append(speed)
        }
        tracks.append(track)
        longitudes.append(longitude)
        latitudes.append(latitude)
        times.append(time)
        ordinals.append(ordinal)
    }

    package mutating func removeAll() {
        tracks.removeAll(keepingCapacity: true)
        longitudes.removeAll(keepingCapacity: true)
        latitudes.removeAll(keepingCapacity: true)
        times.removeAll(keepingCapacity: true)
        ordinals.removeAll(keepingCapacity: true)
        accuracies.removeAll(keepingCapacity: true)
        speeds.removeAll(keepingCapacity: true)
    }

    /// The accuracy of a fix in metres; NaN where it is not known.
    package func accuracy(_ row: Int) -> Double { accuracies.isEmpty ? .nan : accuracies[row] }

    /// The speed of a fix in metres a second; NaN where it is not known.
    package func speed(_ row: Int) -> Double { speeds.isEmpty ? .nan : speeds[row] }
}
