// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Testing
import VedetteGeometry
import VedetteModel
import VedetteTesting

@testable import VedetteDynamicEntities

@Suite("Where the newest observations of tracks are")
struct TrackTrailsTests {
    private func batch(_ fixes: [(track: Int, longitude: Double?, latitude: Double, time: Int64?)]) -> ObservationBatch {
        var batch = ObservationBatch()
        for (ordinal, fix) in fixes.enumerated() {
            batch.beginRow()
            let name = batch.appendBytes { $0.append(contentsOf: "t\(fix.track)".utf8) }
            batch.endRow(
                track: name, position: fix.longitude.flatMap { GridPosition(longitude: $0, latitude: fix.latitude) },
                time: fix.time ?? ObservationBatch.noTime, ordinal: UInt64(ordinal))
        }
        return batch
    }

    private func instant(_ seconds: Int64) -> Instant { Instant(microsecondsSince1970: seconds * 1_000_000) }

    /// Whether one of the newest observations of a track, or of the places on the way between two of them, is in a box, which does not go over the
    /// antimeridian.
    private func isThere(
        _ store: borrowing TrackStore, _ number: UInt32, window: Int, _ box: (west: Double, south: Double, east: Double, north: Double)
    ) -> Bool {
        var newer: GridPosition?
        for age in 0..<min(window, store.observationCount(number)) {
            guard let position = store.observation(number, age: age).position else { continue }
            let (x, y) = (position.longitudeDegrees, position.latitudeDegrees)
            let from = newer ?? position
            var (startX, startY) = (from.longitudeDegrees, from.latitudeDegrees)
            if startX - x > 180 { startX -= 360 }
            if startX - x < -180 { startX += 360 }
            for step in 0...50 {
                let share = Double(step) / 50
                var placeX = startX + share * (x - startX)
                if placeX > 180 { placeX -= 360 }
                if placeX < -180 { placeX += 360 }
                let placeY = startY + share * (y - startY)
                if placeX >= box.west, placeX <= box.east, placeY >= box.south, placeY <= box.north { return true }
            }
            newer = position
        }
        return false
    }

    @Test("no track that is there is missing, whatever comes late and goes early", arguments: 0..<24 as Range<UInt64>)
    func complete(seed: UInt64) {
        var random = SeededRandomNumberGenerator(seed: seed)
        var limits = TrackStoreLimits(maximumObservations: [0, 60, 200][random.index(below: 3)])
        limits.maximumObservationsPerTrack = [0, 0, 3, 8][random.index(below: 4)]
        limits.maximumAge = random.index(below: 2) == 0 ? 0 : 25_000_000
        limits.agesByEventTime = random.index(below: 2) == 0
        var store = TrackStore(schema: ObservationSchema(), limits: limits)
        let center = [0.0, 179.5, -120][random.index(below: 3)]
        var found = 0
        for step in 0..<Int64(60) {
            var fixes: [(track: Int, longitude: Double?, latitude: Double, time: Int64?)] = []
            for _ in 0..<12 {
                let x = (center + random.number(-3, 3) * (random.index(below: 10) == 0 ? 20 : 1)).remainder(dividingBy: 360)
                let late = random.index(below: 5) == 0 ? Int64(random.index(below: 20)) : 0
                fixes.append(
                    (
                        random.index(below: 25), random.index(below: 20) == 0 ? nil : x, random.number(-3, 3),
                        random.index(below: 6) == 0 ? nil : (step - late) * 1_000_000
                    ))
            }
            _ = store.apply(batch(fixes), at: instant(step))
            if random.index(below: 9) == 0, let number = store.number(named: "t\(random.index(below: 25))") {
                _ = store.remove(track: number, at: instant(step))
            }
            if step == 40 { _ = store.removeAll(at: instant(step)) }
            let window = [1, 2, 4, 7][random.index(below: 4)]
            let (x, y, reach) = (center > 179 ? 178.0 : center + random.number(-3, 3), random.number(-3, 3), random.number(0.05, 1))
            let box = (west: x - reach, south: y - reach, east: x + reach, north: y + reach)
            let area = TrackArea(longitudes: box.west...box.east, latitudes: box.south...box.north)
            let answer = Set(store.trails(in: area, window: window).map(\.number))
            for number in store.numbers where isThere(store, number, window: window, box) {
                found += 1
                #expect(answer.contains(number), "seed \(seed), step \(step): track \(store.name(number))")
            }
            let spots = Set(store.spots(in: area).map(\.number))
            let expected = store.numbers.filter { isThere(store, $0, window: 1, box) }
            #expect(spots == Set(expected), "seed \(seed), step \(step)")
        }
        #expect(found > 20)
    }

    @Test("a track that has moved on is not looked for where it was")
    func tight() throws {
        var store = TrackStore(schema: ObservationSchema())
        let before = TrackArea(longitudes: -0.1...0.1, latitudes: -0.1...0.1)
        _ = store.apply(batch([(1, 0, 0, nil)]), at: instant(0))
        #expect(store.trails(in: before, window: 3).count == 1)
        for step in 1...6 {
            _ = store.apply(batch([(1, Double(step), 0, nil)]), at: instant(Int64(step)))
            if step < 3 { #expect(store.trails(in: before, window: 3).count == 1) }
        }
        #expect(store.trails(in: before, window: 3).isEmpty)
        let number = store.number(named: "t1")
        _ = store.remove(track: try #require(number), at: instant(9))
        #expect(store.trails(in: .everywhere, window: 3).isEmpty)
    }

    @Test("an area goes over the antimeridian, round the world, and to the poles")
    func areas() {
        var store = TrackStore(schema: ObservationSchema())
        let places = [(180.0, 0.0), (-180, 0), (179.95, 1), (-179.95, -1), (0, 90), (10, -90), (0, 0)]
        _ = store.apply(batch(places.enumerated().map { ($0.offset, $0.element.0, $0.element.1, nil) }), at: instant(0))
        func found(_ longitudes: ClosedRange<Double>, _ latitudes: ClosedRange<Double>) -> [UInt32] {
            let area = TrackArea(longitudes: longitudes, latitudes: latitudes)
            #expect(Set(store.trails(in: area, window: 2).map(\.number)).isSuperset(of: store.spots(in: area).map(\.number)))
            return store.spots(in: area).map(\.number).sorted()
        }
        #expect(found(179.9...180.1, -2...2) == [0, 1, 2, 3])
        #expect(found(539.9...540.1, -2...2) == [0, 1, 2, 3])
        #expect(found(179.97...180, -2...2) == [0, 1])
        #expect(found(-180.5...(-179.99), -2...2) == [0, 1, 2])
        #expect(found(-400...400, 89...91) == [4])
        #expect(found(-1...1, -1...1) == [6])
        #expect(store.spots(in: .everywhere).count == 7)
    }
}
