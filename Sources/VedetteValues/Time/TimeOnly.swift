// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

/// A time of the day, to the microsecond, without a day and without a time zone.
public struct TimeOnly: Hashable, Comparable, Sendable {
    /// 0 to one less than the 86,400,000,000 of a day.
    package let microsecondsOfDay: Int64

    /// - Precondition: the value lies within a day.
    package init(microsecondsOfDay: Int64) {
        self.microsecondsOfDay = microsecondsOfDay
    }

    package static let microsecondsPerDay: Int64 = 86_400_000_000

    /// Makes a time of the day; fails for one that no clock shows.
    ///
    /// - Parameters:
    ///   - hour: 0…23.
    ///   - minute: 0…59.
    ///   - second: 0…59.
    ///   - microsecond: 0…999,999.
    public init?(hour: Int, minute: Int, second: Int = 0, microsecond: Int = 0) {
        guard (0...23).contains(hour), (0...59).contains(minute), (0...59).contains(second), (0...999_999).contains(microsecond)
        else { return nil }
        microsecondsOfDay = Int64(hour * 3_600 + minute * 60 + second) * 1_000_000 + Int64(microsecond)
    }

    public var hour: Int { Int(microsecondsOfDay / 3_600_000_000) }
    public var minute: Int { Int(microsecondsOfDay / 60_000_000 % 60) }
    public var second: Int { Int(microsecondsOfDay / 1_000_000 % 60) }
    public var microsecond: Int { Int(microsecondsOfDay % 1_000_000) }

    public static func < (lhs: TimeOnly, rhs: TimeOnly) -> Bool { lhs.microsecondsOfDay < rhs.microsecondsOfDay }
}

extension TimeOnly: CustomStringConvertible {
    /// `14:05:30`, with as many decimals of a second as are needed.
    public var description: String {
        func two(_ value: Int) -> String { value < 10 ? "0\(value)" : "\(value)" }
        var text = "\(two(hour)):\(two(minute)):\(two(second))"
        if microsecond > 0 {
            var digits = String(1_000_000 + microsecond).dropFirst()
            while digits.last == "0" { digits.removeLast() }
            text += "." + digits
        }
        return text
    }
}
