// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization
public import VedetteGeometry
public import VedetteLocation
public import VedetteModel

/// Shows on a map where a device is, and takes the view along with it.
///
///     let display = LocationDisplay(dataSource: source)
///     display.autoPanMode = .recenter
///     display.initialZoomScale = 40_000
///     try await display.dataSource.start()
///     for await location in display.$location { … }
///
/// It may be used from any thread. It shows in one view at a time; `docs/location-display.md` says how symbols and modes are decided.
// Sendable by hand: what changes is behind locks, and tasks and observations are let go of in deinit.
public final class LocationDisplay: @unchecked Sendable {
    /// How a view follows a location.
    public enum AutoPanMode: String, Hashable, Sendable, CaseIterable {
        /// Not at all.
        case off
        /// The location stays within the wander extent of the view: see ``LocationDisplay/wanderExtentFactor``.
        case recenter
        /// The location stays near the bottom, and the map turns so that its course is up. While it has none, because it stands, the map is turned as it
        /// was.
        case navigation
        /// The location stays in the middle, and the map turns so that the heading is up.
        case compassNavigation
    }

    /// How the view follows; ``AutoPanMode/off`` unless set. `$autoPanMode` gives the current value first, then each change.
    ///
    /// It becomes ``AutoPanMode/off`` when somebody moves the view, or the program goes to another viewpoint.
    @Streamed(capacity: 16) public var autoPanMode = AutoPanMode.off {
        didSet { change { $0.setAutoPanMode(autoPanMode) } }
    }

    /// The location that is shown: the newest one that the source told; nil as long as there is none. `$location` gives the current value first, then
    /// each new one.
    @Streamed(capacity: 256) public private(set) var location: Location? = nil

    /// Where the device points to, in degrees clockwise from true north; nil where that is not known. `$heading` gives the current value first, then each
    /// new one.
    @Streamed public private(set) var heading: Double? = nil

    /// A place that is known, and a direction that is not. It stands upright.
    @Synchronized public var defaultSymbol: Symbol = LocationSymbols.makeDefault()
    /// A device that moves. It is turned to its course, and with the map.
    @Synchronized public var courseSymbol: Symbol = LocationSymbols.makeCourse()
    /// In compass navigation, a device whose heading is known. It is turned there, and with the map.
    @Synchronized public var headingSymbol: Symbol = LocationSymbols.makeHeading()
    /// A place that was known before, while the next one is not: grey. It stands upright.
    @Synchronized public var acquiringSymbol: Symbol = LocationSymbols.makeAcquiring()
    /// The circle within which the device is.
    @Synchronized public var accuracySymbol: Symbol = LocationSymbols.makeAccuracy()
    /// What is shown for a moment, growing and fading, at each new location.
    @Synchronized public var pingAnimationSymbol: Symbol = LocationSymbols.makePing()

    /// Told of each command for the view, on the thread that brought it about. They may come in another order than that of their sequences: the highest
    /// counts.
    package let viewpointCommands = Observers<ViewpointCommand>()
    /// Told whenever the mark may be another one.
    package let markChanges = ChangeObservers()

    private let timing: SourceTiming
    private let core = Mutex(LocationDisplayCore())
    private let feed: Mutex<Feed>

    /// A source, and what listens to it.
    private struct Feed {
        var source: LocationDataSource
        var generation = 0
        var observation: Observation?
        var tasks: [Task<Void, Never>] = []
    }

    /// Makes a display whose source tells nothing by itself. Set ``dataSource``: there is no receiver here that every device has.
    public convenience init() { self.init(dataSource: LocationDataSource()) }

    /// Makes a display of what a source tells. It does not start the source.
    public convenience init(dataSource: LocationDataSource) { self.init(dataSource: dataSource, timing: .system) }

    package init(dataSource: LocationDataSource, timing: SourceTiming) {
        self.timing = timing
        feed = Mutex(Feed(source: dataSource))
        listen(to: dataSource)
    }

    deinit {
        feed.withLock { $0.tasks.forEach { $0.cancel() } }
    }

    // MARK: The source

