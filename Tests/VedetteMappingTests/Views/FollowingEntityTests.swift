// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import VedetteDynamicEntities
import VedetteGeometry
import VedetteLocation
import VedetteModel
import VedetteTesting

@testable import VedetteMapping

@Suite("A view that follows", .timeLimit(.minutes(10)))
struct FollowingEntityTests {
    private static let start = IdentifyWorld.start

    private static func view(_ longitude: Double = 0) -> LocationDisplayView {
        LocationDisplayView(width: 400, height: 300, longitude: longitude, latitude: 0, scale: 100_000)
    }

    @Test("the core goes to the entity, keeps scale and turn, and stays for less than half a point")
    func core() throws {
        var following = EntityFollowing()
        following.updateView(Self.view(), because: .own, at: Self.start)
        following.receive(Point(latitude: 0, longitude: 0.001), at: Self.start)
        let command = following.nextViewpoint(at: Self.start)
        let first = try #require(command)
        #expect(
            first.scale == nil && first.rotation == nil && first.duration == 0.5 && abs(first.geographicCenter.longitude - 0.001) < 1e-9)
        following.updateView(first.destination, because: .own, obeyed: first.sequence, at: Self.start.advanced(bySeconds: 2))
        // A tenth of a point is no reason to go.
        following.receive(Point(latitude: 0, longitude: 0.001_02), at: Self.start.advanced(bySeconds: 2))
        let second = following.nextViewpoint(at: Self.start.advanced(bySeconds: 2))
        #expect(second == nil)
        following.receive(Point(latitude: 0, longitude: 0.002), at: Self.start.advanced(bySeconds: 2.25))
        let third = following.nextViewpoint(at: Self.start.advanced(bySeconds: 2.25))
        #expect(third?.duration == 0.5)
        // A place that is none changes nothing.
        following.receive(Point(x: .nan, y: 0), at: Self.start.advanced(bySeconds: 4))
        let fourth = following.nextViewpoint(at: Self.start.advanced(bySeconds: 4))
        #expect(fourth == nil)
        #expect(following.isFollowing)
        following.updateView(Self.view(1), because: .user, at: Self.start.advanced(bySeconds: 5))
        following.receive(Point(latitude: 0, longitude: 3), at: Self.start.advanced(bySeconds: 6))
        let last = following.nextViewpoint(at: Self.start.advanced(bySeconds: 6))
        #expect(!following.isFollowing && last == nil)
    }

    private struct Stage {
        let source = IdentifyWorld.source()
        let view: MapView
        let timing = VirtualTiming()

        init() {
            view = MapView(
                map: Map(spatialReference: .webMercator), viewpoint: Viewpoint(latitude: 0, longitude: 0, scale: 100_000, rotation: 10),
                graphicsOverlays: [], timing: timing.timing)
            view.size = CGSize(width: 400, height: 300)
        }

        func move(_ longitude: Double) {
            IdentifyWorld.ingest([.init(id: "a", longitude: longitude, latitude: 0)], into: source, at: timing.now)
        }

        func entity() async throws -> DynamicEntity {
            try #require(try await source.queryDynamicEntities(withTrackIDs: ["a"]).entities().first)
        }

        /// Waits until the view looks at a place, or is on its way there.
        func arrives(at longitude: Double) async {
            for await viewpoint in view.$viewpoint {
                timing.advance(bySeconds: 5)
                guard view.currentViewpoint(kind: .centerAndScale) != nil, viewpoint != nil else { continue }
                let x = (view.view?.center.x ?? .nan)
                if abs(x - WebMercator.x(longitude: longitude)) < 1e-3 { return }
            }
        }
    }

    @Test("the view goes along with an entity until a user moves it")
    func user() async throws {
        let stage = Stage()
        stage.move(0.01)
        let entity = try await stage.entity()
        stage.view.follow(entity)
        #expect(stage.view.followedEntity == entity)
        await stage.arrives(at: 0.01)
        stage.move(0.02)
        await stage.arrives(at: 0.02)
        #expect((stage.view.scale, stage.view.rotation) == (100_000, 10))
        stage.view.move(to: Viewpoint(latitude: 1, longitude: 1, scale: 50_000))
        #expect(stage.view.followedEntity == nil)
        stage.move(0.03)
        let place = stage.view.view?.center.x
        #expect(abs((place ?? 0) - WebMercator.x(longitude: 1)) < 1e-6)
    }

    @Test("a program that goes elsewhere, and the entity's end, end following")
    func ends() async throws {
        let stage = Stage()
        stage.move(0.01)
        stage.view.follow(try await stage.entity())
        await stage.view.proxy.setViewpointScale(20_000)
        #expect(stage.view.followedEntity == nil && stage.view.scale == 20_000)
        let entity = try await stage.entity()
        stage.view.follow(entity)
        var followed = stage.view.$followedEntity.makeAsyncIterator()
        #expect(await followed.next() == entity)
        try await stage.source.purgeAll()
        #expect(await followed.next() == .some(nil))
        // One that is gone is followed by nobody for long.
        stage.view.follow(entity)
        for await followed in stage.view.$followedEntity where followed == nil { break }
    }

    @Test("a location display takes the view along, and a user ends that")
    func display() async throws {
        let stage = Stage()
        let locations = LocationDataSource()
        let display = LocationDisplay(dataSource: locations, timing: stage.timing.timing)
        display.initialZoomScale = 0
        stage.view.locationDisplay = display
        display.autoPanMode = .recenter
        locations.didUpdate(Location(position: Point(latitude: 0, longitude: 0.01)))
        stage.timing.advance(bySeconds: 5)
        #expect(abs((stage.view.view?.center.x ?? 0) - WebMercator.x(longitude: 0.01)) < 1e-3)
        #expect(display.autoPanMode == .recenter)
        // Following something else ends it, and so does a user.
        stage.move(0.5)
        stage.view.follow(try await stage.entity())
        #expect(display.autoPanMode == .off)
        display.autoPanMode = .recenter
        stage.view.move(to: Viewpoint(latitude: 3, longitude: 3, scale: 1_000))
        #expect(display.autoPanMode == .off && stage.view.followedEntity == nil)
    }
}
