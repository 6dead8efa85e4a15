// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization
import Vedette
import VedetteLocation
import VedetteModel

@testable import VedetteServer

/// A location source that a test moves by hand.
final class HandLocationSource: LocationDataSource, @unchecked Sendable {
    /// Tells a location; `seconds` is its time since 1970, nil for none.
    func move(
        _ longitude: Double, _ latitude: Double, at seconds: Double? = nil, accuracy: Double = .nan, speed: Double = .nan,
        course: Double = .nan, isLastKnown: Bool = false
    ) {
        didUpdate(
            Location(
                position: Point(latitude: latitude, longitude: longitude), horizontalAccuracy: accuracy, speed: speed, course: course,
                isLastKnown: isLastKnown, timestamp: seconds.map { Date(timeIntervalSince1970: $0) }))
    }
}

/// One viewer of locations, without a server.
struct LocationStage {
    /// The time, which a test sets.
    final class Clock: Sendable {
        private let state = Mutex(1_000.0)

        var seconds: Double {
            get { state.withLock { $0 } }
            set { state.withLock { $0 = newValue } }
        }

        var now: Instant { Instant(microsecondsSince1970: Int64(seconds * 1e6)) }
    }

    let clock = Clock()
    let sources: [HandLocationSource]
    let hub: LiveHub
    var viewer: LiveViewer

    init(_ count: Int = 1, _ describe: (inout LiveLocation) -> Void = { _ in }) {
        let sources = (0..<count).map { _ in HandLocationSource() }
        self.sources = sources
        let locations = sources.enumerated().map { index, source in
            var location = LiveLocation(dataSource: source, name: "Location \(index)")
            describe(&location)
            return location
        }
        hub = LiveHub(
            configuration: LiveServerConfiguration(), sources: [], locations: locations, monitors: [], clock: { [clock] in clock.now })
        viewer = hub.makeViewer()
    }

    mutating func say(_ wish: LocationWish) {
        hub.take(wish, for: &viewer, at: clock.now)
    }

    /// The view of a viewer, 1,000 by 500 points.
    mutating func look(
        _ longitude: Double, _ latitude: Double, scale: Double = 100_000, user: Bool = false, sequence: Int? = nil
    ) {
        say(
            .view(
                .init(width: 1_000, height: 500, center: [longitude, latitude], scale: scale, rotation: 0, user: user, sequence: sequence)))
    }

    /// What the viewer is told now.
    mutating func messages() throws -> [LiveClient.Object] {
        try hub.locationMessages(for: &viewer, at: clock.now).map { bytes in
            LiveClient.Object(members: try JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any] ?? [:])
        }
    }
}

extension [LiveClient.Object] {
    var types: [String] { map { $0["type"] as? String ?? "" } }

    /// The first of a type.
    subscript(type: String) -> LiveClient.Object? { first { $0["type"] as? String == type } }
}
