// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

/// A part of a script as people look for it: by line and column.
struct ArcadePlace {
    /// In bytes of UTF-8.
    let offset: Int
    /// From 1. A line feed, a carriage return, and both behind each other, end one line.
    let line: Int
    /// In characters, from 1. A byte order mark before the script counts for nothing.
    let column: Int
    /// What stands there, of long parts the beginning.
    let text: String

    private static let longestText = 80

    init(_ range: Range<Int>, in source: String) {
        var source = source
        (offset, line, column, text) = source.withUTF8 { bytes in
            let start = min(max(0, range.lowerBound), bytes.count)
            var end = min(max(start, range.upperBound), bytes.count)
            if end - start > Self.longestText {
                end = start + Self.longestText
                // Not in the middle of a character.
                while end > start, bytes[end] & 0xC0 == 0x80 { end -= 1 }
            }
            var (line, lineStart, index) = (1, 0, 0)
            while index < start {
                let byte = bytes[index]
                index += 1
                guard byte == 0x0A || byte == 0x0D else { continue }
                if byte == 0x0D, index < start, bytes[index] == 0x0A { index += 1 }
                (line, lineStart) = (line + 1, index)
            }
            if lineStart == 0, start >= 3, bytes[0] == 0xEF, bytes[1] == 0xBB, bytes[2] == 0xBF { lineStart = 3 }
            let before = String(decoding: bytes[lineStart..<start], as: UTF8.self)
            return (start, line, before.count + 1, String(decoding: bytes[start..<end], as: UTF8.self))
        }
    }
}
