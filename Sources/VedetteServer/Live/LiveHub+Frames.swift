// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Vedette
import VedetteDynamicEntities
import VedetteMapping
import VedetteModel

/// What a viewer has been told of one source beside its frames.
struct ViewerScene: Sendable {
    /// The revision of the display that it was told; 0 for none.
    var revision = 0
    var renderingRevision = 0
    /// How far it has been told labels; nil for not at all.
    var labelCursor: Int?
    /// What it is told of a source that is too large to be sent whole.
    var crowd = ViewerCrowd()
    /// Whether it is told heights and attitudes.
    var isScene = false
}

extension LiveHub {
    /// What a viewer is sent in one round, in this order.
    struct Round {
        var symbols: [[UInt8]] = []
        var frames: [[UInt8]] = []
        var labels: [[UInt8]] = []
    }

    /// What a viewer needs now of all sources.
    func round(for viewer: inout LiveViewer, at now: Instant) -> Round {
        let isDue = viewer.isHeartbeatDue(at: now)
        if sources.isEmpty, isDue {
            viewer.sequence += 1
            return Round(frames: [LiveFrameEncoder.heartbeat(sequence: viewer.sequence, at: now)])
        }
        var round = Round()
        for index in sources.indices {
            // One source is enough to show that the connection lives.
            add(source: index, for: &viewer, to: &round, isHeartbeat: isDue && index == 0, at: now)
        }
        return round
    }

    private func add(source index: Int, for viewer: inout LiveViewer, to round: inout Round, isHeartbeat: Bool, at now: Instant) {
        var (cursor, sequence, scene) = (viewer.cursors[index], viewer.sequence, viewer.scenes[index])
        let moment = viewer.isDisplaying ? displays[index]?.moment(at: now) : nil
        if let moment, scene.revision != moment.revision {
            round.symbols.append(moment.message)
            scene.revision = moment.revision
            if scene.renderingRevision != moment.renderingRevision {
                scene.renderingRevision = moment.renderingRevision
                scene.labelCursor = nil
                // Everything is told anew, in its new look.
                cursor = LiveCursor()
            }
        }
        if scene.isScene != viewer.isDrawingScene {
            scene.isScene = viewer.isDrawingScene
            // Who begins to draw a scene is told everything anew, with heights; who ends, without, from now on.
            if scene.isScene { (cursor, scene.labelCursor) = (LiveCursor(), nil) }
        }
        let encoder = encoders[index]
        let cache = displays[index]?.labels
        let limits = ViewerCrowd.Limits(whole: configuration.maximumWholeEntities, drawn: configuration.maximumDrawnEntities)
        let view = viewer.isDisplaying ? viewer.view : nil
        let selected = viewer.selection.flatMap { $0.source == index ? $0.track : nil }
        let interval = configuration.frameInterval
        let (shelf, isCompact, isScene) = (shelves[index], viewer.isCompact, viewer.isDrawingScene)
        let told = sources[index].dataSource.entityStore.withStore {
            store -> (frames: [[UInt8]], labels: [[UInt8]], cells: [UInt8]?, state: (LiveCursor, UInt32, ViewerScene)) in
            var (cursor, sequence, scene) = (cursor, sequence, scene)
            var wish = LiveFrameEncoder.Wish(display: moment?.display)
            let cells = scene.crowd.look(view, at: store, limits: limits, now: now, shelf: shelf)
            (wish.region, wish.isCompact, wish.isScene) = (scene.crowd.region, isCompact, isScene)
            if wish.region != nil { wish.always = selected.flatMap { store.number(named: $0) } }
            let before = cursor
            let key = FrameShelf.Key(
                cursor: before,
                wish: .init(
                    region: wish.region, always: wish.always, rendering: moment?.renderingRevision, isCompact: isCompact, isScene: isScene))
            let frames: [[UInt8]]
            (frames, cursor) = shelf.frames(key, sequence: &sequence, at: now, needsFrame: isHeartbeat) { key, needsFrame in
                var (after, number) = (key.cursor, UInt32(0))
                let made = encoder.frames(of: store, since: &after, sequence: &number, at: now, always: needsFrame, wish: wish)
                return (made, after)
            }
            var labels: [[UInt8]] = []
            if let moment, let plan = moment.display.labels, let cache {
                cache.advance(plan, renderingRevision: moment.renderingRevision, of: store, at: now, interval: interval)
                labels = Self.labels(cache, source: index, in: store, from: before, to: cursor, cursor: &scene.labelCursor)
            }
            return (frames, labels, cells.map { LiveMessages.cells($0, source: index) }, (cursor, sequence, scene))
        }
        (viewer.cursors[index], viewer.sequence, viewer.scenes[index]) = told.state
        round.frames += told.frames
        round.labels += told.labels
        if let cells = told.cells { round.labels.append(cells) }
    }

    /// The labels that a viewer does not have yet.
    private static func labels(
        _ cache: LabelCache, source: Int, in store: borrowing TrackStore, from before: LiveCursor, to after: LiveCursor, cursor: inout Int?
    ) -> [[UInt8]] {
        let isReset = cursor == nil || (before.region == nil) != (after.region == nil)
        if isReset { cursor = nil }
        var found = cache.changes(since: &cursor, of: store) { after.region == nil || after.held.contains($0) }
        if !isReset, after.region != nil {
            // Who has come into the view has labels that are not new.
            let known = Set(found.map(\.number))
            found += cache.labels(of: after.held.numbers(missingIn: before.held).filter { !known.contains($0) }, in: store)
        }
        guard isReset || !found.isEmpty else { return [] }
        return LiveMessages.labels(found, source: source, isReset: isReset)
    }

    /// Does what a viewer wants done with a source; answers with what has gone wrong.
    func carryOut(_ wish: SourceWish) async -> String? {
        let source = sources[wish.source].dataSource
        do {
            switch wish.action {
            case .connect: try await source.connect()
            case .disconnect: await source.disconnect()
            case .purge: try await source.purgeAll()
            }
            return nil
        } catch {
            return "\(error)"
        }
    }
}
