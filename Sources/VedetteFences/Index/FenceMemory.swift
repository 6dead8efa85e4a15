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
    let base: UnsafeMutableRawPointer
    /// In bytes.
    let capacity: Int

    /// Reserves addresses, fewer where the system does not give so many.
    ///
    /// They take memory only once they are written. Where the machine has none left then, the system ends the process, as for any other memory.
    init(capacity: Int) throws(FenceIndexError) {
        var capacity = max(capacity, 1 << 16)
        while true {
            if let base = Self.reserve(capacity) {
                (self.base, self.capacity) = (base, capacity)
                return
            }
            guard capacity > 1 << 24 else { throw .outOfMemory }
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

    deinit { munmap(base, capacity) }
}
