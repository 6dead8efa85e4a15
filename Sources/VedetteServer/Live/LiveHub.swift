// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization
import Vedette
import VedetteDynamicEntities
import VedetteModel

/// What all viewers of a view share: the sources, the locations, the notifications, the fences.
final class LiveHub: Sendable {
    /// Where a view is, and what it shares with the other views of its server.
    struct Place: Sendable {
        /// What stands behind the slash of the server's address.
        var path = ""
        /// Whether viewers change nothing that others see.
        var isReadOnly = false
        /// nil where each browser looks where it likes.
        var viewpoint: ViewpointBoard?
        var metrics = LiveMetrics()
        var files = SymbolFiles()
        /// The views in the program whose graphics are shown.
        var mapView: MapView?
        var sceneView: SceneView?
        /// How a scene of the program is laid out at first.
        var sceneLayout = LiveView.SceneLayout.whole
    }

    /// The server's, with what the view says of itself.
    let configuration: LiveServerConfiguration
    let place: Place
    let sources: [LiveSource]
    let locations: [SharedLocation]
    let monitors: [GeotriggerMonitor]
    let encoders: [LiveFrameEncoder]
    /// Where frames are shared, one for each source.
    let shelves: [FrameShelf]
    var metrics: LiveMetrics { place.metrics }
    let queries: QueryBoard
    /// How each source is displayed; nil for one without a layer.
    let displays: [SourceDisplay?]
    /// The fences that viewers draw; nil where there are none and none may be drawn.
    let fences: FenceBoard?
    /// The graphics of views in the program; nil where there is none.
    let graphics: GraphicsBoard?
    /// The camera of a scene of the program; nil where there is none.
    let scene: SceneBoard?
    /// Text that is new at each start, so that a viewer notices a restart.
    let server: String
    let clock: @Sendable () -> Instant
    /// From when on frame intervals are counted.
    let began = ContinuousClock.now

    private let log = Mutex(NotificationLog())
    private let viewerCount = Mutex(0)
    /// Counted up with each change of the fences.
    let fenceVersion = Counter()
    private let fenceObservations = Mutex<[Observation]>([])

    init(
        configuration: LiveServerConfiguration, sources: [LiveSource], locations: [LiveLocation] = [], monitors: [GeotriggerMonitor],
        place: Place = Place(), clock: @escaping @Sendable () -> Instant = { Instant(Date()) }
    ) {
        (self.configuration, self.place) = (configuration, place)
        self.sources = sources
        self.locations = locations.map { SharedLocation($0, clock: clock) }
        self.monitors = monitors
        self.clock = clock
        queries = QueryBoard(interval: configuration.frameInterval)
        let files = place.files
        displays = sources.enumerated().map { index, source in
            source.layer.map { SourceDisplay(layer: $0, number: index, files: files) }
        }
        let isEditable = configuration.fenceEditing == .shared
        fences =
            isEditable || configuration.fenceFile != nil
            ? FenceBoard(
                isEditable: isEditable, file: configuration.fenceFile, sources: sources, locations: locations,
                refusal: place.isReadOnly ? .readOnlyView : .readOnly) : nil
        server = String(UInt64.random(in: .min ... .max), radix: 36)
        encoders = sources.enumerated().map { index, source in
            LiveFrameEncoder(
                source: UInt8(truncatingIfNeeded: index), maximumTrail: source.shownTrail, headingField: source.headingField,
                labelField: source.labelField, pitchField: source.pitchField, rollField: source.rollField,
                derivesAttitude: source.derivesAttitude)
        }
        let (mapView, sceneView) = (place.mapView, place.sceneView)
        let features = FeatureOverlays()
        graphics =
            mapView == nil && sceneView == nil
            ? nil
            : GraphicsBoard(files: files, interval: configuration.frameInterval, clock: clock) {
                mapView?.map.spatialReference
            } overlays: {
                // Graphics lie over the layers.
                let overlays = features.overlays(of: [mapView?.map, sceneView?.scene]) + (mapView?.graphicsOverlays ?? [])
                return overlays + (sceneView?.graphicsOverlays ?? []).filter { !overlays.contains($0) }
            }
        let board = graphics
        scene = sceneView.map { SceneBoard($0, graphics: board, features: features, sources: sources, epoch: clock()) }
        shelves = sources.map { _ in FrameShelf(interval: configuration.frameInterval) }
        let version = fenceVersion
        let observations = monitors.compactMap { ($0.geotrigger as? FenceGeotrigger)?.fenceParameters.observe { version.add(1) } }
        fenceObservations.withLock { $0 = observations }
    }

    /// What stands before the addresses of the view; empty, or a slash and its path.
    var prefix: String { place.path.isEmpty ? "" : "/\(place.path)" }

