// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import VedetteDynamicEntities
import VedetteModel

/// What a viewer is told of a source by how many entities there are: all of it, what is in its view, or how many are in each cell of a grid. A core.
struct ViewerCrowd: Sendable {
    struct Limits: Sendable {
        /// Sources of at most so many entities are sent whole.
        var whole: Int
        /// At most so many are sent one by one.
        var drawn: Int
    }

    /// A limit that was passed is passed back at this share of it, so that nothing flickers round it.
    private static let ease = 0.8
    /// Seconds between two counts of the same view.
    static let interval = 1.0

    private(set) var region: LiveRegion?
    private var isCells = false
    private var counted: (region: LiveRegion, at: Instant)?

    /// Looks at a store.
    ///
    /// - Parameters:
    ///   - view: what the viewer sees; nil where it has not said so, and then it is told all.
    ///   - store: the entities.
    ///   - limits: from when on it is told less.
    ///   - now: the time.
    ///   - shelf: where cells of the same view may be that were counted a moment ago.
    /// - Returns: the cells to tell of, without any where there are no more cells; nil where nothing is to be told.
    /// - Complexity: O(tracks) once a second and with each move of the view; else O(1).
    mutating func look(
        _ view: LocationWish.View?, at store: borrowing TrackStore, limits: Limits, now: Instant, shelf: FrameShelf? = nil
    ) -> LiveCells? {
        let limit = region == nil ? limits.whole : Int(Double(limits.whole) * Self.ease)
        guard let view, store.trackCount > limit else {
            (region, counted) = (nil, nil)
            return end()
        }
        let seen = LiveRegion(view)
        if let counted, counted.region == seen, abs(now.seconds(since: counted.at)) < Self.interval { return nil }
        counted = (seen, now)
        let cells = shelf?.cells(of: store, in: seen, view, at: now) ?? LiveCells(of: store, in: seen, view)
        guard cells.count > (isCells ? Int(Double(limits.drawn) * Self.ease) : limits.drawn) else {
            region = seen
            return end()
        }
        isCells = true
        region = .nowhere
        return cells
    }

    private mutating func end() -> LiveCells? {
        defer { isCells = false }
        return isCells ? LiveCells() : nil
    }
}
