// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Vedette
import VedetteServer

/// The space station of the demonstration, and how a satellite is shown.
enum SpaceStationDemo {
    /// Most of the world is in a view of a usual size: the zoom level of web maps is about 2.2.
    static let worldScale = 64_000_000.0
    /// One and a half revolutions, in seconds.
    static let pathDuration = 8_400.0
    /// Seconds between two points of a path that is computed.
    private static let step = 10.0

    /// The station as a service at `url` tells it, which answers as open-notify does; while it does not answer, and for nil, its place is computed.
    static func location(url: URL?) -> LiveLocation {
        let source = url.map { ISSLocationDataSource(url: $0, failover: OrbitFailover()) } ?? ISSLocationDataSource(orbit: .spaceStation)
        var location = LiveLocation(dataSource: source, name: "Space station")
        location.symbol = .station
        location.autoPanMode = .recenter
        location.initialZoomScale = worldScale
        location.pathDuration = pathDuration
        // What is computed and what a service says of the past may be far apart.
        if url == nil { location.pastLocations = past(of: .spaceStation, seconds: pathDuration, until: Date()) }
        return location
    }

    /// Where a satellite was, oldest first; nothing where its elements say nothing of that time.
    static func past(of orbit: Orbit, seconds: Double, until end: Date) -> [Location] {
        stride(from: -seconds, to: 0, by: max(step, seconds / 5_000)).compactMap { offset in
            try? orbit.state(at: Instant(end.addingTimeInterval(offset))).location()
        }
    }
}
