// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import VedetteGeometry
import VedetteModel

/// What the metadata of a stream service come to: a core.
struct StreamServiceDescription: Sendable {
    /// A socket of the service.
    struct Endpoint: Sendable, Hashable {
        /// Without `/subscribe`.
        var url: URL
        /// What the service gave for this socket.
        var token: String?
    }

    let info: ArcGISStreamServiceInfo
    /// In the order in which they are tried; never empty.
    let endpoints: [Endpoint]
    /// Whether the service gave tokens, which may be worth asking for again.
    var hasOwnTokens: Bool { endpoints.contains { $0.token != nil } }

    /// No more sockets than this are tried.
    private static let maximumEndpointCount = 16

    /// - Parameters:
    ///   - members: of the metadata.
    ///   - url: the address of the service, without secrets.
    ///   - base: where it answered, which relative addresses are relative to.
    /// - Throws: ``FeedError`` where they describe something else, or what cannot be used.
    init(_ members: [String: JSONValue], url: URL, base: URL) throws(FeedError) {
        let name = WebSocketAddress.withoutSecrets(url)
        guard members["fields"]?.elements != nil || members["streamUrls"] != nil || members["timeInfo"] != nil else {
            throw FeedError(.invalidAnswer, "\(name) describes no stream service; use the address of one, such as …/StreamServer")
        }
        let fields = (members["fields"]?.elements ?? []).compactMap { Field(esriJSON: $0) }
        if let type = members["geometryType"]?.text, !["esriGeometryPoint", "esriGeometryNull", ""].contains(type) {
            throw FeedError(
                .unsupportedGeometryType, "\(name) sends \(Excerpt.of(type)); only streams of points (esriGeometryPoint) can be followed")
        }
        let declared = members["timeInfo"]?["trackIdField"]?.text ?? ""
        let objectID = members["objectIdField"]?.text ?? fields.first { $0.type == .oid }?.name ?? ""
        let id = declared.isEmpty ? objectID : declared
        guard !id.isEmpty else {
            throw FeedError(
                .invalidAnswer, "\(name) names neither a trackIdField nor an objectIdField; without one nothing tells its entities apart")
        }
        info = ArcGISStreamServiceInfo(members, entityIDField: Self.declaredName(id, fields), fields: fields, url: url, base: base)
        endpoints = try Self.endpoints(members["streamUrls"], base: base, name: name)
    }

    /// A name as the fields have it: names are the same in any case.
    static func declaredName(_ name: String, _ fields: [Field]) -> String {
        if fields.contains(where: { $0.name == name }) { return name }
        return fields.first { $0.name.lowercased() == name.lowercased() }?.name ?? name
    }

    // MARK: Sockets

    private static func endpoints(_ list: JSONValue?, base: URL, name: String) throws(FeedError) -> [Endpoint] {
        guard let list else { return usual(base) }
        var found: [Endpoint] = []
        for entry in list.elements ?? [list] where ["ws", "wss", nil].contains(entry["transport"]?.text?.lowercased()) {
            let texts = entry["urls"]?.elements?.compactMap(\.text) ?? [entry["urls"]?.text ?? entry["url"]?.text].compactMap(\.self)
            for text in texts {
                guard let url = URL(string: text, relativeTo: base)?.absoluteURL, (try? WebSocketAddress(url)) != nil else { continue }
                let endpoint = Endpoint(url: url, token: entry["token"]?.text.flatMap { $0.isEmpty ? nil : $0 })
                if !found.contains(endpoint) { found.append(endpoint) }
            }
        }
        guard !found.isEmpty else {
            throw FeedError(
                .invalidAnswer, "\(name) names no WebSocket in its streamUrls; have its owner turn on the transport \"ws\"")
        }
        return Array(found.prefix(maximumEndpointCount))
    }

    /// Where sockets are when a service does not say: below `ws` in place of `rest`, else at the address itself.
    private static func usual(_ base: URL) -> [Endpoint] {
        var urls = [base]
        if let place = base.absoluteString.range(of: "/rest/services/"),
            let url = URL(string: base.absoluteString.replacingCharacters(in: place, with: "/ws/services/"))
        {
            urls.insert(url, at: 0)
        }
        return urls.map { Endpoint(url: $0, token: nil) }
    }
}
