// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Testing
import VedetteGeometry
import VedetteTesting

@testable import VedetteServer

@Suite("What viewers are told of drawn fences")
struct DrawnFencesTests {
    private static func put(_ id: String, size: Int = 10, in fences: inout DrawnFences) {
        let shape = DrawnShape.circle(center: .init(longitude: 0, latitude: 0), radius: 1)
        fences.put(
            DrawnFence(id: id, name: id, shape: shape), area: Polygon(rings: [], spatialReference: .wgs84),
            drawing: Array(repeating: 48, count: size))
    }

    @Test("who knows nothing is told all, even nothing; then only what has changed")
    func news() {
        var fences = DrawnFences()
        var cursor: Int?
        #expect(fences.news(since: &cursor)?.isReset == true)
        #expect(fences.news(since: &cursor) == nil)
        for id in ["a", "b", "a"] { Self.put(id, in: &fences) }
        let news = fences.news(since: &cursor)
        #expect(news?.changed.map(\.fence.id) == ["b", "a"] && news?.isReset == false && news?.hasMore == false)
        let (first, second) = (fences.remove("b"), fences.remove("b"))
        #expect(first && !second)
        #expect(fences.news(since: &cursor)?.removed == ["b"])
        var other: Int?
        let all = fences.news(since: &other)
        #expect(all?.changed.map(\.fence.id) == ["a"] && all?.removed.isEmpty == true)
    }

    @Test("messages are bounded, and go on where they ended")
    func bounded() {
        var fences = DrawnFences()
        for number in 0..<9 { Self.put("\(number)", size: 100_000, in: &fences) }
        var cursor: Int?
        var told: [String] = []
        var messages = 0
        while let news = fences.news(since: &cursor) {
            #expect(news.isReset == (messages == 0))
            #expect(news.changed.count == 1)
            told += news.changed.map(\.fence.id)
            messages += 1
            #expect(news.hasMore == (told.count < 9))
        }
        #expect(told == (0..<9).map { "\($0)" })
    }

    @Test("whoever was away for longer than deletions are remembered begins anew")
    func forgotten() {
        var fences = DrawnFences()
        Self.put("first", in: &fences)
        var early: Int? = fences.revision
        for number in 0...FenceLimits.removals {
            Self.put("\(number)", in: &fences)
            _ = fences.remove("\(number)")
        }
        var late: Int? = fences.revision - 2
        #expect(fences.news(since: &early)?.isReset == true)
        #expect(fences.news(since: &late)?.isReset == false)
    }

    @Test("random edits, told at random moments, leave every viewer with what there is")
    func random() {
        var random = SeededRandomNumberGenerator(seed: 7)
        var fences = DrawnFences()
        var viewers: [(cursor: Int?, known: [String: Int])] = Array(repeating: (nil, [:]), count: 5)
        func tell(_ index: Int) -> Bool {
            guard let news = fences.news(since: &viewers[index].cursor) else { return false }
            if news.isReset { viewers[index].known = [:] }
            for entry in news.changed { viewers[index].known[entry.fence.id] = entry.revision }
            for id in news.removed { viewers[index].known[id] = nil }
            return true
        }
        for _ in 0..<4_000 {
            let id = "\(Int.random(in: 0..<12, using: &random))"
            if Int.random(in: 0..<3, using: &random) == 0 {
                _ = fences.remove(id)
            } else {
                Self.put(id, size: Int.random(in: 10...150_000, using: &random), in: &fences)
            }
            _ = tell(Int.random(in: 0..<viewers.count, using: &random))
        }
        for index in viewers.indices {
            while tell(index) {}
            #expect(viewers[index].known == fences.entries.mapValues(\.revision))
        }
    }
}
