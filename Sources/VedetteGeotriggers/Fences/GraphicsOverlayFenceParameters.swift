// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

public import VedetteModel

/// Fences that are the graphics of an overlay, as it is at any time.
///
/// A fence's id in events is the text of the attribute `id` that the graphic has when it is added; without one, or where another has it, a number.
public final class GraphicsOverlayFenceParameters: FenceParameters, @unchecked Sendable {
    public let graphicsOverlay: GraphicsOverlay

    /// - Parameters:
    ///   - graphicsOverlay: its graphics are the fences; whether it is visible does not matter.
    ///   - bufferDistance: metres around each; points and lines need more than 0.
    public init(graphicsOverlay: GraphicsOverlay, bufferDistance: Double = 0) {
        self.graphicsOverlay = graphicsOverlay
        super.init(bufferDistance: bufferDistance)
    }

    package override var elements: [FenceElement] { graphicsOverlay.fenceElements }

    package override func observe(_ body: @escaping @Sendable () -> Void) -> Observation { OverlayFences.observe(graphicsOverlay, body) }

    override func follow(
        _ sink: @escaping @Sendable ([FenceElementChange]) -> Void
    ) async throws -> (elements: [FenceElement], observation: Observation) {
        OverlayFences.follow(graphicsOverlay, sink)
    }
}
