// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import VedetteModel
import VedetteValues

extension FuzzTarget {
    /// Times and dates: what was read is written so that it reads as the same, and the two readers agree where both read.
    static let dates = FuzzTarget("dates") { bytes in
        let text = String(decoding: bytes, as: UTF8.self)
        let strict = RFC3339.parse(bytes)
        let lenient = DateText.parse(bytes)
        if let strict {
            require(lenient == .instant(strict), "\(text) is \(strict), not \(String(describing: lenient))")
            require(Instant(lenient: text) == strict || String(decoding: bytes, as: UTF8.self).utf8.count != bytes.count, "\(text)")
            comesBack(strict)
        }
        switch lenient {
        case .instant(let instant): comesBack(instant)
        case .date(let date):
            let written = date.description
            require(parse(written) == .date(date) && DateOnly(written) == date, "\(written) comes back")
        case nil: break
        }
        if let time = DateText.parseTime(bytes) {
            let written = time.description
            require(Array(written.utf8).withUnsafeBytes { DateText.parseTime($0) } == time, "\(written) comes back")
            require(TimeOnly(written) == time, "\(written) comes back to a table")
        }
        if let date = DateOnly(text) { require(DateOnly(date.description) == date, "\(date) comes back") }
        if let time = TimeOnly(text) { require(TimeOnly(time.description) == time, "\(time) comes back") }
        if let instant = Instant(lenient: text) { comesBack(instant) }
    }

    private static func comesBack(_ instant: Instant) {
        // Offsets reach beyond the years that four digits can write.
        let years: ClosedRange<Int64> = -62_167_219_200_000_000...253_402_300_799_999_999
        guard years.contains(instant.microsecondsSince1970) else { return }
        let written = instant.description
        require(Array(written.utf8).withUnsafeBytes { RFC3339.parse($0) } == instant, "\(written) comes back")
        require(parse(written) == .instant(instant), "\(written) comes back as a text")
    }

    private static func parse(_ text: String) -> DateText.Value? {
        Array(text.utf8).withUnsafeBytes { DateText.parse($0) }
    }
}
