// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

/// Says which location of a recording is due, and when: a core, which is handed the time.
struct GPXPlayback: Sendable {
    enum Step: Equatable {
        /// Tell the location of this number.
        case tell(Int)
        /// Come again after so many seconds.
        case wait(Double)
        /// The recording is at its end.
        case end
    }

    private let offsets: [Double]
    /// The location that was told last, or is to be told first.
    private(set) var current = 0
    /// Seconds of the recording in a second.
    private(set) var speed = 1.0
    /// Whether it begins anew at its end.
    var repeats = true {
        didSet {
            // At the end: what was to come is not to, or what was not to come is.
            guard repeats != oldValue, hasTold, current == offsets.count - 1 else { return }
            next = repeats ? 0 : nil
        }
    }
    /// Whether the current location has been told.
    private var hasTold = false
    /// The next to tell, and when; nil behind the end.
    private var next: Int?
    private var due = 0.0
    private var roundBegan = 0.0

    /// Between the last location and the first of the next round, in seconds of the recording.
    static let pauseBetweenRounds = 1.0
    /// A round takes at least this long, in seconds, so that a recording with nothing to wait for does not run in circles.
    static let shortestRound = 1.0
    /// Playback that was held up for longer than this, in seconds, does not make up for it.
    private static let longestDelay = 1.0

    /// - Parameter offsets: when each location is due, in seconds of the recording; never falling.
    init(offsets: [Double]) {
        self.offsets = offsets
    }

    /// Begins, or goes on, with the current location.
    mutating func start(now: Double) {
        (next, due, roundBegan, hasTold) = (offsets.isEmpty ? nil : current, now, now, false)
    }

    /// Goes to another location, which is told at once; numbers beyond the ends are those of the ends.
    mutating func jump(to index: Int, now: Double) {
        current = max(0, min(index, offsets.count - 1))
        start(now: now)
    }

    /// Changes the speed, also of the time that is waited for at the moment. One that is not above 0 counts as 1.
    mutating func setSpeed(_ speed: Double, now: Double) {
        let speed = speed > 0 && speed.isFinite ? min(max(speed, 1e-6), 1e9) : 1
        if due > now { due = now + (due - now) * self.speed / speed }
        self.speed = speed
    }

    mutating func step(now: Double) -> Step {
        guard let index = next else { return .end }
        guard due <= now else { return .wait(due - now) }
        if now - due > Self.longestDelay { due = now }
        if index == 0 { roundBegan = due }
        (current, hasTold) = (index, true)
        if index + 1 < offsets.count {
            next = index + 1
            due += (offsets[index + 1] - offsets[index]) / speed
        } else {
            next = repeats ? 0 : nil
            due = max(due + Self.pauseBetweenRounds / speed, roundBegan + Self.shortestRound)
        }
        return .tell(index)
    }
}
