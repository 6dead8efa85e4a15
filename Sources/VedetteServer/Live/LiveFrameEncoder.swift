// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import VedetteDynamicEntities
import VedetteFeeds
import VedetteGeometry
import VedetteMapping
import VedetteModel

/// What a viewer has of one source: where its next frame begins.
struct LiveCursor: Equatable, Sendable {
    /// The stamp of the last change that it has been sent; nil: nothing yet.
    var stamp: Int64?
    /// The part of the world that the viewer was told of last; nil for all of it.
    var region: LiveRegion?
    /// Which entities it has, where it has not all of them.
    var held = NumberSet()
}

/// Makes binary frames of the live-view protocol (`docs/protocol.md`): a core.
struct LiveFrameEncoder: Sendable {
    /// Which source of the server it is.
    var source: UInt8
    /// The most points of a track line.
    var maximumTrail: Int
    /// The column of headings, found by name once it is there.
    var headingField: String?
    /// The column that labels are made from; nil for track ids.
    var labelField: String?
    /// The columns of pitches and rolls, which viewers that draw a scene are told.
    var pitchField: String?
    var rollField: String?
    /// Whether pitches and rolls are worked out from how entities move.
    var derivesAttitude = false

    /// The number of no source.
    static let noSource: UInt8 = 255
    /// The longest label, in bytes of UTF-8.
    private static let maximumLabelLength = 256
    /// A frame is ended when it has grown to this; a single entity adds less than 64 KiB to it, so none exceeds 4 MiB.
    private static let frameSize = 1 << 20
    /// The most trail points in the frames of one reset, over all entities.
    private static let maximumResetTrailPoints = 300_000
    /// The most entities that leave in one frame.
    private static let maximumLeft = 60_000

    /// What a viewer is to be told of, beside where it is.
    struct Wish {
        /// How entities look; nil for a viewer that wants no classes.
        var display: LayerDisplay?
        /// The part of the world; nil for all of it.
        var region: LiveRegion?
        /// An entity that is always told of.
        var always: UInt32?
        /// Whether it wants few bytes.
        var isCompact = false
        /// Whether it draws a scene, and wants heights and attitudes; who does not want few bytes is told none.
        var isScene = false

        /// The widest step of places that the viewer cannot see, in 1e-7 degree; nil where places are told as they are.
        fileprivate var coarsest: Int64? { isCompact ? (region?.finestStep ?? 0) : nil }
    }

    /// Frames with everything that changed since `cursor`, which is moved on; none where nothing did, unless `always`.
    ///
    /// - Parameters:
    ///   - store: what the viewer is shown.
    ///   - cursor: how far the viewer is.
    ///   - sequence: the number of the last frame on the connection; counted up.
    ///   - now: the time of the server.
    ///   - always: whether to make an empty frame when nothing has changed.
    ///   - wish: what the viewer wants.
    /// - Returns: the frames, in the order in which they are to be sent.
    /// - Complexity: O(tracks), and O(bytes) of what changed.
    func frames(
        of store: borrowing TrackStore, since cursor: inout LiveCursor, sequence: inout UInt32, at now: Instant, always: Bool,
        wish: Wish = Wish()
    ) -> [[UInt8]] {
        let removals = cursor.stamp.flatMap { store.removals.numbers(after: $0) }
        // Who has a part of the world only, and is to have all of it, or the other way round, begins anew.
        let isReset = removals == nil || (cursor.region == nil) != (wish.region == nil)
        let hasMoved = cursor.region != wish.region
        let since = isReset ? Int64.min : cursor.stamp ?? .min
        guard isReset || always || hasMoved || store.lastStamp > since else { return [] }
        cursor.stamp = store.lastStamp
        cursor.region = wish.region
        var removed = isReset ? [] : removals ?? []
        if wish.region != nil {
            if isReset { cursor.held.removeAll() }
            removed = removed.filter { cursor.held.remove($0) }
        }
        let bound = wish.display.map {
            LiveFrame.Style(renderer: $0.renderer?.bound(to: store), previous: $0.previous?.bound(to: store))
        }
        var job = Job(frame: LiveFrame(removed: removed, isReset: isReset, isStyled: bound != nil), style: bound)
        job.frame.coarsest = wish.coarsest
        job.frame.isScene = wish.isScene && wish.isCompact
        func column(_ name: String?) -> Int? { name.flatMap { store.schema.column(named: $0) } }
        job.columns = FrameColumns(
            heading: column(headingField), pitch: column(pitchField), roll: column(rollField), altitude: store.schema.altitudeColumn,
            label: column(labelField), derivesAttitude: derivesAttitude)
        let count = wish.region == nil ? store.trackCount : max(cursor.held.count, store.trackCount / 8)
        job.resetTrail = min(maximumTrail, Self.maximumResetTrailPoints / max(1, count))
        let begin = (stamp: since, isReset: isReset, hasMoved: hasMoved)
        if wish.region == .nowhere {
            // Nobody is in it but who is always told of, and who was in the region before has left.
            for number in Set(cursor.held.numbers + (wish.always.map { [$0] } ?? [])).sorted() where store.entity(number) != nil {
                visit(number, of: store, since: begin, wish, &cursor, &job, &sequence, now)
            }
        } else {
            for number in 0..<UInt32(store.numberCount) where store.entity(number) != nil {
                visit(number, of: store, since: begin, wish, &cursor, &job, &sequence, now)
            }
        }
        end(&job, of: store, &sequence, now, isLast: true)
        return job.result
    }

