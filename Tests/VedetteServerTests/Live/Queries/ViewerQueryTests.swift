// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import Vedette
import VedetteDynamicEntities
import VedetteTesting

@testable import VedetteServer

@Suite("What a viewer is told of a query")
struct ViewerQueryTests {
    private static let fast = QueryRequest(whereClause: "speed > 10")

    @Test("who matches is told once, told again when it changes, marked when it matches no longer, and told when it is back or gone")
    func standings() throws {
        var stage = try QueryStage(Self.fast)
        let empty = try #require(try stage.results(at: 0))
        #expect(empty["count"] as? Int == 0 && empty.rows.isEmpty)
        let quiet = try stage.results(at: 0.5)
        #expect(quiet == nil)

        stage.observe([("a", 1, 1, 20), ("b", 2, 2, 5)], at: 1)
        let first = try #require(try stage.results(at: 1))
        #expect(first["count"] as? Int == 1 && first.standings == ["a": "matches"])
        #expect((first.rows[0]["attributes"] as? [String: Any])?["speed"] as? Double == 20)
        #expect(first.rows[0]["location"] as? [Double] == [1, 1])

        // Of what never matched nothing is told.
        stage.observe([("b", 3, 3, 6)], at: 2)
        let unmoved = try stage.results(at: 2)
        #expect(unmoved == nil)

        stage.observe([("a", 4, 4, 4), ("b", 3, 3, 60)], at: 3)
        let turned = try #require(try stage.results(at: 3))
        #expect(turned["count"] as? Int == 1 && turned.standings == ["a": "former", "b": "matches"])
        #expect(turned.rows.first { $0["track"] as? String == "a" }?["since"] as? String == "1970-01-01T00:00:03.000Z")

        // It is told of, though it matches no longer.
        stage.observe([("a", 5, 5, 3)], at: 4)
        let moved = try #require(try stage.results(at: 4))
        #expect(moved.standings == ["a": "former"] && moved.rows[0]["location"] as? [Double] == [5, 5])

        stage.observe([("a", 5, 5, 30)], at: 5)
        let back = try #require(try stage.results(at: 5))
        #expect(back["count"] as? Int == 2 && back.standings == ["a": "matches"] && back.rows[0]["since"] == nil)

        stage.store.remove(trackID: "a", at: QueryStage.instant(6))
        let gone = try #require(try stage.results(at: 6))
        #expect(gone["count"] as? Int == 1 && gone.standings == ["a": "gone"] && gone.rows[0]["attributes"] == nil)

        // The track comes again as another entity: one row, not two.
        stage.observe([("a", 6, 6, 30)], at: 7)
        let another = try #require(try stage.results(at: 7))
        #expect(another["count"] as? Int == 2 && another.standings == ["a": "matches"] && another.rows.count == 1)
        let end = try stage.results(at: 8)
        #expect(end == nil)
    }

    @Test("only the fields that the viewer shows are told, and all of those it has opened")
    func fields() throws {
        var stage = try QueryStage(Self.fast, fields: ["speed", "none"])
        stage.observe([("a", 1, 1, 20), ("b", 1, 1, 20)], at: 1)
        let short = try #require(try stage.results(at: 1))
        #expect(short.rows.allSatisfy { ($0["attributes"] as? [String: Any])?.keys.sorted() == ["speed"] })
        stage.viewer.expand(["b"])
        let long = try #require(try stage.results(at: 1))
        #expect(long.standings == ["b": "matches"] && (long.rows[0]["attributes"] as? [String: Any])?.keys.sorted() == ["id", "speed"])
        stage.viewer.expand([])
        let shortAgain = try #require(try stage.results(at: 1))
        #expect(shortAgain.standings == ["b": "matches"] && (shortAgain.rows[0]["attributes"] as? [String: Any])?.count == 1)
    }

    @Test("what is dismissed is told of no more, unless it matches again; what matches cannot be dismissed")
    func dismissal() throws {
        var stage = try QueryStage(Self.fast)
        stage.observe([("a", 1, 1, 20), ("b", 1, 1, 20)], at: 1)
        _ = try stage.results(at: 1)
        stage.observe([("a", 1, 1, 2)], at: 2)
        _ = try stage.results(at: 2)
        stage.viewer.dismiss(["a", "b"])
        stage.observe([("a", 1, 1, 3), ("b", 2, 2, 20)], at: 3)
        let rest = try #require(try stage.results(at: 3))
        #expect(rest.standings == ["b": "matches"])
        stage.observe([("a", 1, 1, 30)], at: 4)
        #expect(try stage.results(at: 4)?.standings == ["a": "matches"])
    }

