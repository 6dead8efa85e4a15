// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import VedetteServer

@Suite("Asset folder")
struct AssetFolderTests {
    @Test("serves what is below it, and nothing else")
    func confinement() throws {
        let base = FileManager.default.temporaryDirectory.appendingPathComponent("vedette-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: base) }
        let root = base.appendingPathComponent("assets")
        try FileManager.default.createDirectory(at: root.appendingPathComponent("in/deep"), withIntermediateDirectories: true)
        try Data("ok".utf8).write(to: root.appendingPathComponent("in/deep/a b.js"))
        try Data("secret".utf8).write(to: base.appendingPathComponent("secret.txt"))
        try Data("hidden".utf8).write(to: root.appendingPathComponent(".hidden"))
        try FileManager.default.createSymbolicLink(
            at: root.appendingPathComponent("out.txt"), withDestinationURL: base.appendingPathComponent("secret.txt"))
        try FileManager.default.createSymbolicLink(at: root.appendingPathComponent("up"), withDestinationURL: base)
        try FileManager.default.createSymbolicLink(
            at: root.appendingPathComponent("same.js"), withDestinationURL: root.appendingPathComponent("in/deep/a b.js"))
        let folder = AssetFolder(path: root.path)
        #expect(folder.exists)
        #expect(folder.file(at: "in/deep/a b.js") == StaticFile(bytes: Array("ok".utf8), contentType: "text/javascript; charset=utf-8"))
        #expect(folder.file(at: "same.js")?.bytes == Array("ok".utf8))
        for path in [
            "", "/", "in", "in/deep", "nothing.js", "../secret.txt", "in/../../secret.txt", "in/..", "/etc/passwd", "out.txt",
            "up/secret.txt", ".hidden", "in//deep/a b.js",
            "in/deep/a b.js\0.png", "./in/deep/a b.js",
        ] {
            #expect(folder.file(at: path) == nil, "\(path)")
        }
        #expect(!AssetFolder(path: base.appendingPathComponent("none").path).exists)
    }

    @Test("the page is in the program")
    func page() throws {
        let page = PageFiles(folder: nil)
        let index = try #require(page.file(named: "index.html"))
        #expect(index.contentType == "text/html; charset=utf-8")
        #expect(String(decoding: index.bytes, as: UTF8.self).contains("<title>"))
        #expect(page.file(named: "../index.html") == nil)
    }
}
