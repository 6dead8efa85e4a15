// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Vedette
import VedetteFences

/// What a run leaves behind for the next one: where every track is, what waits, and how many records there were.
///
/// Tracks are shared among a fixed number of engines by a hash that is the same in each run, so that the number of threads may change.
/// A file: `vedette fence state 1`, a line end, then little-endian numbers and counted bytes; at its end the sum that finds damage (FNV-1a).
struct FenceState {
    /// How many engines share the tracks.
    static let laneCount = 16
    private static let magic = Array("vedette fence state 1\n".utf8)

    /// Records seen in all runs.
    var nextOrdinal: UInt64 = 0
    var lanes: [Lane] = []

    struct Lane {
        /// That of the engine.
        var snapshot: [UInt8]
        /// What is known of fixes that events may yet name.
        var notes: [(track: [UInt8], note: FenceFixNote)] = []
    }

    // MARK: Files

    /// Reads the file; nil where there is none yet.
    static func read(_ path: String) throws -> FenceState? {
        guard FileManager.default.fileExists(atPath: path) else { return nil }
        let data: Data
        do {
            data = try Data(contentsOf: URL(fileURLWithPath: path))
        } catch {
            throw CommandFailure("\(path) cannot be read: \(error.localizedDescription)")
        }
        guard let state = FenceState(Array(data)) else {
            throw CommandFailure("\(path) is no whole state of vedette fence; remove it to begin anew")
        }
        return state
    }

    /// Writes the file anew; what was there stays until all of it is written.
    func write(_ path: String) throws { try OutputFile(path: path).write(Data(bytes)) }

    // MARK: Bytes

    var bytes: [UInt8] {
        var output = Self.magic
        func append(_ value: UInt64) { withUnsafeBytes(of: value.littleEndian) { output.append(contentsOf: $0) } }
        func append(_ bytes: [UInt8]) {
            append(UInt64(bytes.count))
            output += bytes
        }
        append(nextOrdinal)
        append(UInt64(lanes.count))
        for lane in lanes {
            append(lane.snapshot)
            append(UInt64(lane.notes.count))
            for (track, note) in lane.notes {
                append(track)
                append(note.ordinal)
                append(UInt64(bitPattern: note.time))
                append(note.id)
            }
        }
        append(Self.sum(output[...]))
        return output
    }

    init() {}

    /// nil for what is damaged or something else.
    init?(_ bytes: [UInt8]) {
        guard bytes.starts(with: Self.magic), bytes.count >= Self.magic.count + 24 else { return nil }
        let content = bytes.dropLast(8)
        var reader = Reader(rest: bytes[Self.magic.count...])
        var end = Reader(rest: bytes.suffix(8))
        guard end.number() == Self.sum(content), let nextOrdinal = reader.number(), reader.number() == UInt64(Self.laneCount) else {
            return nil
        }
        self.nextOrdinal = nextOrdinal
        for _ in 0..<Self.laneCount {
            guard let snapshot = reader.bytes(), let count = reader.number() else { return nil }
            var lane = Lane(snapshot: snapshot)
            for _ in 0..<count {
                guard let track = reader.bytes(), let ordinal = reader.number(), let time = reader.number(), let id = reader.bytes() else {
                    return nil
                }
                lane.notes.append((track, FenceFixNote(ordinal: ordinal, time: Int64(bitPattern: time), id: id)))
            }
            lanes.append(lane)
        }
    }

    private struct Reader {
        var rest: ArraySlice<UInt8>

        mutating func number() -> UInt64? {
            guard rest.count >= 8 else { return nil }
            defer { rest = rest.dropFirst(8) }
            return rest.prefix(8).reversed().reduce(0) { $0 << 8 | UInt64($1) }
        }

        mutating func bytes() -> [UInt8]? {
            guard let count = number(), count <= UInt64(rest.count) else { return nil }
            defer { rest = rest.dropFirst(Int(count)) }
            return Array(rest.prefix(Int(count)))
        }
    }

    /// FNV-1a (Fowler, Noll, Vo), 64 bits.
    private static func sum(_ bytes: ArraySlice<UInt8>) -> UInt64 {
        bytes.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
    }
}
