// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import VedetteGeometry
import VedetteModel

/// Asks a layer for features, page by page.
struct FeatureServiceQuery: Sendable {
    let client: FeatureServiceClient
    let layer: FeatureServiceLayer
    let options: FeatureServiceOptions

    /// How many object ids one question names.
    private static let maximumIDCount = 500

    /// The conditions of a query as a question. A geometry without a spatial reference is meant in that of the layer.
    private func conditions(_ values: QueryParameters.Values) -> FeatureServiceRequest {
        var values = values
        if let geometry = values.geometry, geometry.spatialReference == nil {
            values.geometry = geometry.placed(in: layer.spatialReference)
        }
        return FeatureServiceRequest.query(values)
    }

    // MARK: Figures

    func count(_ values: QueryParameters.Values) async throws -> Int {
        var request = conditions(values)
        request.set("returnCountOnly", true)
        guard let count = try await client.answer(request).members["count"]?.integer, let count = Int(exactly: count), count >= 0 else {
            throw FeedError(.invalidAnswer, "\(client.address) answers a question for a number without \"count\"")
        }
        return count
    }

    func extent(_ values: QueryParameters.Values) async throws -> Envelope {
        let target = values.outSpatialReference ?? layer.spatialReference
        guard layer.supportsExtent else {
            var plain = values
            (plain.maxFeatures, plain.resultOffset, plain.returnsGeometry) = (0, 0, true)
            (plain.outFields, plain.orderByFields) = ([layer.objectIDFieldName], [])
            let geometries = try await rows(plain).rows.compactMap(\.geometry)
            return GeometryEngine.combineExtents(of: geometries) ?? .empty(in: target)
        }
        var request = conditions(values)
        request.set("returnExtentOnly", true)
        request.set("returnCountOnly", true)
        if let wkid = target?.wkid { request.set("outSR", wkid.rawValue) }
        let members = try await client.answer(request).members
        if members["count"]?.integer == 0 { return .empty(in: target) }
        guard let text = members["extent"]?.attribute as? String, let envelope = try? Envelope.fromJSON(text) else {
            throw FeedError(.invalidAnswer, "\(client.address) answers a question for an extent without a valid \"extent\"")
        }
        return envelope.spatialReference == nil ? (envelope.placed(in: target) as? Envelope ?? envelope) : envelope
    }

    // MARK: Features

    func features(_ values: QueryParameters.Values, for table: ServiceFeatureTable) async throws -> FeatureQueryResult {
        let (rows, isCutOff) = try await rows(values)
        let names = try outNames(values)
        let target = values.outSpatialReference ?? layer.spatialReference
        let types = Dictionary(layer.fields.map { ($0.name, $0.type) }) { first, _ in first }
        let known = names.map { Set($0.map { $0.lowercased() }) }
        let features = try rows.map { row in
            var attributes: [String: any Sendable] = [:]
            for (name, value) in row.attributes {
                // Times come as milliseconds. What does not fit its field stays what it is.
                let type = types[name] ?? nil
                attributes[name] = AttributeValue(value).fitted(to: type)?.sendable ?? value
            }
            return Feature(
                attributes: attributes, geometry: try row.geometry.map { try placed($0, in: target) }, objectID: objectID(row),
                table: table, fields: known,
                hasGeometry: values.returnsGeometry)
        }
        let fields = known.map { known in layer.fields.filter { known.contains($0.name.lowercased()) } } ?? layer.fields
        return FeatureQueryResult(
            features: features, fields: fields, geometryType: layer.geometryType,
            spatialReference: target, isTransferLimitExceeded: isCutOff)
    }

    /// A geometry as it was asked for, where the service has sent it otherwise, or does not say.
    private func placed(_ geometry: Geometry, in target: SpatialReference?) throws -> Geometry {
        guard let target else { return geometry }
        guard let source = geometry.spatialReference, !geometry.isEmpty else { return geometry.placed(in: target) }
        return source == target ? geometry : try GeometryEngine.projected(geometry, into: target)
    }

