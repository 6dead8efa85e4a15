// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import NIOCore
import NIOHTTP1
import Synchronization

/// Who may open the live view's socket, and why not.
struct SocketGate: Sendable {
    /// Behind the path of a view.
    static let path = "/live"
    static let subprotocol = "vedette.live.1"

    /// Why a socket is refused: a status and a sentence.
    struct Refusal: Error, Equatable {
        var status: UInt
        var message: String
    }

    var allowedOrigins: Set<String>
    /// Whether only this machine is served: then a page of another site that resolves to this machine gives itself away by its host name.
    var isLoopbackOnly: Bool

    /// nil where the socket may be opened.
    func refusal(path: String, headers: HTTPHeaders) -> Refusal? {
        let offered = headers[canonicalForm: "sec-websocket-protocol"]
        guard offered.isEmpty || offered.contains(where: { $0 == Self.subprotocol }) else {
            return Refusal(status: 400, message: "This server speaks \(Self.subprotocol) only.")
        }
        return visitorRefusal(headers)
    }

    /// nil where a socket may be opened by whoever sends these headers: the host and the origin are right.
    func visitorRefusal(_ headers: HTTPHeaders) -> Refusal? {
        let host = headers.first(name: "host") ?? ""
        if let refusal = hostRefusal(host) { return refusal }
        guard let origin = headers.first(name: "origin") else { return nil }
        let isOwn = origin == "http://\(host)" || origin == "https://\(host)"
        guard isOwn || allowedOrigins.contains(origin) else {
            return Refusal(status: 403, message: "Pages of \(origin.prefix(200)) may not open this socket; allow the origin by name.")
        }
        return nil
    }

    /// nil where a request for this host may be answered.
    func hostRefusal(_ host: String) -> Refusal? {
        guard isLoopbackOnly, !Self.isLoopbackName(host) else { return nil }
        return Refusal(status: 403, message: "This server answers to this machine's own names only, not to \(host.prefix(100)).")
    }

    /// Whether a `Host` header names this machine to itself.
    static func isLoopbackName(_ host: String) -> Bool {
        var name = Substring(host.lowercased())
        if name.hasPrefix("[") {
            name = name.prefix { $0 != "]" }.dropFirst()
        } else if let colon = name.lastIndex(of: ":") {
            name = name[..<colon]
        }
        return name == "localhost" || name.hasSuffix(".localhost") || name == "::1" || isLoopbackAddress(String(name))
    }

    /// Whether a text is an IP address, or `localhost`.
    static func isAddress(_ text: String) -> Bool {
        text == "localhost" || (try? SocketAddress(ipAddress: text, port: 0)) != nil
    }

    /// Whether an address to listen on can be reached from this machine only.
    static func isLoopbackAddress(_ address: String) -> Bool {
        let parts = address.split(separator: ".", omittingEmptySubsequences: false)
        let isIPv4 = parts.count == 4 && parts.allSatisfy { UInt8($0) != nil }
        return (isIPv4 && parts[0] == "127") || address == "::1" || address == "localhost"
    }
}
