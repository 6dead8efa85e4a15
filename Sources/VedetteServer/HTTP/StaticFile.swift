// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A file that is served, and what it is.
struct StaticFile: Sendable, Equatable {
    var bytes: [UInt8]
    var contentType: String

    /// The type by the name's ending.
    static func contentType(ofName name: String) -> String {
        switch name.split(separator: ".").last.map(String.init) {
        case "html": "text/html; charset=utf-8"
        case "css": "text/css; charset=utf-8"
        case "js", "mjs": "text/javascript; charset=utf-8"
        case "json": "application/json"
        case "geojson": "application/geo+json"
        case "svg": "image/svg+xml"
        case "png": "image/png"
        case "jpg", "jpeg": "image/jpeg"
        case "webmanifest": "application/manifest+json"
        case "wasm": "application/wasm"
        case "glb": "model/gltf-binary"
        case "gltf": "model/gltf+json"
        default: "application/octet-stream"
        }
    }
}

/// The page's own files: those in the program, or a folder while working on them.
struct PageFiles: Sendable {
    private let embedded: [String: StaticFile]
    private let folder: AssetFolder?
    /// The folders below that of the page that have files.
    let folders: [String]

    init(folder: String?) {
        self.folder = folder.map { AssetFolder(path: $0) }
        func file(_ entry: (name: String, text: StaticString), _ decode: ([UInt8]) -> [UInt8]) -> (String, StaticFile) {
            let bytes = Array(UnsafeBufferPointer(start: entry.text.utf8Start, count: entry.text.utf8CodeUnitCount))
            return (entry.name, StaticFile(bytes: decode(bytes), contentType: StaticFile.contentType(ofName: entry.name)))
        }
        let texts = EmbeddedWebFiles.texts.map { file($0) { $0 } }
        let others = EmbeddedWebFiles.base64.map { entry in file(entry) { Data(base64Encoded: Data($0)).map(Array.init) ?? [] } }
        embedded = Dictionary(texts + others, uniquingKeysWith: { first, _ in first })
        let own = embedded.keys.compactMap { $0.contains("/") ? $0.split(separator: "/").first.map(String.init) : nil }
        folders = Set(own + (self.folder?.folders ?? [])).sorted()
    }

    func file(named name: String) -> StaticFile? {
        folder?.file(at: name) ?? embedded[name]
    }
}

/// A folder whose files are served; nothing outside it is, whatever a path or a link says.
struct AssetFolder: Sendable {
    private let root: String

    /// The largest file served.
    private static let maximumSize = 256 << 20

    init(path: String) {
        root = URL(fileURLWithPath: path).resolvingSymlinksInPath().path
    }

    var exists: Bool {
        var isFolder: ObjCBool = false
        return FileManager.default.fileExists(atPath: root, isDirectory: &isFolder) && isFolder.boolValue
    }

    /// Whether the page finds in it what it draws with.
    var hasLibraries: Bool { LiveServerConfiguration.hasLibraries(root) }

    /// Its folders whose names are letters alone.
    var folders: [String] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: root)) ?? []
        return names.filter { name in
            var isFolder: ObjCBool = false
            return name.allSatisfy { $0.isASCII && $0.isLetter }
                && FileManager.default.fileExists(atPath: "\(root)/\(name)", isDirectory: &isFolder)
                && isFolder.boolValue
        }
    }

    /// The file at a path below the folder; nil where there is none.
    func file(at path: String) -> StaticFile? {
        let parts = path.split(separator: "/", omittingEmptySubsequences: false)
        guard !parts.isEmpty, parts.allSatisfy({ !$0.isEmpty && !$0.hasPrefix(".") && !$0.contains("\0") }) else { return nil }
        // Links are followed, but not out of the folder.
        let place = URL(fileURLWithPath: root).appendingPathComponent(path).resolvingSymlinksInPath()
        guard place.path.hasPrefix(root + "/") else { return nil }
        guard let values = try? place.resourceValues(forKeys: [.isRegularFileKey, .fileSizeKey]), values.isRegularFile == true,
            (values.fileSize ?? .max) <= Self.maximumSize, let data = try? Data(contentsOf: place)
        else { return nil }
        return StaticFile(bytes: Array(data), contentType: StaticFile.contentType(ofName: path))
    }
}
