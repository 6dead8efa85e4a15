// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import VedetteExpressions

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// Texts known by a number, in the order in which they first came; those added by ``number(of:hash:)`` are kept once.
package struct TextTable: ~Copyable {
    private var bytes: UnsafeMutablePointer<UInt8>
    private var byteCapacity = 1_024
    private var usedBytes = 0
    /// Where texts begin, and where the last one ends.
    private var bounds: UnsafeMutablePointer<Int>
    private var boundsCapacity = 64
    package private(set) var count = 0
    private var slots: TextSlots

    package init() { self.init(capacity: 0) }

    /// With room for `capacity` texts.
    init(capacity: Int) {
        bytes = .allocate(capacity: byteCapacity)
        boundsCapacity = max(64, capacity + 1)
        bounds = .allocate(capacity: boundsCapacity)
        bounds[0] = 0
        slots = TextSlots(capacity: capacity)
    }

    deinit {
        bytes.deallocate()
        bounds.deallocate()
    }

    /// How much memory the texts use, in bytes.
    package var byteCount: Int { usedBytes + (count + 1) * MemoryLayout<Int>.stride + slots.byteCount }

    /// The number of `text`, which is added where it is new.
    ///
    /// - Complexity: O(length), amortised.
    package mutating func number(of text: UnsafeRawBufferPointer, hash: UInt64) -> UInt32 {
        number(of: text, key: ShortText(text) ?? ShortText(hashOfLong: hash), hash: hash)
    }

    package mutating func number(of text: UnsafeRawBufferPointer) -> UInt32 {
        guard let short = ShortText(text) else { return number(of: text, hash: ByteHash.hash(text)) }
        let hash = ByteHash.hash(short)
        if let known = slots.find(short, hash: hash) { return known }
        return number(of: text, key: short, hash: hash)
    }

    @inline(__always)
    private mutating func number(of text: UnsafeRawBufferPointer, key: ShortText, hash: UInt64) -> UInt32 {
        if let known = slots.find(key, hash: hash, where: { isEqual(Int($0), text) }) { return known }
        let number = append(text)
        slots.insert(number, key, hash: hash)
        return number
    }

    /// Adds a text whether or not it is there, and does not find it later: for texts that are looked up elsewhere.
    package mutating func append(_ text: UnsafeRawBufferPointer) -> UInt32 {
        if usedBytes + text.count > byteCapacity { growBytes(by: text.count) }
        if count + 2 > boundsCapacity {
            let capacity = boundsCapacity * 2
            let grown = UnsafeMutablePointer<Int>.allocate(capacity: capacity)
            grown.update(from: bounds, count: count + 1)
            bounds.deallocate()
            (bounds, boundsCapacity) = (grown, capacity)
        }
        if let start = text.baseAddress { UnsafeMutableRawPointer(bytes + usedBytes).copyMemory(from: start, byteCount: text.count) }
        usedBytes += text.count
        count += 1
        bounds[count] = usedBytes
        return UInt32(count - 1)
    }

    private mutating func growBytes(by more: Int) {
        let capacity = max(byteCapacity * 2, usedBytes + more)
        let grown = UnsafeMutablePointer<UInt8>.allocate(capacity: capacity)
        grown.update(from: bytes, count: usedBytes)
        bytes.deallocate()
        (bytes, byteCapacity) = (grown, capacity)
    }

    /// The bytes of a text, valid until the table changes.
    @inline(__always)
    func bytes(of number: UInt32) -> UnsafeRawBufferPointer {
        let start = bounds[Int(number)]
        return UnsafeRawBufferPointer(start: bytes + start, count: bounds[Int(number) + 1] - start)
    }

    /// Calls `body` with the bytes of a text, valid during the call.
    package func withBytes<Result>(of number: UInt32, _ body: (UnsafeRawBufferPointer) -> Result) -> Result {
        body(bytes(of: number))
    }

    package func text(of number: UInt32) -> String {
        String(decoding: bytes(of: number), as: UTF8.self)
    }

    package func isEqual(_ number: Int, _ text: UnsafeRawBufferPointer) -> Bool {
        let own = bytes(of: UInt32(truncatingIfNeeded: number))
        guard own.count == text.count else { return false }
        guard let first = own.baseAddress, let second = text.baseAddress else { return true }
        return memcmp(first, second, own.count) == 0
    }

    /// The texts as where clauses read them, valid until the table changes.
    var packed: PackedTexts { PackedTexts(table: UnsafePointer(bytes), bounds: UnsafePointer(bounds), count: count) }
}
