// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import PackagePlugin

/// Writes the files of `Web/`, and of the folders in it, into a Swift file before `VedetteServer` is compiled, so that the page travels inside the binary.
@main
struct EmbedWebFiles: BuildToolPlugin {
    func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
        let folder = context.package.directoryURL.appending(path: "Web")
        let kinds: Set = ["html", "css", "js", "svg", "webmanifest", "glb"]
        let files = try FileManager.default.subpathsOfDirectory(atPath: folder.path)
            .filter { path in kinds.contains { path.hasSuffix("." + $0) } }
            .sorted()
            .map { folder.appending(path: $0) }
        let output = context.pluginWorkDirectoryURL.appending(path: "EmbeddedWebFiles.swift")
        return [
            .buildCommand(
                displayName: "Embedding \(files.count) files of the page",
                executable: try context.tool(named: "EmbedWebFilesTool").url,
                arguments: [output.path, folder.path] + files.map(\.path),
                inputFiles: files,
                outputFiles: [output])
        ]
    }
}
