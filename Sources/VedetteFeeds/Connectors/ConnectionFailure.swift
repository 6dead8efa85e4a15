// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import NIOCore
import NIOHTTP1
import NIOPosix
import NIOSSL

/// Why a connection did not come about or broke off, in words.
enum ConnectionFailure {
    /// What the system says of a failure, where it is one of the system's.
    static func reason(_ error: any Error) -> String {
        switch error {
        case let error as IOError: String(cString: strerror(error.errnoCode))
        case let error as NIOConnectionError: error.connectionErrors.first.map { reason($0.error) } ?? "\(error.host) is not known"
        case is ChannelError: "the connection was closed"
        case is HTTPParserError: "what it says is not HTTP"
        case let error as NIOSSLError: secureReason(error)
        case let error as NIOSSLExtraError: "its certificate is not for this name (\(error))"
        default: "\(error)"
        }
    }

    private static func secureReason(_ error: NIOSSLError) -> String {
        let text = "\(error)"
        if text.contains("CERTIFICATE_VERIFY_FAILED") {
            return "its certificate is not signed by an authority that is trusted here; name a file with the authority's certificate"
        }
        if case .uncleanShutdown = error { return "the connection was closed in the middle" }
        return "no secure connection came about (\(Excerpt.of(text, limit: 200)))"
    }
}
