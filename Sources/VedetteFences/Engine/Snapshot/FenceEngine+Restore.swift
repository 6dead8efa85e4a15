// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import VedetteGeometry

extension FenceEngine {
    /// Makes an engine that goes on where a snapshot was taken. Fences are found by their ids. The state of one that is gone is forgotten without an event; one whose
    /// shape has changed keeps it, and the next fix of a track judges.
    ///
    /// - Throws: where the bytes are not a snapshot, are damaged, or were taken with other options, naming them.
    /// - Complexity: O(bytes), in time and memory.
    package convenience init(snapshot: [UInt8], index: FenceIndex, options: FenceEngineOptions) throws(FenceSnapshotError) {
        let magic = Array(Self.snapshotMagic.utf8)
        guard snapshot.starts(with: magic), snapshot.count > magic.count else {
            throw FenceSnapshotError(
                code: .notASnapshot, message: "this is not a snapshot of fences and tracks; name the file that one was written to")
        }
        guard snapshot[magic.count] == Self.snapshotVersion else {
            throw FenceSnapshotError(
                code: .version,
                message:
                    "the snapshot has version \(snapshot[magic.count]) of the format and this program reads \(Self.snapshotVersion); begin without it"
            )
        }
        do {
            try options.check()
        } catch {
            throw FenceSnapshotError(code: .options, message: error.message)
        }
        self.init(index: index, options: options)
        var reader = try SnapshotReader(sealed: snapshot)
        try reader.skip(magic.count + 1)
        try options.compare(with: &reader)
        let fences = try readFences(&reader)
        let count = try reader.count(ofSize: 20)
        var last: ArraySlice<UInt8>?
        for _ in 0..<count {
            let name = try reader.name()
            if let last, !last.lexicographicallyPrecedes(name) { throw FenceSnapshotError.damaged }
            last = name
            let track = names.restore(name)
            grow()
            try read(track, fences, &reader)
        }
        guard reader.isAtEnd else { throw FenceSnapshotError.damaged }
    }

    /// A fence of a snapshot: its number where it is still there, and what stands for it in the memory of events.
    private typealias Known = (number: UInt32?, identity: UInt32)

    private func readFences(_ reader: inout SnapshotReader) throws(FenceSnapshotError) -> [Known] {
        var fences: [Known] = []
        var last: String?
        for _ in 0..<(try reader.count(ofSize: 1)) {
            let id = try reader.text()
            if let last, !last.utf8.lexicographicallyPrecedes(id.utf8) { throw FenceSnapshotError.damaged }
            last = id
            let number = index.number(of: id)
            fences.append((number, number ?? identities.identity(ofGone: id)))
        }
        return fences
    }

    private func readFence(_ fences: [Known], _ reader: inout SnapshotReader) throws(FenceSnapshotError) -> Known {
        let place = try reader.number()
        guard place < UInt64(fences.count) else { throw FenceSnapshotError.damaged }
        return fences[Int(place)]
    }

    private func read(_ track: UInt32, _ fences: [Known], _ reader: inout SnapshotReader) throws(FenceSnapshotError) {
        let memory = table.memories + Int(track)
        var line = TrackLine()
        line.hasFix = try reader.flag()
        let position = try readPosition(&reader)
        (line.longitude, line.latitude) = (position.longitude, position.latitude)
        line.decidedTime = try reader.fixed64()
        if !isPlain || path != nil { line.isTimed = try reader.flag() }
        if !isPlain {
            line.accuracy = try reader.double()
            line.newestTime = try reader.fixed64()
            guard line.accuracy >= 0, line.accuracy.isFinite else { throw FenceSnapshotError.damaged }
        }
        guard !line.isTimed || line.decidedTime != FenceFixes.noTime else { throw FenceSnapshotError.damaged }
        var inside: [UInt32] = []
        for _ in 0..<(try reader.count(ofSize: 1)) {
            if let number = try readFence(fences, &reader).number { inside.append(number) }
        }
        inside.sort()
        memory.pointee.editCount = try reader.number32()
        try readEvents(of: track, fences, &reader)
        guard !isPlain else {
            if line.hasFix {
                plainTracks.note(track, longitude: line.longitude, latitude: line.latitude, time: line.decidedTime)
                plainTracks.setInside(track, inside)
                plainTracks.setTimed(track, line.isTimed)
            }
            return
        }
        memory.pointee.inside = inside
        for _ in 0..<(try reader.count(ofSize: 31)) { try readStay(of: track, fences, &reader) }
        memory.pointee.stays.sort { $0.fence < $1.fence }
        try readWaiting(of: track, &reader)
        table.lines[Int(track)] = line
        if line.hasFix { table.homes[Int(track)] = FenceTrackStore.home(Self.westward(line.longitude), line.latitude) }
        setNextDue(of: track)
        schedule(track)
    }

