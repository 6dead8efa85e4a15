// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import VedetteDynamicEntities
import VedetteGeometry
import VedetteModel

@testable import VedetteFeeds

@Suite("What a stream service says of itself")
struct StreamServiceDescriptionTests {
    @Test("the metadata become the info")
    func info() throws {
        let related = #"{"featuresUrl":"https://other.example.com/FeatureServer/2","joinField":"vehicle","outFields":"*"}"#
        let archive = #"{"featuresUrl":"/arcgis/rest/services/Latest/FeatureServer/0","updateInterval":5,"maximumFeatureAge":60}"#
        let info = try StubStream.description(["relatedFeatures": related, "keepLatestArchive": archive]).info
        #expect(info.entityIDFieldName == "vehicle" && info.startTimeField == "seen" && info.endTimeField == nil)
        #expect(info.timeFieldName == "seen" && info.objectIDField == "OBJECTID" && info.displayField == "vehicle")
        #expect(info.fields.map(\.name) == ["OBJECTID", "vehicle", "speed", "load", "seen", "serviced"])
        #expect(info.fields.map(\.type) == [.oid, .text, .int32, .float64, .date, .date])
        #expect(info.version == "11.1" && info.description == "Ploughs" && info.geometryType == Point.self)
        #expect(info.spatialReference?.wkid == .webMercator || info.spatialReference?.wkid?.rawValue == 102_100)
        #expect(info.archiveServiceURL?.absoluteString == "https://ploughs.example.com:6443/arcgis/rest/services/Latest/FeatureServer/0")
        #expect(info.archiveUpdateInterval == 5 && info.capabilities == ["broadcast", "subscribe"])
        #expect(info.relatedServices.map(\.url.absoluteString) == ["https://other.example.com/FeatureServer/2"])
        #expect(info.relatedServices.first?.joinField == "vehicle" && info.relatedServices.first?.outFields == [])
        #expect(info.drawingInfoJSON == #"{"renderer":{"type":"simple"}}"#)
        // One of the sources' own, too.
        let general: DynamicEntityDataSourceInfo = info
        #expect(general.entityIDFieldName == "vehicle")
    }

    @Test("without a track id field, the object id tells entities apart; names are the same in any case")
    func entityID() throws {
        #expect(try StubStream.description(["timeInfo": "null"]).info.entityIDFieldName == "OBJECTID")
        #expect(try StubStream.description(["timeInfo": #"{"trackIdField":""}"#]).info.entityIDFieldName == "OBJECTID")
        #expect(try StubStream.description(["timeInfo": "null", "objectIdField": "null"]).info.entityIDFieldName == "OBJECTID")
        let shouted = try StubStream.description(["timeInfo": #"{"trackIdField":"VEHICLE","startTimeField":"SEEN"}"#]).info
        #expect(shouted.entityIDFieldName == "vehicle" && shouted.startTimeField == "seen")
    }

    @Test("sockets are named in many ways, and looked for where they usually are when they are not named")
    func endpoints() throws {
        func urls(_ list: String) throws -> [String] {
            try StubStream.description(["streamUrls": list]).endpoints.map { "\($0.url.absoluteString) \($0.token ?? "")" }
        }
        #expect(
            try urls(#"[{"transport":"ws","urls":["wss://a.example.com/ws/A","ws://b.example.com/ws/B"],"token":"t"}]"#)
                == ["wss://a.example.com/ws/A t", "ws://b.example.com/ws/B t"])
        #expect(
            try urls(#"[{"transport":"rest","urls":["/rest"]},{"transport":"ws","urls":["/ws/A"]}]"#)
                == ["https://ploughs.example.com:6443/ws/A "])
        #expect(try urls(#"[{"urls":["https://a.example.com/ws/A"]}]"#) == ["https://a.example.com/ws/A "])
        #expect(
            try StubStream.description(["streamUrls": "null"]).endpoints.map(\.url.absoluteString) == [
                "https://ploughs.example.com:6443/arcgis/ws/services/Ploughs/StreamServer",
                "https://ploughs.example.com:6443/arcgis/rest/services/Ploughs/StreamServer",
            ])
    }

    @Test("what cannot be followed is refused, and the error says what to do")
    func refused() {
        func error(_ changes: [String: String]) -> FeedError? {
            #expect(throws: FeedError.self) { try StubStream.description(changes) }
        }
        let lines = error(["geometryType": #""esriGeometryPolyline""#])
        #expect(lines?.code == .unsupportedGeometryType && lines?.message.contains("esriGeometryPolyline") == true)
        #expect(error(["streamUrls": "[]"])?.message.contains("transport") == true)
        #expect(error(["streamUrls": #"[{"transport":"ws","urls":["ftp://a/"]}]"#])?.code == .invalidAnswer)
        #expect(error(["timeInfo": "null", "objectIdField": "null", "fields": "[]"])?.message.contains("trackIdField") == true)
        #expect(error(["fields": "null", "streamUrls": "null", "timeInfo": "null"])?.message.contains("StreamServer") == true)
        #expect((try? StubStream.description(["geometryType": "null"]))?.info.geometryType == nil)
    }

    @Test("a token is taken from the address, and shown to the service's host alone")
    func tokens() throws {
        func url(_ text: String) throws -> URL { try #require(URL(string: text)) }
        let address = StreamServiceAddress(try url("https://me:word@a.example.com/StreamServer?f=json&token=secret#x"), token: nil)
        #expect(address.token == "secret" && address.name == "https://a.example.com/StreamServer")
        #expect(try address.token(for: url("wss://A.example.com:6143/ws")) == "secret")
        #expect(try address.token(for: url("ws://a.example.com/ws")) == nil)
        #expect(try address.token(for: url("https://b.example.com/FeatureServer/0")) == nil)
        #expect(StreamServiceAddress(try url("http://a/"), token: "other").token(for: try url("ws://a/")) == "other")
    }
}
