// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

package import VedetteGeometry
package import VedetteValues

/// Judges which fences tracks enter and leave, and what they do in them: a core without clock, lock or task. The meaning is that of `docs/promises.md`.
///
/// Not safe for concurrent use: its owner sees to it that one call is under way at a time. Several engines can share one index, each with its
/// share of the tracks, as long as no fence is edited: tracks are independent.
///
/// Equal inputs give equal events, each track's in the same order, in batches of any size and any division of the tracks.
package final class FenceEngine {
    package let options: FenceEngineOptions
    package internal(set) var index: FenceIndex

    let rules: FenceRuleSet
    let lateness: Int64
    let path: FencePathOptions?
    let usesAccuracy: Bool
    /// Whether ``FenceTracks`` does it all: fixes, or paths, without rules and lateness.
    let isPlain: Bool

    @exclusivity(unchecked) var statistics = FenceEngineStatistics()

    var names = NameTable()
    /// The state of plain cases.
    var plainTracks = FenceTracks()
    /// The state of all other cases; in plain cases, only the recent events.
    let table = TrackTable()
    var timers = TimerQueue()
    /// Which fences are one, though they were taken away and came back.
    var identities = FenceIdentities()
    var arrivals = ArrivalEvents()
    /// How many fences were taken away: a track that knows of fewer forgets what is gone when it is next looked at.
    @exclusivity(unchecked) var removalCount: UInt32 = 0
    /// How many fixes of all tracks wait for late ones.
    var waitingCount = 0

    // Reused by every step; each is used in one place at a time.
    @exclusivity(unchecked) var found: [UInt32] = []
    @exclusivity(unchecked) var proximities: [FenceProximity] = []
    @exclusivity(unchecked) var crossings: [FencePathCrossing] = []
    @exclusivity(unchecked) var pathScratch = FencePathScratch()
    @exclusivity(unchecked) var changes: [FenceChange] = []
    @exclusivity(unchecked) var pathChanges: [FencePathChange] = []
    @exclusivity(unchecked) var elapsed: [Elapsed] = []
    @exclusivity(unchecked) var forerunner = FenceForerunner(capacity: 64)

    /// Makes an engine. Options for which ``FenceEngineOptions/check()`` throws are bent until they mean something: ask it first.
    package init(index: FenceIndex, options: FenceEngineOptions) {
        self.index = index
        self.options = options
        rules = FenceRuleSet(options.rules)
        lateness = max(0, options.allowedLateness)
        if case .path(let path) = options.detection { self.path = path } else { path = nil }
        usesAccuracy = options.usesAccuracy && path == nil
        isPlain = rules.isEmpty && lateness == 0 && !usesAccuracy
    }

    // MARK: Tracks

    /// The number of a track, which is new where the name is. The hash must be the same for the same name during the life of an engine, and
    /// hard to foresee for whoever chooses names.
    package func track(named name: UnsafeRawBufferPointer, hash: UInt64) -> UInt32 {
        let number = names.number(of: name, hash: hash)
        if Int(number) == table.count { grow() }
        return number
    }

    /// Makes room for every track that has a name.
    func grow() {
        table.grow(to: names.count)
        if isPlain { plainTracks.grow(to: names.count) }
    }

    /// How many tracks are known.
    package var trackCount: Int { table.count }

    /// The id of a track by its number.
    package func name(ofTrack track: UInt32) -> String { names.text(of: track) }

    package func withName<Result>(ofTrack track: UInt32, _ body: (UnsafeRawBufferPointer) -> Result) -> Result {
        names.withBytes(of: track, body)
    }

    /// The numbers of the fences that the track is in now, told or not.
    package func fences(ofTrack track: UInt32) -> [UInt32] {
        (isPlain ? plainTracks.inside(track) : table.memories[Int(track)].inside).filter { index.contains($0) }
    }

    /// Where the last decided fix of a track was; nil before the first.
    package func lastPosition(ofTrack track: UInt32) -> GridPosition? {
        if isPlain { return plainTracks.lastPosition(track) }
        let line = table.lines[Int(track)]
        return line.hasFix ? line.position : nil
    }

    /// The id of an event.
    package func id(of event: FenceEvent) -> FenceEventID {
        withName(ofTrack: event.track) { name in
            FenceEventID(
                trigger: options.triggerID, fence: index.id(of: event.fence), track: name, kind: event.kind, time: event.time,
                ordinal: event.ordinal)
        }
    }

    /// Forgets every track, as if none had ever come: the numbers of tracks too.
    package func reset() {
        names = NameTable()
        plainTracks = FenceTracks()
        table.removeAll()
        timers.removeAll()
        arrivals = ArrivalEvents()
        waitingCount = 0
        statistics = FenceEngineStatistics()
    }

    // MARK: Time

    /// Judges fixes and appends what happened: by fix as they are decided; for one fix, or the way to it, in order of time, then dwelled, silent, exited,
    /// entered, speeding, slow, each by fence id (UTF-8 bytes). What a rule waited for has the place in that order at which it became sure.
    ///
    /// A fix older than the newest of its track by more than the allowed lateness is counted as late and changes nothing. One within it waits until it is that old;
    /// ties go by arrival. A fix without a time is decided at once; no rule counts time from it.
    ///
    /// - Complexity: O(1) for most fixes, else that of a lookup.
    package func apply(_ fixes: borrowing FenceFixes, into events: inout [FenceEvent]) {
        let first = events.count
        if !isPlain {
            applyEach(fixes, into: &events)
        } else if let path {
            applyPaths(fixes, path, into: &events)
        } else {
            applyPlain(fixes, into: &events)
        }
        statistics.count(events[first...])
    }

    /// Time has passed: fires the rules that were waiting for it, and appends what they tell: by the time at which it was due, then by track id, then
    /// as ``apply(_:into:)``.
    ///
    /// It reaches only tracks of which no fix waits for late ones: one that still may come could belie it. It makes no fix late.
    ///
    /// - Complexity: O(due · log tracks).
    package func advance(to now: Instant, into events: inout [FenceEvent]) {
        let first = events.count
        fireTimers(upTo: now.microsecondsSince1970, into: &events)
        statistics.count(events[first...])
    }

    /// No more fixes come: decides those that wait for late ones. Appends what follows: by track id, then as ``apply(_:into:)``. Time itself does not pass.
    package func finish(into events: inout [FenceEvent]) {
        let first = events.count
        decideWaiting(into: &events)
        statistics.count(events[first...])
    }
}
