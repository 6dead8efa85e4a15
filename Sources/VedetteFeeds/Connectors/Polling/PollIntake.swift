// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import VedetteDynamicEntities

/// Takes from each answer of an address what earlier answers did not have: a core.
///
/// An observation with a time is known by track, time and content; one whose content has changed is new. Without times, an answer says how things are
/// now: an observation is new where it differs from the latest of its track. What no answer has named for a while is forgotten.
struct PollIntake: Sendable {
    private struct Key: Hashable {
        var track: UInt64
        var time: Int64
        var content: Int
    }

    /// How many answers may pass without an observation until it is forgotten.
    private static let memory = 10
    /// Observations that are taken in at a time.
    private static let batchSize = 1_000

    private let capacity: Int
    private var round = 0
    /// The latest answer that had an observation.
    private var known: [Key: Int] = [:]
    /// Of tracks without times: the latest content, and the latest answer that named the track.
    private var states: [UInt64: (content: Int, round: Int)] = [:]
    private var tracks: Set<String> = []

    private(set) var duplicateCount = 0

    /// - Parameter capacity: the most observations that are remembered.
    init(capacity: Int = 1_000_000) {
        self.capacity = capacity
    }

    /// Takes an answer, in batches whose schemas grow.
    ///
    /// - Returns: what is new, by time where all observations have one.
    mutating func take(_ answer: [ObservationBatch]) -> [ObservationBatch] {
        round += 1
        var new: [(batch: Int, row: Int)] = []
        var hasTimes = true
        var isOrdered = true
        var last = Int64.min
        for (number, batch) in answer.enumerated() {
            for row in 0..<batch.count where isNew(batch, row) {
                new.append((number, row))
                let time = batch.times[row]
                hasTimes = hasTimes && time != ObservationBatch.noTime
                isOrdered = isOrdered && time >= last
                last = time
            }
        }
        forget()
        if hasTimes, !isOrdered {
            let times = new.enumerated().map { (time: answer[$0.element.batch].times[$0.element.row], place: $0.offset) }
            new = times.sorted { ($0.time, $0.place) < ($1.time, $1.place) }.map { new[$0.place] }
        } else if new.count == answer.reduce(0, { $0 + $1.count }) {
            return answer.filter { !$0.isEmpty }
        }
        guard let schema = answer.last?.schema else { return [] }
        return stride(from: 0, to: new.count, by: Self.batchSize).map { start in
            var batch = ObservationBatch(schema: schema)
            for place in new[start..<min(start + Self.batchSize, new.count)] {
                let source = answer[place.batch]
                batch.appendRow(place.row, of: source, time: source.times[place.row])
            }
            return batch
        }
    }

    /// Whether an observation is new; takes note of it.
    private mutating func isNew(_ batch: borrowing ObservationBatch, _ row: Int) -> Bool {
        let content = batch.contentHash(at: row)
        let (track, time) = (batch.trackHashes[row], batch.times[row])
        let wasKnown: Bool
        if time == ObservationBatch.noTime {
            wasKnown = states[track]?.content == content
            if wasKnown || states[track] != nil || states.count < capacity { states[track] = (content, round) }
        } else {
            let key = Key(track: track, time: time, content: content)
            wasKnown = known[key] != nil
            if wasKnown || known.count < capacity { known[key] = round }
        }
        if wasKnown { duplicateCount += 1 }
        return !wasKnown
    }

    /// Forgets what is too old; all but the latest answer, where there is no more room.
    private mutating func forget() {
        let oldest = round - (known.count >= capacity ? 0 : Self.memory)
        if known.count > 0, round % Self.memory == 0 || known.count >= capacity { known = known.filter { $0.value >= oldest } }
        if round % Self.memory == 0 || states.count >= capacity {
            let oldest = round - (states.count >= capacity ? 0 : Self.memory)
            states = states.filter { $0.value.round >= oldest }
        }
    }

    /// Takes an answer that holds every entity there is.
    ///
    /// - Returns: the tracks that the one before had and this one has not, in order.
    mutating func missing(in answer: [ObservationBatch]) -> [String] {
        var present: Set<String> = []
        for batch in answer {
            for range in batch.trackRanges { present.insert(batch.text(range)) }
        }
        defer { tracks = present }
        return tracks.subtracting(present).sorted()
    }
}
