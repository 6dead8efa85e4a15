// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

package import Foundation
import Synchronization

/// The pictures of markers, read once from files and `data:` addresses, so that a viewer asks nobody but this server for them.
///
/// A picture at an HTTP address is not fetched: a server that fetched what a symbol names could be made to ask anybody anything.
package final class PictureShelf: Sendable {
    struct Picture: Sendable {
        var contentType: String
        var bytes: [UInt8]
    }

    /// The most bytes of a picture.
    package static let maximumLength = 1 << 20
    /// The most pictures.
    static let maximumCount = 500

    private struct State {
        var numbers: [URL: Int?] = [:]
        var pictures: [Picture] = []
    }

    private let state = Mutex(State())

    /// The number of the picture at an address, which is read the first time; nil where there is none that can be shown.
    func number(of url: URL) -> Int? {
        state.withLock { state in
            if let known = state.numbers[url] { return known }
            guard state.pictures.count < Self.maximumCount, let picture = Self.read(url) else {
                if state.numbers.count < 4 * Self.maximumCount { state.numbers[url] = .some(nil) }
                return nil
            }
            state.pictures.append(picture)
            state.numbers[url] = state.pictures.count - 1
            return state.pictures.count - 1
        }
    }

    func picture(_ number: Int) -> Picture? {
        state.withLock { $0.pictures.indices.contains(number) ? $0.pictures[number] : nil }
    }

    /// Whether there is a picture at an address that can be shown.
    package static func holdsPicture(_ url: URL) -> Bool { read(url) != nil }

    private static func read(_ url: URL) -> Picture? {
        guard let data = url.isFileURL ? file(url) : embedded(url), data.count <= maximumLength else { return nil }
        let bytes = [UInt8](data)
        return contentType(of: bytes).map { Picture(contentType: $0, bytes: bytes) }
    }

    private static func file(_ url: URL) -> Data? {
        guard let handle = try? FileHandle(forReadingFrom: url) else { return nil }
        defer { try? handle.close() }
        return try? handle.read(upToCount: maximumLength + 1)
    }

    /// What a `data:` address holds in base 64.
    private static func embedded(_ url: URL) -> Data? {
        let text = url.absoluteString
        guard text.utf8.count <= 2 * maximumLength, text.hasPrefix("data:image/"), let comma = text.firstIndex(of: ","),
            text[..<comma].hasSuffix(";base64")
        else { return nil }
        return Data(base64Encoded: String(text[text.index(after: comma)...]))
    }

    /// Told from the first bytes; nil for what is no picture that browsers draw.
    private static func contentType(of bytes: [UInt8]) -> String? {
        if bytes.starts(with: [0x89, 0x50, 0x4E, 0x47]) { return "image/png" }
        if bytes.starts(with: [0xFF, 0xD8, 0xFF]) { return "image/jpeg" }
        if bytes.starts(with: Array("GIF8".utf8)) { return "image/gif" }
        if bytes.starts(with: Array("RIFF".utf8)), bytes.dropFirst(8).starts(with: Array("WEBP".utf8)) { return "image/webp" }
        let beginning = String(decoding: bytes.prefix(1_024), as: UTF8.self)
        return beginning.contains("<svg") && (beginning.hasPrefix("<svg") || beginning.hasPrefix("<?xml")) ? "image/svg+xml" : nil
    }
}
