// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The observations that the store and its peers are given: a file of 16 bytes an observation, each track once a second in a scattered order.
///
/// Little endian: "TRK1", the number of tracks as `UInt32`, of observations as `UInt64`, then for each its track and second as `UInt32`, its
/// longitude and latitude in 1e-7 degree as `Int32`.
struct TrackFile: Sendable {
    struct Update {
        var track: UInt32
        var second: UInt32
        var longitude: Int32
        var latitude: Int32
    }

    struct Unreadable: Error, CustomStringConvertible {
        let description: String
    }

    private static let headerSize = 16

    let trackCount: Int
    let updates: [Update]

    /// Seconds in the file, each with all tracks.
    var seconds: Int { updates.count / trackCount }

    init(reading path: String) throws {
        guard let file = fopen(path, "rb") else { throw Unreadable(description: "\(path) cannot be read") }
        defer { fclose(file) }
        var header = [UInt8](repeating: 0, count: Self.headerSize)
        guard fread(&header, 1, Self.headerSize, file) == Self.headerSize, header.starts(with: Array("TRK1".utf8)) else {
            throw Unreadable(description: "\(path) is no file of tracks")
        }
        let (tracks, count) = header.withUnsafeBytes {
            (Int($0.loadUnaligned(fromByteOffset: 4, as: UInt32.self)), Int($0.loadUnaligned(fromByteOffset: 8, as: UInt64.self)))
        }
        updates = [Update](unsafeUninitializedCapacity: count) { buffer, initialized in
            initialized = fread(buffer.baseAddress, MemoryLayout<Update>.stride, count, file)
        }
        guard tracks > 0, updates.count == count, count % tracks == 0, updates.allSatisfy({ $0.track < tracks }) else {
            throw Unreadable(description: "\(path) is cut off, or not one observation a track and second")
        }
        trackCount = tracks
    }

    /// Writes a file of ``GeneratedWorld``'s tracks.
    static func write(tracks: Int, seconds: Int, to path: String) throws {
        let fixes = GeneratedWorld.fixes(tracks: tracks, seconds: seconds)
        var data = Data("TRK1".utf8)
        withUnsafeBytes(of: UInt32(tracks)) { data.append(contentsOf: $0) }
        withUnsafeBytes(of: UInt64(fixes.count)) { data.append(contentsOf: $0) }
        let updates = fixes.enumerated().map { index, fix in
            Update(
                track: fix.track, second: UInt32(index / tracks), longitude: fix.place.longitude, latitude: fix.place.latitude)
        }
        updates.withUnsafeBytes { data.append(contentsOf: $0) }
        try data.write(to: URL(fileURLWithPath: path))
    }
}