    private func objectID(_ row: FeatureSetReader.Row) -> Int64? {
        row.attributes[layer.objectIDFieldName].flatMap { AttributeValue($0).fitted(to: .oid)?.objectID }
    }

    private func rows(_ values: QueryParameters.Values) async throws -> (rows: [FeatureSetReader.Row], isCutOff: Bool) {
        guard values.maxFeatures >= 0, values.resultOffset >= 0 else {
            throw FeatureTableError(.invalidParameter, "the limit and the offset of a query must not be negative; use 0 for no limit")
        }
        let order = try values.orderByFields.map { key in
            (name: try fieldName(key.fieldName, "order"), isDescending: key.sortOrder == .descending)
        }
        var request = conditions(values)
        request.set("outFields", try outNames(values)?.joined(separator: ",") ?? "*")
        request.set("returnGeometry", values.returnsGeometry && layer.geometryType != nil)
        if layer.hasZ { request.set("returnZ", true) }
        if let wkid = (values.outSpatialReference ?? layer.spatialReference)?.wkid { request.set("outSR", wkid.rawValue) }
        if layer.supportsOrder, layer.supportsPaging {
            // Pages fit together only in a firm order: the object id decides in the end.
            var keys = order.map { "\($0.name) \($0.isDescending ? "DESC" : "ASC")" }
            if !order.contains(where: { $0.name == layer.objectIDFieldName }) { keys.append("\(layer.objectIDFieldName) ASC") }
            request.set("orderByFields", keys.joined(separator: ","))
            return try await paged(request, values)
        }
        return try await byObjectID(request, values, order)
    }

    /// Page after page, each from where the one before ended.
    private func paged(
        _ request: FeatureServiceRequest, _ values: QueryParameters.Values
    ) async throws -> (rows: [FeatureSetReader.Row], isCutOff: Bool) {
        let limit = values.maxFeatures == 0 ? Int.max : values.maxFeatures
        var rows: [FeatureSetReader.Row] = []
        var seen: Set<Int64> = []
        var offset = values.resultOffset
        while true {
            // One more than the limit tells whether there are more.
            let wanted = min(layer.maximumRecordCount, limit == .max ? .max : limit - rows.count + 1)
            var page = request
            page.set("resultOffset", offset)
            page.set("resultRecordCount", wanted)
            let answer = try await client.answer(page)
            try expectFeatures(answer)
            let before = rows.count
            for row in answer.rows {
                guard let id = objectID(row) else { throw missingID }
                // A feature that was added meanwhile may push others onto the next page.
                if seen.insert(id).inserted { rows.append(row) }
            }
            try expectRoom(rows.count)
            if rows.count > limit { return (Array(rows.prefix(limit)), true) }
            guard !answer.rows.isEmpty, answer.isTransferLimitExceeded || answer.rows.count >= wanted else { return (rows, false) }
            guard rows.count > before else {
                throw FeedError(
                    .invalidAnswer,
                    "\(client.address) sends the same page again and again although it says that it can page; query by object ids")
            }
            offset += answer.rows.count
        }
    }

