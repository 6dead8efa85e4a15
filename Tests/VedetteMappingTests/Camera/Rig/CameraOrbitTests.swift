// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Testing
import VedetteTesting

@testable import VedetteMapping

@Suite("What a controller that orbits keeps to")
struct CameraOrbitTests {
    let element = CameraOrbit(kind: .geoElement, distance: 1_000)

    @Test("Unless set, the camera is behind, 45 degrees up, free to go round, and turns with the target")
    func defaults() {
        #expect(element.view(at: 0) == OrbitView(distance: 1_000, headingOffset: 0, pitchOffset: 45))
        #expect(element.targetOffsets(at: 0) == .zero)
        let settings = element.settings
        #expect((settings.distances.lowest, settings.distances.highest) == (0, .infinity))
        #expect((settings.headings.lowest, settings.headings.highest) == (-180, 180))
        #expect((settings.pitches.lowest, settings.pitches.highest) == (-90, 90))
        #expect(settings.verticalScreenFactor == 0.5)
        #expect(settings.autoHeadingIsEnabled && settings.autoPitchIsEnabled && settings.autoRollIsEnabled)
        #expect(settings.distanceIsInteractive && settings.headingIsInteractive && settings.pitchIsInteractive)
        for distance in [-1, Double.nan, .infinity, -.infinity] {
            #expect(CameraOrbit(kind: .location, distance: distance).view(at: 0).distance == 0)
        }
    }

    @Test(
        "A heading is brought between its limits by full turns, then to the limit that is nearer",
        arguments: [
            (-180, 180, 190, -170), (-180, 180, 540, 180), (-180, 180, -540, -180), (-180, 180, 180, 180), (-180, 180, -180, -180),
            (-180, 180, 3_600_010, 10), (-45, 45, 30, 30), (-45, 45, 350, -10), (-45, 45, -350, 10), (-45, 45, 100, 45),
            (-45, 45, 200, -45), (-45, 45, -100, -45), (-45, 45, 180, 45), (-45, 45, 405, 45), (90, 270, 0, 270), (90, 270, -100, 260),
            (90, 270, 300, 270), (90, 270, 359, 270), (90, 270, 1, 90), (400, 500, 50, 410), (-720, 720, 700, 700), (10, 10, 200, 10),
            (0, 0, 190, 0), (-170, -100, 100, -170),
        ])
    func headings(lowest: Double, highest: Double, told: Double, expected: Double) {
        var state = element
        state.set {
            $0.setMinimumHeading(lowest)
            $0.setMaximumHeading(highest)
        }
        state.setView(at: 0) { $0.headingOffset = told }
        #expect(state.view(at: 0).headingOffset == expected)
    }

    @Test("Any heading ends at the nearest direction that is allowed")
    func nearestHeading() {
        var chance = SeededRandomNumberGenerator(seed: 11)
        for _ in 0..<20_000 {
            let lowest = chance.number(-500, 500)
            let window = OrbitWindow(lowest, lowest + chance.number(0, 400))
            let told = chance.number(-2_000, 2_000)
            let made = window.normalized(told)
            #expect(made >= window.lowest && made <= window.highest)
            let nearest = [window.lowest, window.highest].map { turn($0, told) }.min() ?? 0
            let turns = (window.lowest - told) / 360
            let isInside = told + turns.rounded(.up) * 360 <= window.highest
            #expect(turn(made, told) <= (isInside ? 1e-9 : nearest + 1e-9))
        }
    }

    @Test("Pitch and distance become the nearest that is allowed; a location has no pitch below 0")
    func clamps() {
        var state = element
        state.setView(at: 0) { $0.pitchOffset = 170 }
        #expect(state.view(at: 0).pitchOffset == 90)
        state.setView(at: 0) { $0.pitchOffset = -100 }
        #expect(state.view(at: 0).pitchOffset == -90)
        state.set { $0.setMinimumDistance(500) }
        state.set { $0.setMaximumDistance(8_000) }
        state.setView(at: 0) { $0.distance = 10 }
        #expect(state.view(at: 0).distance == 500)
        state.setView(at: 0) { $0.distance = 1e9 }
        #expect(state.view(at: 0).distance == 8_000)
        var location = CameraOrbit(kind: .location, distance: 10)
        location.setView(at: 0) { $0.pitchOffset = -20 }
        #expect(location.view(at: 0).pitchOffset == 0)
        location.set { $0.setMaximumPitch(180) }
        location.setView(at: 0) { $0.pitchOffset = 179 }
        #expect(location.view(at: 0).pitchOffset == 179)
    }

