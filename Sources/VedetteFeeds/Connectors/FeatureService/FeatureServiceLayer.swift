// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import VedetteGeometry
import VedetteModel

/// What a layer of a feature service says of itself.
struct FeatureServiceLayer: Sendable {
    /// What services send at once unless they say.
    private static let defaultRecordCount = 1_000

    let name: String
    let fields: [Field]
    let objectIDFieldName: String
    let geometryType: Geometry.Type?
    let spatialReference: SpatialReference?
    let extent: Envelope?
    /// The most features in one answer.
    let maximumRecordCount: Int
    let supportsPaging: Bool
    let supportsOrder: Bool
    let supportsExtent: Bool
    let hasZ: Bool
    /// What may be done, in lower case: `query`, `create`, `update`, `delete`, `editing`.
    let capabilities: Set<String>

    /// - Parameters:
    ///   - members: of the description.
    ///   - address: of the layer, for messages.
    /// - Throws: ``FeedError`` where it describes something else.
    init(_ members: [String: JSONValue], at address: String) throws(FeedError) {
        let layers = ["layers", "tables"].flatMap { members[$0]?.elements ?? [] }
        if members["fields"] == nil, !layers.isEmpty {
            let choices = layers.prefix(5).map { "/\($0["id"]?.integer ?? 0) (\($0["name"]?.text ?? "unnamed"))" }.joined(separator: ", ")
            throw FeedError(.invalidAnswer, "\(address) is a service with several layers; add the number of one to the address: \(choices)")
        }
        fields = (members["fields"]?.elements ?? []).compactMap { Field(esriJSON: $0) }
        guard let id = members["objectIdField"]?.text ?? fields.first(where: { $0.type == .oid })?.name,
            fields.contains(where: { $0.name == id })
        else {
            throw FeedError(
                .invalidAnswer,
                "\(address) is not a feature layer: it describes no object ids; use the address of one, such as …/FeatureServer/0")
        }
        objectIDFieldName = id
        name = members["name"]?.text ?? ""
        geometryType = members["geometryType"]?.geometryType
        let extentJSON = members["extent"]
        spatialReference = extentJSON?["spatialReference"]?.spatialReference ?? members["sourceSpatialReference"]?.spatialReference
        let text = extentJSON?.attribute as? String
        let envelope = text.flatMap { try? Envelope.fromJSON($0) }
        extent = envelope.flatMap { $0.isEmpty ? nil : $0 }
        maximumRecordCount =
            members["maxRecordCount"]?.integer.flatMap { Int(exactly: $0) }.flatMap { $0 > 0 ? $0 : nil } ?? Self.defaultRecordCount
        let advanced = members["advancedQueryCapabilities"]
        supportsPaging = advanced?["supportsPagination"]?.boolean ?? members["supportsPagination"]?.boolean ?? false
        supportsOrder = advanced?["supportsOrderBy"]?.boolean ?? members["supportsAdvancedQueries"]?.boolean ?? supportsPaging
        supportsExtent = advanced?["supportsReturningQueryExtent"]?.boolean ?? false
        hasZ = members["hasZ"]?.boolean ?? false
        let words = (members["capabilities"]?.text ?? "Query").lowercased().split(separator: ",")
        capabilities = Set(words.map { $0.trimmingCharacters(in: .whitespaces) })
    }
}
