// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import VedetteGeometry

/// The text of a document of XML as UTF-8, whatever encoding it says that it is in.
///
/// Known are UTF-8, US-ASCII, ISO-8859-1, Windows-1252 and UTF-16.
enum XMLEncoding {
    /// How a document's bytes become UTF-8.
    enum Encoding: Equatable {
        case utf8
        case latin1
        case windows1252
        case utf16(isBigEndian: Bool)
    }

    /// Calls `body` with the document as UTF-8, as far as it is text, and with whether that is all of it.
    ///
    /// - Throws: ``XMLError`` for an encoding that is not known.
    static func withUTF8<Result>(
        _ bytes: UnsafeRawBufferPointer, _ body: (_ text: UnsafeRawBufferPointer, _ isWhole: Bool) -> Result
    ) throws(XMLError) -> Result {
        switch try encoding(of: bytes) {
        case .utf8:
            if UTF8Check.isValid(bytes) { return body(bytes, true) }
            return body(UnsafeRawBufferPointer(rebasing: bytes[..<validPrefix(bytes)]), false)
        case .latin1: return with(bytes.map { Unicode.Scalar($0) }, body)
        case .windows1252: return with(bytes.map { windows1252($0) }, body)
        case .utf16(let isBigEndian): return with(utf16(bytes, isBigEndian: isBigEndian), body)
        }
    }

    private static func with<Result>(_ scalars: [Unicode.Scalar], _ body: (UnsafeRawBufferPointer, Bool) -> Result) -> Result {
        var text: [UInt8] = []
        text.reserveCapacity(scalars.count)
        for scalar in scalars { text.append(contentsOf: UTF8.encode(scalar).map { Array($0) } ?? []) }
        return text.withUnsafeBytes { body($0, true) }
    }

    /// How many bytes at the beginning are UTF-8.
    private static func validPrefix(_ bytes: UnsafeRawBufferPointer) -> Int {
        var parser = Unicode.UTF8.ForwardParser()
        var iterator = bytes.makeIterator()
        var count = 0
        while case .valid(let scalar) = parser.parseScalar(from: &iterator) { count += scalar.count }
        return count
    }

    /// The name of the document's element; nil where the bytes end before it, or are no XML that is read.
    static func rootName(of bytes: UnsafeRawBufferPointer) -> XMLName? {
        var name: XMLName?
        try? withUTF8(bytes) { text, _ in
            var reader = XMLReader(text)
            if let event = try? reader.next(), case .start(let root) = event { name = root.name }
        }
        return name
    }

    // MARK: Finding out

    /// By the byte order mark, by the first characters, else by what the document says.
    static func encoding(of bytes: UnsafeRawBufferPointer) throws(XMLError) -> Encoding {
        if bytes.count >= 2 {
            switch (bytes[0], bytes[1]) {
            case (0xFE, 0xFF), (0x00, UInt8(ascii: "<")): return .utf16(isBigEndian: true)
            case (0xFF, 0xFE), (UInt8(ascii: "<"), 0x00): return .utf16(isBigEndian: false)
            case (0xEF, 0xBB): return .utf8
            default: break
            }
        }
        guard let name = declaredName(bytes) else { return .utf8 }
        switch name.lowercased() {
        case "utf-8", "utf8", "us-ascii", "ascii": return .utf8
        case "iso-8859-1", "iso8859-1", "iso_8859-1", "latin1", "latin-1": return .latin1
        case "windows-1252", "cp1252", "cp-1252": return .windows1252
        default:
            throw XMLError(
                "the encoding \"\(Excerpt.of(name))\" is not read; send UTF-8 (or UTF-16, ISO-8859-1, Windows-1252)", at: 0)
        }
    }

    /// The encoding in `<?xml version="1.0" encoding="…"?>`; nil where none is named.
    private static func declaredName(_ bytes: UnsafeRawBufferPointer) -> String? {
        guard bytes.starts(with: "<?xml".utf8), let end = FramingBytes.find(UInt8(ascii: ">"), in: bytes, from: 0), end < 1_024 else {
            return nil
        }
        let declaration = String(decoding: bytes[..<end], as: UTF8.self)
        guard let match = declaration.firstMatch(of: /encoding\s*=\s*["']([^"']*)["']/) else { return nil }
        return String(match.1)
    }

    // MARK: Characters

    private static func utf16(_ bytes: UnsafeRawBufferPointer, isBigEndian: Bool) -> [Unicode.Scalar] {
        var units: [UInt16] = []
        units.reserveCapacity(bytes.count / 2)
        for index in stride(from: 0, to: bytes.count - 1, by: 2) {
            let (first, second) = (UInt16(bytes[index]), UInt16(bytes[index + 1]))
            units.append(isBigEndian ? first << 8 | second : second << 8 | first)
        }
        if units.first == 0xFEFF { units.removeFirst() }
        // Halves of characters without the other become U+FFFD.
        return Array(String(decoding: units, as: UTF16.self).unicodeScalars)
    }

    /// 0x80 to 0x9F of Windows-1252, as the WHATWG Encoding Standard has them.
    private static let windowsScalars: [UInt32] = [
        0x20AC, 0x81, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160, 0x2039, 0x0152, 0x8D, 0x017D, 0x8F,
        0x90, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014, 0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0x9D, 0x017E, 0x0178,
    ]

    private static func windows1252(_ byte: UInt8) -> Unicode.Scalar {
        guard (0x80...0x9F).contains(byte) else { return Unicode.Scalar(byte) }
        return Unicode.Scalar(windowsScalars[Int(byte) - 0x80]) ?? "\u{FFFD}"
    }
}
