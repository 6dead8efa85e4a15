// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import Vedette
import VedetteDynamicEntities

@testable import VedetteServer

@Suite("Latest features of a stream service", .timeLimit(.minutes(10)))
struct LatestFeaturesTests {
    private static let layer = "/arcgis/rest/services/harbour/things/FeatureServer/0"

    /// Observes `0`…`count - 1`, each twice, at their number (of a hundred) in degrees east and half of it north, and waits until all are in the store.
    private static func fill(_ world: StreamWorld, _ count: Int) async throws {
        for number in 0..<count { world.observe("\(number)", 0, 0, ["speed": -1]) }
        for number in 0..<count {
            world.observe(
                "\(number)", Double(number % 100), Double(number % 100) / 2, ["speed": Double(count - number), "count": number % 3])
        }
        while world.source.entityStore.withStore({ $0.observationCount }) < 2 * count { try await Task.sleep(for: .milliseconds(5)) }
    }

    private static func query(_ port: Int, _ query: String) async throws -> LiveClient.Object {
        try await StreamWorld.get(port, layer + "/query?f=json&" + query).object
    }

    private static func names(_ object: LiveClient.Object) -> [String] {
        (object["features"] as? [[String: Any]] ?? []).compactMap { ($0["attributes"] as? [String: Any])?["id"] as? String }
    }

    @Test("conditions, out fields, order, pages and counts")
    func queries() async throws {
        let world = StreamWorld()
        try await world.serve { port in
            try await Self.fill(world, 10)
            let all = try await Self.query(port, "where=1%3D1&outFields=*&returnZ=true")
            #expect(Self.names(all) == (0..<10).map(String.init) && all["exceededTransferLimit"] == nil)
            #expect(all["objectIdFieldName"] as? String == "OBJECTID" && all["geometryType"] as? String == "esriGeometryPoint")
            #expect(Self.names(try await Self.query(port, "where=speed%20%3C%204")) == ["7", "8", "9"])
            #expect(Self.names(try await Self.query(port, "where=count%3D1&orderByFields=speed%20ASC")) == ["7", "4", "1"])
            #expect(Self.names(try await Self.query(port, "geometry=2,0,4,9&geometryType=esriGeometryEnvelope")) == ["2", "3", "4"])
            // A field of the service alone, which the store does not know.
            let ids = try #require(try await Self.query(port, "returnIdsOnly=true")["objectIds"] as? [Int])
            #expect(ids.count == 10 && ids == ids.sorted())
            #expect(Self.names(try await Self.query(port, "where=OBJECTID%3E\(ids[7])")) == ["8", "9"])
            #expect(Self.names(try await Self.query(port, "objectIds=\(ids[3]),\(ids[1]),99999")) == ["1", "3"])
            #expect(try await Self.query(port, "where=count%3D1&returnCountOnly=true")["count"] as? Int == 3)
            #expect(try await Self.query(port, "where=OBJECTID%3E\(ids[7])&returnCountOnly=true")["count"] as? Int == 2)
            let extent = try await Self.query(port, "where=speed%3C4&returnExtentOnly=true&returnCountOnly=true")
            #expect(extent["count"] as? Int == 3 && (extent["extent"] as? [String: Any])?["ymax"] as? Double == 4.5)
            let page = try await Self.query(port, "resultOffset=2&resultRecordCount=3&outFields=id&returnGeometry=false")
            #expect(Self.names(page) == ["2", "3", "4"] && page["exceededTransferLimit"] as? Bool == true)
            #expect((page["features"] as? [[String: Any]])?.first?.keys.sorted() == ["attributes"])
            let last = try await Self.query(port, "resultOffset=8&resultRecordCount=2&orderByFields=OBJECTID")
            #expect(Self.names(last) == ["8", "9"] && last["exceededTransferLimit"] == nil)
            #expect(Self.names(try await Self.query(port, "resultOffset=20")) == [])
            let projected = try await Self.query(port, "where=id%3D'2'&outSR=102100")
            let geometry = try #require((projected["features"] as? [[String: Any]])?.first?["geometry"] as? [String: Any])
            #expect(abs((geometry["x"] as? Double ?? 0) - 222_638.98158654713) < 0.01)
            let form = try await StreamWorld.post(port, Self.layer + "/query", "f=json&where=speed+%3C+4&outFields=id")
            #expect(Self.names(form.object) == ["7", "8", "9"])
        }
    }

    @Test(
        "what cannot be answered is refused with the reason",
        arguments: [
            "where=nobody%3D1", "outFields=nobody", "orderByFields=speed%20UP", "resultOffset=-1", "resultRecordCount=x", "objectIds=1,a",
            "outStatistics=%5B%5D", "returnDistinctValues=true", "time=1,2", "f=pbf",
        ])
    func refusals(query: String) async throws {
        try await StreamWorld().serve { port in
            let answer = try await StreamWorld.get(port, Self.layer + "/query?" + query)
            #expect(answer.status == 400 && (answer.object["error"] as? [String: Any])?["code"] as? Int == 400, "\(answer.body)")
        }
    }

    @Test("our own feature table reads it, page by page")
    func table() async throws {
        let world = StreamWorld()
        try await world.serve { port in
            try await Self.fill(world, 2_500)
            let table = ServiceFeatureTable(url: try #require(URL(string: "http://127.0.0.1:\(port)\(Self.layer)")))
            try await table.load()
            #expect(table.fields.map(\.name) == ["OBJECTID", "id", "speed", "when", "count"] && table.objectIDFieldName == "OBJECTID")
            let everything = try await table.queryFeatures(using: QueryParameters())
            #expect(everything.features().count == 2_500)
            let parameters = QueryParameters(whereClause: "speed < 3")
            let found = try await table.queryFeatures(using: parameters).features()
            #expect(found.compactMap { $0.attributes["id"] as? String }.sorted() == ["2498", "2499"])
            #expect(try await table.queryFeatureCount(using: parameters) == 2)
        }
    }
}
