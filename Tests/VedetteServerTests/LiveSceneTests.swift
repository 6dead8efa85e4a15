// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import Vedette

@testable import VedetteServer

@Suite("Scenes that a server shows", .timeLimit(.minutes(2)))
struct LiveSceneTests {
    private let told = ToldSource()
    private let plane = Graphic(geometry: Point(x: 1, y: 2, z: 300, spatialReference: .wgs84), symbol: ModelSceneSymbol(.aircraft))

    private func sceneView() -> SceneView {
        let scene = Scene()
        scene.addOperationalLayer(DynamicEntityLayer(dataSource: told.source))
        let overlay = GraphicsOverlay(graphics: [plane])
        overlay.sceneProperties.surfacePlacement = .absolute
        return SceneView(
            scene: scene, camera: Camera(latitude: 40, longitude: -3, altitude: 1_000, heading: 0, pitch: 0, roll: 0),
            graphicsOverlays: [overlay])
    }

    @Test("a hosted scene: its layers, its graphics, its camera, and who moves it")
    func hosted() async throws {
        let (view, plane) = (sceneView(), plane)
        let views = [LiveView(path: "ride", sceneView: view), LiveView(path: "wall", sceneView: view, isReadOnly: true), LiveView()]
        try await LiveServer(configuration: LiveServer.testing, views: views).serving { port in
            try await LiveClient.openTwo(port: port, "/ride/live?display=1", "/wall/live?display=1") { first, second in
                let hello = try #require(await first.next("hello"))
                #expect((hello["scene"] as? [String: String]) == ["layout": "whole"])
                #expect((hello["sources"] as? [Any])?.count == 1)
                let begin = try #require((hello["view"] as? [String: Any])?["center"] as? [Double])
                #expect(abs(begin[0] + 3) < 1e-6 && abs(begin[1] - 40) < 1e-6)
                let graphics = try #require(await first.next("graphics"))
                #expect(graphics["reset"] as? Bool == true && (graphics["graphics"] as? [Any])?.count == 1)
                let controller = try #require(await first.next("camera-controller"))
                #expect(controller["kind"] as? String == "globe")
                view.cameraController = OrbitGeoElementCameraController(target: plane, distance: 700)
                let orbit = try #require(await first.next("camera-controller"))
                #expect((orbit["target"] as? [String: Int]) == ["overlay": 0, "graphic": 1])
                let sequence = try #require(orbit["sequence"] as? Int)
                try await first.send(
                    #"{"type":"camera","sequence":\#(sequence),"camera":[0,0,0,0,0,0],"view":[900,10,60],"size":[300,200],"interacted":true}"#
                )
                // The wall goes along, and moves nobody.
                while true {
                    let message = try #require(await second.next("camera-controller"))
                    if (message["view"] as? [String: Double])?["distance"] == 900 { break }
                }
                #expect((view.cameraController as? OrbitCameraController)?.cameraPitchOffset == 60 && view.size.width == 300)
                plane.geometry = Point(x: 1, y: 2, z: 400, spatialReference: .wgs84)
                let moved = try #require(await second.next("graphics"))
                #expect(moved["reset"] == nil && (moved["graphics"] as? [Any])?.count == 1)
                try await first.send(#"{"type":"scene","open":true}"#)
                try await first.send(#"{"type":"scene","open":"yes"}"#)
                let refusal = try #require(await first.next("error"))
                #expect(refusal["code"] as? String == "bad-message")
            }
            try await LiveClient.open(port: port, path: "/live?display=1") { connection in
                let hello = try #require(await connection.next("hello"))
                #expect(hello["scene"] == nil)
                try await connection.send(#"{"type":"camera","sequence":0,"camera":[0,0,0,0,0,0],"interacted":true}"#)
                let refusal = try #require(await connection.next("error"))
                #expect(refusal["code"] as? String == "no-scene")
            }
        }
    }

    @Test("models of symbols are served from files that are glTF, and no others")
    func models() async throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("vedette-models-\(UInt64.random(in: 0 ... .max))")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        func file(_ name: String, _ bytes: [UInt8]) throws -> URL {
            let url = folder.appendingPathComponent(name)
            try Data(bytes).write(to: url)
            return url
        }
        let json = Array(#"{"asset":{"version":"2.0"},"buffers":[{"byteLength":4}]}    "#.utf8)
        func word(_ number: Int) -> [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) } }
        let binary = Array("glTF".utf8) + word(2) + word(20 + json.count) + word(json.count) + word(0x4E4F_534A) + json
        let shelf = ModelShelf()
        let (whole, text) = (try file("a.glb", binary), try file("b.gltf", json))
        #expect(shelf.address(of: whole) == "/live/models/0" && shelf.address(of: text) == "/live/models/1")
        #expect(shelf.address(of: whole) == "/live/models/0")
        #expect(shelf.model(0)?.contentType == "model/gltf-binary" && shelf.model(1)?.contentType == "model/gltf+json")
        let wrong = [
            try file("cut.glb", Array(binary.dropLast())), try file("none.glb", []), try file("other.gltf", Array("{}".utf8)),
            try file("needs.gltf", Array(#"{"asset":{"version":"2.0"},"buffers":[{"uri":"../../secret.bin"}]}"#.utf8)),
            try file("old.glb", Array("glTF".utf8) + word(1) + word(20) + word(0) + word(0x4E4F_534A)),
            try file("long.glb", Array("glTF".utf8) + word(2) + word(20) + word(Int(UInt32.max)) + word(0x4E4F_534A)),
            folder.appendingPathComponent("missing.glb"), try #require(URL(string: "http://127.0.0.1:1/a.glb")),
            try #require(URL(string: "/models/other.glb")), try #require(URL(string: "/etc/passwd")),
        ]
        for url in wrong { #expect(shelf.address(of: url) == nil, "\(url)") }
        #expect(shelf.address(of: ModelSceneSymbol(.ship).url) == "/models/ship.glb")

        let layer = DynamicEntityLayer(dataSource: told.source)
        layer.renderer = SimpleRenderer(symbol: ModelSceneSymbol(url: whole, scale: 2))
        let source = LiveSource(layer: layer)
        try await LiveServer(configuration: LiveServer.testing, views: [LiveView(sources: [source])]).serving { port in
            try await LiveClient.open(port: port, path: "/live?display=1") { connection in
                let symbols = try #require(await connection.next("symbols"))
                #expect((symbols["scene"] as? [String: Any])?["placement"] as? String == "drapedBillboarded")
                let symbol = (symbols["classes"] as? [[String: Any]])?.first?["symbol"] as? [String: Any]
                #expect(
                    symbol?["type"] as? String == "model" && symbol?["model"] as? String == "/live/models/0"
                        && symbol?["scale"] as? Double == 2)
            }
            let served = try await page(port, "/live/models/0")
            #expect(served.status == 200 && served.head.contains("model/gltf-binary"))
            #expect(try await page(port, "/live/models/1").status == 404)
            #expect(try await page(port, "/live/models/x").status == 404)
        }
    }
}
