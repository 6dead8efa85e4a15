// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// A list of graphics that are shown, or watched as fences, together.
public final class GraphicsOverlay: Sendable {
    private struct State {
        var graphics: [Graphic]
        // Graphics are watched only from the moment that somebody asks for changes.
        var isWatching = false
        var observations: [Graphic: Observation] = [:]
    }

    private let state: Mutex<State>
    private let changeObservers = ChangeObservers()
    private let source = EventSource<GraphicsOverlayChange>()

    public init(graphics: [Graphic] = []) {
        state = Mutex(State(graphics: graphics))
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
        }
        changeObservers.notify()
    }

    public func removeGraphic(_ graphic: Graphic) {
        removeGraphics([graphic])
    }

    public func removeGraphics(_ graphics: some Sequence<Graphic>) {
        remove(Set(graphics))
    }

    public func removeAllGraphics() {
        remove(nil)
    }

    /// Removes those of `graphics` that are in the overlay; nil for all.
    private func remove(_ graphics: Set<Graphic>?) {
        let hasChanged = state.withLock { state in
            var removed: [Graphic] = []
            state.graphics.removeAll { graphic in
                guard graphics?.contains(graphic) ?? true else { return false }
                removed.append(graphic)
                return true
            }
            guard !removed.isEmpty else { return false }
            for graphic in removed { state.observations[graphic] = nil }
            source.send(.removed(removed))
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
}
