// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Testing
import VedetteGeometry
import VedetteLocation
import VedetteModel

@testable import VedetteMapping

/// A core, a time that a test moves, and a view that goes where it is sent.
struct DisplayTimeline {
    static let start = Instant(microsecondsSince1970: 1_750_000_000_000_000)
    static let width = 800.0
    static let height = 600.0

    var core = LocationDisplayCore()
    var now = start
    /// Every command so far.
    var commands: [ViewpointCommand] = []

    init(_ mode: LocationDisplay.AutoPanMode = .off, status: LocationDataSource.Status = .started) {
        core.setStatus(status)
        core.setAutoPanMode(mode)
    }

    static func view(
        longitude: Double = 0, latitude: Double = 0, scale: Double = 100_000, rotation: Double = 0, width: Double = width,
        height: Double = height
    ) -> LocationDisplayView {
        LocationDisplayView(
            width: width, height: height, longitude: longitude, latitude: latitude, scale: scale, rotation: rotation)
    }

    mutating func pass(_ seconds: Double) { now = now.advanced(bySeconds: seconds) }

    mutating func look(_ view: LocationDisplayView? = view(), _ change: LocationDisplayView.Change = .own, obeyed: Int? = nil) {
        core.updateView(view, because: change, obeyed: obeyed, at: now)
    }

    mutating func locate(
        _ longitude: Double, _ latitude: Double, accuracy: Double = .nan, speed: Double = .nan, course: Double = .nan,
        isLastKnown: Bool = false
    ) {
        let location = Location(
            position: Point(latitude: latitude, longitude: longitude), horizontalAccuracy: accuracy, speed: speed, course: course,
            isLastKnown: isLastKnown, timestamp: now.date)
        core.receive(location, at: now)
    }

    mutating func change(_ body: (inout LocationDisplaySettings) -> Void) {
        var settings = core.settings
        body(&settings)
        core.setSettings(settings)
    }

    /// The next command, obeyed at once.
    @discardableResult
    mutating func follow() -> ViewpointCommand? {
        guard let command = core.nextViewpoint(at: now) else { return nil }
        commands.append(command)
        core.updateView(command.destination, because: .own, obeyed: command.sequence, at: now)
        return command
    }

    /// The next command, obeyed at once; there has to be one.
    @discardableResult
    mutating func go(_ place: SourceLocation = #_sourceLocation) throws -> ViewpointCommand {
        let command = follow()
        return try #require(command, sourceLocation: place)
    }

    var mark: LocationMark { core.mark(at: now) }

    /// Where the location is on the screen, in points from the left and from the top; of a view without one, NaN.
    var screenLocation: (x: Double, y: Double) {
        guard let view = core.view, let plane = core.plane, let place = core.place.flatMap(plane.position) else { return (.nan, .nan) }
        let offset = view.offset(of: plane.nearest(place, to: view.middle), in: plane)
        return (view.width / 2 + offset.right, view.height / 2 - offset.up)
    }
}

func isClose(_ first: Double, _ second: Double, within tolerance: Double = 1e-6) -> Bool { abs(first - second) <= tolerance }

/// A spatial reference by its number; WGS 84 for one that cannot be one.
func reference(_ id: Int) -> SpatialReference { SpatialReference(wkid: WKID(id) ?? .wgs84, latestWKID: nil) }
