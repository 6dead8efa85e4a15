// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Testing
import VedetteModel
import VedetteTesting

@testable import VedetteServer

@Suite("Path of a location")
struct LocationPathTests {
    private func point(_ seconds: Double, _ longitude: Double = 0) -> LocationPath.Point {
        LocationPath.Point(longitude: longitude, latitude: 1, time: Instant(microsecondsSince1970: Int64(seconds * 1e6)))
    }

    @Test("keeps what is no older than its time, and tells a viewer each point once")
    func age() {
        var path = LocationPath(duration: 10)
        var cursor = LocationPath.Cursor()
        for second in 0...5 { path.append(point(Double(second))) }
        let first = path.points(after: &cursor, maximum: 4)
        #expect(first.isReset && first.hasMore && Array(first.points) == (0...3).map { point(Double($0)) })
        let second = path.points(after: &cursor, maximum: 4)
        #expect(!second.isReset && !second.hasMore && Array(second.points) == [point(4), point(5)])
        #expect(path.points(after: &cursor, maximum: 4).points.isEmpty)
        for second in 6...15 { path.append(point(Double(second))) }
        #expect(Array(path.all) == (5...15).map { point(Double($0)) } && path.count == 11)
        #expect(Array(path.points(after: &cursor, maximum: 100).points) == (6...15).map { point(Double($0)) })
    }

    @Test("a viewer that was away for longer than the path is told what is left of it, without beginning anew")
    func gap() {
        var path = LocationPath(duration: 10)
        var cursor = LocationPath.Cursor()
        path.append(point(0))
        _ = path.points(after: &cursor, maximum: 100)
        for second in 1...100 { path.append(point(Double(second))) }
        let (isReset, points, hasMore) = path.points(after: &cursor, maximum: 100)
        #expect(!isReset && !hasMore && Array(points) == (90...100).map { point(Double($0)) })
    }

    @Test(
        "what comes late or twice is passed over, what comes from long ago begins anew, as does what comes after a pause longer than the path"
    )
    func order() {
        var path = LocationPath(duration: 100)
        var cursor = LocationPath.Cursor()
        for second in [50.0, 60, 60, 55, 61] { path.append(point(second)) }
        #expect(Array(path.points(after: &cursor, maximum: 100).points) == [point(50), point(60), point(61)])
        path.append(point(50.9))
        let again = path.points(after: &cursor, maximum: 100)
        #expect(again.isReset && Array(again.points) == [point(50.9)])
        path.append(point(150.9))
        #expect(path.count == 2)
        path.append(point(251))
        #expect(path.count == 1 && path.points(after: &cursor, maximum: 100).isReset)
    }

    @Test("never has many more points than it may, at any pace", arguments: [0.001, 0.03, 1, 7])
    func size(step: Double) {
        var path = LocationPath(duration: 60)
        var most = 0
        for index in 0..<100_000 {
            path.append(point(Double(index) * step))
            most = max(most, path.count)
        }
        #expect(most <= LocationPath.maximumCount + 1)
        // As many as there are, as long as that is not too many.
        #expect(most >= min(LocationPath.maximumCount / 2, Int(60 / step)))
    }

    @Test("without a time there is no path", arguments: [0, -1, .nan, .infinity])
    func none(duration: Double) {
        var path = LocationPath(duration: duration)
        path.append(point(1))
        var cursor = LocationPath.Cursor()
        let (isReset, points, hasMore) = path.points(after: &cursor, maximum: 10)
        #expect(path.count == 0 && isReset && points.isEmpty && !hasMore)
        #expect(!path.points(after: &cursor, maximum: 10).isReset)
    }

    @Test("what viewers at any pace have been told is the path that is there")
    func model() {
        var random = SeededRandomNumberGenerator(seed: 5)
        for _ in 0..<50 {
            var path = LocationPath(duration: 100)
            var time = 1_000.0
            var cursor = LocationPath.Cursor()
            var told: [LocationPath.Point] = []
            for _ in 0..<500 {
                time += random.index(below: 60) == 0 ? random.number(-300, 300) : random.number(-2, 6)
                path.append(point(time, random.number(-180, 180)))
                guard random.index(below: 4) == 0 else { continue }
                var hasMore = true
                while hasMore {
                    let piece = path.points(after: &cursor, maximum: 1 + random.index(below: 5))
                    if piece.isReset { told = [] }
                    told += piece.points
                    hasMore = piece.hasMore
                }
                let newest = told.last?.time ?? point(0).time
                told.removeAll { newest.seconds(since: $0.time) > 100 }
                #expect(told == Array(path.all))
            }
        }
    }
}
