// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import VedetteModel

/// Where a location was during the last seconds: a core with a fixed size.
struct LocationPath: Sendable {
    struct Point: Hashable, Sendable {
        var longitude: Double
        var latitude: Double
        var time: Instant
    }

    /// How far a viewer is.
    struct Cursor: Hashable, Sendable {
        fileprivate var generation: Int?
        fileprivate var next = 0
    }

    /// About the most points that are kept.
    static let maximumCount = 5_000
    /// A point that comes so many seconds before the newest is late; one from longer ago begins a new path: a recording has begun again,
    /// or a clock was set.
    static let lateness = 10.0

    /// In seconds; 0 for no path.
    let duration: Double
    /// Counted up each time that the path begins anew.
    private var generation = 0
    private var points: [Point] = []
    /// How many of ``points`` are too old and not yet taken away.
    private var outdated = 0
    /// How many were taken away in this generation.
    private var removed = 0

    init(duration: Double) {
        self.duration = duration.isFinite ? max(0, duration) : 0
    }

    /// How many points there are.
    var count: Int { points.count - outdated }

    /// All points, oldest first.
    var all: ArraySlice<Point> { points[outdated...] }

    /// Goes on to a point; passes it over where it is late, or nearer in time to the point before than the path is fine.
    mutating func append(_ point: Point) {
        guard duration > 0 else { return }
        if let newest = points.last {
            let step = point.time.seconds(since: newest.time)
            if step < -Self.lateness || step > duration {
                generation += 1
                (points, outdated, removed) = ([], 0, 0)
            } else if step <= 0 || step < duration / Double(Self.maximumCount) {
                return
            }
        }
        points.append(point)
        while point.time.seconds(since: points[outdated].time) > duration { outdated += 1 }
        guard outdated > points.count / 2 else { return }
        points.removeFirst(outdated)
        removed += outdated
        outdated = 0
    }

    /// The points after `cursor`, which is moved on.
    ///
    /// - Returns: whether the path begins anew with them, at most `maximum` of them, and whether there are more.
    func points(after cursor: inout Cursor, maximum: Int) -> (isReset: Bool, points: ArraySlice<Point>, hasMore: Bool) {
        let isReset = cursor.generation != generation
        let oldest = removed + outdated
        let start = isReset ? oldest : max(cursor.next, oldest)
        let end = min(removed + points.count, start + maximum)
        cursor = Cursor(generation: generation, next: end)
        return (isReset, points[(start - removed)..<(end - removed)], end < removed + points.count)
    }
}
