// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Synchronization
import VedetteDynamicEntities
import VedetteModel

/// The frames of one source that were made a moment ago, so that viewers who have the same and want the same are sent the same: each frame is made once, and
/// each view of the world counted once, however many look.
///
/// Viewers who are not equally far are brought together: who makes frames for himself makes, from the same state of the store, also those that viewers of the same
/// part of the world will want who were sent frames the time before. From then on all of them want the same.
final class FrameShelf: Sendable {
    /// Whose frames are equal, but for their numbers.
    struct Key: Equatable {
        var cursor: LiveCursor
        /// What is looked at by whoever has got so far.
        var wish: Wish

        struct Wish: Equatable {
            var region: LiveRegion?
            var always: UInt32?
            /// The revision of how entities look; nil for a viewer that wants no classes.
            var rendering: Int?
            var isCompact = false
            var isScene = false
        }
    }

    /// Frames whose numbers are to be written into them.
    struct Entry {
        var key: Key
        var after: LiveCursor
        var frames: [[UInt8]]
    }

    private struct State {
        var madeAt = Instant(microsecondsSince1970: .min)
        var entries: [Entry] = []
        /// Those of the round before, without their frames.
        var former: [Key] = []
        var cells: [(region: LiveRegion, columns: Int, cells: LiveCells, at: Instant)] = []
    }

    /// The most different wishes whose frames are kept.
    private static let maximumEntries = 64
    /// The most viewers' places that are brought together at a time.
    private static let maximumTogether = 3
    /// The most views whose cells are kept.
    private static let maximumCells = 16

    private let lifetime: Double
    private let state = Mutex(State())
    /// How often frames were made, and how often they were there.
    let made = Counter()
    let found = Counter()

    /// - Parameter interval: the least time between two frames to one viewer, in seconds.
    init(interval: Double) { lifetime = interval / 2 }

    /// The frames that a viewer wants, made by `make` where they are not there.
    ///
    /// - Parameters:
    ///   - key: what he has, and wants.
    ///   - sequence: the number of the last frame on his connection; counted up.
    ///   - now: the time of the server.
    ///   - needsFrame: whether no frames will not do.
    ///   - make: makes the frames of a wish from a cursor on, with numbers that do not matter, always from the same state of the store.
    /// - Returns: the frames and where the viewer is then.
    func frames(
        _ key: Key, sequence: inout UInt32, at now: Instant, needsFrame: Bool, make: (Key, Bool) -> (frames: [[UInt8]], after: LiveCursor)
    ) -> (frames: [[UInt8]], after: LiveCursor) {
        let (frames, after) = state.withLock { state -> ([[UInt8]], LiveCursor) in
            let isNew = abs(now.seconds(since: state.madeAt)) >= lifetime
            if isNew {
                state.former = state.entries.map { Key(cursor: $0.after, wish: $0.key.wish) }
                (state.entries, state.madeAt) = ([], now)
            } else if let entry = state.entries.first(where: { $0.key == key }), !(needsFrame && entry.frames.isEmpty) {
                found.add(1)
                return (entry.frames, entry.after)
            }
            let own = make(key, needsFrame)
            made.add(1)
            guard state.entries.count < Self.maximumEntries else { return own }
            state.entries.append(Entry(key: key, after: own.after, frames: own.frames))
            guard isNew, key.cursor.stamp != nil else { return own }
            var together = 0
            for other in state.former where other.wish == key.wish && other != key && together < Self.maximumTogether {
                guard !state.entries.contains(where: { $0.key == other }) else { continue }
                let made = make(other, false)
                self.made.add(1)
                state.entries.append(Entry(key: other, after: made.after, frames: made.frames))
                together += 1
            }
            return own
        }
        return (
            frames.map { frame in
                sequence += 1
                return LiveFrame.numbered(frame, sequence)
            }, after
        )
    }

    /// The cells of a view: those that another viewer of the same has been told a moment ago, or new ones.
    func cells(of store: borrowing TrackStore, in region: LiveRegion, _ view: LocationWish.View, at now: Instant) -> LiveCells {
        let columns = LiveCells.columns(view)
        let known = state.withLock { state in
            state.cells.removeAll { abs(now.seconds(since: $0.at)) >= ViewerCrowd.interval / 2 }
            return state.cells.first { $0.region == region && $0.columns == columns }?.cells
        }
        if let known { return known }
        let cells = LiveCells(of: store, in: region, view)
        state.withLock { state in
            if state.cells.count < Self.maximumCells { state.cells.append((region, columns, cells, now)) }
        }
        return cells
    }
}
