// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

/// The track ids that an engine knows, each kept once and known by a number, in the order in which they first came; a value, so that an engine is one.
struct NameTable: Sendable {
    private var arena: [UInt8] = []
    private var ends: [Int] = []
    private var hashes: [UInt64] = []
    /// Open addressing: a name's number plus one, 0 where free; the count is a power of two, at most half of it used.
    private var slots: [UInt32] = Array(repeating: 0, count: 16)

    /// How many names there are.
    var count: Int { ends.count }

    /// Numbers in the order of their names, by bytes.
    func sorted(_ numbers: [UInt32]) -> [UInt32] {
        arena.withUnsafeBytes { bytes in
            numbers.sorted { first, second in
                bytes[range(of: Int(first))].lexicographicallyPrecedes(bytes[range(of: Int(second))])
            }
        }
    }

    /// Names of an earlier run, of which nobody knows yet how they hash in this one.
    private var restored: [[UInt8]: UInt32] = [:]

    /// The number of `name`, which is added where it is new.
    ///
    /// - Complexity: O(length), amortised.
    mutating func number(of name: UnsafeRawBufferPointer, hash: UInt64) -> UInt32 {
        var slot = Int(truncatingIfNeeded: hash) & (slots.count - 1)
        while slots[slot] != 0 {
            let number = Int(slots[slot] - 1)
            if hashes[number] == hash, isEqual(number, name) { return UInt32(number) }
            slot = (slot + 1) & (slots.count - 1)
        }
        if !restored.isEmpty, let number = restored.removeValue(forKey: Array(name)) {
            hashes[Int(number)] = hash
            slots[slot] = number + 1
            return number
        }
        let number = UInt32(ends.count)
        arena.append(contentsOf: name)
        ends.append(arena.count)
        hashes.append(hash)
        slots[slot] = number + 1
        if ends.count * 2 > slots.count { grow() }
        return number
    }

    /// Adds a name of an earlier run, which must be new; its hash is known when it comes again.
    mutating func restore(_ name: some Sequence<UInt8>) -> UInt32 {
        let number = UInt32(ends.count)
        let name = Array(name)
        arena.append(contentsOf: name)
        ends.append(arena.count)
        hashes.append(0)
        restored[name] = number
        if ends.count * 2 > slots.count { grow() }
        return number
    }

    /// Calls `body` with the bytes of a name, valid during the call.
    func withBytes<Result>(of number: UInt32, _ body: (UnsafeRawBufferPointer) -> Result) -> Result {
        let range = range(of: Int(number))
        return arena.withUnsafeBytes { body(UnsafeRawBufferPointer(rebasing: $0[range])) }
    }

    func text(of number: UInt32) -> String {
        String(decoding: arena[range(of: Int(number))], as: UTF8.self)
    }

    private func range(of number: Int) -> Range<Int> {
        (number == 0 ? 0 : ends[number - 1])..<ends[number]
    }

    private func isEqual(_ number: Int, _ name: UnsafeRawBufferPointer) -> Bool {
        let range = range(of: number)
        guard range.count == name.count else { return false }
        return arena.withUnsafeBytes { $0[range].elementsEqual(name) }
    }

    private mutating func grow() {
        slots = Array(repeating: 0, count: slots.count * 2)
        let unknown = Set(restored.values)
        for (number, hash) in hashes.enumerated() where unknown.isEmpty || !unknown.contains(UInt32(number)) {
            var slot = Int(truncatingIfNeeded: hash) & (slots.count - 1)
            while slots[slot] != 0 { slot = (slot + 1) & (slots.count - 1) }
            slots[slot] = UInt32(number) + 1
        }
    }
}
