// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

package import VedetteGeometry
package import VedetteModel

/// A run of observations on their way from a codec to the stores and engines: columns of raw values.
///
/// Texts are places in the batch's own bytes, not yet numbered by anyone: a batch can be read on any thread, and numbering
/// happens where the order is known.
package struct ObservationBatch: Sendable {
    package private(set) var schema: ObservationSchema
    /// Track ids and texts, one after the other, UTF-8.
    package private(set) var bytes: [UInt8] = []

    package private(set) var trackRanges: [Range<Int>] = []
    package private(set) var trackHashes: [UInt64] = []
    /// 1e-7 degree; ``noPosition`` where there is none.
    package private(set) var longitudes: [Int32] = []
    package private(set) var latitudes: [Int32] = []
    /// Microseconds since 1970; ``noTime`` where there is none.
    package private(set) var times: [Int64] = []
    /// Which record of the feed it was, counted from 0 over good and bad ones.
    package private(set) var ordinals: [UInt64] = []
    /// The record's own id, where it has one and it is not the track id; empty where not.
    package private(set) var idRanges: [Range<Int>] = []
    /// Values, row after row; `rowStarts[i]` is where row i begins, and a row holds as many as the schema had columns then.
    package private(set) var values: [PackedValue] = []
    package private(set) var rowStarts: [Int] = []

    package static let noPosition = Int32.min
    package static let noTime = Int64.min

    package init(schema: ObservationSchema = ObservationSchema()) {
        self.schema = schema
    }

    package var count: Int { times.count }
    package var isEmpty: Bool { times.isEmpty }

    /// Forgets the observations and keeps the memory and the schema.
    package mutating func removeAll() {
        bytes.removeAll(keepingCapacity: true)
        trackRanges.removeAll(keepingCapacity: true)
        trackHashes.removeAll(keepingCapacity: true)
        longitudes.removeAll(keepingCapacity: true)
        latitudes.removeAll(keepingCapacity: true)
        times.removeAll(keepingCapacity: true)
        ordinals.removeAll(keepingCapacity: true)
        idRanges.removeAll(keepingCapacity: true)
        values.removeAll(keepingCapacity: true)
        rowStarts.removeAll(keepingCapacity: true)
    }

    /// The position of an observation, or nil.
    package func position(at index: Int) -> GridPosition? {
        guard longitudes[index] != Self.noPosition else { return nil }
        return GridPosition(uncheckedLongitude: longitudes[index], latitude: latitudes[index])
    }

    /// Calls `body` with the bytes of a range, valid during the call.
    package func withBytes<Result>(_ range: Range<Int>, _ body: (UnsafeRawBufferPointer) -> Result) -> Result {
        bytes.withUnsafeBytes { body(UnsafeRawBufferPointer(rebasing: $0[range])) }
    }

    package func text(_ range: Range<Int>) -> String {
        String(decoding: bytes[range], as: UTF8.self)
    }

    /// The value in a column, null where the row is older than the column.
    package func value(at index: Int, column: Int) -> PackedValue {
        let start = rowStarts[index]
        let end = index + 1 < rowStarts.count ? rowStarts[index + 1] : values.count
        return start + column < end ? values[start + column] : .null
    }
}

// MARK: - Writing

extension ObservationBatch {
    /// Adds bytes to the batch and says where they are.
    package mutating func append(_ text: UnsafeRawBufferPointer) -> Range<Int> {
        let start = bytes.count
        bytes.append(contentsOf: text)
        return start..<bytes.count
    }

    /// Lets `body` write bytes and says where they are.
    package mutating func appendBytes(_ body: (inout [UInt8]) -> Void) -> Range<Int> {
        let start = bytes.count
        body(&bytes)
        return start..<bytes.count
    }

    // A place in `bytes` as 48 bits: 27 of offset and 21 of length. Batches are cut long before 128 MiB.
    static var lengthBits: UInt64 { 21 }

    /// A value that stands for bytes of this batch; null where they are too long to refer to.
    package static func reference(_ kind: PackedValue.Kind, _ range: Range<Int>) -> PackedValue {
        guard range.count < 1 << 21, range.lowerBound < 1 << 27 else { return .null }
        return PackedValue(kind, reference: UInt64(range.lowerBound) << lengthBits | UInt64(range.count))
    }

    /// The bytes that a value stands for.
    package static func range(of value: PackedValue) -> Range<Int> {
        let start = Int(value.reference >> lengthBits)
        return start..<start + Int(value.reference & (1 << lengthBits - 1))
    }

    /// The column of a field, added to the schema where it is new.
    package mutating func column(for field: Field) -> Int? {
        schema.column(for: field)
    }

