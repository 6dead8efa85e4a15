// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

/// A day of the Gregorian calendar and a time of it, in UTC. Members may be beyond their range, as receivers send them; then it is no time.
package struct GNSSCalendar: Hashable, Sendable {
    package var year = 0
    package var month = 0
    package var day = 0
    package var hour = 0
    package var minute = 0
    package var second = 0

    package init() {}

    package init(year: Int, month: Int, day: Int) {
        (self.year, self.month, self.day) = (year, month, day)
    }

    /// - Parameter seconds: since 1970.
    package init(seconds: Int64) {
        let days = Int(seconds >= 0 ? seconds / 86400 : -((86399 - seconds) / 86400))
        let rest = Int(seconds - Int64(days) * 86400)
        (hour, minute, second) = (rest / 3600, rest / 60 % 60, rest % 60)
        // Years from March, in eras of 400 of them (H. Hinnant, "chrono-compatible low-level date algorithms").
        let shifted = days + 719_468
        let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shiftedMonth = (5 * dayOfYear + 2) / 153
        day = dayOfYear - (153 * shiftedMonth + 2) / 5 + 1
        month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
        year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    }

    /// Since 1970; nil where a member is out of range. The 31st of a short month is a day of the next one; a leap second is the next second.
    package var seconds: Int64? {
        guard year >= 1900, (1...12).contains(month), (1...31).contains(day), (0...23).contains(hour), (0...59).contains(minute),
            (0...61).contains(second)
        else { return nil }
        let shiftedYear = month <= 2 ? year - 1 : year
        let era = shiftedYear / 400
        let yearOfEra = shiftedYear - era * 400
        let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        let days = era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
        return Int64(days) * 86400 + Int64(hour * 3600 + minute * 60 + second)
    }
}
