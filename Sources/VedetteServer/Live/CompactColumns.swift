// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import VedetteDynamicEntities

/// The columns of updated entities as they are written for viewers that want few bytes (`docs/protocol.md`, "Compact columns").
struct CompactColumns {
    /// What there is, and how it is written.
    private struct Kinds: OptionSet {
        let rawValue: UInt8
        /// Longitudes and latitudes have 24 bits, from a corner and in steps.
        static let shortPlaces = Kinds(rawValue: 1)
        /// Arrivals have 32 bits, not 16.
        static let longAges = Kinds(rawValue: 2)
        static let headings = Kinds(rawValue: 4)
        static let trailCounts = Kinds(rawValue: 8)
        static let classes = Kinds(rawValue: 16)
        /// Classes have 16 bits, not 8.
        static let longClasses = Kinds(rawValue: 32)
        static let altitudes = Kinds(rawValue: 64)
        static let attitudes = Kinds(rawValue: 128)
    }

    /// Ascending.
    var numbers: [UInt32]
    var longitudes: [Int32]
    var latitudes: [Int32]
    /// Milliseconds, 0 or less.
    var ages: [Int32]
    var headings: [UInt16]
    var trailCounts: [UInt16]
    var classes: [UInt16]
    /// The widest step of places, in 1e-7 degree, that nobody can see.
    var coarsest: Int64
    /// For viewers that draw a scene; nil for others, and where nothing has a height.
    var altitudes: [Int32]?
    /// Pitches and rolls, likewise; nil where all are 0.
    var attitudes: [SceneAttitude]?

    /// A step of places that is no coarser than this, in 1e-7 degree, is always fine enough: 9 cm.
    static let fineStep: Int64 = 8
    /// The greatest of 24 bits says that there is no position.
    private static let nowhere: UInt32 = 0xFF_FFFF

    /// - Complexity: O(entities).
    func append(to output: inout [UInt8]) {
        var kinds: Kinds = []
        let corner = corner()
        if corner != nil { kinds.insert(.shortPlaces) }
        if ages.contains(where: { $0 < -0xFFFF }) { kinds.insert(.longAges) }
        if headings.contains(where: { $0 != .max }) { kinds.insert(.headings) }
        if trailCounts.contains(where: { $0 != 0 }) { kinds.insert(.trailCounts) }
        if classes.contains(where: { $0 != 0 }) { kinds.insert(.classes) }
        if classes.contains(where: { $0 > 0xFF }) { kinds.insert(.longClasses) }
        if altitudes != nil { kinds.insert(.altitudes) }
        if attitudes != nil { kinds.insert(.attitudes) }
        output.append(kinds.rawValue)
        appendNumbers(to: &output)
        if let corner {
            LiveFrame.append(corner.west, to: &output)
            LiveFrame.append(corner.south, to: &output)
            output.append(UInt8(corner.shift))
            append(longitudes, from: corner.west, corner.shift, to: &output)
            append(latitudes, from: corner.south, corner.shift, to: &output)
        } else {
            LiveFrame.append(all: longitudes, to: &output)
            LiveFrame.append(all: latitudes, to: &output)
        }
        if kinds.contains(.longAges) {
            LiveFrame.append(all: ages, to: &output)
        } else {
            LiveFrame.append(all: ages.map { UInt16(-$0) }, to: &output)
        }
        if kinds.contains(.headings) { LiveFrame.append(all: headings, to: &output) }
        if kinds.contains(.trailCounts) { LiveFrame.append(all: trailCounts, to: &output) }
        if kinds.contains(.longClasses) {
            LiveFrame.append(all: classes, to: &output)
        } else if kinds.contains(.classes) {
            output.append(contentsOf: classes.map { UInt8($0) })
        }
        if let altitudes { SceneAltitude.append(altitudes, to: &output) }
        for attitude in attitudes ?? [] {
            LiveFrame.append(attitude.pitch, to: &output)
            LiveFrame.append(attitude.roll, to: &output)
        }
    }

    /// How far each number is behind the one before, less one, in groups of seven bits, the lowest first.
    private func appendNumbers(to output: inout [UInt8]) {
        var next: UInt32 = 0
        for number in numbers {
            var rest = number &- next
            while rest > 0x7F {
                output.append(UInt8(rest & 0x7F) | 0x80)
                rest >>= 7
            }
            output.append(UInt8(rest))
            next = number &+ 1
        }
    }

    /// From where, and in steps of two to which power, places have 24 bits; nil where the steps would be too coarse.
    private func corner() -> (west: Int32, south: Int32, shift: Int)? {
        var (west, east, south, north) = (Int32.max, Int32.min, Int32.max, Int32.min)
        for index in longitudes.indices where longitudes[index] != ObservationBatch.noPosition {
            (west, east) = (min(west, longitudes[index]), max(east, longitudes[index]))
            (south, north) = (min(south, latitudes[index]), max(north, latitudes[index]))
        }
        guard west <= east else { return (0, 0, 0) }
        let side = max(Int64(east) - Int64(west), Int64(north) - Int64(south))
        var shift = 0
        // The greatest value, rounded, stays below the one for nowhere.
        while (side >> Int64(shift)) + 1 >= Int64(Self.nowhere) { shift += 1 }
        return 1 << Int64(shift) <= max(coarsest, Self.fineStep) ? (west, south, shift) : nil
    }

    private func append(_ values: [Int32], from origin: Int32, _ shift: Int, to output: inout [UInt8]) {
        let half = (Int64(1) << Int64(shift)) >> 1
        for index in values.indices {
            let isPlaced = longitudes[index] != ObservationBatch.noPosition
            let value = isPlaced ? UInt32(truncatingIfNeeded: (Int64(values[index]) - Int64(origin) + half) >> Int64(shift)) : Self.nowhere
            output.append(UInt8(truncatingIfNeeded: value))
            output.append(UInt8(truncatingIfNeeded: value >> 8))
            output.append(UInt8(truncatingIfNeeded: value >> 16))
        }
    }
}
