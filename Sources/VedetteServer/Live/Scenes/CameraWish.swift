// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import VedetteMapping

/// What a viewer shows of a scene that the program shows too.
struct CameraWish: Equatable, Sendable {
    static let type = "camera"

    private struct Members: Decodable {
        var sequence: Int
        var camera: [Double]
        var view: [Double]?
        var size: [Double]?
        var interacted: Bool?
    }

    /// The newest `camera-controller` that the viewer has begun to obey.
    var sequence: Int
    var camera: Camera
    /// From where it looks at what is orbited; nil for a camera that goes anywhere.
    var view: OrbitView?
    /// In points.
    var size: CGSize?
    /// Whether a person has moved the camera.
    var isInteraction: Bool

    /// Reads a message; nil where it is wrong.
    init?(_ data: Data) {
        guard let members = try? JSONDecoder().decode(Members.self, from: data), members.sequence >= 0, members.camera.count == 6,
            abs(members.camera[0]) <= 540, abs(members.camera[1]) <= 90, abs(members.camera[2]) <= 1e9,
            members.camera.dropFirst(3).allSatisfy({ abs($0) <= 1e6 })
        else { return nil }
        let place = members.camera
        (sequence, isInteraction) = (members.sequence, members.interacted ?? false)
        camera = Camera(
            latitude: place[1], longitude: place[0], altitude: place[2], heading: place[3], pitch: place[4], roll: place[5])
        if let numbers = members.view {
            guard numbers.count == 3, (0...1e9).contains(numbers[0]), numbers.dropFirst().allSatisfy({ abs($0) <= 1e6 }) else { return nil }
            view = OrbitView(distance: numbers[0], headingOffset: numbers[1], pitchOffset: numbers[2])
        }
        if let numbers = members.size {
            guard numbers.count == 2, numbers.allSatisfy({ (1...16_384).contains($0) }) else { return nil }
            size = CGSize(width: numbers[0], height: numbers[1])
        }
    }
}
