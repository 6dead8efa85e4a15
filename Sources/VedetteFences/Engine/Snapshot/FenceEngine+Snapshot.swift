// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import VedetteGeometry

extension FenceEngine {
    static let snapshotMagic = "VedetteFences\n"
    static let snapshotVersion: UInt8 = 2

    /// All that the engine knows of its tracks, as bytes: an engine made of it with the same options goes on as this one would, to the ids of events.
    ///
    /// Equal states give equal bytes, whatever the order in which tracks came. What was counted is not part of the state. Fences are known by their ids: their
    /// shapes are not kept.
    ///
    /// - Complexity: O(tracks · log tracks + what they are in and what waits).
    package func snapshot() -> [UInt8] {
        var writer = SnapshotWriter()
        writer.append(raw: Self.snapshotMagic)
        writer.append(Self.snapshotVersion)
        options.write(to: &writer)
        for track in 0..<UInt32(table.count) { forgetGone(track) }
        let tracks = names.sorted((0..<UInt32(table.count)).filter { hasState($0) })
        let fences = SnapshotFences(self, tracks)
        writer.append(count: fences.ids.count)
        for id in fences.ids { writer.append(id) }
        writer.append(count: tracks.count)
        for track in tracks { write(track, fences, to: &writer) }
        writer.seal()
        return writer.bytes
    }

    private func hasState(_ track: UInt32) -> Bool {
        lastPosition(ofTrack: track) != nil || !table.memories[Int(track)].waiting.isEmpty
    }

    private func write(_ track: UInt32, _ fences: SnapshotFences, to writer: inout SnapshotWriter) {
        let memory = table.memories[Int(track)]
        names.withBytes(of: track) { writer.append($0) }
        if isPlain {
            let position = plainTracks.lastPosition(track)
            writer.append(position != nil)
            writer.append(fixed: position?.longitude ?? 0)
            writer.append(fixed: position?.latitude ?? 0)
            writer.append(fixed: plainTracks.lastTime(track))
            if path != nil { writer.append(plainTracks.isTimed(track)) }
        } else {
            let line = table.lines[Int(track)]
            writer.append(line.hasFix)
            writer.append(fixed: line.longitude)
            writer.append(fixed: line.latitude)
            writer.append(fixed: line.decidedTime)
            writer.append(line.isTimed)
            writer.append(line.accuracy)
            writer.append(fixed: lateness > 0 ? line.newestTime : FenceFixes.noTime)
        }
        let inside = self.fences(ofTrack: track).map { fences.place(identities.identity(of: $0)) }.sorted()
        writer.append(count: inside.count)
        for place in inside { writer.append(count: place) }
        writer.append(count: memory.editCount)
        writer.append(fixed: memory.recent.time)
        let events = memory.recent.events.map { (fences.place($0.fence), $0.kind.rawValue, $0.count) }
        writer.append(count: events.count)
        for event in events.sorted(by: { ($0.0, $0.1) < ($1.0, $1.1) }) {
            writer.append(count: event.0)
            writer.append(event.1)
            writer.append(count: event.2)
        }
        guard !isPlain else { return }
        let stays = memory.stays.map { (fences.place(identities.identity(of: $0.fence)), $0) }.sorted { $0.0 < $1.0 }
        writer.append(count: stays.count)
        for (place, stay) in stays {
            writer.append(count: place)
            write(stay, to: &writer)
        }
        writer.append(count: memory.waiting.count)
        for fix in memory.waiting.all { write(fix, to: &writer) }
    }

    private func write(_ stay: FenceStay, to writer: inout SnapshotWriter) {
        writer.append(stay.state.rawValue)
        writer.append(fixed: stay.entry)
        writer.append(fixed: stay.crossing.time)
        writer.append(fixed: stay.crossing.position.longitude)
        writer.append(fixed: stay.crossing.position.latitude)
        writer.append(stay.crossing.cause == .fenceChanged)
        writer.append(count: stay.crossing.observation)
        writer.append(count: stay.crossing.ordinal)
        writer.append(count: stay.dwellOrdinal)
        let speed: UInt8 = (stay.speed.isSpeeding ? 2 : 0) | (stay.speed.isSlow ? 4 : 0)
        writer.append((stay.isDwellTold ? 1 : 0) | speed | (stay.isSilenceTold ? 8 : 0))
    }

    private func write(_ fix: FenceFix, to writer: inout SnapshotWriter) {
        writer.append(fixed: fix.time)
        writer.append(fixed: fix.longitude)
        writer.append(fixed: fix.latitude)
        writer.append(count: fix.ordinal)
        writer.append(fix.accuracy)
        writer.append(fix.speed.isNaN ? .nan : fix.speed)
    }
}

/// The fences that tracks know, each once, in the order of their ids (UTF-8 bytes): tracks name them by their place.
struct SnapshotFences {
    let ids: [String]
    private let places: [UInt32: Int]

    init(_ engine: FenceEngine, _ tracks: [UInt32]) {
        var known: Set<UInt32> = []
        for track in tracks {
            let memory = engine.table.memories[Int(track)]
            for fence in engine.fences(ofTrack: track) { known.insert(engine.identities.identity(of: fence)) }
            for stay in memory.stays { known.insert(engine.identities.identity(of: stay.fence)) }
            for event in memory.recent.events { known.insert(event.fence) }
        }
        let exceptions = engine.identities.exceptions
        var named: [(id: String, identity: UInt32)] = []
        for identity in known {
            if let id = exceptions.ids[identity] {
                named.append((id, identity))
            } else {
                named.append((engine.index.id(of: exceptions.numbers[identity] ?? identity), identity))
            }
        }
        named.sort { $0.id.utf8.lexicographicallyPrecedes($1.id.utf8) }
        ids = named.map(\.id)
        places = Dictionary(uniqueKeysWithValues: named.enumerated().map { ($1.identity, $0) })
    }

    /// The place of the fence with an identity.
    func place(_ identity: UInt32) -> Int { places[identity] ?? 0 }
}
