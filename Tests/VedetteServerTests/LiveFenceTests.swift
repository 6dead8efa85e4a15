// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation
#if canImport(FoundationNetworking)
import FoundationNetworking
#endif
import NIOCore
import Testing
import Vedette

@testable import VedetteServer

@Suite("Drawn fences over the live socket", .timeLimit(.minutes(10)))
struct LiveFenceTests {
    @Test("a drawn fence judges the next update, tells all viewers, moves and goes")
    func life() async throws {
        let world = FenceWorld()
        try await world.serve { port in
            try await LiveClient.open(port: port) { first in
                let hello = try #require(await first.next("hello"))
                #expect((hello["fenceEditing"] as? [String: Any])?["allowed"] as? Bool == true)
                #expect(try await first.next("drawn-fences")?["reset"] as? Bool == true)
                let saved = try await first.ask(
                    #"{"type":"put-fence","request":7,"name":"Gate","geometry":\#(FenceWorld.square(0)),"message":"$fencefeature.name + ' ' + $fencenotificationtype"}"#
                )
                let id = try #require(saved["fence"] as? String)
                #expect(saved["request"] as? Int == 7)
                world.observe("a", 0.5)
                let entered = try #require(await first.next("notification"))
                #expect(entered["kind"] as? String == "entered" && entered["fence"] as? String == id)
                #expect(entered["message"] as? String == "Gate entered" && entered["fenceName"] as? String == "Gate")
                try await LiveClient.open(port: port) { second in
                    let told = try await second.drawn { $0["fence"] as? String == id }
                    #expect((told["area"] as? [String: Any])?["type"] as? String == "Polygon")
                    // Dragged away from under it: it is out at once, though no fix has come.
                    try await second.send(
                        #"{"type":"move-fence","request":1,"fence":"\#(id)","geometry":\#(FenceWorld.square(10))}"#)
                    #expect(try await second.next("notification")?["kind"] as? String == "exited")
                }
                let exited = try #require(await first.next("notification"))
                #expect(exited["kind"] as? String == "exited")
                let gone = try await first.ask(#"{"type":"delete-fence","request":8,"fence":"\#(id)"}"#)
                #expect(gone["type"] as? String == "fence-saved")
                world.observe("b", 10)
                #expect(try await first.ask(#"{"type":"delete-fence","request":9,"fence":"\#(id)"}"#)["code"] as? String == "gone")
            }
        }
    }

    @Test("a rule hides entries or exits, and a change of name, rule, buffer or message leaves who is inside inside")
    func changes() async throws {
        let world = FenceWorld()
        try await world.serve { port in
            try await LiveClient.open(port: port) { viewer in
                let saved = try await viewer.ask(
                    #"{"type":"put-fence","request":1,"name":"A","rule":"exit","geometry":{"circle":{"center":[0,0],"radiusMetres":1000}}}"#
                )
                let id = try #require(saved["fence"] as? String)
                world.observe("a", 0)
                try await viewer.send(
                    #"{"type":"put-fence","request":2,"fence":"\#(id)","name":"B","bufferMetres":500,"message":"'left ' + $fencefeature.name"}"#
                )
                let told = try await viewer.drawn { $0["name"] as? String == "B" }
                #expect(told["bufferMetres"] as? Double == 500 && told["rule"] as? String == "exit")
                // 1,400 m: in the buffer, not in the circle.
                world.observe("a", 0.0125)
                world.observe("a", 0.02)
                let exited = try #require(await viewer.next("notification"))
                #expect(exited["kind"] as? String == "exited" && exited["message"] as? String == "left B")
                #expect(exited["number"] as? Int == 1)
            }
        }
    }

    @Test("a fence that is drawn round what is there has its rule and message from its first event on")
    func firstEvents() async throws {
        let world = FenceWorld()
        try await world.serve { port in
            try await LiveClient.open(port: port) { viewer in
                // The first has a monitor made, which knows where the things are when the others are drawn.
                _ = try await viewer.ask(#"{"type":"put-fence","request":0,"name":"far","geometry":\#(FenceWorld.square(50))}"#)
                for number in 0..<50 { world.observe("\(number)", 0) }
                world.observe("last", 50)
                #expect(try await viewer.next("notification")?["track"] as? String == "last")
                for round in 1...5 {
                    try await viewer.send(
                        #"{"type":"put-fence","request":\#(round),"name":"\#(round)","rule":"enter","message":"'message \#(round)'","geometry":\#(FenceWorld.square(0))}"#
                    )
                    for _ in 0..<50 { #expect(try await viewer.next("notification")?["message"] as? String == "message \(round)") }
                }
                _ = try await viewer.ask(
                    #"{"type":"put-fence","request":6,"name":"hidden","rule":"exit","geometry":\#(FenceWorld.square(0))}"#)
                world.observe("0", 3)
                // Who is inside of it was not told of entering; leaving is.
                let exited = try #require(await viewer.next("notification"))
                #expect(exited["kind"] as? String == "exited" && exited["fenceName"] as? String == "hidden")
            }
        }
    }

    @Test("a viewer too slow for frames is told of its fence before it is told that it is saved")
    func slowViewer() async throws {
        let world = FenceWorld()
        try await world.serve { port in
            try await LiveClient.open(port: port) { viewer in
                // As many frames as a viewer may leave without an acknowledgement: then no more come.
                for number in 0..<LiveViewer.maximumUnacknowledged {
                    world.observe("\(number)", 0)
                    _ = try await viewer.nextFrame(acknowledging: false)
                }
                for round in 0..<5 {
                    try await viewer.send(
                        #"{"type":"put-fence","request":\#(round),"name":"\#(round)","geometry":\#(FenceWorld.square(Double(round)))}"#)
                    var names: [String] = []
                    while case .text(let message)? = try await viewer.next(), message["type"] as? String != "fence-saved" {
                        guard message["type"] as? String == "drawn-fences" else { continue }
                        names += ((message["fences"] as? [[String: Any]]) ?? []).compactMap { $0["name"] as? String }
                    }
                    #expect(names.contains("\(round)"))
                }
            }
        }
    }

    @Test("what cannot be is refused with its part, and changes nothing")
    func refusals() async throws {
        let world = FenceWorld()
        try await world.serve { port in
            try await LiveClient.open(port: port) { viewer in
                let bow = #"{"type":"Polygon","coordinates":[[[0,0],[1,1],[1,0],[0,1],[0,0]]]}"#
                let many = (0...FenceLimits.vertices).map { "[\(Double($0) / 10),\($0 % 2)]" }.joined(separator: ",")
                let good = FenceWorld.square(0)
                for (members, part, code) in [
                    (#""name":"x""#, "geometry", "missing"), (#""geometry":\#(good)"#, "name", "missing"),
                    (#""name":" ","geometry":\#(good)"#, "name", "bad-name"), (#""name":3,"geometry":\#(good)"#, "name", "bad-name"),
                    (#""name":"x","geometry":\#(bow)"#, "geometry", "selfCrossing"),
                    (#""name":"x","geometry":7"#, "geometry", "bad-geometry"),
                    (#""name":"x","geometry":{"type":"Polygon","coordinates":[[[0,0],[1,1],[0,0]]]}"#, "geometry", "bad-geometry"),
                    (#""name":"x","geometry":{"corridor":{"line":[\#(many)],"widthMetres":5}}"#, "geometry", "too-large"),
                    (#""name":"x","geometry":{"corridor":{"line":[[0,0],[0,0]],"widthMetres":5}}"#, "geometry", "bad-geometry"),
                    (#""name":"x","geometry":{"circle":{"center":[0,91],"radiusMetres":5}}"#, "geometry", "bad-geometry"),
                    (#""name":"x","geometry":{"circle":{"center":[0,0],"radiusMetres":1e300}}"#, "geometry", "bad-geometry"),
                    (#""name":"x","geometry":{"type":"Polygon","coordinates":[[[-200,0],[100,0],[0,1]]]}"#, "geometry", "bad-geometry"),
                    (#""name":"x","geometry":\#(good),"rule":"never""#, "rule", "bad-rule"),
                    (#""name":"x","geometry":\#(good),"bufferMetres":-1"#, "bufferMetres", "bad-bufferMetres"),
                    (#""name":"x","geometry":\#(good),"dwellSeconds":0.5"#, "dwellSeconds", "bad-dwellSeconds"),
                    (#""name":"x","geometry":\#(good),"usesAccuracy":1.5"#, "usesAccuracy", "bad-usesAccuracy"),
                    (#""name":"x","geometry":\#(good),"usesAccuracy":true,"detection":"path""#, "detection", "bad-detection"),
                    (#""name":"x","geometry":\#(good),"source":4"#, "source", "bad-source"),
                    (#""name":"x","geometry":\#(good),"device":0"#, "source", "bad-device"),
                    (#""fence":"none","name":"x""#, "fence", "gone"),
                ] {
                    let error = try await viewer.ask(#"{"type":"put-fence","request":5,\#(members)}"#)
                    #expect(error["type"] as? String == "fence-error" && error["request"] as? Int == 5, "\(members.prefix(80))")
                    #expect(error["part"] as? String == part && error["code"] as? String == code, "\(members.prefix(80)): \(error.members)")
                }
                let script = try await viewer.ask(
                    #"{"type":"put-fence","request":6,"name":"x","geometry":\#(good),"message":"var a = 1;\nreturn a +"}"#)
                #expect(script["part"] as? String == "message" && script["line"] as? Int == 2 && (script["column"] as? Int ?? 0) > 8)
                #expect(try await Self.collection(port).isEmpty)
                // What is no message of the protocol is answered as such, and the connection goes on.
                try await viewer.send(#"{"type":"move-fence","request":1,"geometry":\#(good)}"#)
                #expect(try await viewer.next("error")?["code"] as? String == "bad-message")
            }
        }
    }

    @Test("where nobody may edit, nobody can, whatever is sent")
    func readOnly() async throws {
        let world = FenceWorld(editing: .none)
        try await world.serve { port in
            try await LiveClient.open(port: port) { viewer in
                #expect(try await viewer.next("hello")?["fenceEditing"] == nil)
                for type in ["put-fence", "move-fence", "delete-fence"] {
                    let answer = try await viewer.ask(
                        #"{"type":"\#(type)","request":1,"fence":"x","name":"y","geometry":\#(FenceWorld.square(0))}"#)
                    #expect(answer["code"] as? String == "read-only")
                }
                #expect(try await Self.collection(port).isEmpty)
            }
        }
    }

    @Test("fences come back from their file, also where nobody may edit; a file that is none stops the start")
    func file() async throws {
        let path = FileManager.default.temporaryDirectory.appendingPathComponent("fences-\(UUID().uuidString).geojson").path
        defer { try? FileManager.default.removeItem(atPath: path) }
        try await FenceWorld(file: path).serve { port in
            try await LiveClient.open(port: port) { viewer in
                _ = try await viewer.ask(
                    #"{"type":"put-fence","request":1,"name":"Lane \"1\"","dwellSeconds":30,"source":0,"message":"1","geometry":{"corridor":{"line":[[0,0],[0.01,0]],"widthMetres":200}}}"#
                )
            }
        }
        let kept = try String(contentsOfFile: path, encoding: .utf8)
        #expect(kept.contains(#""watches":"Things""#))
        let world = FenceWorld(editing: .none, file: path)
        try await world.serve { port in
            try await LiveClient.open(port: port) { viewer in
                #expect((try await viewer.next("hello")?["fenceEditing"] as? [String: Any])?["allowed"] as? Bool == false)
                let fence = try await viewer.drawn { _ in true }
                #expect(fence["name"] as? String == #"Lane "1""# && fence["dwellSeconds"] as? Double == 30 && fence["source"] as? Int == 0)
                world.observe("a", 0.005)
                #expect(try await viewer.next("notification")?["message"] as? String == "1")
            }
        }
        #expect(try String(contentsOfFile: path, encoding: .utf8) == kept)
        for wrong in [
            "{", #"{"type":"FeatureCollection","features":[{"id":"a","properties":{"name":"a"}}]}"#,
            kept.replacing("Things", with: "Others"), kept.replacing("30", with: "0.5"),
        ] {
            try wrong.write(toFile: path, atomically: true, encoding: .utf8)
            await #expect(throws: LiveServerError.self) { try await FenceWorld(file: path).serve { _ in } }
        }
    }

    @Test("a viewer that comes back is told what it has missed, and nothing twice")
    func reconnect() async throws {
        let world = FenceWorld()
        try await world.serve { port in
            let server = try await LiveClient.open(port: port) { viewer in
                let server = try #require(await viewer.next("hello")?["server"] as? String)
                _ = try await viewer.ask(#"{"type":"put-fence","request":1,"name":"A","geometry":\#(FenceWorld.square(0))}"#)
                for _ in 0..<75 {
                    world.observe("a", 0)
                    world.observe("a", 3)
                    for _ in 0..<2 { _ = try await viewer.next("notification") }
                }
                return server
            }
            for (query, first) in [
                ("?server=\(server)&after=20", 21), ("", 51), ("?server=other&after=20", 51), ("?server=\(server)&after=999", 51),
                ("?server=\(server)&after=-3", 51), ("?after=20", 51), ("?server=\(server)&after=99999999999999999999", 51),
            ] {
                try await LiveClient.open(port: port, path: "/live" + query) { viewer in
                    for number in first...150 {
                        let notification = try #require(await viewer.next("notification"))
                        #expect(notification["number"] as? Int == number, "\(query)")
                    }
                }
            }
        }
    }

    private static func collection(_ port: Int) async throws -> [Any] {
        let url = try #require(URL(string: "http://127.0.0.1:\(port)/live/drawn-fences.geojson"))
        let (data, _) = try await URLSession.shared.data(from: url)
        return (try JSONSerialization.jsonObject(with: data) as? [String: Any])?["features"] as? [Any] ?? []
    }
}
