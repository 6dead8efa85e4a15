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

    /// The address for messages.
    public var name: String {
        switch self {
        case .file(let path): path
        case .standardInput: "standard input"
        case .url(let url): url.absoluteString
        }
    }
}
