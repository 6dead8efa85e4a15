// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Testing
import VedetteDynamicEntities
import VedetteGeometry
import VedetteModel
import VedetteTesting

@testable import VedetteServer

@Suite("Parts of the world that viewers are told of")
struct LiveRegionTests {
    static func view(
        _ longitude: Double, _ latitude: Double, scale: Double, rotation: Double = 0, width: Double = 800, height: Double = 600
    ) -> LocationWish.View {
        LocationWish.View(width: width, height: height, center: [longitude, latitude], scale: scale, rotation: rotation)
    }

    private func position(_ longitude: Double, _ latitude: Double) -> GridPosition {
        GridPosition(uncheckedLongitude: Int32(longitude * 1e7), latitude: Int32(latitude * 1e7))
    }

    @Test("what is in the view is in the region, however it is turned; what is two views away is not")
    func contents() {
        // 800 pixels at 1 : 1,000,000 are 211.7 km of the map, 1.9 degrees at the equator.
        let region = LiveRegion(Self.view(10, 0, scale: 1_000_000))
        #expect(region.contains(position(10, 0)) && region.contains(position(10.94, 0.7)) && region.contains(position(9.06, -0.7)))
        #expect(!region.contains(position(13.9, 0)) && !region.contains(position(10, 3)) && !region.contains(position(-170, 0)))
        let turned = LiveRegion(Self.view(10, 0, scale: 1_000_000, rotation: 90))
        #expect(turned.contains(position(10.7, 0.94)))
    }

    @Test("a region over the antimeridian has both sides of it")
    func antimeridian() {
        for center in [179.9, -180.1, 539.9] {
            let region = LiveRegion(Self.view(center, 0, scale: 1_000_000))
            #expect(region.contains(position(179.5, 0)) && region.contains(position(-179.5, 0)) && region.contains(position(180, 0)))
            #expect(!region.contains(position(0, 0)))
        }
    }

    @Test("the whole world is in the view of all of it, its poles too")
    func world() {
        let region = LiveRegion(Self.view(0, 0, scale: 500_000_000))
        for longitude in stride(from: -180.0, through: 180, by: 30) {
            for latitude in [-90.0, -60, 0, 60, 90] { #expect(region.contains(position(longitude, latitude))) }
        }
        #expect(!LiveRegion.nowhere.contains(position(0, 0)))
    }

    @Test("a view that moves by some pixels has the same region")
    func steadiness() {
        let first = LiveRegion(Self.view(10.0005, 20, scale: 100_000))
        #expect(first == LiveRegion(Self.view(10.0006, 20, scale: 100_000)))
        #expect(first != LiveRegion(Self.view(10.2, 20, scale: 100_000)))
    }

    @Test("every place that is seen is in the region, in 2,000 views by chance")
    func chance() {
        var random = SeededRandomNumberGenerator(seed: 12)
        for _ in 0..<2_000 {
            let view = Self.view(
                .random(in: -540...540, using: &random), .random(in: -80...80, using: &random),
                scale: .random(in: 1_000...1e8, using: &random),
                rotation: .random(in: -360...360, using: &random))
            let region = LiveRegion(view)
            #expect(region.contains(position(wrapped(view.center[0]), view.center[1])))
        }
    }

    private func wrapped(_ longitude: Double) -> Double {
        let turned = (longitude + 180).truncatingRemainder(dividingBy: 360)
        return (turned < 0 ? turned + 360 : turned) - 180
    }

    @Test("a set of numbers")
    func numbers() {
        var set = NumberSet()
        #expect(set.insert(3) && !set.insert(3) && set.insert(200) && set.count == 2)
        var other = set
        #expect(other.insert(64) && other.remove(3) && !other.remove(3) && other.count == 2)
        #expect(
            set.numbers(missingIn: other) == [3] && other.numbers(missingIn: set) == [64]
                && set.numbers(missingIn: NumberSet()) == [3, 200])
        set.removeAll()
        #expect(set.count == 0 && !set.contains(200))
    }
}

/// A store with entities at places.
struct PlacedStore: ~Copyable {
    var store = TrackStore(schema: ObservationSchema(fields: []))

