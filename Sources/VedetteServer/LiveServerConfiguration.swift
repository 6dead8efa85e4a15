// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation
/// Where and how a live server serves.
public struct LiveServerConfiguration: Sendable {
    /// The address to listen on. Anything but a loopback address must be allowed by ``isPublicAllowed``.
    public var address = "127.0.0.1"
    /// The port to listen on; 0 for any that is free.
    public var port = 8080
    /// Whether everybody who reaches the machine may look. There is no sign-in and no encryption yet.
    public var isPublicAllowed = false
    /// Origins of other sites, such as `https://example.org`, whose pages may open the live view's socket.
    public var allowedOrigins: Set<String> = []
    /// What the view is called.
    public var title = "Live"
    /// Where the view begins: degrees.
    public var center: (longitude: Double, latitude: Double) = (0, 20)
    /// How near the view begins: the zoom level of web maps.
    public var zoom = 1.5
    /// The least time between two frames to one viewer, in seconds.
    public var frameInterval = 0.2
    /// The folder of browser libraries and base map that `script/bootstrap` fills; nil where there is none.
    public var assets: String?
    /// GeoJSON that is drawn quietly under everything: runways, piers. Empty for none.
    public var landmarks: [UInt8] = []
    /// A folder to read the page's files from instead of those in the program, while working on them.
    public var webFolder: String?
    /// The most connections at a time.
    public var maximumConnections = 10_000
    /// The most connections from one peer address at a time.
    public var maximumConnectionsPerPeer = 64
    /// How long a connection may take to say what it wants, and how long a viewer may read nothing, in seconds.
    public var patience = 10.0
    /// How long a subscriber of a stream service may say nothing before it is asked by a ping whether it is there, in seconds.
    public var streamPingInterval = 20.0
    /// Tokens that clients of stream services have to show, one of them each; empty for none. The page needs none.
    public var streamTokens: [String] = []

    /// Who may draw fences, change them and delete them. Nobody unless it is set: there is no sign-in, so with ``FenceEditing/shared`` it is everybody
    /// who can open the page.
    public var fenceEditing = FenceEditing.none
    /// The path of a file in which the fences that viewers draw are kept, as GeoJSON; nil where they end with the server.
    ///
    /// It is read at the start, where it is there, and written in one step at most once a second after changes. Its fences are watched and shown also where
    /// ``fenceEditing`` lets nobody change them.
    public var fenceFile: String?

    /// Who may purge a source's observations, connect it and disconnect it. Nobody unless it is set: there is no sign-in, so with ``SourceControl/shared``
    /// it is everybody who can open the page.
    public var sourceControl = SourceControl.none
    /// Sources of at most so many entities are sent to viewers whole; of larger ones, a viewer is sent what is in its view and a margin round it.
    public var maximumWholeEntities = 5_000
    /// The most entities of one source that a viewer draws one by one; where there are more in its view, it is told how many there are in each cell of a
    /// grid.
    public var maximumDrawnEntities = 20_000

    public init() {}

    /// Who may control sources.
    public enum SourceControl: String, Sendable, CaseIterable, Codable {
        case none
        /// All viewers.
        case shared
    }

    /// Who may edit fences.
    public enum FenceEditing: String, Sendable, CaseIterable, Codable {
        case none
        /// All viewers, who see each other's fences.
        case shared
    }

    /// Whether a folder has the browser libraries, as `script/bootstrap` puts them there.
    package static func hasLibraries(_ folder: String) -> Bool {
        FileManager.default.fileExists(atPath: folder + "/maplibre-gl/maplibre-gl.js")
    }
}
