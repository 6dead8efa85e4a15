// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Testing
import Vedette
import VedetteServer

/// A program that hosts views, as somebody writes it who has read the example.
@Suite("The program that hosts two views", .timeLimit(.minutes(2)))
struct HostedProgramTests {
    @Test("needs ten lines")
    func program() async throws {
        let told = ToldSource()
        let vessels = told.source
        let configuration = LiveServer.testing

        let layer = DynamicEntityLayer(dataSource: vessels)
        let map = Map()
        map.addOperationalLayer(layer)
        let mapView = MapView(map: map, viewpoint: Viewpoint(latitude: 47.6, longitude: -122.4, scale: 100_000))
        let server = LiveServer(
            configuration: configuration,
            views: [
                LiveView(title: "Vessels", sources: [LiveSource(dataSource: vessels, name: "Vessels")]),
                LiveView(path: "wall", mapView: mapView, isReadOnly: true),
            ])

        try await server.serving { port in
            told.observe("a", -122.4, 47.6)
            for path in ["/live", "/wall/live"] {
                try await LiveClient.open(port: port, path: path) { connection in
                    var names: [UInt32: String] = [:]
                    while !names.values.contains("a") { names = try #require(await connection.nextFrame()).names }
                }
            }
        }
    }
}
