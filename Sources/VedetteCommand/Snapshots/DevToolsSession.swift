// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import VedetteFeeds

/// A page of a browser that is told what to do over the Chrome DevTools Protocol (https://chromedevtools.github.io/devtools-protocol/, version 1.3).
///
/// One request at a time; what the browser tells unasked is passed over.
struct DevToolsSession {
    private let connection: WebSocketConnection
    private var session: String?
    private var number = 0

    /// Connects to a browser and opens a page in it.
    ///
    /// - Parameters:
    ///   - address: of the browser's own socket, as it prints it when it starts.
    ///   - size: of the page, in CSS pixels.
    ///   - scale: pixels of the picture in a CSS pixel.
    ///   - theme: `light` or `dark`.
    /// - Throws: ``FeedError`` where the browser is gone, ``CommandFailure`` where it refuses.
    init(address: URL, size: SnapshotSize, scale: Double, theme: String) async throws {
        var options = WebSocketOptions()
        // A picture comes as one message of text.
        options.maximumMessageLength = 1 << 28
        connection = try await WebSocketConnection.open(try WebSocketAddress(address), options: options)
        let target = try await ask("Target.createTarget", ["url": "about:blank"])
        let attached = try await ask("Target.attachToTarget", ["targetId": target["targetId"] ?? "", "flatten": true])
        session = attached["sessionId"] as? String
        _ = try await ask(
            "Emulation.setDeviceMetricsOverride",
            ["width": size.width, "height": size.height, "deviceScaleFactor": scale, "mobile": false])
        _ = try await ask("Emulation.setEmulatedMedia", ["features": [["name": "prefers-color-scheme", "value": theme]]])
    }

    mutating func open(_ page: String) async throws {
        let answer = try await ask("Page.navigate", ["url": page])
        if let error = answer["errorText"] as? String { throw CommandFailure("the page cannot be opened: \(error)") }
    }

    /// The value of an expression of JavaScript, as text; nil for anything else, or where it throws.
    mutating func text(_ expression: String) async throws -> String? {
        let answer = try await ask("Runtime.evaluate", ["expression": expression, "returnByValue": true])
        return (answer["result"] as? [String: Any])?["value"] as? String
    }

    /// What the page looks like now, as a PNG file.
    mutating func picture() async throws -> Data {
        let answer = try await ask("Page.captureScreenshot", ["format": "png"])
        guard let text = answer["data"] as? String, let data = Data(base64Encoded: text) else {
            throw CommandFailure("the browser has made no picture")
        }
        return data
    }

    /// Asks the browser to end.
    mutating func end() async {
        session = nil
        _ = try? await ask("Browser.close", [:])
        connection.close()
    }

    private mutating func ask(_ method: String, _ parameters: [String: Any]) async throws -> [String: Any] {
        number += 1
        var request: [String: Any] = ["id": number, "method": method, "params": parameters]
        request["sessionId"] = session
        try await connection.send(.text(String(decoding: try JSONSerialization.data(withJSONObject: request), as: UTF8.self)))
        while let message = try await connection.next() {
            let answer = try? JSONSerialization.jsonObject(with: Data(message.string.utf8)) as? [String: Any]
            guard let answer, answer["id"] as? Int == number else { continue }
            if let error = answer["error"] as? [String: Any] {
                throw CommandFailure("the browser refuses \(method): \(error["message"] as? String ?? "it does not say why")")
            }
            return answer["result"] as? [String: Any] ?? [:]
        }
        throw CommandFailure("the browser has ended too early")
    }
}
