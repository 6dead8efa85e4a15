// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

/// A time of day in a sentence.
struct NMEATime: Sendable {
    let hour: Int
    let minute: Int
    let second: Int
    let nanoseconds: Int32

    /// - Parameter text: `hhmmss`, perhaps with a point and a fraction. What follows is not looked at.
    init?(_ text: ArraySlice<UInt8>) {
        guard text.count >= 6, text.prefix(6).allSatisfy(NMEANumber.isDigit) else { return nil }
        (hour, minute, second) = (Self.pair(text, 0), Self.pair(text, 2), Self.pair(text, 4))
        let rest = text.dropFirst(6)
        let fraction = rest.dropFirst()
        guard rest.first == UInt8(ascii: "."), let first = fraction.first, NMEANumber.isDigit(first) else {
            nanoseconds = 0
            return
        }
        let digits = fraction.prefix { NMEANumber.isDigit($0) }.prefix(9)
        var value = digits.reduce(0) { $0 * 10 + Int($1) - 0x30 }
        for _ in digits.count..<9 { value *= 10 }
        nanoseconds = Int32(clamping: value)
    }

    /// Two digits of a text as a number.
    static func pair(_ text: ArraySlice<UInt8>, _ offset: Int) -> Int {
        let index = text.startIndex + offset
        guard index + 1 < text.endIndex else { return -1 }
        return (Int(text[index]) - 0x30) * 10 + Int(text[index + 1]) - 0x30
    }
}
