// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import VedetteModel

@testable import VedetteServer

@Suite("Locations as GeoJSON")
struct LocationDrawingTests {
    private func features(_ stage: LocationStage) throws -> [[String: Any]] {
        let bytes = LocationDrawing.collection(of: stage.hub.locations[0])
        let object = try #require(try JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any])
        #expect(object["type"] as? String == "FeatureCollection")
        return try #require(object["features"] as? [[String: Any]])
    }

    @Test("nothing is known, then a place, then a path behind it")
    func growing() throws {
        let stage = LocationStage()
        #expect(try features(stage).isEmpty)
        stage.sources[0].move(10, 50, at: 1_000, accuracy: 3)
        let place = try features(stage)
        #expect(place.count == 1)
        let properties = try #require(place[0]["properties"] as? [String: Any])
        #expect(properties["name"] as? String == "Location 0" && properties["horizontalAccuracy"] as? Double == 3)
        #expect(properties["speed"] == nil && properties["time"] as? String == "1970-01-01T00:16:40.000Z")
        #expect((place[0]["geometry"] as? [String: Any])?["coordinates"] as? [Double] == [10, 50])
        stage.sources[0].move(11, 50, at: 1_001)
        let path = try #require(try features(stage).last?["geometry"] as? [String: Any])
        #expect(path["type"] as? String == "LineString" && path["coordinates"] as? [[Double]] == [[10, 50], [11, 50]])
    }

    @Test("a path over the 180th meridian is parted there, in both directions")
    func meridian() throws {
        let stage = LocationStage()
        for (second, place) in [(179.0, 10.0), (-179, 12), (-178, 13), (178, 21)].enumerated() {
            stage.sources[0].move(place.0, place.1, at: 1_000 + Double(second))
        }
        let path = try #require(try features(stage).last?["geometry"] as? [String: Any])
        #expect(path["type"] as? String == "MultiLineString")
        #expect(
            path["coordinates"] as? [[[Double]]] == [
                [[179, 10], [180, 11]], [[-180, 11], [-179, 12], [-178, 13], [-180, 17]], [[180, 17], [178, 21]],
            ])
        // From one side of the meridian to the other, where both are on it.
        let points = [180.0, -180].map { LocationPath.Point(longitude: $0, latitude: 1, time: Instant(microsecondsSince1970: 0)) }
        #expect(LocationDrawing.parted(points).map { $0.map(\.0) } == [[180, 180], [-180, -180]])
    }
}
