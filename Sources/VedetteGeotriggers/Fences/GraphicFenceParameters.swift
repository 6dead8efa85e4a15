// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

public import VedetteModel

/// Fences that are graphics. The list is live: graphics may be added, removed and moved while a monitor runs, and the next fix is judged by what is there.
///
/// A fence's id in events is the text of the attribute `id` that the graphic has when it is added; without one, or where another has it, a number.
public final class GraphicFenceParameters: FenceParameters, @unchecked Sendable {
    private let overlay: GraphicsOverlay

    /// - Parameters:
    ///   - graphics: the first fences.
    ///   - bufferDistance: metres around each; points and lines need more than 0.
    public init(graphics: some Sequence<Graphic>, bufferDistance: Double = 0) {
        overlay = GraphicsOverlay(graphics: Array(graphics))
        super.init(bufferDistance: bufferDistance)
    }

    public var graphics: [Graphic] { overlay.graphics }
    public func addGraphic(_ graphic: Graphic) { overlay.addGraphic(graphic) }
    public func addGraphics(_ graphics: some Sequence<Graphic>) { overlay.addGraphics(graphics) }
    public func removeGraphic(_ graphic: Graphic) { overlay.removeGraphic(graphic) }
    public func removeGraphics(_ graphics: some Sequence<Graphic>) { overlay.removeGraphics(graphics) }
    public func removeAllGraphics() { overlay.removeAllGraphics() }

    package override var elements: [FenceElement] { overlay.fenceElements }

    package override func observe(_ body: @escaping @Sendable () -> Void) -> Observation { OverlayFences.observe(overlay, body) }

    override func follow(
        _ sink: @escaping @Sendable ([FenceElementChange]) -> Void
    ) async throws -> (elements: [FenceElement], observation: Observation) {
        OverlayFences.follow(overlay, sink)
    }
}