    private func readPosition(_ reader: inout SnapshotReader) throws(FenceSnapshotError) -> GridPosition {
        let (longitude, latitude) = (try reader.fixed32(), try reader.fixed32())
        guard let position = GridPosition(longitudeSteps: Int64(longitude), latitudeSteps: Int64(latitude)) else {
            throw FenceSnapshotError.damaged
        }
        return position
    }

    private func readEvents(of track: UInt32, _ fences: [Known], _ reader: inout SnapshotReader) throws(FenceSnapshotError) {
        let time = try reader.fixed64()
        var events: [RecentEvents.Event] = []
        for _ in 0..<(try reader.count(ofSize: 3)) {
            let fence = try readFence(fences, &reader)
            guard let kind = FenceEvent.Kind(rawValue: try reader.byte()) else { throw FenceSnapshotError.damaged }
            events.append(RecentEvents.Event(fence: fence.identity, kind: kind, count: try reader.number32()))
        }
        (table.memories + Int(track)).pointee.recent = RecentEvents(time: time, events: events)
    }

    private func readStay(of track: UInt32, _ fences: [Known], _ reader: inout SnapshotReader) throws(FenceSnapshotError) {
        let fence = try readFence(fences, &reader)
        guard let state = PresenceRule.State(rawValue: try reader.byte()), state != .outside else { throw FenceSnapshotError.damaged }
        let (entry, time) = (try reader.fixed64(), try reader.fixed64())
        var crossing = FenceStay.Crossing(time: time, position: try readPosition(&reader))
        crossing.cause = try reader.flag() ? .fenceChanged : .fix
        crossing.observation = try reader.number()
        crossing.ordinal = try reader.number32()
        var stay = FenceStay(fence: fence.number ?? 0, crossing: crossing)
        (stay.state, stay.entry) = (state, entry)
        stay.dwellOrdinal = try reader.number32()
        let flags = try reader.byte()
        guard flags < 16 else { throw FenceSnapshotError.damaged }
        (stay.isDwellTold, stay.isSilenceTold) = (flags & 1 != 0, flags & 8 != 0)
        stay.speed = SpeedRule.State(isSpeeding: flags & 2 != 0, isSlow: flags & 4 != 0)
        if fence.number != nil { (table.memories + Int(track)).pointee.stays.append(stay) }
    }

    private func readWaiting(of track: UInt32, _ reader: inout SnapshotReader) throws(FenceSnapshotError) {
        var last = FenceFixes.noTime
        for _ in 0..<(try reader.count(ofSize: 33)) {
            let time = try reader.fixed64()
            let position = try readPosition(&reader)
            let fix = FenceFix(
                time: time, longitude: position.longitude, latitude: position.latitude, ordinal: try reader.number(),
                accuracy: try reader.double(), speed: try reader.double())
            guard time >= last, time != FenceFixes.noTime, fix.accuracy >= 0, fix.accuracy.isFinite else {
                throw FenceSnapshotError.damaged
            }
            last = time
            (table.memories + Int(track)).pointee.waiting.insert(fix)
            waitingCount += 1
        }
    }
}
