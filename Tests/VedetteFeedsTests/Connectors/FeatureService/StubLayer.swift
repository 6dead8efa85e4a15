// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization
import VedetteGeometry
import VedetteModel

/// A layer of a feature service as the REST interface describes one, with a few features and a low limit.
final class StubLayer: Sendable {
    struct Row: Sendable {
        var id: Int
        var name: String
        var value: Int
        var x: Double
        /// In milliseconds since 1970.
        var seen = 1_500_000_000_000
    }

    let pageSize: Int
    let supportsPaging: Bool
    let capabilities: String
    let rows: Mutex<[Row]>

    init(count: Int, pageSize: Int, supportsPaging: Bool = true, capabilities: String = "Query,Create,Update,Delete") {
        (self.pageSize, self.supportsPaging, self.capabilities) = (pageSize, supportsPaging, capabilities)
        // The ids are neither dense nor in the order of the rows.
        rows = Mutex((0..<count).map { Row(id: ($0 * 7) % max(count, 1) + 100, name: "n\($0 % 5)", value: $0, x: Double($0)) })
    }

    static let fields = """
        [{"name":"OBJECTID","type":"esriFieldTypeOID","alias":"OBJECTID","nullable":false,"editable":false},
         {"name":"name","type":"esriFieldTypeString","alias":"Name","length":20,"nullable":true,"editable":true},
         {"name":"value","type":"esriFieldTypeInteger","alias":"Value","nullable":true,"editable":true},
         {"name":"seen","type":"esriFieldTypeDate","alias":"Seen","length":8,"nullable":true,"editable":true}]
        """

    var description: String {
        """
        {"currentVersion":11.1,"id":0,"name":"Stub","type":"Feature Layer","geometryType":"esriGeometryPoint","objectIdField":"OBJECTID",
         "maxRecordCount":\(pageSize),"capabilities":"\(capabilities)","hasZ":false,"hasM":false,
         "advancedQueryCapabilities":{"supportsPagination":\(supportsPaging),"supportsOrderBy":true,"supportsReturningQueryExtent":\(supportsPaging)},
         "extent":{"xmin":0,"ymin":0,"xmax":100,"ymax":1,"spatialReference":{"wkid":4326,"latestWkid":4326}},"fields":\(Self.fields)}
        """
    }

    func answer(_ request: StubServer.Request) -> StubServer.Answer {
        guard request.parameters["f"] == "json" else { return .status(200, body: "<html>a page</html>") }
        if request.path.hasSuffix("/query") { return .json(query(request.parameters)) }
        if request.path.hasSuffix("/applyEdits") { return .json(edit(request.parameters)) }
        return .json(description)
    }

    // MARK: Queries

