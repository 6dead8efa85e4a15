// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

/// What a receiver's stream alone does not say about time.
package struct GNSSContext: Sendable {
    /// GPS time is ahead of UTC by so many seconds.
    package var leapSeconds = 18
    package var leapSecondsAreKnown = false
    /// How often the ten-bit number of the GPS week had begun anew.
    package var rollovers: Int
    /// The latest whole GPS week, and seconds of it.
    package var week = 0
    package var secondsOfWeek = 0.0
    package var century: Int
    /// Whether a log said when it was written (`# Date: 2005-06-09`); then dates are taken as they stand.
    package var isDated = false
    /// When the stream was recorded, about, in seconds since 1970.
    package private(set) var startTime: Int64

    /// 1980-01-06.
    package static let gpsEpoch: Int64 = 315_964_800
    package static let secondsPerWeek: Int64 = 604_800

    /// - Parameter startTime: when the stream was recorded, about, in seconds since 1970; the default will do until 2038.
    package init(startTime: Int64 = 1_767_225_600) {
        self.startTime = startTime
        rollovers = Int((startTime - Self.gpsEpoch) / (1024 * Self.secondsPerWeek))
        century = Int(GNSSCalendar(seconds: startTime).year / 100 * 100)
    }

    /// Takes the day of recording from a comment `# Date: yyyy-mm-dd`, which logs of gpsd begin with.
    package mutating func read(comment: ArraySlice<UInt8>) {
        let marker = Array("# Date: ".utf8)
        guard comment.starts(with: marker) else { return }
        isDated = true
        let numbers = Self.numbers(comment.dropFirst(marker.count))
        guard let year = numbers.first, (1968...2200).contains(year) else { return }
        let month = numbers.count > 1 && (1...12).contains(numbers[1]) ? numbers[1] : 1
        let day = numbers.count > 2 && (1...31).contains(numbers[2]) ? numbers[2] : 1
        let dated = GNSSContext(startTime: GNSSCalendar(year: year, month: month, day: day).seconds ?? startTime)
        (startTime, rollovers, century, leapSeconds) = (dated.startTime, dated.rollovers, year / 100 * 100, 18)
    }

    /// UTC of a GPS week, which may have been counted modulo 1024, and seconds of it.
    package mutating func time(week: Int, seconds: Int64, nanoseconds: Int32) -> GNSSTime {
        if week < self.week & 0x3FF { rollovers += 1 }
        self.week = week < 1024 ? week + rollovers * 1024 : week
        secondsOfWeek = Double(seconds) + Double(nanoseconds) * 1e-9
        return GNSSTime(
            seconds: Self.gpsEpoch + Int64(self.week) * Self.secondsPerWeek + seconds - Int64(leapSeconds), nanoseconds: nanoseconds)
    }

    /// Up to three whole numbers parted by one hyphen each; white space may stand before each.
    private static func numbers(_ text: ArraySlice<UInt8>) -> [Int] {
        var numbers: [Int] = []
        var rest = text
        while numbers.count < 3 {
            rest = rest.drop { $0 == 0x20 || $0 == 0x09 }
            let digits = rest.prefix { (0x30...0x39).contains($0) }
            guard !digits.isEmpty, digits.count < 9 else { break }
            numbers.append(digits.reduce(0) { $0 * 10 + Int($1) - 0x30 })
            rest = rest.dropFirst(digits.count)
            guard rest.first == UInt8(ascii: "-") else { break }
            rest = rest.dropFirst()
        }
        return numbers
    }
}
