// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import VedetteDynamicEntities
import VedetteGeometry
import VedetteModel

@testable import VedetteFeeds

@Suite("What a client asks of a stream")
struct StreamSubscriptionTests {
    private func subscription(
        _ whereClause: String = "", _ geometry: Geometry? = nil, outFields: [String] = []
    ) throws -> StreamSubscription {
        try StreamSubscription(
            ArcGISStreamServiceFilter.Values(geometry: geometry, whereClause: whereClause), outFields: outFields,
            info: try StubStream.description().info)
    }

    private func query(_ subscription: StreamSubscription, _ address: String = "wss://a.example.com/ws/A/", token: String? = nil) throws
        -> (
            path: String, items: [String: String]
        )
    {
        let url = subscription.url(try #require(URL(string: address)), token: token)
        let components = try #require(URLComponents(url: url, resolvingAgainstBaseURL: true))
        return (components.path, Dictionary((components.queryItems ?? []).map { ($0.name, $0.value ?? "") }) { $1 })
    }

    @Test("without a filter, only the spatial reference is said")
    func plain() throws {
        let (path, items) = try query(try subscription(" "))
        #expect(path == "/ws/A/subscribe" && items == ["outSR": "4326"])
        #expect(try subscription().filterMessage == #"{"filter":null}"#)
        #expect(try subscription().formatMessage == #"{"format":"json","spatialReference":{"wkid":4326}}"#)
        #expect(
            try query(subscription(), "ws://a/ws/A/subscribe?x=1&token=old", token: "new&=").items
                == ["outSR": "4326", "x": "1", "token": "new&="])
    }

    @Test("a filter is in the address as it is in messages, its characters escaped")
    func filter() throws {
        let asked = try subscription("name = 'A&B \"ü\"'", Envelope(xRange: -112...(-111), yRange: 33...34, spatialReference: .wgs84))
        let items = try query(asked).items
        let box = #"{"xmin":-112,"ymin":33,"xmax":-111,"ymax":34,"spatialReference":{"wkid":4326}}"#
        #expect(items["where"] == "name = 'A&B \"ü\"'" && items["geometry"] == box)
        #expect(items["geometryType"] == "esriGeometryEnvelope" && items["spatialRel"] == "esriSpatialRelIntersects")
        #expect(asked.filterMessage == #"{"filter":{"where":"name = 'A&B \"ü\"'","geometry":\#(box)}}"#)
    }

    @Test("the envelope of a geometry in any spatial reference is asked for in WGS 84; without one it is in that of the service")
    func geometry() throws {
        func box(_ geometry: Geometry) throws -> Envelope {
            try Envelope.fromJSON(try #require(query(subscription("", geometry)).items["geometry"]))
        }
        let circle = GeometryEngine.geodeticBuffer(around: Point(x: -112, y: 33, spatialReference: .wgs84), distance: 1_000)
        let around = try box(try #require(circle))
        #expect(abs(around.xMin + 112.0107) < 0.001 && abs(around.yMax - 33.009) < 0.001)
        let mercator = Envelope(xRange: 0...1_113_194.9079, yRange: 0...1_118_889.9749, spatialReference: .webMercator)
        for given in [mercator, Envelope(xRange: 0...1_113_194.9079, yRange: 0...1_118_889.9749)] {
            let placed = try box(given)
            #expect(abs(placed.xMax - 10) < 1e-6 && abs(placed.yMax - 10) < 1e-6)
        }
        let error = #expect(throws: FeedError.self) { try subscription("", Polygon(points: [])) }
        #expect(error?.code == .invalidFilter)
    }

    @Test("the fields that are asked for have the track id and the times among them")
    func outFields() throws {
        let asked = try subscription(outFields: ["SPEED"])
        #expect(try query(asked).items["outFields"] == "speed,vehicle,seen")
        #expect(asked.filterMessage == #"{"filter":{"outFields":"speed,vehicle,seen"}}"#)
        #expect(asked.formatMessage.contains(#""outFields":["speed","vehicle","seen"]"#))
        #expect(try query(subscription(outFields: ["*"])).items["outFields"] == nil)
    }
}