    /// Replaces the schema by one that has at least the same columns.
    package mutating func adopt(_ schema: ObservationSchema) {
        self.schema = schema
    }

    /// Begins a row, all null, as wide as the schema is now. ``endRow(track:position:time:ordinal:id:)`` or ``abandonRow(bytes:)`` ends it.
    package mutating func beginRow() {
        rowStarts.append(values.count)
        values.append(contentsOf: repeatElement(.null, count: schema.fields.count))
    }

    /// Sets a value of the row begun; widens the row where the column is newer than it.
    package mutating func setValue(_ value: PackedValue, column: Int) {
        let index = (rowStarts.last ?? 0) + column
        while values.count <= index { values.append(.null) }
        values[index] = value
    }

    /// Ends the row begun.
    package mutating func endRow(track: Range<Int>, position: GridPosition?, time: Int64, ordinal: UInt64, id: Range<Int>? = nil) {
        trackRanges.append(track)
        trackHashes.append(withBytes(track) { ByteHash.hash($0) })
        longitudes.append(position?.longitude ?? Self.noPosition)
        latitudes.append(position?.latitude ?? Self.noPosition)
        times.append(time)
        ordinals.append(ordinal)
        idRanges.append(id ?? 0..<0)
    }

    /// Takes back the row begun and the bytes added since there were `bytes` of them.
    package mutating func abandonRow(bytes count: Int) {
        if let start = rowStarts.popLast() { values.removeSubrange(start...) }
        bytes.removeSubrange(count...)
    }
}

// MARK: - Reading

extension ObservationBatch {
    /// The columns of a batch as plain memory.
    struct Rows {
        let count: Int
        let bytes: UnsafeRawPointer
        let trackRanges: UnsafePointer<Range<Int>>
        let trackHashes: UnsafePointer<UInt64>
        let longitudes: UnsafePointer<Int32>
        let latitudes: UnsafePointer<Int32>
        let times: UnsafePointer<Int64>
        let values: UnsafePointer<UInt64>
        let valueCount: Int
        let rowStarts: UnsafePointer<Int>

        @inline(__always)
        func track(_ index: Int) -> UnsafeRawBufferPointer { text(trackRanges[index]) }

        @inline(__always)
        func text(_ range: Range<Int>) -> UnsafeRawBufferPointer {
            UnsafeRawBufferPointer(start: bytes + range.lowerBound, count: range.upperBound &- range.lowerBound)
        }

        /// The position as a row of the store has it.
        @inline(__always)
        func position(_ index: Int) -> UInt64 {
            UInt64(UInt32(bitPattern: latitudes[index])) << 32 | UInt64(UInt32(bitPattern: longitudes[index]))
        }

        /// Where the values of a row end.
        @inline(__always)
        func rowEnd(_ index: Int) -> Int { index &+ 1 < count ? rowStarts[index &+ 1] : valueCount }
    }

    /// Calls `body` with the columns, valid during the call; not where there are no observations.
    borrowing func withRows(_ body: (Rows) -> Void) {
        guard count > 0 else { return }
        // Rows without texts or values have nothing behind these pointers, and nothing is read there.
        withUnsafeTemporaryAllocation(of: UInt64.self, capacity: 1) { nothing in
            bytes.withUnsafeBytes { bytes in
                values.withUnsafeBytes { values in
                    trackRanges.withUnsafeBufferPointer { ranges in
                        trackHashes.withUnsafeBufferPointer { hashes in
                            longitudes.withUnsafeBufferPointer { longitudes in
                                latitudes.withUnsafeBufferPointer { latitudes in
                                    times.withUnsafeBufferPointer { times in
                                        rowStarts.withUnsafeBufferPointer { starts in
                                            guard let nothing = nothing.baseAddress, let ranges = ranges.baseAddress,
                                                let hashes = hashes.baseAddress, let longitudes = longitudes.baseAddress,
                                                let latitudes = latitudes.baseAddress, let times = times.baseAddress,
                                                let starts = starts.baseAddress
                                            else { return }
                                            body(
                                                Rows(
                                                    count: count, bytes: bytes.baseAddress ?? UnsafeRawPointer(nothing),
                                                    trackRanges: ranges, trackHashes: hashes, longitudes: longitudes,
                                                    latitudes: latitudes, times: times,
                                                    // A packed value is its bits and nothing else.
                                                    values: values.baseAddress?.assumingMemoryBound(to: UInt64.self)
                                                        ?? UnsafePointer(nothing),
                                                    valueCount: values.count / 8, rowStarts: starts))
                                        }
                                    }
                                }
                            }
                        }
                    }
                }
            }
        }
    }
}
