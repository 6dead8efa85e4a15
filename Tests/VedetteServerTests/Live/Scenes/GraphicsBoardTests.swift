// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization
import Testing
import Vedette
import VedetteModel

@testable import VedetteServer

/// Reads messages about graphics by the letter of docs/protocol.md, as a viewer keeps them.
private struct ToldGraphics {
    var classes: [Int: [[String: Any]]] = [:]
    var rows: [Int: [Int: [Any]]] = [:]
    var heads: [Int: [String: Any]] = [:]
    var resets = 0

    mutating func take(_ messages: [[UInt8]]) throws {
        for message in messages {
            #expect(message.count <= LiveMessages.maximumLength)
            let object = try #require(try JSONSerialization.jsonObject(with: Data(message)) as? [String: Any])
            #expect(object["type"] as? String == "graphics")
            let overlay = try #require(object["overlay"] as? Int)
            if object["reset"] as? Bool == true {
                (rows[overlay], resets) = ([:], resets + 1)
            }
            if object["visible"] != nil { heads[overlay] = object }
            if let told = object["classes"] as? [[String: Any]] { classes[overlay] = told }
            for row in try #require(object["graphics"] as? [[Any]]) { rows[overlay, default: [:]][try #require(row[0] as? Int)] = row }
            for number in (object["removed"] as? [Int]) ?? [] {
                #expect(rows[overlay]?.removeValue(forKey: number) != nil)
            }
        }
    }

    /// What is known of an overlay: the symbol's type, the heading and the coordinates of each graphic.
    func seen(_ overlay: Int) -> [String] {
        (rows[overlay] ?? [:]).values.map { row in
            let symbol = classes[overlay]?[row[1] as? Int ?? -1]["type"] as? String ?? "?"
            let heading = (row[2] as? Double).map { "\($0)" } ?? "–"
            let place = (row[5] as? [String: Any])?["coordinates"] as? [Double] ?? []
            return "\(symbol) \(heading) \(row[3]) \(row[4]) \(place.map { "\($0)" }.joined(separator: " "))"
        }.sorted()
    }
}

@Suite("Graphics of a program, as viewers are told of them")
struct GraphicsBoardTests {
    private final class Clock: Sendable {
        let now = Mutex(Instant(microsecondsSince1970: 1_800_000_000_000_000))
        var time: Instant { now.withLock { $0 } }
        func advance(_ seconds: Double) { now.withLock { $0 = $0.advanced(bySeconds: seconds) } }
    }

    private let clock = Clock()
    private let overlay = GraphicsOverlay()

    private func board(_ overlays: [GraphicsOverlay]) -> GraphicsBoard {
        let clock = clock
        return GraphicsBoard(files: SymbolFiles(), interval: 0.2, clock: { clock.time }, reference: { nil }, overlays: { overlays })
    }

    private func point(_ x: Double, _ z: Double? = nil) -> Point { Point(x: x, y: 5, z: z, spatialReference: .wgs84) }

