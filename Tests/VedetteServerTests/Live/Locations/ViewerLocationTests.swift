// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import Vedette
import VedetteModel

@testable import VedetteServer

@Suite("The location that a viewer shows")
struct ViewerLocationTests {
    @Test("a viewer that shows a location is told its mode, its path, where it is, and where to go; then only what changes")
    func beginning() async throws {
        var stage = LocationStage()
        try await stage.sources[0].start()
        stage.sources[0].move(10, 50, at: 990, accuracy: 12.5, speed: 4, course: 90)
        stage.sources[0].move(10.001, 50, at: 1_000, accuracy: 12.5, speed: 4, course: 90)
        stage.look(0, 0)
        #expect(try stage.messages().isEmpty)
        stage.say(.show(0))
        let first = try stage.messages()
        #expect(first.types == ["auto-pan", "location-path", "location", "viewpoint"])
        #expect(first["auto-pan"]?["mode"] as? String == "recenter")
        let path = try #require(first["location-path"])
        #expect(path["reset"] as? Bool == true && path["more"] == nil)
        #expect(path["points"] as? [[Double]] == [[10, 50, 990_000], [10.001, 50, 1_000_000]])
        let location = try #require(first["location"])
        #expect(location["position"] as? [Double] == [10.001, 50] && location["speed"] as? Double == 4)
        #expect(location["symbol"] as? String == "course" && location["angle"] as? Double == 90)
        #expect(location["accuracyRadius"] as? Double == 12.5 && location["stale"] as? Bool == false)
        #expect(location["verticalAccuracy"] == nil && location["height"] == nil && location["heading"] == nil)
        #expect(location["ping"] as? Bool == false && location["time"] as? String == "1970-01-01T00:16:40.000Z")
        let viewpoint = try #require(first["viewpoint"])
        #expect((viewpoint["center"] as? [Double])?.map { ($0 * 1e6).rounded() / 1e6 } == [10.001, 50])
        #expect(viewpoint["scale"] as? Double == 10_000 && viewpoint["sequence"] as? Int == 1)
        #expect(viewpoint["anchor"] as? [Double] == [0.5, 0.5] && viewpoint["rotation"] == nil)
        #expect(try stage.messages().isEmpty)

        stage.sources[0].move(10.002, 50, at: 1_010, accuracy: 12.5, speed: 4, course: 90)
        stage.clock.seconds = 1_001
        let second = try stage.messages()
        #expect(second["location-path"]?["points"] as? [[Double]] == [[10.002, 50, 1_010_000]] && second["location-path"]?["reset"] == nil)
        #expect(second["location"]?["ping"] as? Bool == true)
    }

    @Test(
        "a viewer that names a mode begins in it, in place of the location's own: with off, as after a lost connection, its view is left alone"
    )
    func beginningInAMode() async throws {
        var stage = LocationStage { $0.autoPanMode = .navigation }
        try await stage.sources[0].start()
        stage.sources[0].move(10, 50, at: 1_000, speed: 4, course: 90)
        stage.look(0, 0)
        stage.say(.show(0, mode: .off))
        let off = try stage.messages()
        #expect(off.types == ["auto-pan", "location-path", "location"])
        #expect(off["auto-pan"]?["mode"] as? String == "off")
        stage.say(.show(0, mode: .recenter))
        let recenter = try stage.messages()
        #expect(recenter["auto-pan"]?["mode"] as? String == "recenter")
        #expect(recenter["viewpoint"]?["anchor"] as? [Double] == [0.5, 0.5] && recenter["viewpoint"]?["rotation"] == nil)
        stage.say(.show(0))
        #expect(try stage.messages()["auto-pan"]?["mode"] as? String == "navigation")
    }

    @Test("of what came between two messages only the newest location is told, and one viewpoint, but every point of the path")
    func coalescing() async throws {
        var stage = LocationStage { $0.autoPanMode = .navigation }
        try await stage.sources[0].start()
        stage.look(0, 0)
        stage.say(.show(0))
        #expect(try stage.messages().types == ["auto-pan", "location-path"])
        for step in 1...100 { stage.sources[0].move(Double(step) / 100, 0, at: 1_000 + Double(step), speed: 1_000, course: 90) }
        let messages = try stage.messages()
        #expect(messages.types == ["location-path", "location", "viewpoint"])
        #expect((messages["location-path"]?["points"] as? [[Double]])?.count == 100)
        #expect(messages["location"]?["position"] as? [Double] == [1, 0])
        #expect(messages["viewpoint"]?["rotation"] as? Double == 90)
    }

    @Test("a long path comes in pieces")
    func pieces() throws {
        var stage = LocationStage { $0.pathDuration = 10_000 }
        for step in 0..<4_500 { stage.sources[0].move(Double(step) / 100, 0, at: 1_000 + 2 * Double(step)) }
        stage.say(.show(0))
        let pieces = try stage.messages().filter { $0["type"] as? String == "location-path" }
        #expect(pieces.map { ($0["points"] as? [[Double]])?.count } == [2_000, 2_000, 500])
        #expect(pieces.map { $0["reset"] as? Bool } == [true, nil, nil] && pieces.map { $0["more"] as? Bool } == [true, true, nil])
    }

