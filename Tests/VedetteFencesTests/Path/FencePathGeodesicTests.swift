// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import VedetteGeometry

@Suite("Fence paths and geodesics")
struct FencePathGeodesicTests {
    /// How far the middle of the straight segment between two places on one parallel is from the middle of their geodesic, in metres.
    ///
    /// Both middles are on one meridian, and nowhere are the two lines further apart.
    private func deviation(latitude: Double, length: Double) -> Double {
        let start = (latitude: latitude, longitude: 0.0)
        // The difference of longitude that makes the geodesic that long.
        var (low, high) = (0.0, 170.0)
        for _ in 0..<100 {
            let middle = (low + high) / 2
            if Geodesic.inverse(from: start, to: (latitude, middle)).metres < length { low = middle } else { high = middle }
        }
        let azimuth = Geodesic.inverse(from: start, to: (latitude, low)).azimuth1
        let middle = Geodesic.direct(from: start, azimuth: azimuth, metres: length / 2)
        return Geodesic.inverse(from: (latitude, low / 2), to: (middle.latitude, middle.longitude)).metres
    }

    private func text(_ metres: Double) -> String {
        if metres < 0.0005 { return "0" }
        if metres < 10 { return String(format: metres < 0.1 ? "%.3f m" : "%.2f m", metres) }
        return metres < 1_000 ? String(format: "%.0f m", metres) : String(format: "%.1f km", metres / 1_000)
    }

    @Test("the table of the manual is what the ellipsoid says")
    func table() throws {
        let page = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("../../../docs/path-detection.md")
        // A copy of the tests alone has no manual beside it.
        guard let manual = try? String(contentsOf: page, encoding: .utf8) else { return }
        for latitude in [0, 30, 45, 60, 70, 80] {
            let cells = [1, 5, 20, 100, 500].map { text(deviation(latitude: Double(latitude), length: $0 * 1_000)) }
            let row = "| \(latitude)° | " + cells.joined(separator: " | ") + " |"
            #expect(manual.contains(row), "\(row)")
        }
    }
}
