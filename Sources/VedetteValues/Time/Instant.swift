// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// A moment in time to the microsecond: what cores are handed in place of a clock.
///
/// Microseconds since 1970-01-01T00:00:00Z without leap seconds (POSIX time), years −290,000 to 290,000.
public struct Instant: Hashable, Comparable, Sendable {
    public var microsecondsSince1970: Int64

    public init(microsecondsSince1970: Int64) {
        self.microsecondsSince1970 = microsecondsSince1970
    }

    /// The nearest microsecond to `date`; dates too far away become the first or the last instant.
    public init(_ date: Date) {
        let microseconds = (date.timeIntervalSince1970 * 1e6).rounded()
        self.init(microsecondsSince1970: Int64(exactly: microseconds) ?? (microseconds < 0 ? .min + 1 : .max))
    }

    public var date: Date { Date(timeIntervalSince1970: Double(microsecondsSince1970) / 1e6) }

    public static func < (lhs: Instant, rhs: Instant) -> Bool {
        lhs.microsecondsSince1970 < rhs.microsecondsSince1970
    }

    /// This instant moved by `seconds`; stays inside what an instant can hold.
    public func advanced(bySeconds seconds: Double) -> Instant {
        let step = (seconds * 1e6).rounded()
        guard let step = Int64(exactly: step) else {
            // NaN moves nothing.
            return step.isNaN ? self : Instant(microsecondsSince1970: step < 0 ? .min + 1 : .max)
        }
        let (moved, isBeyond) = microsecondsSince1970.addingReportingOverflow(step)
        return Instant(microsecondsSince1970: isBeyond ? (step < 0 ? .min + 1 : .max) : max(moved, .min + 1))
    }

    /// Seconds from `earlier` to this instant.
    public func seconds(since earlier: Instant) -> Double {
        (Double(microsecondsSince1970) - Double(earlier.microsecondsSince1970)) / 1e6
    }
}

extension Instant: CustomStringConvertible {
    /// RFC 3339 in UTC.
    public var description: String {
        var output: [UInt8] = []
        RFC3339.append(self, to: &output)
        return String(decoding: output, as: UTF8.self)
    }
}