    private func query(_ parameters: [String: String]) -> String {
        var matches = rows.withLock { $0 }
        switch parameters["where"]?.split(separator: " ").map(String.init) {
        case nil, ["1=1"]: break
        case let words? where words.count == 3 && words[0] == "value" && words[1] == "<":
            matches = matches.filter { $0.value < Int(words[2]) ?? 0 }
        case let words? where words.count == 5 && words[0...2] == ["seen", ">=", "TIMESTAMP"]:
            let text = "\(words[3].dropFirst())T\(words[4].dropLast())Z"
            guard let from = text.utf8.withContiguousStorageIfAvailable({ RFC3339.parse(UnsafeRawBufferPointer($0)) }) ?? nil else {
                return #"{"error":{"code":400,"message":"bad time","details":[]}}"#
            }
            matches = matches.filter { Int64($0.seen) * 1_000 >= from.microsecondsSince1970 }
        case let words? where words.count == 3 && words[0] == "value" && words[1] == ">=":
            matches = matches.filter { $0.value >= Int(words[2]) ?? 0 }
        default:
            return
                #"{"error":{"code":400,"message":"Cannot perform query. Invalid query parameters.","details":["'where' clause is invalid"]}}"#
        }
        if let ids = parameters["objectIds"] {
            let wanted = Set(ids.split(separator: ",").compactMap { Int($0) })
            matches = matches.filter { wanted.contains($0.id) }
        }
        if let text = parameters["geometry"] {
            guard parameters["geometryType"] == "esriGeometryEnvelope", parameters["spatialRel"] == "esriSpatialRelIntersects",
                parameters["inSR"] == "4326", let box = try? Envelope.fromJSON(text)
            else { return #"{"error":{"code":400,"message":"bad geometry","details":[]}}"# }
            matches = matches.filter { (box.xMin...box.xMax).contains($0.x) }
        }
        if parameters["returnCountOnly"] == "true", parameters["returnExtentOnly"] != "true" { return #"{"count":\#(matches.count)}"# }
        if parameters["returnExtentOnly"] == "true" {
            let xs = matches.map(\.x)
            guard let low = xs.min(), let high = xs.max() else {
                return #"{"count":0,"extent":{"xmin":"NaN","ymin":"NaN","xmax":"NaN","ymax":"NaN"}}"#
            }
            return #"{"count":\#(xs.count),"extent":{"xmin":\#(low),"ymin":0,"xmax":\#(high),"ymax":0,"spatialReference":{"wkid":4326}}}"#
        }
        if parameters["returnIdsOnly"] == "true" {
            let ids = matches.map { String($0.id) }.joined(separator: ",")
            return #"{"objectIdFieldName":"OBJECTID","objectIds":\#(matches.isEmpty ? "null" : "[\(ids)]")}"#
        }
        return features(matches, parameters)
    }

    private func features(_ matches: [Row], _ parameters: [String: String]) -> String {
        var matches = matches
        let keys = parameters["orderByFields"].map { $0.split(separator: ",").map(String.init) } ?? []
        matches.sort { first, second in
            for key in keys {
                let isDescending = key.hasSuffix("DESC")
                let (a, b) =
                    key.hasPrefix("name")
                    ? (first.name, second.name)
                    : key.hasPrefix("value")
                        ? (String(first.value + 1_000), String(second.value + 1_000))
                        : (String(first.id), String(second.id))
                if a != b { return isDescending ? a > b : a < b }
            }
            return false
        }
        var rest = matches[...]
        if supportsPaging { rest = rest.dropFirst(Int(parameters["resultOffset"] ?? "") ?? 0) }
        let wanted = supportsPaging ? min(Int(parameters["resultRecordCount"] ?? "") ?? pageSize, pageSize) : pageSize
        let page = rest.prefix(wanted)
        let names =
            parameters["outFields"].map { $0 == "*" ? ["OBJECTID", "name", "value", "seen"] : $0.split(separator: ",").map(String.init) }
            ?? []
        let features = page.map { row -> String in
            let all: [String: String] = [
                "OBJECTID": "\(row.id)", "name": quoted(row.name), "value": "\(row.value)", "seen": "\(row.seen)",
            ]
            let attributes = names.compactMap { name in all[name].map { "\"\(name)\":\($0)" } }.joined(separator: ",")
            let geometry = parameters["returnGeometry"] == "true" ? #","geometry":{"x":\#(row.x),"y":0}"# : ""
            return #"{"attributes":{\#(attributes)}\#(geometry)}"#
        }
        let more = rest.count > page.count ? #""exceededTransferLimit":true,"# : ""
        return """
            {\(more)"objectIdFieldName":"OBJECTID","geometryType":"esriGeometryPoint","spatialReference":{"wkid":4326,"latestWkid":4326},
             "features":[\(features.joined(separator: ","))],"fields":\(Self.fields)}
            """
    }

    private func quoted(_ text: String) -> String {
        var output: [UInt8] = []
        JSONWriter.append(text, to: &output)
        return String(decoding: output, as: UTF8.self)
    }

    // MARK: Edits

    private func edit(_ parameters: [String: String]) -> String {
        func list(_ name: String) -> [JSONValue] {
            var text = parameters[name] ?? "[]"
            return text.withUTF8 { (try? JSONValue(text: UnsafeRawBufferPointer($0)))?.elements ?? [] }
        }
        return rows.withLock { rows in
            let adds = list("adds").map { add -> String in
                let attributes = add["attributes"]
                guard let name = attributes?["name"]?.text, name != "refused" else {
                    return #"{"success":false,"error":{"code":1000,"description":"it has no name"}}"#
                }
                let id = (rows.map(\.id).max() ?? 0) + 1
                rows.append(Row(id: id, name: name, value: Int(attributes?["value"]?.integer ?? 0), x: 1))
                return #"{"objectId":\#(id),"success":true}"#
            }
            let updates = list("updates").map { update -> String in
                let id = Int(update["attributes"]?["OBJECTID"]?.integer ?? -1)
                guard let index = rows.firstIndex(where: { $0.id == id }) else { return #"{"objectId":\#(id),"success":false}"# }
                rows[index].name = update["attributes"]?["name"]?.text ?? ""
                return #"{"objectId":\#(id),"success":true}"#
            }
            let deletes = (parameters["deletes"] ?? "").split(separator: ",").compactMap { Int($0) }.map { id -> String in
                rows.removeAll { $0.id == id }
                return #"{"objectId":\#(id),"success":true}"#
            }
            return
                #"{"addResults":[\#(adds.joined(separator: ","))],"updateResults":[\#(updates.joined(separator: ","))],"deleteResults":[\#(deletes.joined(separator: ","))]}"#
        }
    }
}
