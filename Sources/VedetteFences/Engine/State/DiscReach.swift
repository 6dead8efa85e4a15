// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// How far a disc of metres reaches at the most, in grid steps, found with a few operations.
///
/// On WGS 84 a degree of latitude is 110,574 m or more and one of longitude 111,319 m times the cosine of the latitude or more; here 110,000 for both. No way
/// of r metres leads further along the parallels than where each step of it is taken at the disc's highest latitude.
struct DiscReach {
    /// Along the parallel, to either side.
    let x: Int64
    /// Along the meridian, to either side.
    let y: Int64

    /// nil where the disc comes near a pole.
    @inline(__always)
    init?(radius: Double, latitude: Int32) {
        let steps = radius * Self.stepsOfMetre
        let highest = (abs(Double(latitude)) + steps) * 1e-7
        guard highest < Double(Self.widths.count) else { return nil }
        // Under 88° both are far less than 2^63.
        y = Int64(steps) + 2
        x = Int64(steps * Self.widths[Int(highest)]) + 2
    }

    /// Whether the box that holds the disc lies in a box.
    @inline(__always)
    func isWithin(_ box: FenceSafeBox, around centreX: Int32, _ centreY: Int32) -> Bool {
        let (x, y) = (Int64(centreX), Int64(centreY))
        return (x - self.x >= Int64(box.left)) && (x + self.x <= Int64(box.right)) && (y - self.y >= Int64(box.bottom))
            && (y + self.y <= Int64(box.top))
    }

    private static let stepsOfMetre = 1e7 / 110_000
    /// How much wider than at the equator a disc is, no part of which is beyond 1°, 2° and so on: 1 / cos.
    private static let widths: [Double] = (1...88).map { 1 / cos(Double($0) * .pi / 180) }
}