    @Test("New limits bring the camera inside; a limit beyond the other pushes that along; bounds of bounds hold")
    func limits() {
        var state = element
        state.set { $0.setMinimumPitch(100) }
        #expect((state.settings.pitches.lowest, state.settings.pitches.highest) == (100, 100))
        #expect(state.view(at: 0).pitchOffset == 100)
        state.set { $0.setMaximumPitch(500) }
        #expect(state.settings.pitches.highest == 180)
        state.set { $0.setMaximumPitch(-500) }
        #expect((state.settings.pitches.lowest, state.settings.pitches.highest) == (-180, -180))
        state.set { $0.setMinimumDistance(-5) }
        #expect(state.settings.distances.lowest == 0)
        state.set { $0.setMaximumDistance(100) }
        #expect(state.view(at: 0).distance == 100)
        // It stays inside when the limits go.
        state.set { $0.setMaximumDistance(.infinity) }
        #expect(state.view(at: 0).distance == 100)
        let before = state
        state.set {
            $0.setMinimumDistance(.nan)
            $0.setMaximumDistance(.nan)
            $0.setMaximumHeading(.nan)
            $0.setMinimumHeading(-.infinity)
            $0.setVerticalScreenFactor(.nan)
        }
        #expect(state == before)
        state.set { $0.setVerticalScreenFactor(7) }
        #expect(state.settings.verticalScreenFactor == 1)
        state.setView(at: 0) { $0 = OrbitView(distance: .nan, headingOffset: .infinity, pitchOffset: .nan) }
        #expect(state.view(at: 0) == before.view(at: 0))
    }

    @Test("An animation takes its time, arrives exactly, and says that it has finished")
    func animates() {
        var state = element
        let number = state.moveCamera(distanceDelta: 300, headingDelta: -90, pitchDelta: 45, over: 2, at: 10)
        #expect(state.advance(to: 11).isEmpty)
        #expect(state.view(at: 11) == OrbitView(distance: 1_150, headingOffset: -45, pitchOffset: 67.5))
        #expect(state.view(at: 11.9) != OrbitView(distance: 1_300, headingOffset: -90, pitchOffset: 90))
        #expect(state.view(at: 12) == OrbitView(distance: 1_300, headingOffset: -90, pitchOffset: 90))
        #expect(state.advance(to: 12) == [.init(identifier: number ?? 0, isFinished: true)])
        #expect(state.advance(to: 13).isEmpty)
        #expect(!state.isMoving)
    }

    @Test("An animation stops at limits and never passes what they forbid; where all directions are free it goes all the way round")
    func animatesWithinLimits() {
        var state = element
        state.set {
            $0.setMaximumDistance(1_100)
            $0.setMinimumHeading(-45)
            $0.setMaximumHeading(45)
        }
        _ = state.moveCamera(distanceDelta: 5_000, headingDelta: 350, pitchDelta: 500, over: 1, at: 0)
        for step in 0...100 {
            let view = state.view(at: Double(step) / 100)
            #expect(view.headingOffset <= 0 && view.headingOffset >= -10)
            #expect(view.distance <= 1_100 && view.pitchOffset <= 90)
        }
        #expect(state.view(at: 1) == OrbitView(distance: 1_100, headingOffset: -10, pitchOffset: 90))

        var free = element
        _ = free.moveCamera(distanceDelta: 0, headingDelta: 720, pitchDelta: 0, over: 2, at: 0)
        #expect(free.view(at: 1).headingOffset == 0)
        #expect(abs(free.view(at: 0.5).headingOffset - 720 * 0.15625) < 1e-9)
        #expect(free.view(at: 2).headingOffset == 0)
    }

