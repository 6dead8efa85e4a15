// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

/// Counts the lines of a text as it goes along.
struct XMLLineCount {
    private let text: UnsafeRawBufferPointer
    private var counted = 0
    private var current: Int

    init(_ text: UnsafeRawBufferPointer, line: Int) {
        (self.text, current) = (text, line)
    }

    /// The line on which a byte stands, which is not before the one asked for last.
    mutating func line(at offset: Int) -> Int {
        let end = min(max(offset, counted), text.count)
        current += FramingBytes.newlineCount(in: text, counted..<end)
        counted = end
        return current
    }
}
