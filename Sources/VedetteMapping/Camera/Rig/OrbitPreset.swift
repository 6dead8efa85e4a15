// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

/// A usual place of a camera that follows something.
package struct OrbitPreset: Hashable, Sendable {
    package var view: OrbitView
    /// Metres right of the target, ahead of it and above it.
    package var targetOffsets: Vector3
    /// Whether the camera pitches and rolls with the target; it turns with its heading in any case.
    package var turnsWithTarget: Bool

    /// Behind the target and a little above it, with the horizon level.
    package static func chase(distance: Double) -> OrbitPreset {
        OrbitPreset(view: OrbitView(distance: distance, headingOffset: 0, pitchOffset: 75), targetOffsets: .zero, turnsWithTarget: false)
    }

    /// In the target, looking ahead: the horizon tilts with it.
    ///
    /// - Parameter offsets: where the eyes are, in metres right of the target, ahead of it and above it.
    /// - Returns: the preset.
    package static func cockpit(at offsets: Vector3) -> OrbitPreset {
        OrbitPreset(view: OrbitView(distance: 0, headingOffset: 0, pitchOffset: 90), targetOffsets: offsets, turnsWithTarget: true)
    }
}
