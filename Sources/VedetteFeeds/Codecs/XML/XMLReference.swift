// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

/// References such as `&amp;` and `&#233;` in the text of XML.
enum XMLReference {
    /// The longest that is looked at: `&#x10FFFF;` with a few zeros more.
    private static let maximumLength = 16

    /// The text with references resolved and line ends as XML has them. What XML does not define stays as it is written.
    static func resolved(_ text: Slice<UnsafeRawBufferPointer>) -> [UInt8] {
        var output: [UInt8] = []
        output.reserveCapacity(text.count)
        var index = text.startIndex
        while index < text.endIndex {
            let byte = text[index]
            if byte == UInt8(ascii: "&") {
                let rest = text[index...].prefix(maximumLength)
                if let end = rest.firstIndex(of: UInt8(ascii: ";")), let scalar = scalar(rest[(index + 1)..<end]) {
                    output.append(contentsOf: UTF8.encode(scalar).map { Array($0) } ?? [])
                    index = end + 1
                    continue
                }
            } else if byte == 0x0D {
                // A return, alone or before a newline, is a newline.
                if index + 1 == text.endIndex || text[index + 1] != 0x0A { output.append(0x0A) }
                index += 1
                continue
            }
            output.append(byte)
            index += 1
        }
        return output
    }

    /// What stands between `&` and `;` as a character; nil for what is none.
    private static func scalar(_ bytes: Slice<UnsafeRawBufferPointer>) -> Unicode.Scalar? {
        let name = String(decoding: bytes, as: UTF8.self)
        switch name {
        case "amp": return "&"
        case "lt": return "<"
        case "gt": return ">"
        case "quot": return "\""
        case "apos": return "'"
        default:
            guard name.first == "#" else { return nil }
            let isHexadecimal = name.dropFirst().first == "x"
            let digits = name.dropFirst(isHexadecimal ? 2 : 1)
            guard digits.utf8.allSatisfy({ isHexadecimal ? Character(Unicode.Scalar($0)).isHexDigit : $0 &- 48 < 10 }),
                let number = UInt32(digits, radix: isHexadecimal ? 16 : 10), number > 0
            else { return nil }
            return Unicode.Scalar(number)
        }
    }
}
