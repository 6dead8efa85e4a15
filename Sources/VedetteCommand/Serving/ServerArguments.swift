// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Foundation
import Vedette
import VedetteServer

/// Options about where a server listens and what it serves from.
struct ServerArguments: ParsableArguments {
    @Option(help: "The port to listen on; 0 for any that is free. Default: 8080.")
    var port: Int?

    @Option(help: "The address to listen on. Default: 127.0.0.1, which only this machine can reach.")
    var bind: String?

    @Option(
        help:
            "The folder of browser libraries and base map that script/bootstrap fills. Default: VEDETTE_ASSETS, else Vendor/assets near by."
    )
    var assets: String?

    @Option(
        name: .customLong("web-root"), help: "Read the page's files from this folder instead of from the program, while working on them.")
    var webRoot: String?

    @Option(
        name: .customLong("allow-origin"),
        help: "An origin of another site, such as https://example.org, whose pages may show the live view. Repeatable.")
    var allowedOrigins: [String] = []

    @Option(
        name: .customLong("connections-per-address"),
        help: "The most connections from one address at a time; behind a proxy all viewers have one. Default: 64.")
    var connectionsPerAddress: Int?

    @Flag(name: .customLong("insecure-public"), help: "Let --bind be an address that other machines reach, without sign-in and encryption.")
    var isPublicAllowed = false

    @Option(
        name: .customLong("fence-editing"),
        help: "Who may draw and change fences on the page: none, or shared, which is everybody who can open it.",
        transform: { text in
            guard let editing = LiveServerConfiguration.FenceEditing(rawValue: text) else { throw ValidationError("It is none or shared.") }
            return editing
        })
    var fenceEditing: LiveServerConfiguration.FenceEditing?

    @Option(
        name: .customLong("source-control"),
        help: "Who may purge, connect and disconnect sources on the page: none, or shared, which is everybody who can open it.",
        transform: { text in
            guard let control = LiveServerConfiguration.SourceControl(rawValue: text) else {
                throw ValidationError("It is none or shared.")
            }
            return control
        })
    var sourceControl: LiveServerConfiguration.SourceControl?

    func validate() throws {
        if let port, !(0...65_535).contains(port) { throw ValidationError("--port must be from 0 to 65535.") }
        if let connectionsPerAddress, connectionsPerAddress < 1 { throw ValidationError("--connections-per-address must be 1 or more.") }
        for origin in allowedOrigins {
            let parts = URLComponents(string: origin)
            let isOrigin = ["http", "https"].contains(parts?.scheme) && parts?.host?.isEmpty == false && parts?.path.isEmpty == true
            guard isOrigin else {
                throw ValidationError("--allow-origin must be scheme and host, such as https://example.org, not \(origin.prefix(100)).")
            }
        }
        if let assets { try Self.checkAssets(assets) }
    }

    /// - Throws: `ValidationError` where a folder has no browser libraries.
    static func checkAssets(_ folder: String) throws {
        guard FileManager.default.fileExists(atPath: folder) else { throw ValidationError("--assets: there is no folder \(folder).") }
        guard LiveServerConfiguration.hasLibraries(folder) else {
            throw ValidationError(
                "--assets: \(folder) has no browser libraries: there is no maplibre-gl/maplibre-gl.js in it. script/bootstrap puts them into Vendor/assets of the project."
            )
        }
    }

    func apply(to configuration: inout LiveServerConfiguration) {
        if let port { configuration.port = port }
        if let bind { configuration.address = bind }
        configuration.isPublicAllowed = isPublicAllowed
        configuration.allowedOrigins.formUnion(allowedOrigins)
        if let connectionsPerAddress { configuration.maximumConnectionsPerPeer = connectionsPerAddress }
        if let fenceEditing { configuration.fenceEditing = fenceEditing }
        if let sourceControl { configuration.sourceControl = sourceControl }
        configuration.webFolder = webRoot
        configuration.assets = assets ?? Self.foundAssets
    }

    /// Whether only this machine can reach the server.
    var isLoopback: Bool { bind.map { $0 == "localhost" || $0 == "::1" || $0.hasPrefix("127.") } ?? true }

    /// The first place that has them: where the environment says, here, beside a build, where a package puts them.
    private static var foundAssets: String? {
        let environment = ProcessInfo.processInfo.environment["VEDETTE_ASSETS"]
        let executable = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
        let besideBuild = (0..<4).map { levels in
            (0..<levels).reduce(executable) { folder, _ in folder.deletingLastPathComponent() }.appendingPathComponent("Vendor/assets").path
        }
        let places = [environment, "Vendor/assets"].compactMap { $0 } + besideBuild + ["/usr/local/share/vedette", "/usr/share/vedette"]
        return places.first { FileManager.default.fileExists(atPath: $0) }
    }
}
