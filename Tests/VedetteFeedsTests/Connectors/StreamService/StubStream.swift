// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import VedetteDynamicEntities
import VedetteGeometry
import VedetteModel

@testable import VedetteFeeds

/// Descriptions and messages of a stream service of snow ploughs.
enum StubStream {
    static let path = "/arcgis/rest/services/Ploughs/StreamServer"
    static let socketPath = "/arcgis/ws/services/Ploughs/StreamServer/subscribe"

    static let fields = """
        [{"name":"OBJECTID","type":"esriFieldTypeOID","alias":"OBJECTID","nullable":false},
         {"name":"vehicle","type":"esriFieldTypeString","alias":"Vehicle","nullable":true,"length":40},
         {"name":"speed","type":"esriFieldTypeInteger","alias":"Speed","nullable":true},
         {"name":"load","type":"esriFieldTypeDouble","alias":"Load","nullable":true},
         {"name":"seen","type":"esriFieldTypeDate","alias":"Seen","nullable":true,"length":8},
         {"name":"serviced","type":"esriFieldTypeDate","alias":"Serviced","nullable":true,"length":8}]
        """

    /// The description, with members put in the place of the usual ones; `null` removes one.
    static func metadata(_ changes: [String: String] = [:]) -> String {
        var members = [
            "currentVersion": "11.1", "description": #""Ploughs""#, "objectIdField": #""OBJECTID""#, "displayField": #""vehicle""#,
            "timeInfo": #"{"trackIdField":"vehicle","startTimeField":"seen","endTimeField":null}"#,
            "geometryType": #""esriGeometryPoint""#, "spatialReference": #"{"wkid":102100,"latestWkid":3857}"#,
            "drawingInfo": #"{"renderer":{"type":"simple"}}"#, "fields": fields, "capabilities": #""broadcast,subscribe""#,
            "streamUrls": #"[{"transport":"ws","urls":["/arcgis/ws/services/Ploughs/StreamServer"]}]"#,
        ]
        members.merge(changes) { $1 }
        return "{" + members.filter { $0.value != "null" }.map { "\"\($0.key)\":\($0.value)" }.joined(separator: ",") + "}"
    }

    static func description(_ changes: [String: String] = [:]) throws -> StreamServiceDescription {
        var text = metadata(changes)
        let reader = try text.withUTF8 { try FeatureSetReader.esriJSON(UnsafeRawBufferPointer($0)) }
        guard let url = URL(string: "https://ploughs.example.com:6443" + path) else { throw URLError(.badURL) }
        return try StreamServiceDescription(reader.members, url: url, base: url)
    }

    /// An observation as such services send it.
    static func feature(_ vehicle: String, speed: Int, seen: Int? = nil, x: Double = 10, y: Double = 50) -> String {
        let time = seen.map { ",\"seen\":\($0)" } ?? ""
        return """
            {"geometry":{"x":\(x),"y":\(y),"spatialReference":{"wkid":4326}},"attributes":{"vehicle":"\(vehicle)","speed":\(speed)\(time)}}
            """
    }
}

extension DynamicEntityDataSource {
    /// All entities by track id, with one attribute.
    func values(_ field: String) async throws -> [String: Int] {
        var values: [String: Int] = [:]
        for entity in try await queryDynamicEntities(using: DynamicEntityQueryParameters()).entities() {
            guard let id = entity.attributes["vehicle"] as? String else { continue }
            values[id] = (entity.attributes[field] as? Int32).map(Int.init)
        }
        return values
    }

    /// Waits until so many observations are there; the limit of the suite is the end of its patience.
    func waitForObservations(_ count: Int) async throws {
        while try await observationCount < count { await Task.yield() }
    }

    var observationCount: Int {
        get async throws {
            try await queryDynamicEntities(using: DynamicEntityQueryParameters()).entities().reduce(0) { $0 + $1.observations().count }
        }
    }

    /// Waits until the connection has failed for good.
    func waitForFailure() async {
        for await status in $connectionStatus where status == .failed { return }
    }
}
