// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Vedette
import VedetteLocation
import VedetteMapping
import VedetteModel

/// The location that one viewer shows: a core that feeds the core of its location display, and says what the viewer is told.
///
/// Nothing queues up: whatever came since the viewer was told last counts in its newest form; only the path is told point by point, and it has a
/// fixed size.
struct ViewerLocation: Sendable {
    /// The most points of a path in one message.
    static let maximumPoints = 2_000

    /// Which location is shown; nil for none.
    private(set) var number: Int?
    private(set) var core = LocationDisplayCore()
    /// What the viewer has chosen; it goes on to the next location.
    private var wishes = LocationWish.Settings()
    private var view: LocationDisplayView?
    /// Viewpoints before those of the core: their numbers go on when another location is shown.
    private var sequenceBase = 0
    private var lastSequence = 0

    private var cursor = LocationPath.Cursor()
    private var seenVersion = 0
    private var seenHeading: Double?
    private var toldMode: LocationDisplay.AutoPanMode?
    private var told: (version: Int, mark: LocationMark)?

    // MARK: What the viewer says

    /// Shows a location from its beginning, or none; in the mode given, else in the location's own.
    mutating func show(
        _ number: Int?, _ description: LiveLocation?, mode: LocationDisplay.AutoPanMode? = nil, at now: Instant
    ) {
        sequenceBase = lastSequence
        self.number = number
        core = LocationDisplayCore()
        (cursor, seenVersion, seenHeading, toldMode, told) = (LocationPath.Cursor(), 0, nil, nil, nil)
        guard let description else { return }
        core.setSettings(settings(description))
        if let view { core.updateView(view, because: .own, at: now) }
        core.setAutoPanMode(mode ?? description.autoPanMode)
    }

    mutating func choose(_ mode: LocationDisplay.AutoPanMode) {
        guard number != nil else { return }
        core.setAutoPanMode(mode)
        // Told also where nothing changes: whoever asks is answered.
        toldMode = nil
    }

    mutating func display(_ settings: LocationWish.Settings, _ description: LiveLocation?) {
        wishes.merge(settings)
        if let description { core.setSettings(self.settings(description)) }
    }

    mutating func look(_ wish: LocationWish.View, at now: Instant) {
        let view = LocationDisplayView(
            width: wish.width, height: wish.height, longitude: wish.center[0], latitude: wish.center[1], scale: wish.scale,
            rotation: wish.rotation)
        self.view = view
        let obeyed = (wish.sequence ?? 0) - sequenceBase
        core.updateView(view, because: wish.user == true ? .user : .own, obeyed: obeyed > 0 ? obeyed : nil, at: now)
    }

    private func settings(_ description: LiveLocation) -> LocationDisplaySettings {
        var settings = LocationDisplaySettings()
        settings.initialZoomScale = wishes.initialZoomScale ?? description.initialZoomScale
        settings.staleAfter = description.staleAfter
        if let factor = wishes.wanderExtentFactor { settings.wanderExtentFactor = factor }
        if let factor = wishes.navigationPointHeightFactor { settings.navigationPointHeightFactor = factor }
        if let shows = wishes.showsLocation { settings.showsLocation = shows }
        if let shows = wishes.showsAccuracy { settings.showsAccuracy = shows }
        if let shows = wishes.showsPingAnimation { settings.showsPingAnimation = shows }
        // A station has no front that could point anywhere.
        settings.usesCourseSymbolOnMovement = wishes.usesCourseSymbolOnMovement ?? (description.symbol != .station)
        if let opacity = wishes.opacity { settings.opacity = opacity }
        return settings
    }

    // MARK: What the viewer is told

    /// What has changed since the viewer was told last.
    mutating func messages(from shared: SharedLocation, at now: Instant) -> (messages: [[UInt8]], locations: Int, viewpoints: Int) {
        guard let number else { return ([], 0, 0) }
        let source = shared.description.dataSource
        core.setStatus(source.status)
        let latest = shared.latest
        if let latest, latest.version != seenVersion {
            seenVersion = latest.version
            core.receive(latest.location, at: latest.receivedAt)
        }
        if let heading = source.heading, heading != seenHeading {
            seenHeading = heading
            core.receive(heading: heading)
        }
        let viewpoint = core.nextViewpoint(at: now)

        var messages: [[UInt8]] = []
        if core.autoPanMode != toldMode {
            toldMode = core.autoPanMode
            messages.append(LiveMessages.autoPan(core.autoPanMode))
        }
        var hasMore = true
        while hasMore {
            let piece = shared.pathPoints(after: &cursor, maximum: Self.maximumPoints)
            hasMore = piece.hasMore
            guard piece.isReset || !piece.points.isEmpty else { break }
            messages.append(LiveMessages.locationPath(piece.points, location: number, isReset: piece.isReset, hasMore: hasMore))
        }
        var locations = 0
        let mark = core.mark(at: now)
        if let latest, told?.version != latest.version || told?.mark != mark {
            // What was there before the viewer came is no news.
            let isPing = told.map { mark.pings > $0.mark.pings } ?? false
            messages.append(LiveMessages.location(latest, heading: core.heading, mark: mark, isPing: isPing, number: number))
            told = (latest.version, mark)
            locations = 1
        }
        if let viewpoint {
            lastSequence = sequenceBase + viewpoint.sequence
            messages.append(LiveMessages.viewpoint(viewpoint, sequence: lastSequence, location: number))
        }
        return (messages, locations, viewpoint == nil ? 0 : 1)
    }
}
