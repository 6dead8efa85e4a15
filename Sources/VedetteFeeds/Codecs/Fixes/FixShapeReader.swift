// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import VedetteDynamicEntities

/// Reads lines by a ``FixShape``: compares the bytes between the values, and reads the values.
///
// Sendable by hand: nothing changes what it points to.
struct FixShapeReader: @unchecked Sendable {
    /// What a value is.
    enum Use: Int32 {
        case longitude
        case latitude
        case timeNumber
        case timeText
        case track
        case trackNumber
        case id
        case idNumber
        case accuracy
        case speed
        /// Of nobody's concern.
        case text
        case number
        /// Of nobody's concern, but not empty.
        case name
    }

    /// Some bytes, and the value that follows them.
    struct Step {
        var use: Use
        /// Where the bytes are, in words.
        var firstWord: Int32
        var length: Int32
        /// Which bits of the last word count.
        var mask: UInt64
    }

    let words: UnsafeMutablePointer<UInt64>
    /// One for each value; then the bytes behind the last.
    let steps: UnsafeMutablePointer<Step>
    let stepCount: Int

    /// Reads a line that is written in this way.
    ///
    /// - Parameters:
    ///   - base: the block, of which ``FixScanner/padding`` more bytes than up to `end` can be read.
    ///   - start: where the line begins.
    ///   - end: where the last line ends.
    ///   - dates: the days that were read last.
    ///   - found: what the line says; meaningless where it does not fit.
    /// - Returns: where the line ends, whatever follows; −1 where it is written in another way.
    @inline(__always)
    func read(
        _ base: UnsafeRawPointer, from start: Int, to end: Int, dates: inout ScannedDate, into found: inout FixValues
    ) -> Int {
        found.id = 0..<0
        found.time = ObservationBatch.noTime
        (found.accuracy, found.speed) = (.nan, .nan)
        var scan = ByteScan(base: base, place: start, end: end)
        var number = 0
        while number < stepCount {
            let step = steps[number]
            number &+= 1
            guard matches(step, base + scan.place, end &- scan.place) else { return -1 }
            scan.place &+= Int(step.length)
            switch step.use {
            case .longitude:
                guard let x = scan.shortGridSteps(), abs(x) <= 1_800_000_000 else { return -1 }
                found.longitude = Int32(truncatingIfNeeded: x)
            case .latitude:
                guard let y = scan.shortGridSteps(), abs(y) <= 900_000_000 else { return -1 }
                found.latitude = Int32(truncatingIfNeeded: y)
            case .timeNumber:
                guard let time = scan.shortTime() else { return -1 }
                found.time = time
            case .timeText:
                let first = scan.place
                guard scan.skipPlainText(),
                    let time = dates.time(UnsafeRawBufferPointer(start: base + first, count: scan.place &- first))
                else { return -1 }
                found.time = time
            case .track:
                let first = scan.place
                guard scan.skipPlainText(), scan.place > first else { return -1 }
                found.track = first..<scan.place
            case .trackNumber:
                let first = scan.place
                guard scan.skipNumber() else { return -1 }
                found.track = first..<scan.place
            case .id:
                let first = scan.place
                guard scan.skipPlainText(), scan.place > first else { return -1 }
                found.id = first..<scan.place
            case .idNumber:
                let first = scan.place
                guard scan.skipNumber() else { return -1 }
                found.id = first..<scan.place
            case .accuracy:
                guard let value = scan.double() else { return -1 }
                found.accuracy = value
            case .speed:
                guard let value = scan.double() else { return -1 }
                found.speed = value
            case .text: guard scan.skipPlainText() else { return -1 }
            case .number: guard scan.skipShortNumber() else { return -1 }
            case .name:
                let first = scan.place
                guard scan.skipPlainText(), scan.place > first else { return -1 }
            }
        }
        // With it the line is known to end before the block does: all that was read is in it.
        let tail = steps[stepCount]
        guard matches(tail, base + scan.place, end &- scan.place) else { return -1 }
        return scan.place &+ Int(tail.length)
    }

    /// Whether the bytes of a step are at a place before which `room` bytes are left.
    @inline(__always)
    private func matches(_ step: Step, _ place: UnsafeRawPointer, _ room: Int) -> Bool {
        let length = Int(step.length)
        guard length <= room else { return false }
        let wanted = words + Int(step.firstWord)
        var differences: UInt64 = 0
        var word = 0
        var offset = 8
        while offset < length {
            differences |= place.loadUnaligned(fromByteOffset: offset &- 8, as: UInt64.self) ^ wanted[word]
            word &+= 1
            offset &+= 8
        }
        differences |= (place.loadUnaligned(fromByteOffset: offset &- 8, as: UInt64.self) ^ wanted[word]) & step.mask
        return differences == 0
    }
}
