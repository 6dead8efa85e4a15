// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

/// The page that lists the views of a server, for who asks for what is not there.
struct ViewList: Sendable {
    static let contentType = "text/html; charset=utf-8"

    private let views: [(address: String, title: String)]

    init(_ hubs: [LiveHub]) {
        views = hubs.map { (address: "\($0.prefix)/", title: $0.configuration.title) }
    }

    /// The page.
    ///
    /// - Parameter isFound: false where something else was asked for.
    /// - Returns: its HTML.
    func page(isFound: Bool) -> [UInt8] {
        let said = isFound ? "" : "<p>There is no such page.</p>"
        let items = views.map { "<li><a href=\"\($0.address)\">\(Self.escaped($0.title))</a></li>" }.joined(separator: "\n")
        let list = views.isEmpty ? "<p>This server shows no views.</p>" : "<p>Views of this server:</p>\n<ul>\n\(items)\n</ul>"
        return Array(
            """
            <!doctype html>
            <html lang="en">
            <head>
            <meta charset="utf-8">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <title>Vedette</title>
            <link rel="icon" href="/icon.svg" type="image/svg+xml">
            </head>
            <body>
            <h1>Vedette</h1>
            \(said)
            \(list)
            </body>
            </html>

            """.utf8)
    }

    private static func escaped(_ text: String) -> String {
        text.reduce(into: "") { output, character in
            switch character {
            case "&": output += "&amp;"
            case "<": output += "&lt;"
            case ">": output += "&gt;"
            case "\"": output += "&quot;"
            default: output.append(character)
            }
        }
    }
}
