// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// Where the bytes of a feed come from.
public enum FeedAddress: Sendable, Hashable {
    case file(String)
    case standardInput
    /// An `http` or `https` address.
    case url(URL)

    /// Takes what people write: `-` for standard input, an `http` or `https` address, else a path.
    public init(_ text: String) {
        if text == "-" {
            self = .standardInput
        } else if text.hasPrefix("http://") || text.hasPrefix("https://"), let url = URL(string: text) {
            self = .url(url)
        } else {
            self = .file(text)
        }
    }

    /// The scheme of an address that is neither `http` nor `https`, such as `ftp://…`; nil for others.
    package var unknownScheme: String? {
        guard case .file(let path) = self, let end = path.range(of: "://") else { return nil }
        let scheme = path[..<end.lowerBound]
        return !scheme.isEmpty && scheme.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber) }) ? String(scheme) : nil
    }

    /// The address for messages.
    public var name: String {
        switch self {
        case .file(let path): path
        case .standardInput: "standard input"
        case .url(let url): url.absoluteString
        }
    }
}
