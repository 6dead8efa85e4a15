// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import VedetteFences

/// Why a file cannot be used.
struct FileError: Error, CustomStringConvertible {
    let description: String
}

/// The little-endian words of a file, with a check before each use.
private struct Words {
    private let data: Data
    private let path: String

    init(_ path: String, magic: String) throws {
        self.path = path
        do {
            data = try Data(contentsOf: URL(fileURLWithPath: path), options: .alwaysMapped)
        } catch {
            throw FileError(description: "\(path) cannot be read: \(error.localizedDescription)")
        }
        guard data.prefix(4) == Data(magic.utf8) else {
            throw FileError(description: "\(path) does not begin with \(magic); make one with gen of the peers")
        }
    }

    var byteCount: Int { data.count }

    func uint64(at offset: Int) throws -> UInt64 {
        guard offset + 8 <= data.count else { throw FileError(description: "\(path) ends in its head; make it anew") }
        return data.withUnsafeBytes { UInt64(littleEndian: $0.loadUnaligned(fromByteOffset: offset, as: UInt64.self)) }
    }

    func uint32(at offset: Int) throws -> UInt32 {
        guard offset + 4 <= data.count else { throw FileError(description: "\(path) ends in its head; make it anew") }
        return data.withUnsafeBytes { UInt32(littleEndian: $0.loadUnaligned(fromByteOffset: offset, as: UInt32.self)) }
    }

    /// Calls `body` with `count` words of 32 bits from an offset.
    func withWords<Result>(at offset: Int, _ count: Int, _ body: (UnsafeRawBufferPointer) throws -> Result) throws -> Result {
        guard count >= 0, count <= (data.count - offset) / 4 else {
            throw FileError(description: "\(path) is shorter than its head says; make it anew")
        }
        return try data.withUnsafeBytes { try body(UnsafeRawBufferPointer(rebasing: $0[offset..<offset + 4 * count])) }
    }
}

/// Reads a file of fences. Their ids are their places in it, so that their numbers in an index are, too.
func readFences(_ path: String) throws -> (fences: [FenceDefinition], vertexCount: Int) {
    let words = try Words(path, magic: "FNC1")
    let count = Int(try words.uint32(at: 4))
    guard let total = Int(exactly: try words.uint64(at: 8)), total <= words.byteCount / 8 else {
        throw FileError(description: "\(path) is shorter than its head says; make it anew")
    }
    let counts = try words.withWords(at: 16, count) { bytes in
        (0..<count).map { Int(UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: 4 * $0, as: UInt32.self))) }
    }
    guard counts.reduce(0, +) == total else { throw FileError(description: "\(path): the fences' vertices do not add up; make it anew") }
    return try words.withWords(at: 16 + 4 * count, 2 * total) { bytes in
        var fences: [FenceDefinition] = []
        fences.reserveCapacity(count)
        var ring: [Int32] = []
        var start = 0
        for (number, vertices) in counts.enumerated() {
            ring.removeAll(keepingCapacity: true)
            for word in 2 * start..<2 * (start + vertices) {
                ring.append(Int32(littleEndian: bytes.loadUnaligned(fromByteOffset: 4 * word, as: Int32.self)))
            }
            start += vertices
            guard isRing(ring) else {
                throw FileError(
                    description: "\(path): fence \(number) has fewer than three vertices, or one that is out of range; make it anew")
            }
            fences.append(FenceDefinition(id: padded(number), shape: ring.withUnsafeBufferPointer { FenceShape(uncheckedRing: $0) }))
        }
        return (fences, total)
    }
}

/// In the order of numbers, as text.
func padded(_ number: Int) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, 10 - digits.count)) + digits
}

private func isRing(_ ring: [Int32]) -> Bool {
    guard ring.count >= 6 else { return false }
    for place in stride(from: 0, to: ring.count, by: 2) {
        let before = place == 0 ? ring.count - 2 : place - 2
        guard abs(Int(ring[place])) <= 1_800_000_000, abs(Int(ring[place + 1])) <= 900_000_000,
            abs(Int(ring[place]) - Int(ring[before])) <= 1_800_000_000
        else { return false }
    }
    return true
}

/// Reads a file of tracks into fixes, those of a track all in the same one of `shards`: that of its number modulo their count.
func readTracks(_ path: String, limit: Int, shards: Int) throws -> (trackCount: Int, updates: Int, shards: [FenceFixes]) {
    let words = try Words(path, magic: "TRK1")
    let trackCount = Int(try words.uint32(at: 4))
    guard let all = Int(exactly: try words.uint64(at: 8)), all <= words.byteCount / 16 else {
        throw FileError(description: "\(path) is shorter than its head says; make it anew")
    }
    let count = min(all, limit)
    var result = Array(repeating: FenceFixes(), count: shards)
    try words.withWords(at: 16, 4 * count) { bytes in
        for row in 0..<count {
            func word(_ place: Int) -> UInt32 {
                UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: 16 * row + 4 * place, as: UInt32.self))
            }
            let (track, second) = (Int(word(0)), word(1))
            let (longitude, latitude) = (Int32(bitPattern: word(2)), Int32(bitPattern: word(3)))
            guard track < trackCount, abs(Int(longitude)) <= 1_800_000_000, abs(Int(latitude)) <= 900_000_000 else {
                throw FileError(description: "\(path): update \(row) is of no track, or out of range; make it anew")
            }
            result[track % shards].append(
                track: UInt32(track / shards), longitude: longitude, latitude: latitude, time: Int64(second) * 1_000_000,
                ordinal: UInt64(row))
        }
    }
    return (trackCount, count, result)
}
