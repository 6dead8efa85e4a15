// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

/// The name of a published service: folders and a name, such as `harbour/ferries`.
///
/// Made of letters, digits, `_`, `-` and `.`, at most 128 of them, so that it stands in every address as it is. No part begins with a dot.
struct ServiceName: Hashable, Sendable, CustomStringConvertible {
    let description: String

    /// nil for a text that cannot be a name.
    init?(_ text: String) {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        let isRight = parts.allSatisfy { part in
            !part.isEmpty && !part.hasPrefix(".") && part.utf8.allSatisfy { Self.isAllowed($0) }
        }
        guard isRight, text.utf8.count <= 128 else { return nil }
        description = text
    }

    private static func isAllowed(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
            UInt8(ascii: "_"), UInt8(ascii: "-"), UInt8(ascii: "."):
            true
        default: false
        }
    }

    /// What addresses are compared by: they are the same in any case.
    var key: String { description.lowercased() }

    /// The folder, without the last part; empty at the top.
    var folder: String { description.split(separator: "/").dropLast().joined(separator: "/") }
}
