// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

/// UTF-8 as RFC 3629 has it: no overlong form, no surrogate, nothing past U+10FFFF.
package enum UTF8Check {
    package static func isValid(_ bytes: UnsafeRawBufferPointer) -> Bool {
        var index = 0
        let count = bytes.count
        while index < count {
            let lead = bytes[index]
            let length: Int
            var lowest: UInt8 = 0x80
            var highest: UInt8 = 0xBF
            switch lead {
            case 0x00...0x7F:
                index += 1
                continue
            case 0xC2...0xDF: length = 2
            case 0xE0: (length, lowest) = (3, 0xA0)
            case 0xED: (length, highest) = (3, 0x9F)
            case 0xE1...0xEF: length = 3
            case 0xF0: (length, lowest) = (4, 0x90)
            case 0xF4: (length, highest) = (4, 0x8F)
            case 0xF1...0xF3: length = 4
            default: return false
            }
            guard index + length <= count else { return false }
            guard bytes[index + 1] >= lowest, bytes[index + 1] <= highest else { return false }
            for next in index + 2..<index + length where bytes[next] & 0xC0 != 0x80 { return false }
            index += length
        }
        return true
    }
}
