// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

/// What a controller that orbits keeps to.
package struct OrbitSettings: Hashable, Sendable {
    /// What is orbited: the two have different pitches.
    package enum Kind: Hashable, Sendable {
        /// Pitch is against the target's own axes, and may go all the way round.
        case geoElement
        /// Pitch is against the vertical: 0, straight down, to 180, straight up.
        case location
    }

    package let kind: Kind
    /// Metres.
    package internal(set) var distances = OrbitWindow(0, .infinity)
    /// Degrees.
    package internal(set) var headings = OrbitWindow(-180, 180)
    /// Degrees.
    package internal(set) var pitches = OrbitWindow(-90, 90)

    package var autoHeadingIsEnabled = true
    package var autoPitchIsEnabled = true
    package var autoRollIsEnabled = true

    package var distanceIsInteractive = true
    package var headingIsInteractive = true
    package var pitchIsInteractive = true

    /// How high on the screen the target is, from 0, its bottom, to 1, its top.
    package private(set) var verticalScreenFactor = 0.5

    package init(kind: Kind) { self.kind = kind }

    mutating func setMinimumDistance(_ metres: Double) { if !metres.isNaN { distances.setLowest(max(0, metres)) } }
    mutating func setMaximumDistance(_ metres: Double) { if !metres.isNaN { distances.setHighest(max(0, metres)) } }
    mutating func setMinimumHeading(_ degrees: Double) { if degrees.isFinite { headings.setLowest(degrees) } }
    mutating func setMaximumHeading(_ degrees: Double) { if degrees.isFinite { headings.setHighest(degrees) } }
    mutating func setMinimumPitch(_ degrees: Double) { pitches.setLowest(min(max(degrees, -180), 180)) }
    mutating func setMaximumPitch(_ degrees: Double) { pitches.setHighest(min(max(degrees, -180), 180)) }

    mutating func setVerticalScreenFactor(_ factor: Double) {
        guard !factor.isNaN else { return }
        verticalScreenFactor = min(max(factor, 0), 1)
    }

    /// Brings a view within the limits: a distance to the nearest; a heading by full turns, then to the nearest; a pitch to the nearest.
    func limited(_ view: OrbitView) -> OrbitView {
        OrbitView(
            distance: distances.nearest(view.distance), headingOffset: headings.normalized(view.headingOffset),
            pitchOffset: pitch(view.pitchOffset))
    }

    private func pitch(_ pitch: Double) -> Double {
        let nearest = pitches.nearest(pitch)
        return kind == .location ? min(max(nearest, 0), 180) : nearest
    }
}

/// From where a camera looks at its target.
package struct OrbitView: Hashable, Sendable {
    /// Metres.
    package var distance: Double
    /// Degrees clockwise, as seen from above the target; 0 directly behind it.
    package var headingOffset: Double
    /// Degrees from straight above the target, looking down, backwards; 90 is level with it.
    package var pitchOffset: Double

    package init(distance: Double, headingOffset: Double = 0, pitchOffset: Double = 45) {
        (self.distance, self.headingOffset, self.pitchOffset) = (distance, headingOffset, pitchOffset)
    }

    var numbers: [Double] { [distance, headingOffset, pitchOffset] }
    init(numbers: [Double]) { self.init(distance: numbers[0], headingOffset: numbers[1], pitchOffset: numbers[2]) }
}
