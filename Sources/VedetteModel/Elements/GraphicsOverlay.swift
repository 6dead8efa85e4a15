// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// A list of graphics that are shown, or watched as fences, together.
public final class GraphicsOverlay: Sendable {
    private let list: Mutex<[Graphic]>
    private let changeObservers = ChangeObservers()

    public init(graphics: [Graphic] = []) {
        list = Mutex(graphics)
    }

    public var graphics: [Graphic] { list.withLock { $0 } }

    public func addGraphic(_ graphic: Graphic) {
        addGraphics([graphic])
    }

    public func addGraphics(_ newGraphics: some Sequence<Graphic>) {
        let newGraphics = Array(newGraphics)
        list.withLock { $0.append(contentsOf: newGraphics) }
        changeObservers.notify()
    }

    public func removeGraphic(_ graphic: Graphic) {
        removeGraphics([graphic])
    }

    public func removeGraphics(_ graphics: some Sequence<Graphic>) {
        let removed = Set(graphics)
        list.withLock { $0.removeAll { removed.contains($0) } }
        changeObservers.notify()
    }

    public func removeAllGraphics() {
        list.withLock { $0 = [] }
        changeObservers.notify()
    }

    /// Calls `body` after graphics were added or removed, until the observation is dropped.
    package func observe(_ body: @escaping @Sendable () -> Void) -> Observation {
        changeObservers.add(body)
    }
}
