// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

/// The ways in which the lines of a feed were written lately: tried before the scanner, which they spare nearly all of its work where lines are alike.
///
/// Where too few lines fit, none is tried for a while: of a feed that writes each line another way, trying costs more than it spares.
struct FixShapes {
    /// Of so many lines three in four must fit.
    private static let span = 256
    /// For so many lines none is tried, where fewer did.
    private static let pause = 8_192
    /// How many ways are known at a time.
    private static let limit = 4

    private var shapes: [FixShape] = []
    /// That of the current one.
    private var reader: FixShapeReader?
    /// The one that fitted last.
    private var current = 0
    private var tried = 0
    private var fitted = 0
    /// How many lines yet not to try.
    private var waiting = 0

    /// Reads a line that begins at `start`; see ``FixShapeReader/read(_:from:to:dates:into:)``.
    @inline(__always)
    mutating func read(
        _ base: UnsafeRawPointer, from start: Int, to end: Int, dates: inout ScannedDate, into found: inout FixValues
    ) -> Int {
        guard let reader, waiting == 0 else { return -1 }
        if tried == Self.span { endSpan() }
        tried &+= 1
        let place = reader.read(base, from: start, to: end, dates: &dates, into: &found)
        guard place < 0 else { return place }
        return readOther(base, from: start, to: end, dates: &dates, into: &found)
    }

    @inline(never)
    private mutating func readOther(
        _ base: UnsafeRawPointer, from start: Int, to end: Int, dates: inout ScannedDate, into found: inout FixValues
    ) -> Int {
        for other in shapes.indices where other != current {
            let place = shapes[other].reader.read(base, from: start, to: end, dates: &dates, into: &found)
            if place >= 0 {
                current = other
                reader = shapes[other].reader
                return place
            }
        }
        return -1
    }

    /// A line fitted, to its end.
    @inline(__always)
    mutating func noteFit() { fitted &+= 1 }

    /// No way fitted a line, or none was tried.
    @inline(__always)
    mutating func noteMiss() {
        if waiting > 0 { waiting &-= 1 }
    }

    private mutating func endSpan() {
        if 4 * fitted < 3 * tried { waiting = Self.pause }
        (tried, fitted) = (0, 0)
    }

    /// Learns how a line is written that the scanner took.
    mutating func learn(_ range: Range<Int>, in bytes: UnsafeRawBufferPointer, _ found: FixScanner.Found) {
        guard waiting == 0, let shape = FixShape(range, in: bytes, found) else { return }
        if shapes.count < Self.limit {
            shapes.append(shape)
            current = shapes.count - 1
        } else {
            current = (current + 1) % Self.limit
            shapes[current] = shape
        }
        reader = shape.reader
    }
}
