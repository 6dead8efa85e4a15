// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Synchronization
public import VedetteModel

/// Fences that are graphics. The list is live: graphics may be added, removed and moved while a monitor runs.
public final class GraphicFenceParameters: FenceParameters, @unchecked Sendable {
    private let overlay: GraphicsOverlay

    public convenience init(graphics: some Sequence<Graphic>) {
        self.init(overlay: GraphicsOverlay(graphics: Array(graphics)))
    }

    private init(overlay: GraphicsOverlay) {
        self.overlay = overlay
        super.init()
    }

    public var graphics: [Graphic] { overlay.graphics }
    public func addGraphic(_ graphic: Graphic) { overlay.addGraphic(graphic) }
    public func addGraphics(_ graphics: some Sequence<Graphic>) { overlay.addGraphics(graphics) }
    public func removeGraphic(_ graphic: Graphic) { overlay.removeGraphic(graphic) }
    public func removeAllGraphics() { overlay.removeAllGraphics() }

    package override var elements: [any GeoElement] { overlay.graphics }

    package override func observe(_ body: @escaping @Sendable () -> Void) -> Observation {
        OverlayObserver.observe(overlay, body)
    }
}

/// Fences that are the graphics of an overlay, as it is at any time.
public final class GraphicsOverlayFenceParameters: FenceParameters, @unchecked Sendable {
    public let graphicsOverlay: GraphicsOverlay

    public init(graphicsOverlay: GraphicsOverlay) {
        self.graphicsOverlay = graphicsOverlay
        super.init()
    }

    package override var elements: [any GeoElement] { graphicsOverlay.graphics }

    package override func observe(_ body: @escaping @Sendable () -> Void) -> Observation {
        OverlayObserver.observe(graphicsOverlay, body)
    }
}

/// Observes an overlay's list and the geometry of each graphic in it.
private final class OverlayObserver: Sendable {
    private let graphics = Mutex<[Observation]>([])

    static func observe(_ overlay: GraphicsOverlay, _ body: @escaping @Sendable () -> Void) -> Observation {
        let observer = OverlayObserver()
        observer.renew(overlay, body)
        let list = overlay.observe {
            observer.renew(overlay, body)
            body()
        }
        // Whoever holds the result keeps both observations alive.
        return Observation { _ = (list, observer) }
    }

    private func renew(_ overlay: GraphicsOverlay, _ body: @escaping @Sendable () -> Void) {
        let observations = overlay.graphics.map { $0.observeGeometry(body) }
        graphics.withLock { $0 = observations }
    }
}
