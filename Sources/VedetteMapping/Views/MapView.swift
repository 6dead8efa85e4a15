// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

public import Foundation
import Synchronization
public import VedetteDynamicEntities
public import VedetteGeometry
public import VedetteModel

/// A view of a map without a screen: what is shown, how large, from where; and through its ``proxy``, what is drawn at a point, and where a place is.
///
///     let view = MapView(map: map, viewpoint: Viewpoint(latitude: 33.43, longitude: -112.01, scale: 500_000), graphicsOverlays: [overlay])
///     view.size = CGSize(width: 1_200, height: 800)
///     let result = try await view.proxy.identify(on: layer, screenPoint: point, tolerance: 12)
///
/// Whoever draws it tells its ``size``, what a user does with ``move(to:)`` and ``tap(at:)``, and asks where it looks. It may be used from any
/// thread. `docs/map-view.md` has the rules.
// Sendable by hand: what changes is behind locks, and tasks and observations are let go of in deinit.
public final class MapView: @unchecked Sendable {
    /// What is drawn over the layers, from the bottom up.
    @Synchronized public var graphicsOverlays: [GraphicsOverlay]
    /// What selected elements are marked with; cyan unless set.
    @Synchronized public var selectionColor = Color.cyan
    /// Where it looks; nil as long as it has no size. `$viewpoint` gives the current value first, then one each time that the view was sent somewhere, has arrived,
    /// or ``time`` was set.
    @Streamed(capacity: 16) public private(set) var viewpoint: Viewpoint? = nil
    /// Which entity the view follows; nil for none. `$followedEntity` gives the current value first, then each change.
    @Streamed(capacity: 16) public private(set) var followedEntity: DynamicEntity? = nil

    let timing: SourceTiming
    private let state: Mutex<State>

    struct State {
        var map: Map
        var core = MapViewCore()
        var time: Instant?
        /// Told of the end of the journey with that number.
        var journey: (generation: Int, continuation: AsyncStream<Bool>.Continuation)?
        var display: LocationDisplay?
        var commands: Observation?
        var following: EntityFollowing?
        var follower: Task<Void, Never>?
        var tapHandlers: [@Sendable (CGPoint, Point?) -> Void] = []
    }

    /// Makes a view of a map.
    ///
    /// - Parameters:
    ///   - map: what is shown.
    ///   - viewpoint: where to look first; nil for the initial viewpoint of the map, or for the whole world where it has none.
    ///   - graphicsOverlays: what is drawn over the layers, from the bottom up.
    public convenience init(map: Map, viewpoint: Viewpoint? = nil, graphicsOverlays: [GraphicsOverlay] = []) {
        self.init(map: map, viewpoint: viewpoint, graphicsOverlays: graphicsOverlays, timing: .system)
    }

    package init(map: Map, viewpoint: Viewpoint?, graphicsOverlays: [GraphicsOverlay], timing: SourceTiming) {
        _graphicsOverlays = .init(wrappedValue: graphicsOverlays)
        self.timing = timing
        var core = MapViewCore()
        core.show(MapViewCore.Frame(map), viewpoint ?? map.initialViewpoint)
        state = Mutex(State(map: map, core: core))
    }

    deinit {
        state.withLock { state in
            state.follower?.cancel()
            state.journey?.continuation.finish()
        }
    }

    /// What a program asks the view through.
    public var proxy: MapViewProxy { MapViewProxy(self) }

    // MARK: What is shown

    /// What is shown. Another map is looked at from its initial viewpoint.
    public var map: Map {
        get { state.withLock { $0.map } }
        set {
            change(because: .program) { state, _ in
                state.map = newValue
                state.core.show(MapViewCore.Frame(newValue), newValue.initialViewpoint)
                return true
            }
        }
    }

    /// Width and height in points; none unless set. What is in the middle, and the scale, stay as they are.
    public var size: CGSize {
        get { state.withLock { $0.core.size } }
        set {
            change(because: .own) { state, now in
                state.core.resize(to: newValue, insets: state.core.insets, at: now)
                return true
            }
        }
    }

    /// What of the view is covered, by a panel of a program for one: viewpoints are about the rest. Nothing unless set.
    public var contentInsets: EdgeInsets {
        get { state.withLock { $0.core.insets } }
        set {
            change(because: .own) { state, now in
                state.core.resize(to: state.core.size, insets: newValue, at: now)
                return true
            }
        }
    }

    /// What time it is in the view: ages of previous observations are measured from it, and what takes time goes by it. nil, for that of the system's clock, unless
    /// set; a program that shows the past, or a test, sets it again and again.
    public var time: Instant? {
        get { state.withLock { $0.time } }
        set {
            let arrived = state.withLock { state -> Int? in
                state.time = newValue
                return state.core.arrival(at: newValue ?? timing.now()) == nil ? state.journey?.generation : nil
            }
            if let arrived { arrive(arrived) } else { change(because: .own) { _, _ in true } }
        }
    }

    /// ``time``, or what the clock says.
    var now: Instant { time ?? timing.now() }

    /// Where a device is, which takes the view along if its auto-pan mode says so; nil unless set. A location display shows in one view at a time.
    public var locationDisplay: LocationDisplay? {
        get { state.withLock { $0.display } }
        set {
            let observation = newValue?.viewpointCommands.add { [weak self] command in self?.obey(.display(copy command)) }
            let old = state.withLock { state in
                let old = state.display
                (state.display, state.commands) = (newValue, observation)
                return old
            }
            if old !== newValue { old?.updateView(nil, because: .own) }
            newValue?.updateView(view, because: .own)
        }
    }

    // MARK: How it looks

