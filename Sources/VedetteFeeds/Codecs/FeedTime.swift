// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import VedetteDynamicEntities
import VedetteGeometry
import VedetteModel

/// Times as feeds write them: RFC 3339 text, or seconds or milliseconds since 1970.
enum FeedTime {
    /// Numbers below this are seconds (up to the year 5138), numbers from it on milliseconds (from March 1973).
    static let firstMillisecond = 1e11

    static let explanation = "write RFC 3339 text such as 2026-05-01T12:04:31Z, or seconds or milliseconds since 1970"

    /// Microseconds since 1970.
    static func microseconds(of number: DecimalNumber, in cursor: borrowing JSONCursor) -> Int64? {
        guard let value = try? cursor.double(of: number) else { return nil }
        let microseconds = number.scaled(byDecimals: abs(value) < firstMillisecond ? 6 : 3)
        // A distance that keeps every calculation with times in range.
        guard let microseconds, microseconds.magnitude < 1 << 62 else { return nil }
        return microseconds
    }

    /// Microseconds since 1970 of text that is RFC 3339 or a number.
    static func microseconds(of text: UnsafeRawBufferPointer) -> Int64? {
        if let instant = RFC3339.parse(text) { return instant.microsecondsSince1970 }
        var cursor = JSONCursor(text)
        guard let number = try? cursor.readNumber(), cursor.offset == text.count else { return nil }
        return microseconds(of: number, in: cursor)
    }
}
