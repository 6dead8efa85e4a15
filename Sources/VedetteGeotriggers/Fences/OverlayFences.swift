// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Synchronization
import VedetteModel

extension GraphicsOverlay {
    var fenceElements: [FenceElement] { graphics.map { FenceElement($0) } }
}

extension FenceElement {
    init(_ graphic: Graphic) {
        self.init(key: .graphic(ObjectIdentifier(graphic)), element: graphic)
    }
}

/// Follows an overlay's list and the geometry of each graphic in it, one change at a time: what one graphic costs does not depend on how many there are.
final class OverlayFences: Sendable {
    private struct State {
        /// What was done to the list and not yet told, in order.
        var pending: [GraphicsOverlayChange] = []
        var observations: [ObjectIdentifier: Observation] = [:]
    }

    private let state = Mutex(State())
    /// Held while changes of the list are told, so that they keep their order.
    private let telling = Mutex(())
    private let sink: @Sendable ([FenceElementChange]) -> Void

    private init(_ sink: @escaping @Sendable ([FenceElementChange]) -> Void) {
        self.sink = sink
    }

    /// Begins to follow. Whoever holds the observation keeps it up.
    static func follow(
        _ overlay: GraphicsOverlay, _ sink: @escaping @Sendable ([FenceElementChange]) -> Void
    ) -> (elements: [FenceElement], observation: Observation) {
        let fences = OverlayFences(sink)
        // Noted from here on; what the list below shows already does no harm when it is told again.
        let edits = overlay.observe(
            noting: { [weak fences] change in fences?.state.withLock { $0.pending.append(change) } },
            then: { [weak fences] in fences?.tell() })
        let graphics = overlay.graphics
        for graphic in graphics { fences.watch(graphic) }
        fences.tell()
        return (graphics.map { FenceElement($0) }, Observation { _ = (edits, fences) })
    }

    /// Calls `body` after any change.
    static func observe(_ overlay: GraphicsOverlay, _ body: @escaping @Sendable () -> Void) -> Observation {
        follow(overlay) { _ in body() }.observation
    }

    private func watch(_ graphic: Graphic) {
        let key = ObjectIdentifier(graphic)
        guard state.withLock({ $0.observations[key] == nil }) else { return }
        let observation = graphic.observeGeometry { [weak self] in self?.sink([.changed(.graphic(key))]) }
        // Let go of outside of the lock, where there is one.
        let before = state.withLock { $0.observations.updateValue(observation, forKey: key) }
        _ = before
    }

    /// Tells what is pending, in its order. Returns once it has been told, by whomever.
    private func tell() {
        telling.withLock { _ in
            let changes = state.withLock { state in
                defer { state.pending = [] }
                return state.pending
            }
            if !changes.isEmpty { tell(changes) }
        }
    }

    private func tell(_ changes: [GraphicsOverlayChange]) {
        var told: [FenceElementChange] = []
        for change in changes {
            switch change {
            case .added(let graphics):
                for graphic in graphics {
                    watch(graphic)
                    told.append(.added(FenceElement(graphic)))
                }
            case .removed(let graphics):
                let keys = graphics.map { ObjectIdentifier($0) }
                let ended = state.withLock { state in keys.compactMap { state.observations.removeValue(forKey: $0) } }
                _ = ended
                told += keys.map { .removed(.graphic($0)) }
            case .changed: continue
            }
        }
        if !told.isEmpty { sink(told) }
    }
}
