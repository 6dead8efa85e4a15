// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

public import Vedette

/// A location source that a live view shows, and how: the blue dot, or another symbol, with the path behind it.
///
///     var station = LiveLocation(dataSource: ISSLocationDataSource(orbit: .spaceStation), name: "Space station")
///     station.symbol = .station
///     station.pathDuration = 5_400
///     let server = LiveServer(locations: [station])
public struct LiveLocation: Sendable {
    /// What a location is drawn as where nothing more particular is to be said of it.
    public enum Symbol: String, Sendable, CaseIterable, Codable {
        /// The blue dot.
        case dot
        case station
        case aircraft
        case vessel
        case vehicle
    }

    /// Where the locations come from. The server starts it, and starts it again when it fails.
    public var dataSource: LocationDataSource
    /// What the location is called.
    public var name: String
    public var symbol = Symbol.dot
    /// How the view of a viewer that begins to show it follows it. The viewer may choose another.
    public var autoPanMode = LocationDisplay.AutoPanMode.recenter
    /// The scale to which a view goes the first time that it follows the location: the number under the fraction line; 0 to leave the scale.
    public var initialZoomScale = 10_000.0
    /// How many seconds of its path are kept and drawn behind it, by the times of its locations; 0 for none.
    ///
    /// At most 5,000 points are kept, at equal distances in time: of a longer path or a faster source fewer than all.
    public var pathDuration = 600.0
    /// After how many seconds without a new location the one that is shown is drawn as one that was known before; nil for never.
    public var staleAfter: Double? = 30
    /// Where it was before the server is made, oldest first: the beginning of the path. What has no timestamp is passed over.
    public var pastLocations: [Location] = []

    public init(dataSource: LocationDataSource, name: String) {
        self.dataSource = dataSource
        self.name = name
    }
}