    @Test("everything at first, then what has changed: moved, turned, hidden, shown, added, removed")
    func changes() throws {
        let renderer = SimpleRenderer(symbol: SimpleMarkerSceneSymbol.cone(color: .red, diameter: 10, height: 20))
        renderer.sceneProperties.headingExpression = "[h] + 1"
        renderer.sceneProperties.pitchExpression = "[p]"
        overlay.renderer = renderer
        overlay.sceneProperties.surfacePlacement = .relative
        overlay.sceneProperties.altitudeOffset = 7
        let plane = Graphic(geometry: point(1, 300), attributes: ["h": 10.0, "p": 2.0])
        let other = Graphic(geometry: point(2), symbol: SimpleMarkerSymbol())
        overlay.addGraphics([plane, other])
        let board = board([overlay])
        var (cursor, told) = (GraphicsBoard.Cursor(), ToldGraphics())
        func look() throws {
            clock.advance(0.2)
            try told.take(board.news(since: &cursor, at: clock.time))
        }
        try look()
        #expect(told.seen(0) == ["marker 1.0 0 0 2.0 5.0", "scene-marker 11.0 2 0 1.0 5.0 300.0"].sorted() || told.seen(0).count == 2)
        let head = try #require(told.heads[0])
        #expect(head["placement"] as? String == "relative" && head["altitudeOffset"] as? Double == 7)
        #expect(head["visible"] as? Bool == true && head["opacity"] as? Double == 1 && told.resets == 1)
        clock.advance(0.2)
        #expect(board.news(since: &cursor, at: clock.time).isEmpty)

        plane.geometry = point(1.5, 310)
        plane.attributes["h"] = 20.0
        clock.advance(0.2)
        let news = board.news(since: &cursor, at: clock.time)
        let message = try #require(try JSONSerialization.jsonObject(with: Data(news[0])) as? [String: Any])
        #expect((message["graphics"] as? [[Any]])?.count == 1 && message["classes"] == nil && message["reset"] == nil)
        // When it moved, not when it was told.
        #expect(message["time"] as? Double == Double(clock.time.microsecondsSince1970) / 1_000 - 200)
        try told.take(news)
        #expect(told.seen(0).contains { $0.hasPrefix("scene-marker 21") && $0.hasSuffix("1.5 5.0 310.0") })

        plane.isVisible = false
        try look()
        #expect(told.seen(0).count == 1)
        plane.isVisible = true
        other.geometry = nil
        let third = Graphic(geometry: point(9), symbol: ModelSceneSymbol(.aircraft, scale: 3))
        overlay.addGraphic(third)
        try look()
        #expect(told.seen(0).map { $0.split(separator: " ")[0] } == ["model", "scene-marker"] && told.resets == 1)
        #expect(told.classes[0]?.last?["model"] as? String == "/models/aircraft.glb")
        overlay.removeGraphic(third)
        try look()
        #expect(told.seen(0).count == 1 && told.resets == 1)
        // Who comes later is told the same in one piece.
        var (later, both) = (GraphicsBoard.Cursor(), ToldGraphics())
        try both.take(board.news(since: &later, at: clock.time))
        #expect(both.seen(0) == told.seen(0) && both.resets == 1)
    }

    @Test("other looks are seen within a second, and overlays that come and go at once")
    func looks() throws {
        let renderer = SimpleRenderer(symbol: SimpleMarkerSymbol())
        overlay.renderer = renderer
        overlay.addGraphic(Graphic(geometry: point(1)))
        let second = GraphicsOverlay(graphics: [Graphic(geometry: point(2), symbol: SimpleMarkerSymbol())])
        let (clock, shown) = (clock, SharedList([overlay]))
        let board = GraphicsBoard(files: SymbolFiles(), interval: 0.2, clock: { clock.time }, reference: { nil }, overlays: { shown.list })
        var (cursor, told) = (GraphicsBoard.Cursor(), ToldGraphics())
        func look(_ seconds: Double) throws {
            clock.advance(seconds)
            try told.take(board.news(since: &cursor, at: clock.time))
        }
        try look(0)
        renderer.symbol = SimpleMarkerSceneSymbol()
        (overlay.opacity, overlay.isVisible) = (0.5, false)
        try look(1)
        #expect(told.seen(0).first?.hasPrefix("scene-marker") == true && told.heads[0]?["opacity"] as? Double == 0.5)
        #expect(told.heads[0]?["visible"] as? Bool == false)
        shown.list = [second, overlay]
        try look(0)
        #expect(told.seen(0).first?.hasPrefix("marker") == true && told.seen(1).first?.hasPrefix("scene-marker") == true)
        #expect(board.place(of: second.graphics[0], at: clock.time)?.overlay == 0)
        shown.list = []
        try look(0)
        #expect(told.seen(0).isEmpty && told.seen(1).isEmpty)
        #expect(board.place(of: second.graphics[0], at: clock.time) == nil)
    }

    private final class SharedList: Sendable {
        private let state: Mutex<[GraphicsOverlay]>
        init(_ list: [GraphicsOverlay]) { state = Mutex(list) }
        var list: [GraphicsOverlay] {
            get { state.withLock { $0 } }
            set { state.withLock { $0 = newValue } }
        }
    }

