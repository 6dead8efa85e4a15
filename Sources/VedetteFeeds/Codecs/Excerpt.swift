// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

/// Text from a feed as messages quote it: short, on one line, and without anything that a terminal would obey.
enum Excerpt {
    /// - Parameters:
    ///   - bytes: UTF-8, or what should have been; what is not shows as U+FFFD.
    ///   - limit: the most Unicode scalars that are shown; an ellipsis stands for the rest.
    /// - Returns: the text for the message.
    static func of(_ bytes: some Collection<UInt8>, limit: Int = 40) -> String {
        // A scalar has at most four bytes, so the cut can only damage one that is not shown.
        let scalars = String(decoding: bytes.prefix(4 * limit + 4), as: UTF8.self).unicodeScalars
        var shown = String.UnicodeScalarView(scalars.prefix(limit).map { isPlain($0) ? $0 : "\u{FFFD}" })
        if scalars.count > limit { shown.append("…") }
        return String(shown)
    }

    static func of(_ text: String, limit: Int = 40) -> String {
        // Nearly every name is like this.
        if text.utf8.count <= limit, text.utf8.allSatisfy({ (0x20..<0x7F).contains($0) }) { return text }
        return of(text.utf8, limit: limit)
    }

    /// Names, as many as a person wants to read.
    static func of(_ names: [String], limit: Int = 20) -> String {
        names.prefix(limit).map { of($0) }.joined(separator: ", ") + (names.count > limit ? " and \(names.count - limit) more" : "")
    }

    private static func isPlain(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator: false
        default: true
        }
    }
}