    mutating func observe(_ places: [(track: String, longitude: Double, latitude: Double)], at seconds: Double) {
        var batch = ObservationBatch(schema: ObservationSchema(fields: []))
        for place in places {
            batch.beginRow()
            let name = batch.appendBytes { $0.append(contentsOf: place.track.utf8) }
            batch.endRow(
                track: name,
                position: GridPosition(longitudeSteps: Int64(place.longitude * 1e7), latitudeSteps: Int64(place.latitude * 1e7)),
                time: ObservationBatch.noTime, ordinal: 0)
        }
        _ = store.apply(batch, at: Instant(microsecondsSince1970: Int64(seconds * 1e6)))
    }

    mutating func remove(_ track: String, at seconds: Double) {
        guard let number = store.number(named: track) else { return }
        _ = store.remove(track: number, at: Instant(microsecondsSince1970: Int64(seconds * 1e6)))
    }
}

@Suite("What a viewer of a crowd is told")
struct ViewerCrowdTests {
    private func instant(_ seconds: Double) -> Instant { Instant(microsecondsSince1970: Int64(seconds * 1e6)) }

    @Test("few are told whole, more by the view, and a crowd in cells")
    func kinds() {
        var world = PlacedStore()
        world.observe((0..<100).map { ("t\($0)", Double($0) - 50, Double($0 % 10)) }, at: 1)
        var crowd = ViewerCrowd()
        let near = LiveRegionTests.view(0, 5, scale: 10_000_000)
        let far = LiveRegionTests.view(0, 5, scale: 400_000_000)
        let limits = ViewerCrowd.Limits(whole: 50, drawn: 60)
        #expect(crowd.look(near, at: world.store, limits: .init(whole: 100, drawn: 60), now: instant(1)) == nil && crowd.region == nil)
        #expect(crowd.look(nil, at: world.store, limits: limits, now: instant(1)) == nil && crowd.region == nil)
        #expect(crowd.look(near, at: world.store, limits: limits, now: instant(2)) == nil && crowd.region == LiveRegion(near))
        let cells = crowd.look(far, at: world.store, limits: limits, now: instant(2.1))
        #expect(cells?.count == 100 && cells?.cells.map(\.count).reduce(0, +) == 100 && crowd.region == .nowhere)
        // Told again after a second, not before.
        #expect(crowd.look(far, at: world.store, limits: limits, now: instant(2.5)) == nil)
        #expect(crowd.look(far, at: world.store, limits: limits, now: instant(3.2))?.count == 100)
        // Nearer: entities again, and that there are no cells.
        #expect(crowd.look(near, at: world.store, limits: limits, now: instant(3.3))?.count == 0 && crowd.region == LiveRegion(near))
        #expect(crowd.look(near, at: world.store, limits: limits, now: instant(5)) == nil)
    }

    @Test("a cell is where its entities are in the mean")
    func means() {
        var world = PlacedStore()
        world.observe([("a", 10.1, 20), ("b", 10.2, 20.1), ("c", -100, -40), ("d", 0, 89.9), ("e", 180, -89.9)], at: 1)
        let view = LiveRegionTests.view(0, 0, scale: 400_000_000)
        let cells = LiveCells(of: world.store, in: LiveRegion(view), view)
        #expect(cells.count == 5 && cells.cells.count == 4)
        let pair = cells.cells.first { $0.count == 2 }
        #expect(abs((pair?.longitude ?? 0) - 10.15) < 1e-6 && abs((pair?.latitude ?? 0) - 20.05) < 1e-6)
        #expect(String(decoding: LiveMessages.cells(LiveCells(), source: 2), as: UTF8.self) == #"{"type":"cells","source":2,"cells":null}"#)
    }
}

@Suite("Tracks by a part of their names")
struct TrackSearchTests {
    @Test("beginnings come first, in any case, and at most twenty are told")
    func order() {
        var world = PlacedStore()
        world.observe([("xUAL1", 0, 0), ("ual12", 0, 0), ("UA", 0, 0), ("Straße", 0, 0), ("DLH7", 0, 0)], at: 1)
        func names(_ text: String) -> [String] {
            TrackSearch.tracks(with: text, in: world.store).found.map { world.store.name($0.number) }
        }
        #expect(names("UaL1") == ["ual12", "xUAL1"] && names("straß") == ["Straße"] && names("zz").isEmpty && names("").isEmpty)
        world.remove("ual12", at: 2)
        #expect(names("UAL1") == ["xUAL1"])
        world.observe((0..<50).map { ("flight \($0)", 0, 0) }, at: 3)
        let many = TrackSearch.tracks(with: "flight", in: world.store)
        #expect(many.found.count == 20 && many.count == 50)
    }
}
