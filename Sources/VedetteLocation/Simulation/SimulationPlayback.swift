// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

/// Says which simulated location is told when: a core, which is handed the time.
struct SimulationPlayback: Sendable {
    /// What is told.
    private(set) var locations: SimulatedLocations
    /// The index that was set or told last; perhaps beyond the locations that there are.
    private var position = 0
    /// How many times the locations have begun anew.
    private var round = 0
    /// Whether the location at the position is still to be told.
    private var isFresh = true
    /// When the last location was told, or was due to be.
    private var last = Duration.zero

    var rate = 1.0
    var repeats = true

    /// The fastest that locations are told, in seconds.
    private static let shortestInterval = 1e-3

    init(_ locations: SimulatedLocations) {
        self.locations = locations
    }

    /// The location that was told last, or the one that is to be told first.
    var index: Int {
        get { max(0, min(position, locations.count - 1)) }
        set {
            position = max(0, newValue)
            isFresh = true
        }
    }

    /// Other locations from now on, from the first.
    mutating func replace(_ locations: SimulatedLocations) {
        self.locations = locations
        (position, round, isFresh) = (0, 0, true)
    }

    /// Begins, or goes on, at the index.
    mutating func begin(now: Duration) {
        isFresh = true
        last = now - .seconds(interval ?? 0)
    }

    /// Seconds from one location to the next; nil for never.
    private var interval: Double? { rate > 0 ? max(1 / rate, Self.shortestInterval) : nil }

    /// When ``advance(to:)`` is to be called next; nil for not before something else changes.
    var deadline: Duration? {
        guard let interval, !locations.isEmpty, isFresh || repeats || index + 1 < locations.count else { return nil }
        // More than a century is never.
        return interval < 4e9 ? last + .seconds(interval) : nil
    }

    /// The location that is due.
    mutating func advance(to now: Duration) -> Location? {
        guard let deadline, deadline <= now else { return nil }
        // One that could not keep up does not tell all that it missed at once.
        last = now - deadline < .seconds(interval ?? 0) ? deadline : now
        if !isFresh {
            let isAtEnd = index + 1 >= locations.count
            if isAtEnd { round += 1 }
            position = isAtEnd ? 0 : index + 1
        }
        isFresh = false
        return locations.location(at: index, round: round)
    }
}