    /// Where locations come from. Another one may be set at any time: it is not started, the last one is not stopped, and what that told is forgotten.
    public var dataSource: LocationDataSource {
        get { feed.withLock { $0.source } }
        set {
            guard newValue !== dataSource else { return }
            listen(to: newValue)
        }
    }

    private func listen(to source: LocationDataSource) {
        let (generation, old) = feed.withLock { feed in
            let old = feed
            feed = Feed(source: source, generation: old.generation + 1)
            return (feed.generation, old)
        }
        old.tasks.forEach { $0.cancel() }
        change { $0.changeDataSource() }
        location = nil
        heading = nil

        let (headings, statuses) = (source.headings, source.$status)
        let observation = source.arrivals.add { [weak self] location in
            let location = copy location
            self?.receive(location, generation)
        }
        // What was told before a start counts, too.
        if let location = source.location { receive(location, generation) }
        if let heading = source.heading { receive(heading: heading, generation) }
        let tasks = [
            Task { [weak self] in for await heading in headings { self?.receive(heading: heading, generation) } },
            Task { [weak self] in for await _ in statuses { self?.change { _ in } } },
        ]
        let isCurrent = feed.withLock { feed in
            guard feed.generation == generation else { return false }
            (feed.observation, feed.tasks) = (observation, tasks)
            return true
        }
        if !isCurrent { tasks.forEach { $0.cancel() } }
    }

    private func receive(_ location: Location, _ generation: Int) {
        guard feed.withLock({ $0.generation == generation }) else { return }
        let now = timing.now()
        let isShown = change { core in
            core.receive(location, at: now)
            return core.location === location
        }
        if isShown { self.location = location }
    }

    private func receive(heading: Double, _ generation: Int) {
        guard feed.withLock({ $0.generation == generation }) else { return }
        let shown = change { core in
            core.receive(heading: heading)
            return core.heading
        }
        if shown != self.heading { self.heading = shown }
    }

    // MARK: The core

    /// Changes the core, and tells what follows.
    @discardableResult
    private func change<Result>(_ body: (inout LocationDisplayCore) -> Result) -> Result {
        let (source, now) = (feed.withLock { $0.source }, timing.now())
        let (result, mode, command) = core.withLock { core in
            core.setStatus(source.status)
            let mode = core.autoPanMode
            let result = body(&core)
            return (result, core.autoPanMode == mode ? nil : core.autoPanMode, core.nextViewpoint(at: now))
        }
        // Only a mode that the core changed: another thread may just have set one that the core does not know yet.
        if let mode, mode != autoPanMode { autoPanMode = mode }
        if let command { viewpointCommands.notify(command) }
        markChanges.notify()
        return result
    }

    func settings<Value>(_ path: KeyPath<LocationDisplaySettings, Value>) -> Value {
        core.withLock { $0.settings }[keyPath: path]
    }

    func set<Value>(_ path: WritableKeyPath<LocationDisplaySettings, Value>, _ value: Value) {
        change { core in
            var settings = core.settings
            settings[keyPath: path] = value
            core.setSettings(settings)
        }
    }

    /// The location in the spatial reference of the map, Web Mercator before there is one; nil as long as no place is known, or where the map does not
    /// have it. Beyond ±85.05° of latitude, Web Mercator has its edge.
    public var mapLocation: Point? { core.withLock { $0.mapLocation } }

    // MARK: For views

    /// How the location is drawn now.
    package var mark: LocationMark {
        let (source, now) = (feed.withLock { $0.source }, timing.now())
        return core.withLock { core in
            core.setStatus(source.status)
            return core.mark(at: now)
        }
    }

    /// Says how the view is that shows the map; see ``LocationDisplayCore/updateView(_:because:obeyed:at:)``.
    package func updateView(_ view: LocationDisplayView?, because change: LocationDisplayView.Change, obeyed: Int? = nil) {
        let now = timing.now()
        self.change { $0.updateView(view, because: change, obeyed: obeyed, at: now) }
    }

    /// The symbol of a mark; nil for none.
    package func symbol(of mark: LocationMark) -> Symbol? {
        switch mark.symbol {
        case .default: defaultSymbol
        case .course: courseSymbol
        case .heading: headingSymbol
        case .acquiring: acquiringSymbol
        case .none: nil
        }
    }
}
