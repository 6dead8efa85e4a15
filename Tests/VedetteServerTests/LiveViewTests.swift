// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import Vedette

@testable import VedetteServer

@Suite("Several views of one server", .timeLimit(.minutes(2)))
struct LiveViewTests {
    private let told = ToldSource()

    private func source(_ name: String = "Things") -> LiveSource { LiveSource(dataSource: told.source, name: name) }

    @Test("each view has its page, its socket and its data; what is nowhere is answered with a list")
    func routes() async throws {
        let views = [
            LiveView(path: "harbour", title: "Harbour <1>", sources: [source()], monitors: [told.monitor("box", 0)]),
            LiveView(path: "b_2-C", sources: [source()]),
        ]
        try await LiveServer(configuration: LiveServer.testing, views: views).serving { port in
            let list = try await page(port, "/")
            #expect(
                list.status == 200 && list.body.contains("<a href=\"/harbour/\">Harbour &lt;1&gt;</a>") && list.body.contains("\"/b_2-C/\"")
            )
            #expect(list.head.contains("content-security-policy"))
            let redirected = try await page(port, "/harbour")
            #expect(redirected.status == 308 && redirected.head.contains("location: harbour/"))
            #expect(try await page(port, "/harbour/").body.contains("/app.js"))
            #expect(try await page(port, "/b_2-C/").status == 200)
            #expect(try await page(port, "/app.js").status == 200)
            for path in ["/nowhere", "/nowhere/", "/harbour/nowhere", "/a/b/c", "/HARBOUR/"] {
                let missing = try await page(port, path)
                #expect(missing.status == 404 && missing.body.contains("\"/harbour/\""), "\(path)")
            }
            #expect(try await page(port, "/live").status == 404)
            #expect(try await page(port, "/harbour/live").status == 426)
            #expect(try await page(port, "/harbour/live/fences.geojson").body.contains("\"box\""))
            #expect(try await page(port, "/b_2-C/live/fences.geojson").body.contains("\"total\":0"))
            #expect(try await page(port, "/harbour/live/landmarks.geojson").status == 404)
            try await LiveClient.open(port: port, path: "/harbour/live?display=1") { connection in
                let hello = try #require(await connection.next("hello"))
                #expect(hello["title"] as? String == "Harbour <1>" && hello["fences"] as? String == "/harbour/live/fences.geojson")
                #expect(hello["readOnly"] == nil && hello["sharedViewpoint"] == nil)
            }
            try await LiveClient.open(port: port, path: "/b_2-C/live") { connection in
                let hello = try #require(await connection.next("hello"))
                #expect(hello["title"] as? String == "b_2-C")
            }
            await #expect(throws: LiveClient.Refused.self) { try await LiveClient.open(port: port, path: "/live") { _ in } }
            await #expect(throws: LiveClient.Refused.self) { try await LiveClient.open(port: port, path: "//live") { _ in } }
            let metrics = try await page(port, "/metrics").body
            // A source of two views is one source.
            #expect(metrics.contains("vedette_entities{source=\"0\"") && !metrics.contains("source=\"1\""))
        }
    }

    @Test(
        "paths that cannot be are refused",
        arguments: [
            ["a/b"], ["ä"], ["a b"], ["x.y"], ["live"], ["Assets"], ["stream"], ["healthz"], ["a", "a"], ["", ""],
            [String(repeating: "a", count: 65)],
        ])
    func paths(_ paths: [String]) async throws {
        let server = LiveServer(configuration: LiveServer.testing, views: paths.map { LiveView(path: $0) })
        let error = await #expect(throws: LiveServerError.self) { try await server.serving { _ in } }
        #expect(error?.code == .invalidView)
    }

    @Test("a file of fences is that of one view only")
    func files() async throws {
        var views = [LiveView(path: "a"), LiveView(path: "b")]
        views[1].fenceFile = "/nowhere/fences.geojson"
        var configuration = LiveServer.testing
        configuration.fenceFile = "/nowhere/fences.geojson"
        let server = LiveServer(configuration: configuration, views: views)
        let error = await #expect(throws: LiveServerError.self) { try await server.serving { _ in } }
        #expect(error?.code == .invalidView)
    }

    @Test("viewers hear of the monitors and drawn fences of their own view only")
    func isolation() async throws {
        var configuration = LiveServer.testing
        configuration.fenceEditing = .shared
        let (near, far, both) = (told.monitor("near", 0), told.monitor("far", 10), told.monitor("both", 20))
        let views = [
            LiveView(path: "a", sources: [source()], monitors: [near, both]),
            LiveView(path: "b", sources: [source()], monitors: [far, both]),
        ]
        let told = told
        try await LiveServer(configuration: configuration, views: views).serving { port in
            try await LiveClient.openTwo(port: port, "/a/live", "/b/live") { first, second in
                let saved = try await first.ask(#"{"type":"put-fence","request":1,"name":"Drawn","geometry":\#(FenceWorld.square(30))}"#)
                #expect(saved["type"] as? String == "fence-saved")
                for longitude in [0.0, 10, 30, 20] { told.observe("a", longitude) }
                var names: [[String]] = [[], []]
                while !Set(names[0]).isSuperset(of: ["both", "Drawn"]) {
                    names[0].append(try #require(await first.next("notification")?["fenceName"] as? String))
                }
                while !names[1].contains("both") {
                    names[1].append(try #require(await second.next("notification")?["fenceName"] as? String))
                }
                #expect(names[0].filter { $0 != "Drawn" } == ["near", "both"] && names[1] == ["far", "both"])
            }
            try await LiveClient.open(port: port, path: "/b/live") { later in
                let drawn = try #require(await later.next("drawn-fences"))
                #expect((drawn["fences"] as? [Any])?.isEmpty == true)
            }
        }
    }

    @Test("a read-only view refuses what others would see, and answers what is asked")
    func readOnly() async throws {
        var configuration = LiveServer.testing
        (configuration.fenceEditing, configuration.sourceControl) = (.shared, .shared)
        let views = [
            LiveView(sources: [source()]), LiveView(path: "wall", sources: [source()], isReadOnly: true, viewpointSharing: .shared),
        ]
        let told = told
        try await LiveServer(configuration: configuration, views: views).serving { port in
            told.observe("a", 5)
            try await LiveClient.open(port: port, path: "/wall/live") { viewer in
                let hello = try #require(await viewer.next("hello"))
                #expect(hello["readOnly"] as? Bool == true && hello["sourceControl"] == nil && hello["fenceEditing"] == nil)
                #expect((hello["sharedViewpoint"] as? [String: Bool]) == ["steer": false])
                let fence = try await viewer.ask(#"{"type":"put-fence","request":1,"name":"A","geometry":\#(FenceWorld.square(0))}"#)
                #expect(fence["code"] as? String == "read-only" && (fence["message"] as? String)?.contains("read-only") == true)
                for action in ["purge", "connect", "disconnect"] {
                    try await viewer.send(#"{"type":"control","request":2,"source":0,"action":"\#(action)"}"#)
                    #expect(try await viewer.next("controlled")?["error"] as? String == LiveMessages.isReadOnly)
                }
                try await viewer.send(#"{"type":"steer","move":1,"width":80,"height":60,"center":[1,2],"scale":5000,"rotation":0}"#)
                #expect(try await viewer.next("error")?["code"] as? String == "read-only")
                try await viewer.send(#"{"type":"query","query":1,"source":0}"#)
                while let results = try await viewer.next("results"), results["count"] as? Int != 1 {}
                try await viewer.send(#"{"type":"identify","request":3,"location":[5,0],"tolerance":10}"#)
                #expect(try await viewer.next("identified")?["track"] as? String == "a")
            }
            try await LiveClient.open(port: port) { viewer in
                try await viewer.send(#"{"type":"steer","move":1,"width":80,"height":60,"center":[1,2],"scale":5000,"rotation":0}"#)
                #expect(try await viewer.next("error")?["code"] as? String == "not-shared")
            }
        }
        // Nothing was purged.
        #expect(told.source.entityStore.withStore { $0.trackCount } == 1)
    }

    @Test("two browsers of a shared viewpoint look where the last of them has gone")
    func sharedViewpoint() async throws {
        var view = LiveView(path: "wall", sources: [source()], viewpointSharing: .shared)
        view.center = (10, 20)
        try await LiveServer(configuration: LiveServer.testing, views: [view]).serving { port in
            try await LiveClient.openTwo(port: port, "/wall/live", "/wall/live") { first, second in
                let hello = try #require(await first.next("hello"))
                #expect((hello["sharedViewpoint"] as? [String: Bool]) == ["steer": true])
                #expect((hello["view"] as? [String: Any])?["center"] as? [Double] == [10, 20])
                let beginnings = (try await first.next("shared-viewpoint"), try await second.next("shared-viewpoint"))
                #expect(beginnings.0?["center"] as? [Double] == [10, 20] && beginnings.1?["center"] as? [Double] == [10, 20])
                try await first.send(#"{"type":"steer","move":7,"width":80,"height":60,"center":[1,2],"scale":5000,"rotation":9}"#)
                let moved = try #require(await second.next("shared-viewpoint"))
                #expect(moved["center"] as? [Double] == [1, 2] && moved["scale"] as? Double == 5_000 && moved["rotation"] as? Double == 9)
                #expect(moved["seen"] as? Int == 0)
                let echo = try #require(await first.next("shared-viewpoint"))
                #expect(echo["seen"] as? Int == 7 && echo["sequence"] as? Int == moved["sequence"] as? Int)
                try await second.send(#"{"type":"steer","move":1,"width":80,"height":60,"center":[3,4],"scale":5000,"rotation":0}"#)
                let back = try #require(await first.next("shared-viewpoint"))
                #expect(back["center"] as? [Double] == [3, 4] && back["seen"] as? Int == 7)
            }
        }
    }

    @Test("a program's map view moves the browsers, and hears of their moves")
    func mapView() async throws {
        let map = Map()
        map.addOperationalLayer(GroupLayer(childLayers: [DynamicEntityLayer(dataSource: told.source)]))
        let mapView = MapView(map: map, viewpoint: Viewpoint(latitude: 20, longitude: 10, scale: 50_000))
        try await LiveServer(configuration: LiveServer.testing, views: [LiveView(mapView: mapView)]).serving { port in
            try await LiveClient.open(port: port) { viewer in
                let hello = try #require(await viewer.next("hello"))
                #expect((hello["sources"] as? [Any])?.count == 1)
                func isAt(_ message: LiveClient.Object?, _ longitude: Double, _ latitude: Double) throws -> Bool {
                    let center = try #require(message?["center"] as? [Double])
                    return abs(center[0] - longitude) < 1e-9 && abs(center[1] - latitude) < 1e-9
                }
                #expect(try isAt(await viewer.next("shared-viewpoint"), 10, 20))
                #expect(await mapView.proxy.setViewpointCenter(Point(latitude: 5, longitude: 179)))
                #expect(try isAt(await viewer.next("shared-viewpoint"), 179, 5))
                var heard = mapView.$viewpoint.makeAsyncIterator()
                _ = await heard.next()
                try await viewer.send(#"{"type":"steer","move":1,"width":800,"height":600,"center":[-179,4],"scale":5000,"rotation":0}"#)
                while let viewpoint = await heard.next(), viewpoint?.targetScale != 5_000 {}
                #expect(mapView.size == CGSize(width: 800, height: 600))
                #expect(try isAt(await viewer.next("shared-viewpoint"), -179, 4))
            }
        }
    }
}
