// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// What a path below `/arcgis` means.
enum ServiceAddress: Equatable, Sendable {
    case info
    /// The services of a folder; empty for those at the top.
    case catalogue(folder: String)
    case stream(service: String)
    case subscribe(service: String)
    case broadcast(service: String)
    case features(service: String)
    case layer(service: String)
    case query(service: String)

    static let root = "/arcgis"

    /// nil for a path that means nothing here.
    ///
    /// - Parameter path: as in the request, before any `?`, in percent signs. Kinds of services are known in any case, names are handed on.
    init?(path: Substring) {
        guard path.utf8.count <= 2_048, let decoded = String(path).removingPercentEncoding, decoded.hasPrefix(Self.root + "/") else {
            return nil
        }
        var parts = decoded.dropFirst(Self.root.count + 1).split(separator: "/", omittingEmptySubsequences: false)[...]
        // A slash at the end changes nothing.
        if parts.last?.isEmpty == true { parts.removeLast() }
        let words = parts.map { $0.lowercased() }
        let isSocket = words.first == "ws"
        guard isSocket || words.first == "rest" else { return nil }
        if words == ["rest", "info"] {
            self = .info
            return
        }
        guard words.count >= 2, words[1] == "services", !parts.dropFirst(2).contains(where: \.isEmpty) else { return nil }
        guard let kind = words.dropFirst(2).lastIndex(where: { $0 == "streamserver" || $0 == "featureserver" }), kind > 2 else {
            guard !isSocket else { return nil }
            self = .catalogue(folder: parts.dropFirst(2).joined(separator: "/"))
            return
        }
        let service = parts[(parts.startIndex + 2)..<(parts.startIndex + kind)].joined(separator: "/")
        switch (words[kind], Array(words[(kind + 1)...])) {
        case ("streamserver", []): self = .stream(service: service)
        case ("streamserver", ["subscribe"]): self = .subscribe(service: service)
        case ("streamserver", ["broadcast"]): self = .broadcast(service: service)
        case ("featureserver", []) where !isSocket: self = .features(service: service)
        case ("featureserver", ["0"]) where !isSocket: self = .layer(service: service)
        case ("featureserver", ["0", "query"]) where !isSocket: self = .query(service: service)
        default: return nil
        }
    }
}
