// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import VedetteModel

extension TrackStore {
    /// Takes on the columns of a batch's schema.
    ///
    /// - Returns: which column of the store each of them is, or −1 where the store is full; nil where they are all the same.
    mutating func adopt(_ schema: ObservationSchema) -> [Int]? {
        if schema.isAligned(with: self.schema) {
            if schema.fields.count > self.schema.fields.count { widen(to: schema) }
            return nil
        }
        // The feed has begun anew, with its fields in another order.
        var merged = self.schema
        let columns = schema.fields.map { merged.column(for: $0) ?? -1 }
        if merged.fields.count > self.schema.fields.count { widen(to: merged) }
        return columns
    }

    /// Makes room for the columns of `schema`, which begins as the store's does.
    mutating func widen(to schema: ObservationSchema) {
        self.schema = schema
        let newStride = Self.stride(columns: schema.fields.count)
        guard newStride > stride else { return }
        let newLatest = UnsafeMutablePointer<UInt64>.allocate(capacity: numberCapacity * newStride)
        for number in 0..<numberCount {
            copy(latestRow(number), to: newLatest + number * newStride, width: newStride)
            let head = heads + number
            guard !head.pointee.isFree, let old = head.pointee.ring else { continue }
            let ring = UnsafeMutablePointer<UInt64>.allocate(capacity: Int(head.pointee.capacity) * newStride)
            for offset in 0..<Int(head.pointee.count) {
                if let from = row(number, offset) { copy(from, to: ring + offset * newStride, width: newStride) }
            }
            old.deallocate()
            ringBytes += Int(head.pointee.capacity) * (newStride - stride) * 8
            head.pointee.ring = ring
            head.pointee.first = 0
        }
        latest.deallocate()
        spareRow.deallocate()
        latest = newLatest
        stride = newStride
        spareRow = .allocate(capacity: 2 * stride)
    }

    private func copy(_ from: UnsafeMutablePointer<UInt64>, to: UnsafeMutablePointer<UInt64>, width: Int) {
        to.update(from: from, count: stride)
        (to + stride).update(repeating: PackedValue.null.bits, count: width - stride)
    }
}
