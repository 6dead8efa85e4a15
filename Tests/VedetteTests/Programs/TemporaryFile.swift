// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A file of text that is there as long as the object.
final class TemporaryFile: Sendable {
    let url: URL

    init(_ name: String, lines: [String]) throws {
        url = FileManager.default.temporaryDirectory.appendingPathComponent("vedette-\(UUID().uuidString)-\(name)")
        try lines.joined(separator: "\n").write(to: url, atomically: true, encoding: .utf8)
    }

    deinit { try? FileManager.default.removeItem(at: url) }
}
