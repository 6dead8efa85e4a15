// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

/// What a source that asks for locations does where nobody answers any more: it goes on along an orbit.
public struct OrbitFailover: Hashable, Sendable {
    /// So many failures in a row, and the source follows the orbit, until there is a good answer again. At least 1.
    public var failureCount: Int
    /// The orbit to follow, such as one from today's two-line elements; nil for one like the space station's through the last place that was answered
    /// (``Orbit/spaceStation(over:at:isNorthbound:)``), or ``Orbit/spaceStation`` where there was none.
    public var orbit: Orbit?
    /// Seconds between locations on the orbit. Less than 0.05, and what is no number, counts as 0.05.
    public var interval: Double

    public init(failureCount: Int = 3, orbit: Orbit? = nil, interval: Double = 1) {
        (self.failureCount, self.orbit, self.interval) = (failureCount, orbit, interval)
    }
}
