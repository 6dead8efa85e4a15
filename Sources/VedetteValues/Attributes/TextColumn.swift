// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

/// Texts of many rows in one run of UTF-8 bytes.
package struct TextColumn: Sendable {
    /// Where a row's text lies, and how it begins: sixteen bytes a row, so that most comparisons never touch the text itself.
    package struct Entry: Sendable {
        /// Offset of the first byte.
        package var start: Int
        /// How many bytes, or −1 where the text is null.
        package var count: Int32
        /// The first four bytes, the first one highest, zeros after the end: it orders as the texts do.
        package var prefix: UInt32

        static let null = Entry(start: 0, count: -1, prefix: 0)
    }

    package private(set) var entries: [Entry] = []
    package private(set) var bytes: [UInt8] = []
    /// Bytes that no row refers to any more.
    private var unusedCount = 0

    package init() {}

    package mutating func append(_ text: String?) {
        entries.append(stored(text))
    }

    /// Replaces the text of a row.
    package mutating func set(_ text: String?, at row: Int) {
        unusedCount += Int(max(0, entries[row].count))
        entries[row] = stored(text)
        if unusedCount > 65_536, unusedCount > bytes.count / 2 { compact() }
    }

    /// Removes a row; the last row takes its place.
    package mutating func swapRemove(at row: Int) {
        unusedCount += Int(max(0, entries[row].count))
        entries.swapAt(row, entries.count - 1)
        entries.removeLast()
    }

    package subscript(row: Int) -> String? {
        let entry = entries[row]
        guard entry.count >= 0 else { return nil }
        return String(decoding: bytes[entry.start..<entry.start + Int(entry.count)], as: UTF8.self)
    }

    private mutating func stored(_ text: String?) -> Entry {
        guard var text, text.utf8.count <= Int32.max else { return .null }
        return text.withUTF8 { utf8 in
            let start = bytes.count
            bytes.append(contentsOf: utf8)
            return Entry(start: start, count: Int32(utf8.count), prefix: Self.prefix(of: UnsafeRawBufferPointer(utf8)))
        }
    }

    /// The first four bytes as one number; see ``Entry/prefix``.
    package static func prefix(of text: UnsafeRawBufferPointer) -> UInt32 {
        var prefix: UInt32 = 0
        for index in 0..<min(4, text.count) { prefix |= UInt32(text[index]) << UInt32(24 - 8 * index) }
        return prefix
    }

    private mutating func compact() {
        var kept: [UInt8] = []
        kept.reserveCapacity(bytes.count - unusedCount)
        for row in entries.indices where entries[row].count > 0 {
            let start = entries[row].start
            entries[row].start = kept.count
            kept.append(contentsOf: bytes[start..<start + Int(entries[row].count)])
        }
        bytes = kept
        unusedCount = 0
    }
}
