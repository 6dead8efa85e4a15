// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// A range of addresses whose pages take memory once they are written: zero at first, aligned to a page, given back at the end.
final class FenceMemory {
    private(set) var base: UnsafeMutableRawPointer
    /// In bytes.
    private(set) var capacity: Int

    /// Reserves addresses, fewer where the system does not give so many.
    init(capacity: Int) {
        var capacity = max(capacity, 1 << 16)
        while true {
            if let base = Self.reserve(capacity) {
                (self.base, self.capacity) = (base, capacity)
                return
            }
            // As where an array cannot grow: there is no memory to go on with.
            guard capacity > 1 << 26 else { fatalError("out of memory for a fence index") }
            capacity /= 2
        }
    }

    private static func reserve(_ capacity: Int) -> UnsafeMutableRawPointer? {
        #if os(Linux)
        let flags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE
        #else
        let flags = MAP_PRIVATE | MAP_ANON
        #endif
        let address = mmap(nil, capacity, PROT_READ | PROT_WRITE, flags, -1, 0)
        return address == MAP_FAILED ? nil : address
    }

    /// Moves to a larger range, keeping the first `used` bytes. Nobody may hold an address in it.
    func grow(to newCapacity: Int, used: Int) {
        guard newCapacity > capacity else { return }
        let larger = FenceMemory(capacity: newCapacity)
        guard larger.capacity > capacity else { fatalError("out of memory for a fence index") }
        larger.base.copyMemory(from: base, byteCount: used)
        (base, larger.base) = (larger.base, base)
        (capacity, larger.capacity) = (larger.capacity, capacity)
    }

    deinit { munmap(base, capacity) }
}
