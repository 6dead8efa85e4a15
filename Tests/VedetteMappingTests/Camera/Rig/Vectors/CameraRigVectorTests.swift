// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import VedetteMapping

/// The vectors that hold the rig of the page (`Web/rig`) to this one: `Tests/Browser/camera-rig.test.mjs` repeats every step of them.
@Suite("Vectors for the rig of the page")
struct CameraRigVectorTests {
    private static let path = "Tests/Browser/vectors/camera-rig.json"
    private static let file = URL(fileURLWithPath: #filePath).resolvingSymlinksInPath().deletingLastPathComponent()
        .appendingPathComponent("../../../../..").standardizedFileURL.appendingPathComponent(path)

    /// Cameras that look at a place: where that is, how far away they are, their angles, and themselves.
    private static var lookingAt: [String] {
        let places = [
            EllipsoidPosition(longitude: 10, latitude: 45, altitude: 1_700), EllipsoidPosition(longitude: -180, latitude: -70, altitude: 0),
        ]
        return places.flatMap { place in
            [
                (5_500.0, [150.0, 70.0, 0.0]), (0, [10, 20, 30]), (900_000, [359, 88, 350]), (20_000_000, [20, 90, 0]), (40, [90, 120, 5]),
            ].map {
                distance, angles in
                let camera = Camera(
                    lookingAt: place.location, distance: distance, heading: angles[0], pitch: angles[1], roll: angles[2])
                let numbers = [
                    camera.place.longitude, camera.place.latitude, camera.place.altitude, camera.heading, camera.pitch, camera.roll,
                ]
                return "[\([place.longitude, place.latitude, place.altitude]),\(distance),\(angles),\(numbers)]"
            }
        }
    }

    private static var text: String {
        "{\"lookingAt\":[\n\(lookingAt.joined(separator: ",\n"))\n],\"scenarios\":[\n"
            + RigScenarios.all.map(\.text).joined(separator: ",\n") + "\n]}\n"
    }

    @Test("the vectors of the page are what this rig says; script/generate-rig-vectors writes them")
    func areCurrent() throws {
        let text = Self.text
        if ProcessInfo.processInfo.environment["VEDETTE_RIG_VECTORS"] == "write" {
            try FileManager.default.createDirectory(at: Self.file.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data(text.utf8).write(to: Self.file)
        }
        let committed = try String(contentsOf: Self.file, encoding: .utf8)
        let (made, known) = (text.split(separator: "\n"), committed.split(separator: "\n"))
        let advice: Comment = "\(Self.path) is out of date: run script/generate-rig-vectors"
        #expect(made.count == known.count, advice)
        for (new, old) in zip(made, known) where new != old {
            // The last digits of a sine are not the same on every processor.
            #expect(Self.isNear(String(new), String(old)), advice)
        }
        #expect(text.utf8.count <= 300_000)
    }

    /// Whether two lines of the file are the same but for the last digits of their numbers.
    private static func isNear(_ first: String, _ second: String) -> Bool {
        let pattern = /-?\d+(\.\d+)?(e[+-]?\d+)?/
        guard first.replacing(pattern, with: "0") == second.replacing(pattern, with: "0") else { return false }
        let numbers = [first, second].map { $0.matches(of: pattern).compactMap { Double($0.output.0) } }
        // Parts of a turn are below 1 and have 13 digits, metres 8.
        return zip(numbers[0], numbers[1]).allSatisfy { abs($0 - $1) <= (abs($0) <= 1 ? 2e-11 : 5e-8) }
    }
}