    /// Whom a monitor watches; source 0 for a feed that is none of them.
    func watched(by monitor: GeotriggerMonitor) -> NotificationLog.Watched {
        if let feed = monitor.geotrigger.feed as? LocationGeotriggerFeed,
            let index = locations.firstIndex(where: { $0.description.dataSource === feed.locationDataSource })
        {
            return .location(index, name: locations[index].description.name)
        }
        guard let feed = monitor.geotrigger.feed as? DynamicEntityGeotriggerFeed else { return .source(0) }
        return .source(sources.firstIndex { $0.dataSource === feed.dataSource } ?? 0)
    }

    /// Gathers the notifications of all monitors until it is cancelled.
    func gatherNotifications(_ streams: [(watched: NotificationLog.Watched, notifications: EventStream<GeotriggerNotificationInfo>)]) async
    {
        await withTaskGroup(of: Void.self) { group in
            for (watched, notifications) in streams {
                group.addTask { [self] in
                    for await info in notifications {
                        guard let info = info as? FenceGeotriggerNotificationInfo else { continue }
                        note(info, of: watched)
                    }
                }
            }
        }
    }

    /// A number for a viewer, never given twice.
    func nextViewerNumber() -> Int {
        viewerCount.withLock { count in
            count += 1
            return count
        }
    }

    /// Keeps a notification for the viewers. `message` is what a drawn fence says of it, `explanation` why it was told.
    func note(
        _ info: FenceGeotriggerNotificationInfo, of watched: NotificationLog.Watched, message: String? = nil, explanation: String? = nil
    ) {
        log.withLock { $0.append(info, of: watched, message: message, explanation: explanation) }
        metrics.notifications.add(1)
    }

    /// A viewer; `place` is how far one that comes back has been told notifications, `isDisplaying` whether it knows symbols and parts of the world.
    func makeViewer(after place: NotificationPlace? = nil, isDisplaying: Bool = false, isCompact: Bool = false) -> LiveViewer {
        let cursor = log.withLock { log in place.flatMap { $0.server == server ? log.cursor(after: $0.number) : nil } ?? log.newViewerCursor
        }
        var viewer = LiveViewer(sourceCount: sources.count, notificationCursor: cursor, now: clock())
        (viewer.isDisplaying, viewer.isCompact) = (isDisplaying, isCompact)
        return viewer
    }

    /// Notifications that a viewer has not had, and how many it has missed.
    func notifications(for viewer: inout LiveViewer, maximum: Int) -> (messages: [[UInt8]], missed: Int) {
        let before = viewer.notificationCursor
        let (messages, missed, after) = log.withLock { log in
            var cursor = before
            let (messages, missed) = log.messages(after: &cursor, maximum: maximum)
            return (messages, missed, cursor)
        }
        viewer.notificationCursor = after
        return (messages, missed)
    }

    /// The message about the viewer's selected entity, where there is anything new to say.
    func selectionMessage(for viewer: inout LiveViewer) -> [UInt8]? {
        guard let selection = viewer.selection else { return nil }
        let source = sources[selection.source]
        let found = source.dataSource.entityStore.withStore { store -> (stamp: Int64, message: [UInt8]?)? in
            guard let number = store.number(named: selection.track) else { return nil }
            let stamp = store.stamps(number).changed
            guard stamp != selection.sentStamp else { return (stamp, nil) }
            return (stamp, LiveMessages.entity(number, of: store, source: source, index: selection.source))
        }
        if let found {
            viewer.didSendSelection(stamp: found.stamp)
            return found.message
        }
        guard !selection.isToldGone else { return nil }
        viewer.didSendSelection(stamp: nil)
        return LiveMessages.goneEntity(track: selection.track, source: selection.source)
    }

    /// The nearest entity of all sources, each taken where it is displayed when the server's time is `time`.
    func identify(
        longitude: Double, latitude: Double, tolerance: Double, time: Instant?
    ) -> (source: Int, number: UInt32, track: String)? {
        var best: (source: Int, number: UInt32, track: String, metres: Double)?
        for (index, source) in sources.enumerated() {
            let displayed = time.map { $0.advanced(bySeconds: -source.displayDelay) }
            let found = source.dataSource.entityStore.withStore { store -> (number: UInt32, track: String, metres: Double)? in
                Identify.nearest(to: (longitude, latitude), tolerance: tolerance, at: displayed, in: store).map {
                    ($0.number, store.name($0.number), $0.metres)
                }
            }
            if let found, found.metres < best?.metres ?? .infinity { best = (index, found.number, found.track, found.metres) }
        }
        return best.map { ($0.source, $0.number, $0.track) }
    }
}
