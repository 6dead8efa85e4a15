// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Synchronization
public import VedetteGeometry

/// A list of graphics that are shown, or watched as fences, together.
// Sendable by hand: what changes is behind locks.
public final class GraphicsOverlay: Hashable, @unchecked Sendable {
    /// How graphics are drawn.
    public enum RenderingMode: Hashable, Sendable {
        /// Again and again as they move, one by one.
        case dynamic
        /// All at once, again when the view has come to rest; for many graphics that seldom change.
        case `static`
    }

    private struct State {
        var graphics: [Graphic]
        // Graphics are watched only from the moment that somebody asks for changes.
        var isWatching = false
        var observations: [Graphic: Observation] = [:]
    }

    private let state: Mutex<State>
    private let changeObservers = ChangeObservers()
    private let editObservers = Observers<GraphicsOverlayChange>()
    private let source = EventSource<GraphicsOverlayChange>()

    /// How graphics are drawn; ``RenderingMode/dynamic`` unless the overlay was made otherwise.
    public let renderingMode: RenderingMode

    /// A name for programs; empty unless set.
    @Synchronized public var id = ""
    /// Whether the overlay is drawn; true unless set.
    @Synchronized public var isVisible = true
    /// From 0 for not to be seen to 1, as it is unless set.
    @Synchronized public var opacity: Float = 1
    /// The smallest scale at which it is drawn, as the number under its fraction line; nil, for any, unless set.
    @Synchronized public var minScale: Double? = nil
    /// The largest scale at which it is drawn, as the number under its fraction line; nil, for any, unless set.
    @Synchronized public var maxScale: Double? = nil
    /// Which symbol a graphic without one of its own is drawn with; nil unless set.
    @Synchronized public var renderer: Renderer? = nil
    /// Whether symbols grow with the map where it has a reference scale; false unless set.
    @Synchronized public var scalesSymbols = false
    /// Whether labels are drawn; false unless set.
    @Synchronized public var labelsAreEnabled = false
    /// The labels. Each graphic gets those whose where clause it fulfils.
    @Synchronized public private(set) var labelDefinitions: [LabelDefinition] = []
    /// What pop-ups about its graphics say; nil, for no pop-ups, unless set.
    @Synchronized public var popupDefinition: PopupDefinition? = nil
    /// Whether there are pop-ups, where there is a definition; true unless set.
    @Synchronized public var popupIsEnabled = true
    /// Where the graphics are put in a scene.
    @Synchronized public var sceneProperties = LayerSceneProperties()

    public init(graphics: [Graphic] = [], renderingMode: RenderingMode = .dynamic) {
        state = Mutex(State(graphics: graphics))
        self.renderingMode = renderingMode
    }

    public var graphics: [Graphic] { state.withLock { $0.graphics } }

    /// What happens to the overlay and to its graphics from now on. Each stream has a bounded buffer of its own, see ``EventStream``.
    public var changes: EventStream<GraphicsOverlayChange> {
        let stream = source.stream()
        state.withLock { state in
            guard !state.isWatching else { return }
            state.isWatching = true
            watch(state.graphics, in: &state)
        }
        return stream
    }

    /// A rectangle that holds the geometries of all graphics, in the spatial reference of the first; nil where there are none.
    ///
    /// - Complexity: O(*n*) in the number of positions.
    public var extent: Envelope? {
        GeometryEngine.combineExtents(of: graphics.compactMap(\.geometry).filter { !$0.isEmpty })
    }

    /// How a graphic is drawn: by its own symbol, else by that of the ``renderer``; nil where neither has one.
    public func symbol(for graphic: Graphic) -> Symbol? {
        graphic.symbol ?? renderer?.symbol(for: graphic)
    }

    public func addGraphic(_ graphic: Graphic) {
        addGraphics([graphic])
    }

