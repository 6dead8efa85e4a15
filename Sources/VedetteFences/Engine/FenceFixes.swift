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

    /// The columns of some fixes, each of which is to be written.
    package struct Rows {
        package let tracks: UnsafeMutablePointer<UInt32>
        package let longitudes: UnsafeMutablePointer<Int32>
        package let latitudes: UnsafeMutablePointer<Int32>
        package let times: UnsafeMutablePointer<Int64>
        package let ordinals: UnsafeMutablePointer<UInt64>
        /// nil where accuracies are not given.
        package let accuracies: UnsafeMutablePointer<Double>?
        /// nil where speeds are not given.
        package let speeds: UnsafeMutablePointer<Double>?
    }

    /// Appends fixes at once.
    ///
    /// - Parameters:
    ///   - more: how many.
    ///   - hasNumbers: whether accuracies and speeds are given.
    ///   - fill: writes all rows of all columns; they are valid during the call.
    package mutating func append(count more: Int, hasNumbers: Bool, _ fill: (Rows) -> Void) {
        let (first, all) = (count, count + more)
        guard more > 0 else { return }
        func extend<Value>(_ column: inout [Value], _ value: Value) {
            column.append(contentsOf: repeatElement(value, count: all - column.count))
        }
        extend(&tracks, 0)
        extend(&longitudes, 0)
        extend(&latitudes, 0)
        extend(&times, 0)
        extend(&ordinals, 0)
        if hasNumbers || !accuracies.isEmpty { extend(&accuracies, .nan) }
        if hasNumbers || !speeds.isEmpty { extend(&speeds, .nan) }
        tracks.withUnsafeMutableBufferPointer { tracks in
            longitudes.withUnsafeMutableBufferPointer { longitudes in
                latitudes.withUnsafeMutableBufferPointer { latitudes in
                    times.withUnsafeMutableBufferPointer { times in
                        ordinals.withUnsafeMutableBufferPointer { ordinals in
                            accuracies.withUnsafeMutableBufferPointer { accuracies in
                                speeds.withUnsafeMutableBufferPointer { speeds in
                                    guard let tracks = tracks.baseAddress, let longitudes = longitudes.baseAddress,
                                        let latitudes = latitudes.baseAddress, let times = times.baseAddress,
                                        let ordinals = ordinals.baseAddress
                                    else { return }
                                    fill(
                                        Rows(
                                            tracks: tracks + first, longitudes: longitudes + first, latitudes: latitudes + first,
                                            times: times + first, ordinals: ordinals + first,
                                            accuracies: hasNumbers ? accuracies.baseAddress.map { $0 + first } : nil,
                                            speeds: hasNumbers ? speeds.baseAddress.map { $0 + first } : nil))
                                }
                            }
                        }
                    }
                }
            }
        }
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

    /// Calls `body` with the addresses of the columns, valid during the call; does not where there is no fix.
    func withColumns(_ body: (FenceColumns) -> Void) {
        tracks.withUnsafeBufferPointer { tracks in
            longitudes.withUnsafeBufferPointer { longitudes in
                latitudes.withUnsafeBufferPointer { latitudes in
                    times.withUnsafeBufferPointer { times in
                        ordinals.withUnsafeBufferPointer { ordinals in
                            accuracies.withUnsafeBufferPointer { accuracies in
                                speeds.withUnsafeBufferPointer { speeds in
                                    guard let track = tracks.baseAddress, let longitude = longitudes.baseAddress,
                                        let latitude = latitudes.baseAddress, let time = times.baseAddress,
                                        let ordinal = ordinals.baseAddress, !tracks.isEmpty
                                    else { return }
                                    body(
                                        FenceColumns(
                                            count: tracks.count, tracks: track, longitudes: longitude, latitudes: latitude, times: time,
                                            ordinals: ordinal, accuracies: accuracies.isEmpty ? nil : accuracies.baseAddress,
                                            speeds: speeds.isEmpty ? nil : speeds.baseAddress))
                                }
                            }
                        }
                    }
                }
            }
        }
    }

    /// The accuracy of a fix in metres; NaN where it is not known.
    package func accuracy(_ row: Int) -> Double { accuracies.isEmpty ? .nan : accuracies[row] }

    /// The speed of a fix in metres a second; NaN where it is not known.
    package func speed(_ row: Int) -> Double { speeds.isEmpty ? .nan : speeds[row] }
}

/// The columns of ``FenceFixes`` as addresses.
struct FenceColumns {
    let count: Int
    let tracks: UnsafePointer<UInt32>
    let longitudes: UnsafePointer<Int32>
    let latitudes: UnsafePointer<Int32>
    let times: UnsafePointer<Int64>
    let ordinals: UnsafePointer<UInt64>
    /// nil where none is known.
    let accuracies: UnsafePointer<Double>?
    let speeds: UnsafePointer<Double>?

    /// A row as the engine decides it; a disc only where discs are judged.
    @inline(__always)
    func fix(_ row: Int, usesAccuracy: Bool) -> FenceFix {
        FenceFix(
            time: times[row], longitude: longitudes[row], latitude: latitudes[row], ordinal: ordinals[row],
            accuracy: usesAccuracy ? radius(row) : 0, speed: speeds?[row] ?? .nan)
    }

    /// The radius of a fix in metres; 0 where it is a point.
    @inline(__always)
    func radius(_ row: Int) -> Double {
        guard let accuracy = accuracies?[row], accuracy > 0, accuracy.isFinite else { return 0 }
        return accuracy
    }
}
