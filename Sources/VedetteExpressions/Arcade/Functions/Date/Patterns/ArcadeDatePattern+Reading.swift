// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import VedetteValues

extension ArcadeDatePattern {
    /// Reads `text` as `pattern` says; nil where it does not say so, or where no calendar or clock shows such a thing.
    ///
    /// Names are those of English in any case. A number may have fewer digits than its token where something else than a number follows. A
    /// blank stands for one or more. For a time, `M` and `MM` are minutes, as documents write them.
    static func read(
        _ text: String, pattern: String, isTime: Bool = false, in run: ArcadeRun
    ) throws(ArcadeFailure) -> ArcadeDateParts? {
        try run.charge((pattern.utf8.count + text.utf8.count) >> 3 + 1)
        var pieces: [ArcadeDatePatternReader.Piece] = []
        var reader = ArcadeDatePatternReader(pattern)
        while let piece = reader.next() { pieces.append(piece) }
        var scanner = Scanner(bytes: Array(text.utf8), isTime: isTime)
        scanner.skipBlanks()
        for (index, piece) in pieces.enumerated() {
            switch piece {
            case .literal(let bytes):
                guard scanner.take(bytes) else { return nil }
            case .token(let token):
                let isFollowedByNumber = index + 1 < pieces.count && isNumber(pieces[index + 1])
                guard scanner.take(token, isExact: isFollowedByNumber) else { return nil }
            }
        }
        scanner.skipBlanks()
        return scanner.index == scanner.bytes.count ? scanner.parts : nil
    }

    private static func isNumber(_ piece: ArcadeDatePatternReader.Piece) -> Bool {
        switch piece {
        case .literal(let bytes): bytes.first.map { $0 &- UInt8(ascii: "0") < 10 } ?? false
        case .token(.weekdayName), .token(.monthName), .token(.halfDay), .token(.offset), .token(.zoneName): false
        case .token: true
        }
    }

    private struct Scanner {
        let bytes: [UInt8]
        let isTime: Bool
        var index = 0
        var parts = ArcadeDateParts()

        init(bytes: [UInt8], isTime: Bool) {
            (self.bytes, self.isTime) = (bytes, isTime)
        }

        private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte &- 9 < 5 }

        mutating func skipBlanks() {
            while index < bytes.count, Self.isBlank(bytes[index]) { index += 1 }
        }

        mutating func take(_ literal: ArraySlice<UInt8>) -> Bool {
            var isBehindBlank = false
            for byte in literal {
                if Self.isBlank(byte) {
                    let start = index
                    skipBlanks()
                    guard index > start || isBehindBlank || index == bytes.count else { return false }
                    isBehindBlank = true
                } else {
                    guard index < bytes.count, Self.lowered(bytes[index]) == Self.lowered(byte) else { return false }
                    index += 1
                    isBehindBlank = false
                }
            }
            return true
        }

        private static func lowered(_ byte: UInt8) -> UInt8 { byte &- UInt8(ascii: "A") < 26 ? byte | 0x20 : byte }

        private mutating func number(_ count: ClosedRange<Int>) -> Int? {
            let digits = bytes[index...].prefix(count.upperBound).prefix { $0 &- UInt8(ascii: "0") < 10 }
            guard digits.count >= count.lowerBound else { return nil }
            index = digits.endIndex
            return digits.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }
        }

        /// The first of `names` that stands here, whole or, where that is none, its first three letters.
        private mutating func name(_ names: [String]) -> Int? {
            for length in [Int.max, 3] {
                for (place, name) in names.enumerated() {
                    let letters = name.lowercased().utf8.prefix(length)
                    if bytes[index...].prefix(letters.count).map(Self.lowered).elementsEqual(letters) {
                        index += letters.count
                        return place
                    }
                }
            }
            return nil
        }

        /// A word of letters, digits and `/_+-:`.
        private mutating func word() -> String {
            let start = index
            while index < bytes.count, !Self.isBlank(bytes[index]), bytes[index] > 0x2A, bytes[index] != UInt8(ascii: ","),
                bytes[index] < 0x80
            {
                index += 1
            }
            return String(decoding: bytes[start..<index], as: UTF8.self)
        }

        /// Takes what `token` stands for; its number has all its digits where `isExact`, since digits follow that are not its own.
        mutating func take(_ token: ArcadeDateToken, isExact: Bool) -> Bool {
            let two = isExact ? 2...2 : 1...2
            switch token {
            case .day: parts.day = number(two)
            case .dayOfYear: parts.dayOfYear = number(isExact ? 3...3 : 1...3)
            case .weekdayNumber: parts.weekday = number(1...1).flatMap { (1...7).contains($0) ? $0 % 7 : nil }
            case .weekdayName: parts.weekday = name(ArcadeDateToken.weekdays)
            case .month where isTime: parts.minute = number(two)
            case .month: parts.month = number(two)
            case .monthName: parts.month = name(ArcadeDateToken.months).map { $0 + 1 }
            case .year(let width): parts.year = number(isExact || width == 4 ? 4...4 : 1...6)
            // As others read two digits: from 1961 to 2060.
            case .shortYear: parts.year = number(2...2).map { $0 + ($0 > 60 ? 1_900 : 2_000) }
            case .halfDayHour: parts.halfDayHour = number(two)
            case .hour: parts.hour = number(two)
            case .minute: parts.minute = number(two)
            case .second: parts.second = number(two)
            case .millisecond: parts.millisecond = number(3...3)
            case .halfDay:
                guard let (isAfternoon, end) = ArcadeISODateReader.halfDay(in: bytes, at: index) else { return false }
                (parts.isAfternoon, index) = (isAfternoon, end)
                return true
            case .offset:
                guard let (seconds, end) = ArcadeISODateReader.offset(in: bytes, at: index) else { return false }
                (parts.zone, index) = (.fixed(seconds: seconds), end)
                return true
            case .zoneName:
                parts.zone = ArcadeDateParts.zone(word())
                return parts.zone != nil
            }
            return !parts.isMissing(token, isTime: isTime)
        }
    }
}
