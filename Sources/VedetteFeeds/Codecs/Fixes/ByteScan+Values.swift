// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import VedetteGeometry

/// Values that nobody asks for: checked as strictly as if they were wanted, and gone past.
extension ByteScan {
    /// Goes past a value; false where it has a fault or is nested deep.
    mutating func skipValue() -> Bool {
        skipSpace()
        guard place < end else { return false }
        switch byte(place) {
        case UInt8(ascii: "\""): return skipText()
        case UInt8(ascii: "{"), UInt8(ascii: "["): return skipNested()
        default: return skipScalar()
        }
    }

    private mutating func skipScalar() -> Bool {
        switch byte(place) {
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return skipNumber()
        case UInt8(ascii: "n"): return takeNull()
        case UInt8(ascii: "t"):
            guard place &+ 4 <= end, base.loadUnaligned(fromByteOffset: place, as: UInt32.self) == 0x6575_7274 else { return false }
            place &+= 4
            return true
        case UInt8(ascii: "f"):
            guard place &+ 5 <= end, base.loadUnaligned(fromByteOffset: place &+ 1, as: UInt32.self) == 0x6573_6C61 else { return false }
            place &+= 5
            return true
        default: return false
        }
    }

    /// Goes past a string; its opening quote is next.
    private mutating func skipText() -> Bool {
        place &+= 1
        let start = place
        while true {
            let before = place
            if stringEnd() != nil { return true }
            guard place < end else { return false }
            if byte(place) == UInt8(ascii: "\\") {
                guard place &+ 1 < end else { return false }
                switch byte(place &+ 1) {
                case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"), UInt8(ascii: "f"), UInt8(ascii: "n"),
                    UInt8(ascii: "r"), UInt8(ascii: "t"):
                    place &+= 2
                case UInt8(ascii: "u"): guard skipCodePoint() else { return false }
                default: return false
                }
            } else if byte(place) >= 0x80 {
                // To the end of the run, which is then checked as a whole.
                while place < end, byte(place) >= 0x80 { place &+= 1 }
                let run = max(before, start)
                guard UTF8Check.isValid(UnsafeRawBufferPointer(start: base + run, count: place &- run)) else { return false }
            } else {
                return false
            }
        }
    }

    /// Goes past an escape by number, or past two that make one character.
    private mutating func skipCodePoint() -> Bool {
        guard let unit = codeUnit(place) else { return false }
        place &+= 6
        guard unit & 0xF800 == 0xD800 else { return true }
        guard unit < 0xDC00, let low = codeUnit(place), low & 0xFC00 == 0xDC00 else { return false }
        place &+= 6
        return true
    }

    /// The four hexadecimal digits of an escape; nil where there is none.
    private func codeUnit(_ start: Int) -> UInt32? {
        guard start &+ 6 <= end, byte(start) == UInt8(ascii: "\\"), byte(start &+ 1) == UInt8(ascii: "u") else { return nil }
        var value: UInt32 = 0
        for place in start &+ 2..<start &+ 6 {
            let byte = byte(place)
            let digit: UInt8
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"): digit = byte &- UInt8(ascii: "0")
            case UInt8(ascii: "a")...UInt8(ascii: "f"), UInt8(ascii: "A")...UInt8(ascii: "F"):
                digit = (byte | 0x20) &- UInt8(ascii: "a") &+ 10
            default: return nil
            }
            value = value &<< 4 | UInt32(digit)
        }
        return value
    }

    private mutating func skipNested() -> Bool {
        // One bit a level: 1 is an object.
        var kinds: UInt32 = 0
        var depth = 0
        repeat {
            skipSpace()
            guard place < end else { return false }
            let first = byte(place)
            if first == UInt8(ascii: "{") || first == UInt8(ascii: "[") {
                guard depth < 24 else { return false }
                place &+= 1
                let isObject = first == UInt8(ascii: "{")
                if take(isObject ? UInt8(ascii: "}") : UInt8(ascii: "]")) {
                    if depth == 0 { return true }
                } else {
                    depth &+= 1
                    kinds = kinds &<< 1 | (isObject ? 1 : 0)
                    if isObject { guard skipKey() else { return false } }
                    continue
                }
            } else if first == UInt8(ascii: "\"") {
                guard skipText() else { return false }
            } else {
                guard skipScalar() else { return false }
            }
            while depth > 0 {
                let isObject = kinds & 1 == 1
                if take(UInt8(ascii: ",")) {
                    if isObject { guard skipKey() else { return false } }
                    break
                }
                guard take(isObject ? UInt8(ascii: "}") : UInt8(ascii: "]")) else { return false }
                depth &-= 1
                kinds &>>= 1
            }
        } while depth > 0
        return true
    }

    private mutating func skipKey() -> Bool {
        skipSpace()
        guard place < end, byte(place) == UInt8(ascii: "\""), skipText() else { return false }
        return take(UInt8(ascii: ":"))
    }
}
