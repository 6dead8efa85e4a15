// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization
import VedetteModel

/// The files that symbols name, read once, so that a viewer asks nobody but this server for them.
struct SymbolFiles: Sendable {
    var pictures = PictureShelf()
    var models = ModelShelf()
}

/// The bodies of scene symbols: glTF files, binary or with all that belongs to them inside.
///
/// A file at an HTTP address is not fetched: a server that fetched what a symbol names could be made to ask anybody anything.
final class ModelShelf: Sendable {
    struct Model: Sendable {
        var contentType: String
        var bytes: [UInt8]
    }

    /// The most bytes of a model.
    static let maximumLength = 16 << 20
    /// The most bytes of all models together.
    static let maximumTotal = 128 << 20
    /// The most models.
    static let maximumCount = 100

    private struct State {
        var numbers: [URL: Int?] = [:]
        var models: [Model] = []
        var total = 0
    }

    private let state = Mutex(State())

    /// Where a viewer finds the model at an address, which is read the first time; nil where there is none that can be shown. Our own bodies
    /// are among the page's files.
    func address(of url: URL) -> String? {
        if url.scheme == nil { return ModelSceneSymbol.Body.allCases.first { $0.path == url.path }?.path }
        return number(of: url).map { "/live/models/\($0)" }
    }

    func model(_ number: Int) -> Model? {
        state.withLock { $0.models.indices.contains(number) ? $0.models[number] : nil }
    }

    private func number(of url: URL) -> Int? {
        state.withLock { state in
            if let known = state.numbers[url] { return known }
            guard state.models.count < Self.maximumCount, let model = Self.read(url), state.total + model.bytes.count <= Self.maximumTotal
            else {
                if state.numbers.count < 4 * Self.maximumCount { state.numbers[url] = .some(nil) }
                return nil
            }
            state.models.append(model)
            state.total += model.bytes.count
            state.numbers[url] = state.models.count - 1
            return state.models.count - 1
        }
    }

    private static func read(_ url: URL) -> Model? {
        guard url.isFileURL, let handle = try? FileHandle(forReadingFrom: url) else { return nil }
        defer { try? handle.close() }
        guard let data = try? handle.read(upToCount: maximumLength + 1), data.count <= maximumLength else { return nil }
        return model(Array(data))
    }

    /// nil for what is no glTF 2, or needs other files.
    static func model(_ bytes: [UInt8]) -> Model? {
        guard bytes.starts(with: Array("glTF".utf8)) else {
            return isWhole(bytes) ? Model(contentType: "model/gltf+json", bytes: bytes) : nil
        }
        func number(at place: Int) -> Int { (0..<4).reduce(0) { $0 | Int(bytes[place + $1]) << (8 * $1) } }
        // A header, its version and length; then a chunk of JSON.
        guard bytes.count >= 20, number(at: 4) == 2, number(at: 8) == bytes.count, number(at: 16) == 0x4E4F_534A,
            number(at: 12) <= bytes.count - 20, isWhole(Array(bytes[20..<(20 + number(at: 12))]))
        else { return nil }
        return Model(contentType: "model/gltf-binary", bytes: bytes)
    }

    /// Whether a text is glTF of version 2 that has all of its buffers and pictures in it.
    private static func isWhole(_ text: [UInt8]) -> Bool {
        guard let object = try? JSONSerialization.jsonObject(with: Data(text)) as? [String: Any],
            let version = (object["asset"] as? [String: Any])?["version"] as? String, version.hasPrefix("2.")
        else { return false }
        return ["buffers", "images"].allSatisfy { name in
            ((object[name] as? [[String: Any]]) ?? []).allSatisfy { ($0["uri"] as? String)?.hasPrefix("data:") ?? true }
        }
    }
}
