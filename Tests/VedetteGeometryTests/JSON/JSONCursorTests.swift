// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import VedetteGeometry

@Suite("JSON cursor")
struct JSONCursorTests {
    /// Whether the text is one JSON value and nothing else.
    private func isValid(_ text: [UInt8]) -> Bool {
        text.withUnsafeBytes { bytes in
            var cursor = JSONCursor(bytes)
            do {
                try cursor.skipValue()
                try cursor.expectEnd()
                return true
            } catch {
                return false
            }
        }
    }

    @Test(
        "accepts what RFC 8259 accepts",
        arguments: [
            "null", "true", " false ", "0", "-0", "-0.0e+1", "1e400", "12.5E-3", "\"\"", "\"\\u00e9\\n\\\\\\/\"", "\"\\ud83d\\ude00\"",
            "\"é😀\"", "[]", "{}",
            "[1,[2,[3]],{}]", "{\"a\":{\"b\":[null,true]}}", "\t[\r\n 1 , 2 ]\n", "{\"a\":1,\"a\":2}",
        ])
    func accepts(text: String) {
        #expect(isValid(Array(text.utf8)))
    }

    @Test(
        "refuses what RFC 8259 refuses",
        arguments: [
            "", " ", "nul", "True", "01", "-", "1.", ".5", "+1", "1e", "1e+", "0x10", "NaN", "Infinity", "\"", "\"\n\"", "\"\\x\"",
            "\"\\u12g4\"",
            "\"\\ud83d\"", "\"\\ude00\"", "\"\\ud83d\\u0041\"", "[1,]", "[,1]", "[1 2]", "{\"a\"}", "{\"a\":}", "{a:1}", "{\"a\":1,}",
            "{1:2}", "[1}", "{\"a\":1]",
            "1 2", "[] x", "[1", "{\"a\":1", "'a'",
        ])
    func refuses(text: String) {
        #expect(!isValid(Array(text.utf8)))
    }

    @Test(
        "refuses strings that are not UTF-8",
        arguments: [[0xFF], [0xC0, 0x80], [0xE0, 0x80, 0x80], [0xED, 0xA0, 0x80], [0xF4, 0x90, 0x80, 0x80], [0xC3], [0xE2, 0x82]]
            as [[UInt8]])
    func refusesBadUTF8(bytes: [UInt8]) {
        #expect(!isValid([0x22] + bytes + [0x22]))
    }

    @Test("nests 64 deep and no deeper")
    func depth() {
        func nested(_ depth: Int) -> [UInt8] {
            Array(repeating: UInt8(ascii: "["), count: depth) + Array(repeating: UInt8(ascii: "]"), count: depth)
        }
        #expect(isValid(nested(64)))
        #expect(!isValid(nested(65)))
        // Depth costs no stack: a million brackets end in an error, not in a crash.
        #expect(!isValid(nested(1_000_000)))
    }

    @Test("resolves escapes")
    func escapes() throws {
        let text = #""a\"\\\/\b\f\n\r\t\u0041\u00e9\u20ac\ud83d\ude00z""#
        var copy = text
        let resolved = try copy.withUTF8 { buffer in
            var cursor = JSONCursor(UnsafeRawBufferPointer(buffer))
            return cursor.text(of: try cursor.readString())
        }
        #expect(resolved == "a\"\\/\u{8}\u{C}\n\r\tAé€😀z")
    }

    @Test("compares names with their escapes resolved")
    func names() throws {
        var text = #""\u0069d""#
        let (isID, isOther) = try text.withUTF8 { buffer in
            var cursor = JSONCursor(UnsafeRawBufferPointer(buffer))
            let string = try cursor.readString()
            return (cursor.isEqual(string, "id") && cursor.isEqual(string, Array("id".utf8)), cursor.isEqual(string, "ie"))
        }
        #expect(isID)
        #expect(!isOther)
    }

    @Test("any text cut at any byte is refused or read, never a crash")
    func cuts() {
        let text = Array(#"{"a":[1.5e3,-2,"x\u00e9\ud83d\ude00",{"b":null}],"c":true,"d":{}}"#.utf8)
        for end in 0..<text.count { #expect(!isValid(Array(text[..<end]))) }
        for index in text.indices {
            for bit in 0..<8 {
                var damaged = text
                damaged[index] ^= 1 << bit
                _ = isValid(damaged)
            }
        }
    }
}