    /// How the part of it is that is not covered; nil as long as it has no size.
    package var view: LocationDisplayView? { lookup { $0.view(at: $1) } }

    /// What is where on the screen; nil as long as the view has no size.
    var projection: MapProjection? {
        lookup { core, now in core.view(at: now).flatMap { MapProjection($0, insets: core.insets) } }
    }

    /// The number under the fraction line of the scale; nil as long as the view has no size.
    public var scale: Double? { view?.scale }

    /// The direction that is up on the screen, in degrees clockwise from the top of the map.
    public var rotation: Double { view?.rotation ?? 0 }

    /// Units of the map's spatial reference between two points of the screen; nil as long as the view has no size.
    public var unitsPerPoint: Double? { projection?.resolution }

    /// What can be seen of the map, as an area with four corners, which goes on beyond the edges of the world; nil as long as the view has no size.
    public var visibleArea: Polygon? { projection?.visibleArea }

    /// Where it looks now, also while it is on its way; nil as long as it has no size.
    public func currentViewpoint(kind: Viewpoint.Kind) -> Viewpoint? { lookup { $0.viewpoint(kind, at: $1) } }

    private func lookup<Value: Sendable>(_ body: (borrowing MapViewCore, Instant) -> Value) -> Value {
        // The map's limits may have been set anew.
        refresh()
        let now = now
        return state.withLock { body($0.core, now) }
    }

    private func refresh() {
        let frame = MapViewCore.Frame(map)
        guard state.withLock({ $0.core.frame != frame }) else { return }
        change(because: .own) { state, now in
            state.core.keep(to: frame, at: now)
            return true
        }
    }

    // MARK: Changing

    /// Changes where the view looks, and tells those who want to know. Whoever waits for a journey that is not gone on with is told so.
    ///
    /// - Parameters:
    ///   - reason: why. What is not the view's own doing ends following and auto-pan.
    ///   - obeyed: the command that the view obeys with it.
    ///   - body: makes the change; answers whether there is one.
    /// - Returns: what the body answers.
    @discardableResult
    func change(
        because reason: LocationDisplayView.Change, obeying obeyed: Command? = nil, _ body: (inout State, Instant) -> Bool
    ) -> Bool {
        let now = now
        let (hasChanged, view, display, interrupted) = state.withLock { state in
            let journey = state.journey
            let hasChanged = body(&state, now)
            var interrupted: AsyncStream<Bool>.Continuation?
            if let journey, journey.generation != state.core.generation {
                interrupted = journey.continuation
                if state.journey?.generation == journey.generation { state.journey = nil }
            }
            return (hasChanged, state.core.view(at: now), state.display, interrupted)
        }
        interrupted?.yield(false)
        interrupted?.finish()
        guard hasChanged else { return false }
        viewpoint = state.withLock { $0.core.viewpoint(.centerAndScale, at: now) }
        display?.updateView(view, because: reason, obeyed: obeyed?.ofDisplay)
        if reason == .own {
            keepFollowing { $0.updateView(view, because: .own, obeyed: obeyed?.ofFollowing, at: $1) }
        } else {
            unfollow()
        }
        return true
    }

    /// A command for the view, by who gave it.
    enum Command {
        case display(ViewpointCommand)
        case following(ViewpointCommand)

        var command: ViewpointCommand {
            switch self {
            case .display(let command), .following(let command): command
            }
        }

        var ofDisplay: Int? { if case .display(let command) = self { command.sequence } else { nil } }
        var ofFollowing: Int? { if case .following(let command) = self { command.sequence } else { nil } }
    }

    /// Goes where a location display, or what is followed, sends it.
    func obey(_ command: Command) {
        change(because: .own, obeying: command) { state, now in
            state.core.obey(command.command, at: now)
            return true
        }
    }

    /// Sends the view to a viewpoint.
    ///
    /// - Returns: whether it got there: false where the viewpoint is none, and where the view was sent, or moved, somewhere else meanwhile.
    func go(to viewpoint: Viewpoint, padding: Double = 0, seconds: Double = 0) async -> Bool {
        let (ended, continuation) = AsyncStream.makeStream(of: Bool.self)
        var underWay: Int?
        let isPossible = change(because: .program) { state, now in
            guard state.core.go(to: viewpoint, padding: padding, seconds: seconds, at: now) else { return false }
            if state.core.arrival(at: now) != nil {
                underWay = state.core.generation
                state.journey = (state.core.generation, continuation)
            }
            return true
        }
        guard isPossible, let generation = underWay else { return isPossible }
        let isTimed = time == nil
        return await withTaskGroup(of: Bool?.self) { group in
            group.addTask {
                for await hasArrived in ended { return hasArrived }
                return nil
            }
            if isTimed {
                group.addTask { [timing] in
                    if (try? await timing.sleep(seconds)) != nil { self.arrive(generation) }
                    return nil
                }
            }
            for await result in group {
                guard let result else { continue }
                group.cancelAll()
                return result
            }
            return false
        }
    }

    /// The time of a journey is over; nothing where the view has been sent elsewhere meanwhile.
    private func arrive(_ generation: Int) {
        let continuation = state.withLock { state -> AsyncStream<Bool>.Continuation? in
            guard let journey = state.journey, journey.generation == generation else { return nil }
            state.journey = nil
            state.core.arrive()
            return journey.continuation
        }
        guard let continuation else { return }
        change(because: .own) { _, _ in true }
        continuation.yield(true)
        continuation.finish()
    }

    func withState<Value: Sendable>(_ body: (inout sending State) -> Value) -> Value { state.withLock { body(&$0) } }

    func setFollowedEntity(_ entity: DynamicEntity?) { if followedEntity != entity { followedEntity = entity } }
}
