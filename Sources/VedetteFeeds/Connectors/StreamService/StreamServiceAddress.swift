// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Where a stream service is, and the secret that it wants to see: apart, so that the one can be told without the other.
struct StreamServiceAddress: Sendable {
    /// Without user, query and fragment.
    let url: URL
    let token: String?

    /// - Parameters:
    ///   - url: as it was given; a `token` in its query counts where `token` is nil.
    ///   - token: what the service wants to see.
    init(_ url: URL, token: String?) {
        let components = URLComponents(url: url, resolvingAgainstBaseURL: true)
        let inQuery = components?.queryItems?.first { $0.name.lowercased() == "token" }?.value
        self.token = (token ?? inQuery).flatMap { $0.isEmpty ? nil : $0 }
        self.url = URL(string: WebSocketAddress.withoutSecrets(url)) ?? url
    }

    /// The address for messages.
    var name: String { url.absoluteString }

    /// The token for another address that the service names: only on the same host, and never in the clear where it came encrypted.
    func token(for other: URL) -> String? {
        let isSecure = ["https", "wss"].contains(other.scheme?.lowercased())
        guard other.host?.lowercased() == url.host?.lowercased(), isSecure || url.scheme?.lowercased() != "https" else { return nil }
        return token
    }
}
