// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

/// A part of a pattern for dates that stands for something else than itself.
enum ArcadeDateToken {
    /// Of the month: `D`, `DD`.
    case day(width: Int)
    /// `DDD`, from 1.
    case dayOfYear
    /// `d`: 1 is Monday.
    case weekdayNumber
    /// `ddd`, `dddd`.
    case weekdayName(isLong: Bool)
    /// `M`, `MM`.
    case month(width: Int)
    /// `MMM`, `MMMM`.
    case monthName(isLong: Bool)
    /// `Y`, `YYYY`.
    case year(width: Int)
    /// `YY`.
    case shortYear
    /// 1 to 12: `h`, `hh`.
    case halfDayHour(width: Int)
    /// 0 to 23: `H`, `HH`.
    case hour(width: Int)
    /// `m`, `mm`.
    case minute(width: Int)
    /// `s`, `ss`.
    case second(width: Int)
    /// `SSS`.
    case millisecond
    /// `A`, `a`.
    case halfDay(isUpperCase: Bool)
    /// `Z`, `ZZ`, `ZZZ`: `-7`, `-07:00`, `-0700`.
    case offset(length: Int)
    /// `ZZZZ`, `ZZZZZ`: `EST`, `Eastern Standard Time`.
    case zoneName(isLong: Bool)

    static let months = [
        "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November", "December",
    ]

    /// From Sunday.
    static let weekdays = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"]

    /// The longest token of a letter that is no longer than `run`, which is how often the letter stands there, and its length.
    fileprivate static func longest(_ letter: UInt8, run: Int) -> (token: ArcadeDateToken, length: Int)? {
        switch (Unicode.Scalar(letter), run) {
        case ("D", 3...): (.dayOfYear, 3)
        case ("D", _): (.day(width: run), run)
        case ("d", 4...): (.weekdayName(isLong: true), 4)
        case ("d", 3): (.weekdayName(isLong: false), 3)
        case ("d", _): (.weekdayNumber, 1)
        case ("M", 4...): (.monthName(isLong: true), 4)
        case ("M", 3): (.monthName(isLong: false), 3)
        case ("M", _): (.month(width: run), run)
        case ("Y", 4...): (.year(width: 4), 4)
        case ("Y", 2...3): (.shortYear, 2)
        case ("Y", _): (.year(width: 1), 1)
        // Other languages' patterns write years so, and letters that stand for themselves are never that many.
        case ("y", 4...): (.year(width: 4), 4)
        case ("h", _): (.halfDayHour(width: min(run, 2)), min(run, 2))
        case ("H", _): (.hour(width: min(run, 2)), min(run, 2))
        case ("m", _): (.minute(width: min(run, 2)), min(run, 2))
        case ("s", _): (.second(width: min(run, 2)), min(run, 2))
        case ("S", 3...): (.millisecond, 3)
        case ("A", _): (.halfDay(isUpperCase: true), 1)
        case ("a", _): (.halfDay(isUpperCase: false), 1)
        case ("Z", 5...): (.zoneName(isLong: true), 5)
        case ("Z", 4): (.zoneName(isLong: false), 4)
        case ("Z", _): (.offset(length: run), run)
        default: nil
        }
    }
}

/// Takes a pattern for dates apart: the longest token first, text in `[…]` or `'…'` as it stands, `''` as an apostrophe, and anything else
/// as itself.
struct ArcadeDatePatternReader {
    enum Piece {
        case token(ArcadeDateToken)
        case literal(ArraySlice<UInt8>)
    }

    private let bytes: [UInt8]
    private var index = 0

    init(_ pattern: String) {
        bytes = Array(pattern.utf8)
    }

    mutating func next() -> Piece? {
        guard index < bytes.count else { return nil }
        let byte = bytes[index]
        var end = index + 1
        if byte == UInt8(ascii: "[") || byte == UInt8(ascii: "'") {
            defer { index = end }
            return .literal(quoted(byte, &end))
        }
        while end < bytes.count, bytes[end] == byte, end - index < 5 { end += 1 }
        if let (token, length) = ArcadeDateToken.longest(byte, run: end - index) {
            index += length
            return .token(token)
        }
        defer { index = end }
        return .literal(bytes[index..<end])
    }

    /// What stands from the quote at `index` to the one that closes it, behind which `end` is put; `''` on its own and between apostrophes is
    /// an apostrophe. Never closed, all the rest is itself, so that reading a pattern is linear in its length.
    private func quoted(_ quote: UInt8, _ end: inout Int) -> ArraySlice<UInt8> {
        let apostrophe = UInt8(ascii: "'")
        let close = quote == apostrophe ? apostrophe : UInt8(ascii: "]")
        var literal: ArraySlice<UInt8> = []
        if quote == apostrophe, end < bytes.count, bytes[end] == apostrophe {
            end += 1
            return bytes[index..<index + 1]
        }
        while let place = bytes[end...].firstIndex(of: close) {
            literal += bytes[end..<place]
            end = place + 1
            guard quote == apostrophe, end < bytes.count, bytes[end] == apostrophe else { return literal }
            literal.append(apostrophe)
            end += 1
        }
        end = bytes.count
        return bytes[index...]
    }
}
