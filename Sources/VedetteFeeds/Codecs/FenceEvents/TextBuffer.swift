// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import VedetteGeometry
import VedetteValues

/// Text that is written again and again: its memory is kept, so that writing allocates nothing once it has grown to its size.
///
// Sendable by hand: one thread at a time has it.
package final class TextBuffer: @unchecked Sendable {
    private var base: UnsafeMutablePointer<UInt8>
    private var capacity: Int
    package private(set) var count = 0

    /// The second that was written last, and its text as far as the seconds: most events are of the second of the one before.
    private var second = Int64.min
    private var secondText: [UInt8] = []

    package init() {
        capacity = 1 << 16
        base = .allocate(capacity: capacity)
    }

    deinit {
        base.deallocate()
    }

    package var bytes: UnsafeRawBufferPointer { UnsafeRawBufferPointer(start: base, count: count) }

    package func removeAll() { count = 0 }

    /// Sees that there is room for so many more bytes, and says where.
    @inline(__always)
    func room(for more: Int) -> UnsafeMutablePointer<UInt8> {
        if count &+ more > capacity { grow(more) }
        return base + count
    }

    private func grow(_ more: Int) {
        var larger = capacity * 2
        while larger < count + more { larger *= 2 }
        let memory = UnsafeMutablePointer<UInt8>.allocate(capacity: larger)
        memory.update(from: base, count: count)
        base.deallocate()
        (base, capacity) = (memory, larger)
    }

    /// Takes as written what was put into the room.
    @inline(__always)
    func advance(_ more: Int) { count &+= more }

    // MARK: Pieces

    @inline(__always)
    func append(_ text: StaticString) {
        room(for: text.utf8CodeUnitCount).update(from: text.utf8Start, count: text.utf8CodeUnitCount)
        advance(text.utf8CodeUnitCount)
    }

    package func append(_ bytes: UnsafeRawBufferPointer) {
        guard let start = bytes.baseAddress else { return }
        UnsafeMutableRawPointer(room(for: bytes.count)).copyMemory(from: start, byteCount: bytes.count)
        advance(bytes.count)
    }

    func append(_ bytes: [UInt8]) { bytes.withUnsafeBytes { append($0) } }

    /// Text of UTF-8 in quotes, escaped as ``JSONWriter`` does.
    func append(quoted text: UnsafeRawBufferPointer) {
        // Nearly every text is plain.
        if text.allSatisfy({ $0 >= 0x20 && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\") }) {
            append("\"")
            append(text)
            append("\"")
        } else {
            var escaped: [UInt8] = []
            JSONWriter.append(text, to: &escaped)
            append(escaped)
        }
    }

    /// A whole number of 0 or more.
    func append(_ value: UInt64) {
        let output = room(for: 20)
        var rest = value
        var length = 1
        while rest >= 10 {
            rest /= 10
            length &+= 1
        }
        rest = value
        for place in stride(from: length - 1, through: 0, by: -1) {
            output[place] = UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: rest % 10)
            rest /= 10
        }
        advance(length)
    }

    /// Steps of 1e-7 as a decimal number with as few digits as it needs.
    func append(gridSteps steps: Int32) {
        if steps < 0 { append("-") }
        let magnitude = UInt64(steps.magnitude)
        append(magnitude / 10_000_000)
        var fraction = UInt32(truncatingIfNeeded: magnitude % 10_000_000)
        guard fraction > 0 else { return }
        var digits = 7
        while fraction % 10 == 0 {
            fraction /= 10
            digits &-= 1
        }
        let output = room(for: 8)
        output[0] = UInt8(ascii: ".")
        append(fraction, digits: digits, at: output + 1)
        advance(1 &+ digits)
    }

    private func append(_ value: UInt32, digits: Int, at output: UnsafeMutablePointer<UInt8>) {
        var rest = value
        for place in stride(from: digits - 1, through: 0, by: -1) {
            output[place] = UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: rest % 10)
            rest /= 10
        }
    }

    /// A time in UTC with three decimals, or six where there are microseconds, as ``RFC3339`` writes it.
    func append(_ time: Instant) {
        let microseconds = time.microsecondsSince1970
        let (seconds, fraction) = CivilCalendar.floorDivide(microseconds, 1_000_000)
        if seconds != second || secondText.isEmpty {
            secondText.removeAll(keepingCapacity: true)
            // With decimals, which are written anew each time.
            RFC3339.append(Instant(microsecondsSince1970: microseconds - fraction), to: &secondText)
            secondText.removeLast(4)
            second = seconds
        }
        append(secondText)
        let isWhole = fraction % 1_000 == 0
        let digits = isWhole ? 3 : 6
        append(UInt32(truncatingIfNeeded: isWhole ? fraction / 1_000 : fraction), digits: digits, at: room(for: 7))
        advance(digits)
        append("Z")
    }
}
