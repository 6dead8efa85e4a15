// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import VedetteGeometry
package import VedetteValues

extension FenceEngine {
    /// Changes fences at the time `now`: each track's last decided fix is judged anew. The state of a fence that is gone is forgotten without an event, and
    /// so is what rules waited for there; one that is put again keeps it.
    ///
    /// `now` is a clock too: first comes what ``advance(to:into:)`` would tell. All changes are made before any track is judged. Appends what follows by track id
    /// (UTF-8 bytes), exits first, then by fence id. With a minimum time in or out, what an edit changes is pending from `now`.
    package func edit(_ edits: [FenceEdit], at now: Instant, into events: inout [FenceEvent]) {
        let first = events.count
        fireTimers(upTo: now.microsecondsSince1970, into: &events)
        let old = index
        let tracks = rebuild(edits)
        // What the clock told names fences by their numbers of now; what it told of one that this very edit takes away, nobody can name any more.
        let told = events[first...]
        events.removeSubrange(first...)
        let numbers = Dictionary(index.numbers.map { (index.id(of: $0), $0) }, uniquingKeysWith: { first, _ in first })
        for var event in told {
            guard let number = numbers[old.id(of: event.fence)] else { continue }
            event.fence = number
            events.append(event)
        }
        for track in names.sorted(tracks) {
            if isPlain {
                judgePlainAnew(track, at: now, into: &events)
            } else {
                judgeAnew(track, at: now.microsecondsSince1970, into: &events)
            }
        }
        statistics.count(events[first...])
    }

    private func judgePlainAnew(_ track: UInt32, at now: Instant, into events: inout [FenceEvent]) {
        guard let position = plainTracks.lastPosition(track) else { return }
        let outcome = plainTracks.settle(track, longitude: position.longitude, latitude: position.latitude, in: index)
        let memory = table.memories + Int(track)
        for (kind, fences) in [(FenceEvent.Kind.exited, outcome.exited), (.entered, outcome.entered)] {
            for fence in fences {
                events.append(
                    FenceEvent(
                        kind: kind, cause: .fenceChanged, track: track, fence: fence, time: .event(now), position: position,
                        ordinal: FenceEvent.firstOrdinalOfEdits | memory.pointee.editCount))
                memory.pointee.editCount &+= 1
            }
        }
    }

    /// Makes a new index; says which tracks are to be judged anew.
    private func rebuild(_ edits: [FenceEdit]) -> [UInt32] {
        var definitions: [String: FenceDefinition] = [:]
        var forgotten: Set<String> = []
        for number in index.numbers {
            let id = index.id(of: number)
            definitions[id] = FenceDefinition(id: id, shape: index.shape(of: number))
        }
        for edit in edits {
            switch edit {
            case .put(let definition): definitions[definition.id] = definition
            case .remove(let id):
                definitions[id] = nil
                forgotten.insert(id)
            }
        }
        let old = index
        index = FenceIndex(Array(definitions.values))
        let newNumbers = Dictionary(uniqueKeysWithValues: index.numbers.map { (index.id(of: $0), $0) })
        let oldGone = identities.exceptions.ids
        var newIdentities = FenceIdentities()
        func state(_ number: UInt32) -> UInt32? {
            let id = old.id(of: number)
            return forgotten.contains(id) ? nil : newNumbers[id]
        }
        func identity(_ identity: UInt32) -> UInt32 {
            let id = oldGone[identity] ?? old.id(of: identity)
            return newNumbers[id] ?? newIdentities.identity(ofGone: id)
        }
        for track in 0..<UInt32(table.count) {
            let memory = table.memories + Int(track)
            memory.pointee.recent.renumber(identity)
            memory.pointee.inside = memory.pointee.inside.compactMap(state).sorted()
            memory.pointee.stays = memory.pointee.stays.compactMap { stay in state(stay.fence).map { stay.renumbered($0) } }
                .sorted { $0.fence < $1.fence }
            if isPlain { plainTracks.setInside(track, plainTracks.inside(track).compactMap(state).sorted()) }
        }
        identities = newIdentities
        return Array(0..<UInt32(table.count))
    }
}

extension FenceStay {
    fileprivate func renumbered(_ number: UInt32) -> FenceStay {
        var stay = FenceStay(fence: number, crossing: crossing)
        (stay.state, stay.entry, stay.dwellOrdinal, stay.isDwellTold, stay.speed) = (state, entry, dwellOrdinal, isDwellTold, speed)
        return stay
    }
}
