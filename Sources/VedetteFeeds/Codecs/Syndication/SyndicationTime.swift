// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import VedetteGeometry
import VedetteModel
import VedetteValues

/// Times as mail writes them (RFC 822, 2822 and 5322), and so RSS and HTTP: `Sat, 07 Sep 2002 00:00:01 GMT`.
enum MailTime {
    private static let months = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"]
    private static let zones = ["est": -5, "edt": -4, "cst": -6, "cdt": -5, "mst": -7, "mdt": -6, "pst": -8, "pdt": -7]

    /// Microseconds since 1970; nil for what is no such time. The day of the week may be missing and is not checked. A year of two digits is one of
    /// 1950 to 2049; a leap second counts as the second after it. A zone that is not known, or none, is UTC, as RFC 5322 has it.
    static func microseconds(of text: String) -> Int64? {
        guard text.utf8.count <= 100 else { return nil }
        var words = text.split { $0 == " " || $0 == "," || $0 == "\t" || $0 == "\n" }.map { $0.lowercased() }
        if let first = words.first, first.first?.isLetter == true { words.removeFirst() }
        // `07-Sep-02`, as HTTP once wrote days.
        if let first = words.first, first.contains("-") { words.replaceSubrange(0..<1, with: first.split(separator: "-").map(String.init)) }
        guard words.count == 4 || words.count == 5, let day = number(words[0], 1...2),
            let month = months.firstIndex(of: String(words[1].prefix(3))),
            let year = year(words[2]), let second = secondOfDay(words[3]), let offset = words.count == 5 ? offset(words[4]) : 0,
            day >= 1, day <= CivilCalendar.dayCount(ofMonth: month + 1, year: year)
        else { return nil }
        let days = Int64(CivilCalendar.daysSince1970(year: year, month: month + 1, day: day))
        return (days * 86_400 + Int64(second - offset)) * 1_000_000
    }

    private static func number(_ text: some StringProtocol, _ length: ClosedRange<Int>) -> Int? {
        guard length.contains(text.utf8.count), text.utf8.allSatisfy({ $0 &- UInt8(ascii: "0") < 10 }) else { return nil }
        return Int(text)
    }

    private static func year(_ text: String) -> Int? {
        if let short = number(text, 2...2) { return short < 50 ? 2_000 + short : 1_900 + short }
        return number(text, 4...4)
    }

    private static func secondOfDay(_ text: String) -> Int? {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count == 2 || parts.count == 3, let hour = number(parts[0], 1...2), let minute = number(parts[1], 2...2),
            let second = parts.count == 3 ? number(parts[2].prefix { $0 != "." }, 2...2) : 0, hour <= 23, minute <= 59, second <= 60
        else { return nil }
        return hour * 3_600 + minute * 60 + second
    }

    /// Seconds east of Greenwich; nil for digits that are no offset.
    private static func offset(_ text: String) -> Int? {
        guard let sign = text.first, sign == "+" || sign == "-" else { return (zones[text] ?? 0) * 3_600 }
        let digits = text.dropFirst().filter { $0 != ":" }
        guard let number = number(digits, 4...4), number / 100 <= 23, number % 100 <= 59 else { return nil }
        return (number / 100 * 3_600 + number % 100 * 60) * (sign == "-" ? -1 : 1)
    }
}

/// Times as RSS and Atom feeds write them.
enum SyndicationTime {
    static let explanation = "write Sat, 07 Sep 2002 00:00:01 GMT or 2002-09-07T00:00:01Z"

    /// Microseconds since 1970 of text as RFC 3339, RFC 822, or ISO 8601 as W3C-DTF has it (a day alone, or without seconds) write times.
    static func microseconds(of text: String) -> Int64? {
        var copy = text
        let found: Int64? = copy.withUTF8 { text in
            let bytes = UnsafeRawBufferPointer(text)
            return switch DateText.parse(bytes) {
            case .instant(let instant)?: instant.microsecondsSince1970
            case .date(let day)?: Int64(day.daysSince1970) * TimeOnly.microsecondsPerDay
            case nil: nil
            }
        }
        guard let time = found ?? MailTime.microseconds(of: text), FeedTime.years.contains(time) else { return nil }
        return time
    }
}
