// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Testing
import VedetteGeometry
import VedetteModel

@testable import VedetteMapping

@Suite("How the view follows a location")
struct FollowingTests {
    @Test("recenter brings the location to the middle, at the initial scale the first time")
    func recenter() throws {
        var time = DisplayTimeline(.recenter)
        time.look()
        #expect(time.follow() == nil)
        time.locate(0.01, 0.02)
        let command = try time.go()
        #expect(command.scale == 10_000 && command.rotation == nil && command.anchor == .init(x: 0.5, y: 0.5) && command.duration == 0.5)
        #expect(isClose(command.geographicCenter.longitude, 0.01, within: 1e-12) && command.sequence == 1)
        #expect(isClose(time.screenLocation.x, 400) && isClose(time.screenLocation.y, 300))
    }

    @Test("navigation pins the location an eighth above the bottom with its course up")
    func navigation() throws {
        var time = DisplayTimeline(.navigation)
        time.look()
        time.locate(0.01, 0.02, speed: 10, course: 90)
        let command = try time.go()
        #expect(command.rotation == 90 && command.anchor == .init(x: 0.5, y: 0.875))
        #expect(isClose(time.screenLocation.x, 400) && isClose(time.screenLocation.y, 525))
        // What lies ahead, which is east of it, is above it.
        #expect(command.destination.center.x > command.center.x)
    }
}
