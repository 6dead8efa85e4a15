// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Foundation

/// The size of a picture, in CSS pixels: `1200x800`.
struct SnapshotSize: Equatable, ExpressibleByArgument {
    /// The most in one direction.
    static let maximum = 8_192

    let width: Int
    let height: Int

    var defaultValueDescription: String { "\(width)x\(height)" }

    init(width: Int, height: Int) {
        (self.width, self.height) = (width, height)
    }

    init?(argument: String) {
        let parts = argument.split(separator: "x", omittingEmptySubsequences: false).map { Int($0) }
        guard parts.count == 2, let width = parts[0], let height = parts[1] else { return nil }
        guard (1...Self.maximum).contains(width), (1...Self.maximum).contains(height) else { return nil }
        (self.width, self.height) = (width, height)
    }
}

/// What a picture shows: `LONGITUDE,LATITUDE,ZOOM` and, if north is not to be up, `,ROTATION`.
struct SnapshotView: Equatable, ExpressibleByArgument {
    /// Degrees.
    let longitude: Double
    let latitude: Double
    /// The zoom level of web maps, 0 to 24.
    let zoom: Double
    /// The direction that is up, in degrees clockwise from north.
    let rotation: Double

    init?(argument: String) {
        let parts = argument.split(separator: ",", omittingEmptySubsequences: false).map { Double($0.trimmingCharacters(in: .whitespaces)) }
        guard (3...4).contains(parts.count) else { return nil }
        let numbers = parts.compactMap { $0 }
        guard numbers.count == parts.count, numbers.allSatisfy(\.isFinite) else { return nil }
        guard abs(numbers[0]) <= 180, abs(numbers[1]) <= 90, (0...24).contains(numbers[2]) else { return nil }
        (longitude, latitude, zoom) = (numbers[0], numbers[1], numbers[2])
        rotation = numbers.count > 3 ? numbers[3] : 0
        guard abs(rotation) <= 360 else { return nil }
    }

    /// As the page takes it behind its address: zoom, latitude, longitude, rotation.
    var fragment: String { "#\(zoom)/\(latitude)/\(longitude)/\(rotation)" }
}
