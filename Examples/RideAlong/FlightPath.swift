// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Vedette

/// Where a plane is at one moment of its flight, and how it is turned: degrees.
struct FlightFrame {
    var position: Point
    var heading: Double
    var pitch: Double
    var roll: Double
}

/// A recorded flight: frames at even steps of time, flown again and again.
struct FlightPath {
    var frames: [FlightFrame]
    /// Seconds from one frame to the next.
    var step: Double

    /// Reads a recording: a frame a line, as longitude, latitude, metres, heading, pitch and roll, separated by commas. A first line without
    /// numbers is passed over.
    init(csv file: String, step: Double) throws {
        let text = try String(contentsOfFile: file, encoding: .utf8)
        self.step = step
        frames = []
        for (index, line) in text.split(whereSeparator: \.isNewline).enumerated() {
            let values = line.split(separator: ",").map { Double($0.trimmingCharacters(in: .whitespaces)) }
            if index == 0, values.allSatisfy({ $0 == nil }) { continue }
            let numbers = values.compactMap(\.self)
            guard values.count == 6, numbers.count == 6, numbers.allSatisfy(\.isFinite) else {
                throw BadLine(file: file, number: index + 1)
            }
            frames.append(
                FlightFrame(
                    position: Point(x: numbers[0], y: numbers[1], z: numbers[2], spatialReference: .wgs84), heading: numbers[3],
                    pitch: numbers[4], roll: numbers[5]))
        }
        guard frames.count > 1 else { throw BadLine(file: file, number: 1) }
    }

    struct BadLine: Error, CustomStringConvertible {
        var file: String
        var number: Int
        var description: String {
            "\(file), line \(number): expected longitude, latitude, metres, heading, pitch, roll, and two frames at least"
        }
    }

    /// A flight of our own: a figure of eight over the crater, climbing and sinking, banked as a coordinated turn is.
    init() {
        (step, frames) = (0.05, [])
        let (count, size, speed) = (2_400, 3_000.0, 2 * Double.pi / 2_400)
        func place(_ index: Int) -> (east: Double, north: Double, height: Double) {
            let angle = Double(index) * speed
            return (size * sin(angle), size * sin(2 * angle) / 2, 2_600 + 300 * sin(3 * angle))
        }
        for index in 0..<count {
            let (before, here, after) = (place(index - 1), place(index), place(index + 1))
            let (first, last) = (
                (east: here.east - before.east, north: here.north - before.north),
                (east: after.east - here.east, north: after.north - here.north)
            )
            let metres = hypot(last.east, last.north)
            let turn = (atan2(last.east, last.north) - atan2(first.east, first.north)).remainder(dividingBy: 2 * .pi)
            frames.append(
                FlightFrame(
                    position: Point(
                        x: Crater.place.x + here.east / (111_320 * cos(Crater.place.y * .pi / 180)),
                        y: Crater.place.y + here.north / 110_950,
                        z: here.height, spatialReference: .wgs84),
                    heading: atan2(last.east, last.north) * 180 / .pi, pitch: atan2(after.height - here.height, metres) * 180 / .pi,
                    // What turns so fast at such a speed leans so far.
                    roll: atan(metres / step * turn / step / 9.81) * 180 / .pi))
        }
    }
}