    @Test("many graphics come in messages of bounded size, those beyond the most are counted, and shapes that are none are left out")
    func limits() throws {
        let symbol = SimpleLineSymbol()
        let points = (0..<200).map { Point(x: 1.123456789 + Double($0) * 1e-5, y: 2.987654321) }
        overlay.addGraphics(
            (0..<10_050).map { _ in Graphic(geometry: Polyline(points: points, spatialReference: .wgs84), symbol: symbol) }.prefix(400))
        overlay.addGraphics((0..<9_700).map { Graphic(geometry: point(Double($0) / 100), symbol: symbol) })
        overlay.addGraphic(Graphic(geometry: point(0), symbol: symbol))
        let board = board([overlay])
        var (cursor, told) = (GraphicsBoard.Cursor(), ToldGraphics())
        let news = board.news(since: &cursor, at: clock.time)
        #expect(news.count > 3)
        try told.take(news)
        #expect(told.rows[0]?.count == OverlayLedger.maximumCount && told.resets == 1)
        let first = try #require(try JSONSerialization.jsonObject(with: Data(news[0])) as? [String: Any])
        let last = try #require(try JSONSerialization.jsonObject(with: Data(news[news.count - 1])) as? [String: Any])
        #expect(first["omitted"] as? Int == 101 && first["more"] as? Bool == true && last["more"] == nil)

        let strange = GraphicsOverlay(graphics: [
            Graphic(geometry: Point(x: .nan, y: 0), symbol: symbol), Graphic(symbol: symbol), Graphic(geometry: point(1)),
            Graphic(
                geometry: Polyline(
                    points: (0...OverlayLedger.maximumPositions).map { Point(x: Double($0) * 1e-3, y: 0) }, spatialReference: .wgs84),
                symbol: symbol), Graphic(geometry: Point(x: 111_319.49079327358, y: 0, spatialReference: .webMercator), symbol: symbol),
        ])
        var (other, few) = (GraphicsBoard.Cursor(), ToldGraphics())
        try few.take(self.board([strange]).news(since: &other, at: clock.time))
        #expect(few.rows[0]?.count == 1)
        let place = (few.rows[0]?.values.first?[5] as? [String: Any])?["coordinates"] as? [Double]
        #expect(abs((place?.first ?? 0) - 1) < 1e-9)
    }

    @Test("a graphic that gets a new symbol with each change, of which no two are alike, is told of for ever")
    func manySymbols() throws {
        let graphic = Graphic(geometry: point(1), symbol: SimpleMarkerSymbol(style: .circle, color: .red, size: 1))
        overlay.addGraphic(graphic)
        let board = board([overlay])
        var cursor: GraphicsBoard.Cursor = []
        var told = ToldGraphics()
        try told.take(board.news(since: &cursor, at: clock.time))
        for number in 0..<1_500 {
            graphic.symbol = SimpleMarkerSymbol(style: .circle, color: .red, size: 2 + Double(number) / 100)
            clock.advance(0.5)
            try told.take(board.news(since: &cursor, at: clock.time))
            let row = try #require(told.rows[0]?.values.first)
            let symbol = try #require(told.classes[0]?[row[1] as? Int ?? -1])
            #expect(abs((symbol["size"] as? Double ?? 0) - (2 + Double(number) / 100)) < 1e-9)
        }
        // What was met once is forgotten again.
        #expect((told.classes[0]?.count ?? 0) <= GraphicsLook.maximumClasses)
    }

    @Test("a graphic that blinks for long is there or not, as it is, also for who looks seldom")
    func blinking() throws {
        let graphic = Graphic(geometry: point(1), symbol: SimpleMarkerSymbol(style: .circle, color: .red, size: 8))
        overlay.addGraphic(graphic)
        let board = board([overlay])
        var (often, seldom): (GraphicsBoard.Cursor, GraphicsBoard.Cursor) = ([], [])
        var (told, toldSeldom) = (ToldGraphics(), ToldGraphics())
        try toldSeldom.take(board.news(since: &seldom, at: clock.time))
        for number in 0..<10_000 {
            graphic.isVisible = number % 2 == 1
            clock.advance(0.5)
            try told.take(board.news(since: &often, at: clock.time))
            #expect((told.rows[0]?.count ?? 0) == number % 2)
        }
        try toldSeldom.take(board.news(since: &seldom, at: clock.time))
        #expect(toldSeldom.rows[0]?.count == 1)
        #expect(toldSeldom.resets == 2)
    }
}
