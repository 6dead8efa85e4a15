// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

extension WhereInterval {
    private static let microseconds: [WhereDatePart: Int64] = [
        .day: 86_400_000_000, .hour: 3_600_000_000, .minute: 60_000_000, .second: 1_000_000,
    ]

    /// Reads what stands in an interval literal, such as `3`, `-2-6` or `1 05:30:00`.
    ///
    /// A single field takes a decimal number (years and months a whole one). Several fields are written as SQL has them:
    /// `y-m`, `d h:m:s`, and parts of the latter. A sign before the first field counts for all. Fails where the text does not have this
    /// form, or says more than can be held.
    ///
    /// - Parameters:
    ///   - text: what stands between the quotes.
    ///   - first: the first, or only, field.
    ///   - last: the last field, where there are several.
    init?(_ text: String, from first: WhereDatePart, to last: WhereDatePart?) {
        var text = Substring(text)
        while text.first == " " { text.removeFirst() }
        while text.last == " " { text.removeLast() }
        let sign: Int64 = text.first == "-" ? -1 : 1
        if text.first == "-" || text.first == "+" { text.removeFirst() }
        let order = WhereDatePart.allCases
        guard let last, last != first else {
            self.init(text, first, sign: sign)
            return
        }
        guard let start = order.firstIndex(of: first), let end = order.firstIndex(of: last), start < end else { return nil }
        let parts = Array(order[start...end])
        // Separators between year and month, day and hour, and the rest.
        var (months, microseconds): (Int64, Int64) = (0, 0)
        for (index, part) in parts.enumerated() {
            var piece = text
            if index + 1 < parts.count {
                let separator: Character = part == .year ? "-" : part == .day ? " " : ":"
                guard let cut = text.firstIndex(of: separator) else { return nil }
                piece = text[..<cut]
                text = text[text.index(after: cut)...]
                while separator == " ", text.first == " " { text.removeFirst() }
            }
            guard let span = WhereInterval(piece, part, sign: sign), index == 0 || WhereInterval.fits(piece, part) else { return nil }
            let (monthSum, isLong) = months.addingReportingOverflow(span.months)
            let (microsecondSum, isTooLong) = microseconds.addingReportingOverflow(span.microseconds)
            guard !isLong, !isTooLong else { return nil }
            (months, microseconds) = (monthSum, microsecondSum)
        }
        // Years to months, or days to seconds: nothing in between has a length.
        guard (first == .year) == (last == .month) else { return nil }
        self.init(months: months, microseconds: microseconds)
    }

    /// One field.
    private init?(_ text: Substring, _ part: WhereDatePart, sign: Int64) {
        guard !text.isEmpty, text.utf8.allSatisfy({ (0x30...0x39).contains($0) || $0 == 0x2E }) else { return nil }
        if part == .year || part == .month {
            guard let value = Int64(text), value <= 10_000_000 else { return nil }
            self.init(months: sign * value * (part == .year ? 12 : 1), microseconds: 0)
        } else {
            guard let value = Double(text), let unit = Self.microseconds[part],
                let microseconds = Int64(exactly: (value * Double(unit)).rounded())
            else { return nil }
            self.init(months: 0, microseconds: sign * microseconds)
        }
    }

    /// Whether a field behind another is within its clock: no 25th hour of a day.
    private static func fits(_ text: Substring, _ part: WhereDatePart) -> Bool {
        guard let value = Double(text) else { return false }
        return switch part {
        case .month: value < 12
        case .hour: value < 24
        case .minute, .second: value < 60
        case .year, .day: true
        }
    }
}
