// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Usage: `EmbedWebFilesTool OUTPUT FOLDER FILE…`. Writes a Swift file that holds each file, by its path below the folder: a text as a raw
/// string literal, anything else in base 64. A literal compiles in no time, where an array of bytes takes seconds for each ten kilobytes.
@main
struct EmbedWebFilesTool {
    static func main() throws {
        let paths = Array(CommandLine.arguments.dropFirst())
        guard paths.count >= 2 else { throw EmbeddingError(message: "usage: EmbedWebFilesTool OUTPUT FOLDER FILE…") }
        let (output, folder) = (paths[0], paths[1])
        var (texts, others) = ("", "")
        for path in paths.dropFirst(2) {
            guard path.hasPrefix(folder + "/") else { throw EmbeddingError(message: "\(path) is not in \(folder)") }
            let name = path.dropFirst(folder.count + 1)
            let data = try Data(contentsOf: URL(fileURLWithPath: path))
            guard let text = String(data: data, encoding: .utf8), !path.hasSuffix(".glb") else {
                others += "        (\"\(name)\", \"\(data.base64EncodedString())\"),\n"
                continue
            }
            // More number signs than any run that follows a quote in the text.
            let signs = String(repeating: "#", count: longestRun(in: text) + 1)
            texts += "        (\"\(name)\", \(signs)\"\"\"\n\(text)\n\"\"\"\(signs)),\n"
        }
        let source = """
            // Made from Web/ at build time.

            enum EmbeddedWebFiles {
                static let texts: [(name: String, text: StaticString)] = [

            """
        let middle = "    ]\n    static let base64: [(name: String, text: StaticString)] = [\n"
        try (source + texts + middle + others + "    ]\n}\n").write(toFile: output, atomically: true, encoding: .utf8)
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
