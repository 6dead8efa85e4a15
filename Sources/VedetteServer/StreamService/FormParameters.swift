// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The parameters of a request, from its address or its form. Names are known in any case; of two with one name, the first counts.
struct FormParameters: Sendable {
    private var values: [String: String] = [:]

    /// Reads `a=1&b=2` in percent signs, with `+` for a space. What cannot be read is kept as it is written.
    init(_ text: some StringProtocol) {
        for pair in text.split(separator: "&").prefix(256) {
            let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            let name = Self.decoded(parts[0]).lowercased()
            if values[name] == nil { values[name] = parts.count > 1 ? Self.decoded(parts[1]) : "" }
        }
    }

    /// Those of an address.
    init(ofAddress address: String) {
        self.init(address.firstIndex(of: "?").map { address[address.index(after: $0)...] } ?? "")
    }

    /// The first `+` is not meant literally: forms write spaces so.
    private static func decoded(_ text: some StringProtocol) -> String {
        let spaced = text.replacingOccurrences(of: "+", with: " ")
        return spaced.removingPercentEncoding ?? spaced
    }

    /// The values of a form go before those of its address.
    mutating func merge(_ other: FormParameters) {
        values.merge(other.values) { $1 }
    }

    /// nil where it is missing or blank.
    subscript(name: String) -> String? {
        guard let value = values[name.lowercased()], !value.allSatisfy(\.isWhitespace) else { return nil }
        return value
    }

    func flag(_ name: String) -> Bool { self[name]?.lowercased() == "true" || self[name] == "1" }
}
