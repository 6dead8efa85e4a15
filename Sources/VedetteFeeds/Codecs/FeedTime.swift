// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import VedetteDynamicEntities
import VedetteGeometry
import VedetteModel

/// Times as feeds write them: RFC 3339 text, or seconds or milliseconds since 1970.
package enum FeedTime {
    /// Numbers below this are seconds (up to the year 5138), numbers from it on milliseconds (from March 1973).
    static let firstMillisecond = 1e11

    /// The years 0000 to 9999, which RFC 3339 can write: what is read can be written, and read again.
    static let years: Range<Int64> = -62_167_219_200_000_000..<253_402_300_800_000_000

    static let explanation = "write RFC 3339 text such as 2026-05-01T12:04:31Z, or seconds or milliseconds since 1970"

    /// Microseconds since 1970.
    static func microseconds(of number: DecimalNumber, in cursor: borrowing JSONCursor) -> Int64? {
        guard let value = try? cursor.double(of: number) else { return nil }
        let microseconds = number.scaled(byDecimals: abs(value) < firstMillisecond ? 6 : 3)
        guard let microseconds, years.contains(microseconds) else { return nil }
        return microseconds
    }

    /// Microseconds since 1970 of a number that is known to be milliseconds.
    static func microseconds(ofMilliseconds number: DecimalNumber) -> Int64? {
        number.scaled(byDecimals: 3).flatMap { years.contains($0) ? $0 : nil }
    }

    /// Microseconds since 1970 of text that is RFC 3339 or a number.
    package static func microseconds(of text: UnsafeRawBufferPointer) -> Int64? {
        if let instant = RFC3339.parse(text) {
            // An offset can lead out of them.
            return years.contains(instant.microsecondsSince1970) ? instant.microsecondsSince1970 : nil
        }
        var cursor = JSONCursor(text)
        guard let number = try? cursor.readNumber(), cursor.offset == text.count else { return nil }
        return microseconds(of: number, in: cursor)
    }
}
