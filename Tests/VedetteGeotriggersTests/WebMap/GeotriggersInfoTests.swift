// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import VedetteGeometry
import VedetteModel

@testable import VedetteGeotriggers

@Suite("Geotriggers of web maps")
struct GeotriggersInfoTests {
    private let text = #"""
        {"operationalLayers": [], "geotriggersInfo": {"geotriggers": [
          {"type": "fence", "name": "Near a station", "enabled": true,
           "feed": {"type": "deviceLocation", "filterExpression": {"title": "Good fixes", "expression": "$locationupdate.horizontalaccuracy <= 10"}},
           "fenceNotificationRule": "enter", "feedAccuracyMode": "useGeometryWithAccuracy", "enterExitRule": "enterContainsAndExitDoesNotContain",
           "fenceParameters": {"type": "features", "bufferDistance": 50, "fenceSource": {"layerUrl": "https://example.com/FeatureServer/0"},
             "filter": {"where": "open = 1", "geometry": {"xmin": 0, "ymin": 0, "xmax": 1, "ymax": 1, "spatialReference": {"wkid": 4326}}}},
           "notificationOptions": {"expressionInfo": {"title": "M", "expression": "$fencefeature.name"}, "requestedActions": ["ring", "log"]}},
          {"type": "fence", "fenceNotificationRule": "enterOrExit", "fenceParameters": {"fenceSource": {"layerId": "abc"}}},
          {"type": "tide", "x": 1}
        ]}}
        """#

    @Test("a description is read with the defaults of the specification, makes a trigger, and comes back")
    func reading() throws {
        let info = try GeotriggersInfo.fromJSON(text)
        #expect(info.geotriggers.count == 2 && info.unknownGeotriggers == [#"{"type":"tide","x":1}"#])
        let first = info.geotriggers[0]
        #expect(first.name == "Near a station" && first.ruleType == .enter && first.bufferDistance == 50)
        #expect(first.fenceSource == .url(try #require(URL(string: "https://example.com/FeatureServer/0"))))
        #expect(first.whereClause == "open = 1" && first.geometry is Envelope && first.requestedActions == ["ring", "log"])
        let second = info.geotriggers[1]
        #expect(second.fenceSource == .layer(id: "abc") && second.feedAccuracyMode == .useGeometry)
        // Not what a trigger has that a program makes.
        #expect(second.enterExitSpatialRelationship == .enterContainsAndExitDoesNotIntersect)

        let table = FeatureCollectionTable(fields: [], geometryType: Polygon.self, spatialReference: .wgs84)
        let trigger = first.makeGeotrigger(locationDataSource: HandLocations(), featureTable: table)
        #expect(trigger.ruleType == .enter && trigger.feedAccuracyMode == .useGeometryWithAccuracy && trigger.name == "Near a station")
        #expect(trigger.enterExitSpatialRelationship == .enterContainsAndExitDoesNotContain && trigger.requestedActions == ["ring", "log"])
        let parameters = try #require(trigger.fenceParameters as? FeatureFenceParameters)
        #expect(parameters.bufferDistance == 50 && parameters.filter?.whereClause == "open = 1")
        let back = try #require(FenceGeotriggerInfo(trigger, fenceSource: first.fenceSource))
        #expect(back.messageExpression == first.messageExpression && back.filter == first.filter && back.geometry == first.geometry)

        let written = info.toJSON()
        #expect(try GeotriggersInfo.fromJSON(written) == info)
        #expect(try GeotriggersInfo.fromJSON(written).toJSON() == written)
        #expect(written.contains(#""enabled":true"#))
    }

    @Test(
        "what is wrong is named",
        arguments: [
            ("", "not JSON"), ("[1", "not JSON"), ("{}", "geotriggers"), (#"{"geotriggers":3}"#, "geotriggers"),
            (#"{"geotriggers":[{"type":"fence"}]}"#, "fenceParameters"),
            (#"{"geotriggers":[{"type":"fence","fenceNotificationRule":"x","fenceParameters":{}}]}"#, "fenceNotificationRule"),
            (#"{"geotriggers":[{"type":"fence","fenceNotificationRule":"exit","fenceParameters":{}}]}"#, "fenceSource"),
            (
                #"{"geotriggers":[{"type":"fence","fenceNotificationRule":"exit","fenceParameters":{"fenceSource":{"layerId":"a"},"bufferDistance":-1}}]}"#,
                "bufferDistance"
            ),
            (
                #"{"geotriggers":[{"type":"fence","fenceNotificationRule":"exit","enterExitRule":7,"fenceParameters":{"fenceSource":{"layerId":"a"}}}]}"#,
                "enterExitRule"
            ),
            (
                #"{"geotriggers":[{"type":"fence","fenceNotificationRule":"exit","feed":{"type":"moon"},"fenceParameters":{"fenceSource":{"layerId":"a"}}}]}"#,
                "deviceLocation"
            ),
        ])
    func faults(_ text: String, _ word: String) {
        let error = #expect(throws: GeotriggerError.self) { try GeotriggersInfo.fromJSON(text) }
        #expect(error?.code == .invalidJSON && error?.message.contains(word) == true)
    }
}
