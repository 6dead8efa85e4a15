// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

package import Foundation

/// Where a WebSocket is: what `ws` and `wss` addresses say (RFC 6455, 3).
package struct WebSocketAddress: Sendable, Hashable {
    package let isSecure: Bool
    /// A name or an IP address, without brackets.
    package let host: String
    package let port: Int
    /// The path and the query as the request line has them.
    package let target: String
    /// The address for messages: without the query, which may hold a secret.
    package let name: String

    /// - Parameter url: a `ws` or `wss` address, or an `http` or `https` one, which is taken for the WebSocket at the same place.
    /// - Throws: ``FeedError`` of the code `unreachable` for any other.
    package init(_ url: URL) throws(FeedError) {
        let components = URLComponents(url: url.absoluteURL, resolvingAgainstBaseURL: true)
        let scheme = components?.scheme?.lowercased() ?? ""
        let host = (components?.host ?? "").trimmingCharacters(in: ["[", "]"])
        guard let components, ["ws", "wss", "http", "https"].contains(scheme), !host.isEmpty,
            components.port.map({ (1...65_535).contains($0) }) ?? true
        else {
            throw FeedError(
                .unreachable, "\(Self.withoutSecrets(url)) is no address of a WebSocket; use one that begins with wss:// or ws://")
        }
        isSecure = scheme == "wss" || scheme == "https"
        self.host = host
        let usual = isSecure ? 443 : 80
        port = components.port ?? usual
        let path = components.percentEncodedPath.isEmpty ? "/" : components.percentEncodedPath
        target = components.percentEncodedQuery.map { "\(path)?\($0)" } ?? path
        let place = (host.contains(":") ? "[\(host)]" : host) + (port == usual ? "" : ":\(port)")
        authority = place
        name = "\(isSecure ? "wss" : "ws")://\(place)\(path)"
    }

    /// The host and, where it is not the usual one, the port: what the `Host` header says.
    package let authority: String

    /// An address for messages: without user, password and query.
    package static func withoutSecrets(_ url: URL) -> String {
        guard var components = URLComponents(url: url, resolvingAgainstBaseURL: true) else { return "the address" }
        (components.user, components.password, components.query, components.fragment) = (nil, nil, nil, nil)
        return components.string ?? "the address"
    }
}
