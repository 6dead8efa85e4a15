// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import VedetteValues

/// Reads times as most feeds write them, `2026-05-01T12:04:31Z` with or without decimals, and remembers the day: the next time is most often of
/// the same. Other times are read by ``FeedTime``.
struct ScannedDate {
    /// The ten bytes of the day that was read last, in two words that overlap.
    private var head: UInt64 = 0
    private var tail: UInt64 = 0
    /// Its midnight in microseconds since 1970.
    private var midnight: Int64 = 0
    private var isKnown = false

    /// Microseconds since 1970; nil where it cannot be read.
    @inline(__always)
    mutating func time(_ text: UnsafeRawBufferPointer) -> Int64? {
        let count = text.count
        guard count >= 20, count <= 30, let base = text.baseAddress, text[count &- 1] == UInt8(ascii: "Z"), text[10] == UInt8(ascii: "T"),
            text[13] == UInt8(ascii: ":"), text[16] == UInt8(ascii: ":")
        else { return FeedTime.microseconds(of: text) }
        let (head, tail) = (
            base.loadUnaligned(as: UInt64.self), base.loadUnaligned(fromByteOffset: 2, as: UInt64.self)
        )
        if !isKnown || head != self.head || tail != self.tail {
            // The day by itself, at midnight, as the reader of all times has it.
            guard let time = FeedTime.microseconds(of: text) else { return nil }
            let (days, _) = CivilCalendar.floorDivide(time, 86_400_000_000)
            // A leap second before midnight is of the next day.
            guard text[17] != UInt8(ascii: "6") else { return time }
            (self.head, self.tail, midnight, isKnown) = (head, tail, days * 86_400_000_000, true)
            return time
        }
        guard let hour = Self.pair(text, 11), let minute = Self.pair(text, 14), let second = Self.pair(text, 17), hour <= 23, minute <= 59,
            second <= 59
        else { return FeedTime.microseconds(of: text) }
        let seconds = Int64(hour &* 3_600 &+ minute &* 60 &+ second)
        if count == 20 { return midnight &+ seconds &* 1_000_000 }
        guard text[19] == UInt8(ascii: "."), count >= 22 else { return FeedTime.microseconds(of: text) }
        var fraction: Int64 = 0
        var digits = 0
        for place in 20..<count &- 1 {
            let digit = text[place] &- UInt8(ascii: "0")
            guard digit < 10 else { return FeedTime.microseconds(of: text) }
            // What is finer than a microsecond is dropped.
            if digits < 6 { fraction = fraction &* 10 &+ Int64(digit) }
            digits &+= 1
        }
        while digits < 6 {
            fraction &*= 10
            digits &+= 1
        }
        return midnight &+ seconds &* 1_000_000 &+ fraction
    }

    @inline(__always)
    private static func pair(_ text: UnsafeRawBufferPointer, _ place: Int) -> Int? {
        let (tens, ones) = (text[place] &- UInt8(ascii: "0"), text[place &+ 1] &- UInt8(ascii: "0"))
        return tens < 10 && ones < 10 ? Int(tens) &* 10 &+ Int(ones) : nil
    }
}