    public func addGraphics(_ newGraphics: some Sequence<Graphic>) {
        let newGraphics = Array(newGraphics)
        guard !newGraphics.isEmpty else { return }
        // Told inside the lock, so that the stream has the order of the edits.
        state.withLock { state in
            state.graphics.append(contentsOf: newGraphics)
            watch(newGraphics, in: &state)
            source.send(.added(newGraphics))
            editObservers.notify(.added(newGraphics))
        }
        changeObservers.notify()
    }

    public func removeGraphic(_ graphic: Graphic) {
        removeGraphics([graphic])
    }

    public func removeGraphics(_ graphics: some Sequence<Graphic>) {
        let removed = Array(graphics)
        // One among very many is found faster without a set.
        if removed.count == 1 { remove { $0 === removed[0] } } else { remove(where: Set(removed).contains) }
    }

    public func removeAllGraphics() {
        remove { _ in true }
    }

    private func remove(where isRemoved: (Graphic) -> Bool) {
        let hasChanged = state.withLock { state in
            var removed: [Graphic] = []
            state.graphics.removeAll { graphic in
                guard isRemoved(graphic) else { return false }
                removed.append(graphic)
                return true
            }
            guard !removed.isEmpty else { return false }
            for graphic in removed { state.observations[graphic] = nil }
            source.send(.removed(removed))
            editObservers.notify(.removed(removed))
            return true
        }
        if hasChanged { changeObservers.notify() }
    }

    private func watch(_ graphics: [Graphic], in state: inout State) {
        guard state.isWatching else { return }
        for graphic in graphics where state.observations[graphic] == nil {
            state.observations[graphic] = graphic.observe { [weak self, weak graphic] in
                guard let self, let graphic else { return }
                self.state.withLock { state in
                    // It may have been removed in this very moment.
                    if state.observations[graphic] != nil { self.source.send(.changed(graphic)) }
                }
            }
        }
    }

    /// Calls `body` after graphics were added or removed, until the observation is dropped.
    package func observe(_ body: @escaping @Sendable () -> Void) -> Observation {
        changeObservers.add(body)
    }

    /// Calls `note` with each addition and removal, in the order in which they are done, and `body` after each, until the observation is dropped.
    ///
    /// `note` is called while the overlay is locked: it may write the change down, and must not touch the overlay or wait.
    package func observe(
        noting note: @escaping @Sendable (borrowing GraphicsOverlayChange) -> Void, then body: @escaping @Sendable () -> Void
    ) -> Observation {
        let observations = [editObservers.add(note), changeObservers.add(body)]
        return Observation { _ = observations }
    }

    public static func == (lhs: GraphicsOverlay, rhs: GraphicsOverlay) -> Bool { lhs === rhs }

    public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

extension GraphicsOverlay {
    /// The graphics that are marked as selected.
    public var selectedGraphics: [Graphic] { graphics.filter(\.isSelected) }

    /// Marks graphics as selected.
    public func selectGraphics(_ graphics: some Sequence<Graphic>) { graphics.forEach { $0.isSelected = true } }

    /// Marks graphics as not selected.
    public func unselectGraphics(_ graphics: some Sequence<Graphic>) { graphics.forEach { $0.isSelected = false } }

    /// Marks all graphics as not selected.
    public func clearSelection() { unselectGraphics(selectedGraphics) }
}

extension GraphicsOverlay: PopupSource {}

extension GraphicsOverlay: Labeled {
    public func addLabelDefinitions(_ definitions: some Sequence<LabelDefinition>) {
        let added = Array(definitions)
        _labelDefinitions.change { $0 += added }
    }

    public func removeLabelDefinitions(_ definitions: some Sequence<LabelDefinition>) {
        let removed = Set(definitions)
        _labelDefinitions.change { $0.removeAll(where: removed.contains) }
    }
}

/// The name that the ArcGIS Maps SDK has outside of ``GraphicsOverlay`` too.
public typealias GraphicsRenderingMode = GraphicsOverlay.RenderingMode
