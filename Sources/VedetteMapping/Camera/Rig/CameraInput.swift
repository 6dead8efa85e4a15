// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

/// What a user does with fingers, a mouse, or keys in one step.
package struct CameraInput: Hashable, Sendable {
    /// How many times as far away the camera wants to be: below 1 nearer.
    package var distanceFactor: Double
    /// Degrees clockwise around what is looked at.
    package var headingDelta: Double
    /// Degrees: positive from looking down towards level and up.
    package var pitchDelta: Double
    /// By how many points what is in the middle goes to the right on the screen; for a camera that may go anywhere.
    package var panRight: Double
    /// By how many points what is in the middle goes up on the screen.
    package var panUp: Double

    package init(distanceFactor: Double = 1, headingDelta: Double = 0, pitchDelta: Double = 0, panRight: Double = 0, panUp: Double = 0) {
        (self.distanceFactor, self.headingDelta, self.pitchDelta) = (distanceFactor, headingDelta, pitchDelta)
        (self.panRight, self.panUp) = (panRight, panUp)
    }

    package static let none = CameraInput()
}