    @Test("a person who moves the view ends auto-pan, one who chooses a mode begins it; both are told")
    func autoPan() async throws {
        var stage = LocationStage()
        try await stage.sources[0].start()
        stage.sources[0].move(10, 50)
        stage.look(0, 0)
        stage.say(.show(0))
        let sequence = try #require(try stage.messages()["viewpoint"]?["sequence"] as? Int)
        // The view eases there by itself: that ends nothing.
        stage.clock.seconds = 1_000.2
        stage.look(5, 25, scale: 50_000, sequence: sequence)
        stage.clock.seconds = 1_001
        stage.look(10, 50, scale: 10_000, sequence: sequence)
        #expect(try stage.messages().isEmpty)
        stage.clock.seconds = 1_002
        stage.look(11, 50, scale: 10_000, user: true, sequence: sequence)
        #expect(try stage.messages()["auto-pan"]?["mode"] as? String == "off")
        stage.clock.seconds = 1_003
        stage.sources[0].move(10.1, 50)
        #expect(try stage.messages().types == ["location-path", "location"])
        stage.clock.seconds = 1_004
        stage.say(.autoPan(.recenter))
        let back = try stage.messages()
        #expect(back["auto-pan"]?["mode"] as? String == "recenter")
        #expect(back["viewpoint"]?["sequence"] as? Int == sequence + 1 && back["viewpoint"]?["scale"] == nil)
        // Who asks for what is so already is answered.
        stage.clock.seconds = 1_005
        stage.say(.autoPan(.recenter))
        #expect(try stage.messages().types == ["auto-pan"])
    }

    @Test("another location is shown from its beginning, with its own mode and scale, while viewpoints count on and wishes stay")
    func another() async throws {
        var stage = LocationStage(2) { location in
            if location.name == "Location 1" { (location.initialZoomScale, location.autoPanMode) = (5_000, .navigation) }
        }
        for source in stage.sources {
            try await source.start()
            source.move(source === stage.sources[0] ? 10 : 20, 50, accuracy: 5)
        }
        stage.look(0, 0)
        stage.say(.display(.init(showsAccuracy: false, opacity: 0.5)))
        stage.say(.show(0))
        let first = try stage.messages()
        #expect(first["location"]?["accuracyRadius"] == nil && first["location"]?["opacity"] as? Double == 0.5)
        #expect(first["viewpoint"]?["sequence"] as? Int == 1)
        stage.clock.seconds = 1_001
        stage.look(10, 50, scale: 10_000, sequence: 1)
        stage.clock.seconds = 1_002
        stage.say(.show(1))
        let second = try stage.messages()
        #expect(second["auto-pan"]?["mode"] as? String == "navigation" && second["location-path"]?["reset"] as? Bool == true)
        #expect(second["location"]?["accuracyRadius"] == nil && second["location"]?["position"] as? [Double] == [20, 50])
        #expect(second["viewpoint"]?["sequence"] as? Int == 2 && second["viewpoint"]?["scale"] as? Double == 5_000)
        #expect(second["viewpoint"]?["anchor"] as? [Double] == [0.5, 0.875])
        stage.clock.seconds = 1_003
        stage.say(.show(nil))
        stage.sources[1].move(21, 50)
        #expect(try stage.messages().isEmpty)
        #expect(stage.hub.metrics.locationViewers.value == 0)
    }

    @Test("a location that nothing newer follows becomes stale by itself, and grey; one whose source fails too")
    func staleness() async throws {
        var stage = LocationStage { $0.staleAfter = 20 }
        try await stage.sources[0].start()
        stage.sources[0].move(10, 50)
        stage.say(.show(0))
        #expect(try stage.messages()["location"]?["symbol"] as? String == "default")
        stage.clock.seconds = 1_019
        #expect(try stage.messages().isEmpty)
        stage.clock.seconds = 1_020
        let stale = try #require(try stage.messages()["location"])
        #expect(stale["stale"] as? Bool == true && stale["symbol"] as? String == "acquiring" && stale["ping"] as? Bool == false)
        stage.clock.seconds = 1_021
        stage.sources[0].move(10, 50)
        #expect(try stage.messages()["location"]?["stale"] as? Bool == false)
        await stage.sources[0].stop()
        stage.clock.seconds = 1_022
        #expect(try stage.messages()["location"]?["symbol"] as? String == "acquiring")
    }

    @Test("what is no place on Earth is counted, and what is in another spatial reference is brought to longitude and latitude")
    func places() throws {
        var stage = LocationStage()
        stage.say(.show(0))
        for point in [
            Point(x: .nan, y: 0, spatialReference: .wgs84), Point(latitude: 91, longitude: 0),
            Point(x: .infinity, y: 0, spatialReference: .webMercator),
        ] {
            stage.sources[0].didUpdate(Location(position: point))
        }
        #expect(stage.hub.locations[0].updates.value == 3 && stage.hub.locations[0].rejected.value == 3)
        #expect(try stage.messages()["location"] == nil)
        stage.sources[0].didUpdate(Location(position: Point(x: 1_113_194.9079327357, y: 0, z: 12, spatialReference: .webMercator)))
        let location = try #require(try stage.messages()["location"])
        let position = try #require(location["position"] as? [Double])
        #expect(abs(position[0] - 10) < 1e-9 && abs(position[1]) < 1e-9 && location["height"] as? Double == 12)
        stage.sources[0].move(190, 5)
        #expect(try stage.messages()["location"]?["position"] as? [Double] == [-170, 5])
    }
}