    @Test("A newer animation, a setting, and a gesture each end an animation unfinished, where it is")
    func interrupts() {
        func interrupted(_ body: (inout CameraOrbit) -> Void) -> ([Bool], OrbitView) {
            var state = element
            _ = state.moveCamera(distanceDelta: 1_000, headingDelta: 0, pitchDelta: 0, over: 2, at: 0)
            body(&state)
            return (state.advance(to: 1).map(\.isFinished), state.view(at: 1))
        }
        let byAnimation = interrupted { _ = $0.moveCamera(distanceDelta: 0, headingDelta: 90, pitchDelta: 0, over: 2, at: 1) }
        #expect(byAnimation.0 == [false])
        #expect(byAnimation.1 == OrbitView(distance: 1_500))
        let bySetting = interrupted { $0.setView(at: 1) { $0.headingOffset = 10 } }
        #expect(bySetting.0 == [false])
        #expect(bySetting.1 == OrbitView(distance: 1_500, headingOffset: 10))
        let byGesture = interrupted { $0.apply(CameraInput(pitchDelta: 5), at: 1) }
        #expect(byGesture.0 == [false])
        #expect(byGesture.1 == OrbitView(distance: 1_500, pitchOffset: 50))
        // Limits, switches and a gesture that is switched off end nothing.
        let byNothing = interrupted { state in
            state.set { $0.setMaximumDistance(1_200) }
            state.set { $0.pitchIsInteractive = false }
            state.apply(CameraInput(pitchDelta: 5), at: 1)
        }
        #expect(byNothing.0.isEmpty)
        #expect(byNothing.1 == OrbitView(distance: 1_200))
        // At once is finished at once, and what is not finite does nothing.
        var state = element
        let number = state.moveCamera(distanceDelta: -1_000, headingDelta: 0, pitchDelta: 0, over: 0, at: 5)
        #expect(state.view(at: 5).distance == 0)
        #expect(state.advance(to: 5) == [.init(identifier: number ?? 0, isFinished: true)])
        #expect(state.moveCamera(distanceDelta: .nan, headingDelta: 0, pitchDelta: 0, over: 1, at: 5) == nil)
        #expect(state.moveCamera(distanceDelta: 1, headingDelta: 0, pitchDelta: 0, over: .infinity, at: 5) == nil)
        #expect(state.moveTargetOffsets(to: Vector3(0, .infinity, 0), over: 1, at: 5) == nil)
    }

    @Test("An animation that follows on another goes on as fast as that was")
    func follows() {
        var state = element
        _ = state.moveCamera(distanceDelta: 1_000, headingDelta: 90, pitchDelta: 20, over: 2, at: 0)
        let old = state
        _ = state.moveCamera(distanceDelta: -2_000, headingDelta: -100, pitchDelta: 0, over: 3, at: 0.7)
        let step = 1e-5
        for path in [\OrbitView.distance, \.headingOffset, \.pitchOffset] {
            let before = (old.view(at: 0.7)[keyPath: path] - old.view(at: 0.7 - step)[keyPath: path]) / step
            let after = (state.view(at: 0.7 + step)[keyPath: path] - state.view(at: 0.7)[keyPath: path]) / step
            #expect(abs(before - after) < 0.1)
            #expect(state.view(at: 0.7)[keyPath: path] == old.view(at: 0.7)[keyPath: path])
        }
        #expect(state.advance(to: 1).map(\.isFinished) == [false])
        #expect(state.advance(to: 4).map(\.isFinished) == [true])
    }

    @Test("Gestures do what their switches let them, within the limits")
    func gestures() {
        var state = element
        state.apply(CameraInput(distanceFactor: 2, headingDelta: 200, pitchDelta: 100), at: 0)
        #expect(state.view(at: 0) == OrbitView(distance: 2_000, headingOffset: -160, pitchOffset: 90))
        state.set {
            $0.distanceIsInteractive = false
            $0.headingIsInteractive = false
        }
        state.apply(CameraInput(distanceFactor: 2, headingDelta: 20, pitchDelta: -10), at: 0)
        #expect(state.view(at: 0) == OrbitView(distance: 2_000, headingOffset: -160, pitchOffset: 80))
        // The program may all the same.
        state.setView(at: 0) { $0.distance = 5 }
        #expect(state.view(at: 0).distance == 5)
        for input in [CameraInput.none, CameraInput(distanceFactor: .nan, headingDelta: .nan, pitchDelta: .infinity)] {
            let isObeyed = state.apply(input, at: 0)
            #expect(!isObeyed)
        }
        var inside = CameraOrbit(kind: .geoElement, distance: 0)
        inside.apply(CameraInput(distanceFactor: 2), at: 0)
        #expect(inside.view(at: 0).distance == 0.02)
    }

    @Test("Target offsets and the camera move at the same time, and end by themselves")
    func twoAnimations() {
        var state = element
        let first = state.moveTargetOffsets(to: Vector3(43, 0, -55), over: 2, at: 0)
        let second = state.moveCamera(distanceDelta: 300, headingDelta: 0, pitchDelta: 45, over: 3, at: 0)
        #expect(state.targetOffsets(at: 1) == Vector3(21.5, 0, -27.5))
        #expect(state.advance(to: 2).map(\.identifier) == [first])
        #expect(state.targetOffsets(at: 2) == Vector3(43, 0, -55))
        #expect(state.advance(to: 3).map(\.identifier) == [second])
        state.setTargetOffsets(at: 3) { $0.y = .nan }
        state.setTargetOffsets(at: 3) { $0.z = 7 }
        #expect(state.targetOffsets(at: 3) == Vector3(43, 0, 7))
    }
}
