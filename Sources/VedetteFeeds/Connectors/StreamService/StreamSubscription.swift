// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import VedetteDynamicEntities
import VedetteGeometry
import VedetteModel

/// What a client asks of a stream, in the address of the socket and in messages: a core.
struct StreamSubscription: Sendable {
    /// Positions are asked for in WGS 84, which the store keeps.
    static let outSpatialReference = SpatialReference.wgs84

    /// Empty for anything.
    let whereClause: String
    /// In WGS 84; nil for anywhere.
    let envelope: Envelope?
    /// Empty for all.
    private let outFields: [String]

    /// - Parameters:
    ///   - filter: which observations; nil for all.
    ///   - outFields: which fields; empty for all.
    ///   - info: what the service says of itself.
    /// - Throws: ``FeedError`` where the filter's geometry has no place on Earth.
    init(_ filter: ArcGISStreamServiceFilter.Values?, outFields: [String], info: ArcGISStreamServiceInfo) throws(FeedError) {
        let clause = filter?.whereClause ?? ""
        whereClause = clause.allSatisfy(\.isWhitespace) ? "" : clause
        envelope = try filter?.geometry.map { geometry throws(FeedError) in try Self.envelope(geometry, info) }
        if outFields.isEmpty || outFields.contains("*") {
            self.outFields = []
        } else {
            var names: [String] = []
            for name in outFields + [info.entityIDFieldName, info.startTimeField, info.endTimeField].compactMap(\.self) {
                let declared = StreamServiceDescription.declaredName(name, info.fields)
                if !names.contains(declared) { names.append(declared) }
            }
            self.outFields = names
        }
    }

    private static func envelope(_ geometry: Geometry, _ info: ArcGISStreamServiceInfo) throws(FeedError) -> Envelope {
        var extent = geometry.extent
        let mend = "give it a geometry on Earth, in a spatial reference that is known"
        guard !geometry.isEmpty, !extent.isEmpty else {
            throw FeedError(.invalidFilter, "the geometry of the filter is empty, so that nothing could be in it; \(mend)")
        }
        if extent.spatialReference == nil {
            extent = extent.placed(in: info.spatialReference ?? outSpatialReference) as? Envelope ?? extent
        }
        do {
            guard let placed = try GeometryEngine.projected(extent, into: outSpatialReference) as? Envelope, !placed.isEmpty,
                placed.xMin <= placed.xMax, placed.yMin <= placed.yMax, (placed.width + placed.height).isFinite
            else { throw FeedError(.invalidFilter, "the geometry of the filter has no place on Earth; \(mend)") }
            // Heights are nothing that a service compares.
            return Envelope(xRange: placed.xMin...placed.xMax, yRange: placed.yMin...placed.yMax, spatialReference: outSpatialReference)
        } catch {
            throw FeedError(.invalidFilter, "the geometry of the filter cannot be projected to WGS 84 (\(error)); \(mend)")
        }
    }

    /// The address of the socket to subscribe at.
    func url(_ endpoint: URL, token: String?) -> URL {
        var parameters: [(name: String, value: String)] = [("outSR", "4326")]
        if !whereClause.isEmpty { parameters.append(("where", whereClause)) }
        if let envelope {
            parameters.append(("geometry", envelope.toJSON()))
            parameters.append(("geometryType", "esriGeometryEnvelope"))
            parameters.append(("spatialRel", "esriSpatialRelIntersects"))
        }
        if !outFields.isEmpty { parameters.append(("outFields", outFields.joined(separator: ","))) }
        if let token { parameters.append(("token", token)) }
        var components = URLComponents(url: endpoint, resolvingAgainstBaseURL: true) ?? URLComponents()
        var path = components.percentEncodedPath
        while path.hasSuffix("/") { path = String(path.dropLast()) }
        components.percentEncodedPath = path.hasSuffix("/subscribe") ? path : path + "/subscribe"
        // What the service put there stays, unless it is said again.
        let names = Set(parameters.map(\.name))
        let kept = (components.percentEncodedQuery ?? "").split(separator: "&").filter { pair in
            !names.contains(String(pair.prefix { $0 != "=" }))
        }
        components.percentEncodedQuery = (kept.map(String.init) + [FeatureServiceRequest.form(parameters)]).joined(separator: "&")
        return components.url ?? endpoint
    }

    /// The message that puts this filter in the place of the one before.
    var filterMessage: String { "{\"filter\":\(filter ?? "null")}" }

    /// The first message of a JavaScript client: the format, and what is asked for.
    var formatMessage: String {
        let names = outFields.isEmpty ? "" : ",\"outFields\":[\(outFields.map(Self.quoted).joined(separator: ","))]"
        return "{\"format\":\"json\",\"spatialReference\":{\"wkid\":4326}\(names)\(filter.map { ",\"filter\":\($0)" } ?? "")}"
    }

    /// The filter as an object; nil where all is asked for.
    private var filter: String? {
        var members: [String] = []
        if !whereClause.isEmpty { members.append("\"where\":\(Self.quoted(whereClause))") }
        if let envelope { members.append("\"geometry\":\(envelope.toJSON())") }
        if !outFields.isEmpty { members.append("\"outFields\":\(Self.quoted(outFields.joined(separator: ",")))") }
        return members.isEmpty ? nil : "{\(members.joined(separator: ","))}"
    }

    private static func quoted(_ text: String) -> String {
        var output: [UInt8] = []
        JSONWriter.append(text, to: &output)
        return String(decoding: output, as: UTF8.self)
    }
}