    /// All object ids first, then the features by them: for services that cannot page.
    private func byObjectID(
        _ request: FeatureServiceRequest, _ values: QueryParameters.Values, _ order: [(name: String, isDescending: Bool)]
    ) async throws -> (rows: [FeatureSetReader.Row], isCutOff: Bool) {
        var question = conditions(values)
        question.set("returnIdsOnly", true)
        var ids = try objectIDs(try await client.answer(question).members).sorted()
        try expectRoom(ids.count)
        var isCutOff = false
        if order.isEmpty {
            (ids, isCutOff) = cut(ids, values)
        }
        var rows: [FeatureSetReader.Row] = []
        let step = min(layer.maximumRecordCount, Self.maximumIDCount)
        for start in stride(from: 0, to: ids.count, by: step) {
            let part = ids[start..<min(start + step, ids.count)]
            var page = FeatureServiceRequest("query")
            for parameter in request.parameters
            where !["where", "geometry", "geometryType", "spatialRel", "relationParam", "inSR"].contains(parameter.name) {
                page.set(parameter.name, parameter.value)
            }
            page.set("objectIds", part.map(String.init).joined(separator: ","))
            if !order.isEmpty { page.set("outFields", "*") }
            let answer = try await client.answer(page)
            try expectFeatures(answer)
            guard !answer.isTransferLimitExceeded else {
                throw FeedError(
                    .invalidAnswer, "\(client.address) does not send the \(part.count) features that it was asked for by their ids")
            }
            rows += answer.rows
        }
        let keyed = try rows.map { row in
            guard let id = objectID(row) else { throw missingID }
            return (row: row, id: id, keys: order.map { AttributeValue(row.attributes[$0.name]) })
        }
        let sorted = keyed.sorted { first, second in
            for (index, key) in order.enumerated() {
                let comparison = AttributeOrder.compare(first.keys[index], second.keys[index])
                if comparison != 0 { return key.isDescending ? comparison > 0 : comparison < 0 }
            }
            return first.id < second.id
        }
        if order.isEmpty { return (sorted.map(\.row), isCutOff) }
        let names = try outNames(values).map(Set.init)
        let (page, isCut) = cut(sorted.map(\.row), values)
        // All fields came, for the order's sake.
        return (page.map { row in (row.attributes.filter { names?.contains($0.key) ?? true }, row.geometry) }, isCut)
    }

    private func cut<Element>(_ elements: [Element], _ values: QueryParameters.Values) -> ([Element], Bool) {
        let rest = elements.dropFirst(values.resultOffset)
        guard values.maxFeatures > 0, rest.count > values.maxFeatures else { return (Array(rest), false) }
        return (Array(rest.prefix(values.maxFeatures)), true)
    }

    // MARK: Checks

    private var missingID: FeedError {
        FeedError(.invalidAnswer, "\(client.address) sends a feature without its object id \"\(layer.objectIDFieldName)\"")
    }

    /// What stands for no features is an empty list, not its absence.
    private func expectFeatures(_ answer: FeatureSetReader) throws(FeedError) {
        guard answer.hasFeatures else {
            throw FeedError(
                .invalidAnswer, "\(client.address) answers a query without \"features\"; check that a feature service answers there")
        }
    }

    /// The object ids of an answer. Services write null for none.
    private func objectIDs(_ members: [String: JSONValue]) throws(FeedError) -> [Int64] {
        if members["objectIds"] == .null { return [] }
        guard let listed = members["objectIds"]?.elements else {
            throw FeedError(
                .invalidAnswer,
                "\(client.address) answers a question for object ids without \"objectIds\"; check that a feature service answers there")
        }
        let ids = listed.compactMap(\.integer)
        guard ids.count == listed.count else {
            throw FeedError(
                .invalidAnswer, "\(client.address) sends an object id that is no whole number; check that a feature service answers there")
        }
        return ids
    }

    private func expectRoom(_ count: Int) throws(FeedError) {
        guard count <= options.maximumFeatureCount else {
            throw FeedError(
                .tooLarge,
                "\(client.address) has more than the \(options.maximumFeatureCount) features that are taken; ask for fewer, or raise maximumFeatureCount"
            )
        }
    }

    /// The names of the out fields as the service writes them; nil for all.
    private func outNames(_ values: QueryParameters.Values) throws(FeatureTableError) -> [String]? {
        guard !values.outFields.isEmpty, !values.outFields.contains("*") else { return nil }
        var names: [String] = []
        for name in values.outFields + [layer.objectIDFieldName] {
            let known = try fieldName(name, "out fields")
            if !names.contains(known) { names.append(known) }
        }
        return names
    }

    private func fieldName(_ name: String, _ use: String) throws(FeatureTableError) -> String {
        let field = layer.fields.first { $0.name == name } ?? layer.fields.first { $0.name.lowercased() == name.lowercased() }
        guard let field else {
            throw FeatureTableError(
                .unknownField,
                "\"\(name)\" in the \(use) of the query is no field; the fields are \(layer.fields.map(\.name).joined(separator: ", "))")
        }
        return field.name
    }
}
