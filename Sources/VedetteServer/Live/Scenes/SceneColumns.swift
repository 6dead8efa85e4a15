// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import VedetteDynamicEntities
import VedetteGeometry
import VedetteModel

/// Heights as frames tell them to viewers that draw a scene: decimetres, in 24 bits.
enum SceneAltitude {
    /// No height is known.
    static let unknown: Int32 = -0x80_0000

    /// The decimetres of a height in metres; of one that is beyond ±838.8607 km, that.
    static func decimetres(_ metres: Double?) -> Int32 {
        guard let metres, !metres.isNaN else { return unknown }
        return Int32(min(max(metres * 10, -8_388_607), 8_388_607).rounded())
    }

    static func decimetres(_ value: PackedValue) -> Int32 { decimetres(value.kind == .number ? value.number : nil) }

    static func append(_ altitudes: [Int32], to output: inout [UInt8]) {
        output.reserveCapacity(output.count + altitudes.count * 3)
        for altitude in altitudes {
            output.append(UInt8(truncatingIfNeeded: altitude))
            output.append(UInt8(truncatingIfNeeded: altitude >> 8))
            output.append(UInt8(truncatingIfNeeded: altitude >> 16))
        }
    }
}

/// How an entity pitches and rolls, as frames tell it to viewers that draw a scene: hundredths of a degree from −180 to 180.
struct SceneAttitude: Equatable, Sendable {
    var pitch: Int16
    var roll: Int16

    /// Not known.
    static let unknown = Int16.min

    init(pitch: Double?, roll: Double?) { (self.pitch, self.roll) = (Self.hundredths(pitch), Self.hundredths(roll)) }

    /// Whether it says nothing but level.
    var isLevel: Bool { (pitch == 0 || pitch == Self.unknown) && (roll == 0 || roll == Self.unknown) }

    private static func hundredths(_ degrees: Double?) -> Int16 {
        guard let degrees, abs(degrees) < 1e9 else { return unknown }
        return Int16((degrees.remainder(dividingBy: 360) * 100).rounded())
    }
}

/// Where a source has what frames tell: columns of its store, found by name once they are there.
struct FrameColumns {
    var heading: Int?
    var pitch: Int?
    var roll: Int?
    var altitude: Int?
    var label: Int?
    var derivesAttitude = false
}

extension TrackRowView {
    /// The number in a column; nil for no column, and for what is no number.
    func number(column: Int?) -> Double? {
        guard let column else { return nil }
        let value = value(column: column)
        return value.kind == .number ? value.number : nil
    }
}

/// How an aircraft that moves so is turned, told from two observations.
enum CoordinatedTurn {
    /// Metres a second: what is slower taxies.
    static let slowest = 30.0
    /// Seconds between two observations: what is longer ago says nothing of now.
    static let longest = 30.0
    private static let gravity = 9.806_65
    private static let greatestPitch = 25.0
    private static let greatestRoll = 45.0

    /// Pitch and roll in degrees: the angle of the way that it goes, and the bank angle of a coordinated turn, tan φ = v ω / g (FAA-H-8083-3C,
    /// chapter 5). nil for what does not fly, or of which two observations say nothing.
    static func attitude(of newer: TrackRowView, after older: TrackRowView, columns: FrameColumns) -> (pitch: Double, roll: Double)? {
        guard let to = newer.position, let from = older.position else { return nil }
        let seconds = (newer.observedAt ?? newer.receivedAt).seconds(since: older.observedAt ?? older.receivedAt)
        guard seconds > 0.05, seconds <= longest else { return nil }
        let way = Geodesic.inverse(
            from: (from.latitudeDegrees, from.longitudeDegrees), to: (to.latitudeDegrees, to.longitudeDegrees))
        let speed = way.metres / seconds
        guard speed >= slowest, speed < 3_000 else { return nil }
        var (pitch, roll) = (0.0, 0.0)
        if let height = newer.number(column: columns.altitude), let before = older.number(column: columns.altitude) {
            pitch = atan2(height - before, way.metres) * 180 / .pi
        }
        if let heading = newer.number(column: columns.heading), let before = older.number(column: columns.heading) {
            let rate = (heading - before).remainder(dividingBy: 360) * .pi / 180 / seconds
            roll = atan(speed * rate / gravity) * 180 / .pi
        }
        return (min(max(pitch, -greatestPitch), greatestPitch), min(max(roll, -greatestRoll), greatestRoll))
    }
}
