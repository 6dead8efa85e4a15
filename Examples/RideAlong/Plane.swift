// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Vedette

/// A plane as a graphic, which a program moves along a path.
final class Plane: Sendable {
    let graphic = Graphic(symbol: ModelSceneSymbol(.aircraft))
    let overlay = GraphicsOverlay()

    init() {
        // How the graphic is turned is said by its attributes.
        let renderer = SimpleRenderer()
        renderer.sceneProperties.headingExpression = "[HEADING]"
        renderer.sceneProperties.pitchExpression = "[PITCH]"
        renderer.sceneProperties.rollExpression = "[ROLL]"
        overlay.renderer = renderer
        overlay.sceneProperties.surfacePlacement = .absolute
        overlay.addGraphic(graphic)
    }

    /// Moves the plane along a path, again and again, until the task is cancelled.
    func fly(along path: FlightPath) async throws {
        let began = ContinuousClock.now
        var last = -1
        while true {
            let index = Int(began.duration(to: .now) / .seconds(path.step)) % path.frames.count
            if index != last {
                let frame = path.frames[index]
                graphic.geometry = frame.position
                graphic.attributes = ["HEADING": frame.heading, "PITCH": frame.pitch, "ROLL": frame.roll]
                last = index
            }
            try await Task.sleep(for: .seconds(path.step / 2))
        }
    }
}
