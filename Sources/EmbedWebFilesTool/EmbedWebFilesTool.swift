// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Usage: `EmbedWebFilesTool OUTPUT FILE…`. Writes a Swift file that holds the text of each file as a raw string literal:
/// a literal compiles in no time, where an array of bytes takes seconds for each ten kilobytes.
@main
struct EmbedWebFilesTool {
    static func main() throws {
        let paths = Array(CommandLine.arguments.dropFirst())
        guard let output = paths.first else { throw EmbeddingError(message: "usage: EmbedWebFilesTool OUTPUT FILE…") }
        var source =
            "// Made from Web/ at build time.\n\nenum EmbeddedWebFiles {\n    static let texts: [(name: String, text: StaticString)] = [\n"
        for path in paths.dropFirst() {
            let url = URL(fileURLWithPath: path)
            let text = try String(contentsOf: url, encoding: .utf8)
            // More number signs than any run that follows a quote in the text.
            let signs = String(repeating: "#", count: longestRun(in: text) + 1)
            source += "        (\"\(url.lastPathComponent)\", \(signs)\"\"\"\n\(text)\n\"\"\"\(signs)),\n"
        }
        source += "    ]\n}\n"
        try source.write(toFile: output, atomically: true, encoding: .utf8)
    }

    private static func longestRun(in text: String) -> Int {
        var (longest, run) = (0, 0)
        for byte in text.utf8 {
            run = byte == UInt8(ascii: "#") ? run + 1 : 0
            longest = max(longest, run)
        }
        return longest
    }
}

struct EmbeddingError: Error {
    var message: String
}