    /// Adds an entity where the viewer has to be told of it.
    private func visit(
        _ number: UInt32, of store: borrowing TrackStore, since: (stamp: Int64, isReset: Bool, hasMoved: Bool), _ wish: Wish,
        _ cursor: inout LiveCursor, _ job: inout Job, _ sequence: inout UInt32, _ now: Instant
    ) {
        let stamps = store.stamps(number)
        let hasChanged = since.isReset || stamps.changed > since.stamp
        guard let region = wish.region else {
            guard hasChanged else { return }
            let isNew = since.isReset || stamps.created > since.stamp
            add(number, of: store, since: since.stamp, isNew: isNew, isReset: since.isReset, to: &job, now: now)
            end(&job, of: store, &sequence, now, isLast: false)
            return
        }
        // Who has not moved has not gone anywhere, unless the viewer has.
        guard hasChanged || since.hasMoved || number == wish.always else { return }
        let isInside = number == wish.always || store.latest(number).position.map(region.contains) ?? false
        if isInside {
            let isNew = cursor.held.insert(number)
            guard isNew || hasChanged else { return }
            add(number, of: store, since: isNew ? .min : since.stamp, isNew: isNew, isReset: isNew, to: &job, now: now)
        } else if cursor.held.remove(number) {
            job.frame.left.append(number)
        }
        end(&job, of: store, &sequence, now, isLast: false)
    }

    /// Frames under way.
    private struct Job {
        var frame: LiveFrame
        var style: LiveFrame.Style?
        var columns = FrameColumns()
        var resetTrail = 0
        var result: [[UInt8]] = []

        init(frame: LiveFrame, style: LiveFrame.Style?) {
            (self.frame, self.style) = (frame, style)
        }
    }

    private func add(
        _ number: UInt32, of store: borrowing TrackStore, since: Int64, isNew: Bool, isReset: Bool, to job: inout Job, now: Instant
    ) {
        job.frame.add(
            number, of: store, since: since, maximumTrail: isReset ? job.resetTrail : maximumTrail, columns: job.columns, style: &job.style,
            now: now)
        let column = job.columns.label
        guard isNew || hasNewLabel(number, of: store, column: column, since: since) else { return }
        job.frame.addName(number, of: store, label: column.map { Self.label(store.latest(number), of: store, column: $0) } ?? [])
    }

    /// Ends a frame that has become long, or the last.
    private func end(_ job: inout Job, of store: borrowing TrackStore, _ sequence: inout UInt32, _ now: Instant, isLast: Bool) {
        guard isLast || job.frame.size > Self.frameSize || job.frame.left.count >= Self.maximumLeft else { return }
        sequence += 1
        job.result.append(job.frame.bytes(source, sequence, store, now, hasMore: !isLast))
        let (coarsest, isScene) = (job.frame.coarsest, job.frame.isScene)
        job.frame = LiveFrame(removed: [], isReset: false, isStyled: job.style != nil)
        (job.frame.coarsest, job.frame.isScene) = (coarsest, isScene)
    }

    /// A frame of no source, with nothing in it: what a server without sources shows that it lives by.
    static func heartbeat(sequence: UInt32, at now: Instant) -> [UInt8] {
        var output: [UInt8] = Array("VDF1".utf8) + [0, noSource, 0, 0]
        LiveFrame.append(all: [sequence, 0, 0, 0, 0, 0], to: &output)
        LiveFrame.append((Double(now.microsecondsSince1970) / 1_000).bitPattern, to: &output)
        LiveFrame.append(Double(0).bitPattern, to: &output)
        return output
    }

    /// Whether the label of an entity may be another than the one that a viewer has.
    ///
    /// - Complexity: O(observations since).
    private func hasNewLabel(_ number: UInt32, of store: borrowing TrackStore, column: Int?, since: Int64) -> Bool {
        guard let column else { return false }
        let label = Self.label(store.latest(number), of: store, column: column)
        var age = 1
        while age < store.observationCount(number) {
            let row = store.observation(number, age: age)
            guard Self.label(row, of: store, column: column) == label else { return true }
            if row.receivedAt.microsecondsSince1970 <= since { return false }
            age += 1
        }
        // What the viewer has was made from an observation that is gone.
        return true
    }

    /// The label that an observation gives; empty where it gives none.
    private static func label(_ row: TrackRowView, of store: borrowing TrackStore, column: Int) -> [UInt8] {
        let value = row.value(column: column)
        var text: [UInt8] = []
        if value.kind == .text {
            store.withText(of: value) { text.append(contentsOf: LiveFrame.cut($0, maximumLabelLength)) }
        } else {
            ValueWriter.append(value, to: &text) { body in store.withText(of: value, body) }
            if text.count > maximumLabelLength { text = [] }
        }
        return text
    }
}