    @Test("at most so many are listed; all are counted, and others take the places that become free")
    func cap() throws {
        var stage = try QueryStage(Self.fast)
        let many = (0..<1_000).map { (track: "t\($0)", longitude: 1.0, latitude: 1.0, speed: 20.0) }
        stage.observe(many, at: 1)
        let first = try #require(try stage.results(at: 1))
        #expect(first["count"] as? Int == 1_000 && first.rows.count == QueryLimits.listed && first["more"] == nil)
        stage.observe([("t3", 1, 1, 1)], at: 2)
        let second = try #require(try stage.results(at: 2))
        #expect(second["count"] as? Int == 999 && second.rows.count == 2)
        #expect(second.standings["t3"] == "former" && second.standings.values.sorted() == ["former", "matches"])
        // All stop: those on the list are marked, the oldest leave it, and say so.
        stage.observe(many.map { ($0.track, 1, 1, 1) }, at: 3)
        let third = try #require(try stage.results(at: 3))
        #expect(third["count"] as? Int == 0 && third.rows.count == QueryLimits.former)
        let dropped = try #require(third["dropped"] as? [String])
        #expect(dropped.count == QueryLimits.listed + 1 - QueryLimits.former && dropped.contains("t3"))
    }

    @Test("between two askings, who is on the list is judged as it is now")
    func between() throws {
        var stage = try QueryStage(Self.fast)
        stage.observe([("a", 1, 1, 20), ("b", 1, 1, 20), ("c", 1, 1, 2)], at: 1)
        _ = try stage.results(at: 1)
        stage.observe([("a", 1, 1, 2), ("c", 1, 1, 20)], at: 2)
        stage.store.remove(trackID: "b", at: QueryStage.instant(2))
        let told = try #require(try stage.results(at: 2, isAskedAnew: false))
        #expect(told.standings == ["a": "former", "b": "gone"] && told["count"] as? Int == 0)
        let asked = try #require(try stage.results(at: 3))
        #expect(asked.standings == ["c": "matches"] && asked["count"] as? Int == 1)
    }

    @Test("a message ends when it is large, and the next one goes on")
    func size() throws {
        var stage = try QueryStage(QueryRequest())
        stage.observe((0..<300).map { ("\($0) " + String(repeating: "\u{1}", count: 2_000), 1, 1, 20) }, at: 1)
        var rows = 0
        var messages = 0
        while let message = stage.message(at: 1) {
            #expect(message.count <= QueryLimits.messageSize + 32_000)
            let text = String(decoding: message, as: UTF8.self)
            rows += text.components(separatedBy: "\"standing\":").count - 1
            messages += 1
            #expect(text.hasSuffix(#""more":true}"#) == (rows < QueryLimits.listed))
        }
        #expect(rows == QueryLimits.listed && messages > 1)
    }

    @Test("the list is always that of a plain judgement, whatever happens", arguments: [1, 2, 3, 4] as [UInt64])
    func model(seed: UInt64) throws {
        var random = SeededRandomNumberGenerator(seed: seed)
        var stage = try QueryStage(QueryRequest(whereClause: "speed > 10", area: .circle(longitude: 0, latitude: 0, radius: 300_000)))
        var page: [String: String] = [:]
        var truth: [String: (Double, Double)] = [:]
        for step in 1...400 {
            let time = Double(step)
            for _ in 0..<Int.random(in: 0...3, using: &random) {
                let track = "t\(Int.random(in: 0..<30, using: &random))"
                if Int.random(in: 0..<5, using: &random) == 0 {
                    stage.store.remove(trackID: track, at: QueryStage.instant(time))
                    truth[track] = nil
                } else {
                    let (longitude, speed) = (Double.random(in: 0...5, using: &random), Double.random(in: 0...20, using: &random))
                    stage.observe([(track, longitude, 0, speed)], at: time)
                    truth[track] = (longitude, speed)
                }
            }
            let isAskedAnew = Bool.random(using: &random)
            let told = try stage.results(at: time, isAskedAnew: isAskedAnew)
            for (track, standing) in told?.standings ?? [:] { page[track] = standing }
            guard isAskedAnew else { continue }
            // 300 km are 2.6949 degrees on the equator.
            let expected = truth.filter { $0.value.0 <= 2.6949 && $0.value.1 > 10 }.keys.sorted()
            #expect(page.filter { $0.value == "matches" }.keys.sorted() == expected, "seed \(seed), step \(step)")
            if let told { #expect(told["count"] as? Int == expected.count) }
            #expect(page.filter { $0.value == "former" }.keys.allSatisfy { truth[$0] != nil })
        }
    }
}
