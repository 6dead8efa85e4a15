// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import VedetteGeometry
import VedetteModel

/// The feature service in which a stream service keeps the latest observation of each entity ("keep latest").
struct StreamServiceArchive: Sendable {
    let url: URL
    let token: String?
    let options: FeatureServiceOptions

    /// - Parameters:
    ///   - url: of the service, which has one layer, or of that layer.
    ///   - token: what the archive may see.
    ///   - options: patience and limits.
    init(url: URL, token: String?, options: FeatureServiceOptions) {
        var text = WebSocketAddress.withoutSecrets(url)
        while text.hasSuffix("/") { text = String(text.dropLast()) }
        let isLayer = text.split(separator: "/").last.flatMap { Int($0) } != nil
        self.url = isLayer ? url : URL(string: text + "/0") ?? url
        (self.token, self.options) = (token, options)
    }

    /// The latest observations that pass a filter.
    ///
    /// - Parameters:
    ///   - subscription: which the stream sends.
    ///   - fields: those of the stream; names are the same in any case. What else the archive has is not asked for. Empty for all.
    /// - Returns: each as an Esri JSON feature in WGS 84, as the stream would send it.
    /// - Throws: ``FeedError`` where the archive cannot be read; `CancellationError`.
    func features(_ subscription: StreamSubscription, fields: [Field]) async throws -> [[UInt8]] {
        let table = ServiceFeatureTable(url: url, token: token, options: options)
        try await table.load()
        let names = Dictionary(fields.map { ($0.name.lowercased(), $0.name) }) { first, _ in first }
        let parameters = QueryParameters()
        parameters.outFields = fields.isEmpty ? [] : table.fields.map(\.name).filter { names[$0.lowercased()] != nil }
        parameters.whereClause = subscription.whereClause
        parameters.geometry = subscription.envelope
        parameters.outSpatialReference = StreamSubscription.outSpatialReference
        return try await table.queryFeatures(using: parameters).features().map { Self.text($0, names) }
    }

    private static func text(_ feature: Feature, _ names: [String: String]) -> [UInt8] {
        var output = Array(#"{"attributes":{"#.utf8)
        let known = feature.attributes.filter { names.isEmpty || names[$0.key.lowercased()] != nil }
        for (index, (name, value)) in known.sorted(by: { $0.key < $1.key }).enumerated() {
            if index > 0 { output.append(UInt8(ascii: ",")) }
            JSONWriter.append(names[name.lowercased()] ?? name, to: &output)
            output.append(UInt8(ascii: ":"))
            FeatureEditWriter.append(AttributeValue(value), to: &output)
        }
        output.append(contentsOf: "}".utf8)
        if let geometry = feature.geometry {
            output.append(contentsOf: #","geometry":"#.utf8)
            output.append(contentsOf: geometry.toJSON().utf8)
        }
        output.append(UInt8(ascii: "}"))
        return output
    }
}
