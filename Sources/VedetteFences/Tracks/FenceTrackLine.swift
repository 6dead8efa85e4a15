// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

/// What is known of one track, in one cache line of 64 bytes.
struct FenceTrackLine {
    /// Nothing changes in it; does not hold 180° east. Does not reach out of the 2^20 cell of ``FenceTrackStore/homes``.
    var safeBox = FenceSafeBox.empty
    /// Of the last fix that had a time; ``FenceFixes/noTime`` before.
    var time = FenceFixes.noTime
    /// Of the last decided fix; ``noPosition`` before the first.
    var longitude = Self.noPosition
    var latitude: Int32 = 0
    /// How many fences the track is in.
    var count: UInt32 = 0
    /// Whether the last decided fix had a time; only kept where paths are judged.
    var isTimed = false
    /// Their numbers, ascending; where there are more than six: the address of a list (two words) and how many it has room for.
    var ids: (UInt32, UInt32, UInt32, UInt32, UInt32, UInt32) = (0, 0, 0, 0, 0, 0)

    static let noPosition = Int32.min
    static let inlineCount: UInt32 = 6
    /// Where the ids lie in the line.
    static let idOffset = 40

    /// The numbers of the fences of the line at an address.
    @inline(__always)
    static func ids(_ line: UnsafeMutablePointer<FenceTrackLine>) -> UnsafeMutablePointer<UInt32> {
        let words = (UnsafeMutableRawPointer(line) + idOffset).assumingMemoryBound(to: UInt32.self)
        guard line.pointee.count > inlineCount else { return words }
        return list(words)
    }

    /// The list whose address is in two words.
    private static func list(_ words: UnsafeMutablePointer<UInt32>) -> UnsafeMutablePointer<UInt32> {
        let address = UInt(words[0]) | UInt(words[1]) << 32
        guard let pointer = UnsafeMutablePointer<UInt32>(bitPattern: address) else { preconditionFailure("a track lost its list") }
        return pointer
    }

    /// Sets the fences of the line at an address.
    static func setIDs(_ line: UnsafeMutablePointer<FenceTrackLine>, _ ids: [UInt32]) {
        ids.withUnsafeBufferPointer { buffer in
            guard let base = buffer.baseAddress else { return withUnsafePointer(to: UInt32(0)) { setIDs(line, $0, 0) } }
            setIDs(line, base, buffer.count)
        }
    }

    /// Sets the fences of the line at an address.
    static func setIDs(
        _ line: UnsafeMutablePointer<FenceTrackLine>, _ ids: UnsafePointer<UInt32>, _ newCount: Int
    ) {
        let words = (UnsafeMutableRawPointer(line) + idOffset).assumingMemoryBound(to: UInt32.self)
        let hasList = line.pointee.count > inlineCount
        if newCount <= inlineCount {
            if hasList { list(words).deallocate() }
            words.update(from: ids, count: newCount)
        } else {
            if !hasList || words[2] < newCount {
                if hasList { list(words).deallocate() }
                let capacity = newCount + newCount / 2
                let address = UInt(bitPattern: UnsafeMutablePointer<UInt32>.allocate(capacity: capacity))
                (words[0], words[1]) = (UInt32(truncatingIfNeeded: address), UInt32(truncatingIfNeeded: address >> 32))
                words[2] = UInt32(capacity)
            }
            list(words).update(from: ids, count: newCount)
        }
        line.pointee.count = UInt32(newCount)
    }
}
