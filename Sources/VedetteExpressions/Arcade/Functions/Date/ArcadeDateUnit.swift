// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

/// What `DateAdd` adds and `DateDiff` counts.
enum ArcadeDateUnit {
    /// Always as long: milliseconds.
    case fixed(Double)
    /// As long as clocks make it.
    case days(Int)
    case months(Int)

    /// In milliseconds; nil for months, which differ.
    var milliseconds: Double? {
        switch self {
        case .fixed(let milliseconds): milliseconds
        case .days(let count): Double(count) * 86_400_000
        case .months: nil
        }
    }

    private static let names: [String: ArcadeDateUnit] = [
        "millisecond": .fixed(1), "second": .fixed(1_000), "minute": .fixed(60_000), "hour": .fixed(3_600_000), "day": .days(1),
        "week": .days(7), "month": .months(1), "quarter": .months(3), "year": .months(12), "m": .fixed(1), "h": .fixed(3_600_000),
        "d": .days(1), "w": .days(7), "y": .months(12),
    ]

    /// The unit called `value`, in singular or plural and any case; milliseconds for null. A failure names `function`.
    static func named(_ value: ArcadeValue, for function: String, in run: ArcadeRun) throws(ArcadeFailure) -> ArcadeDateUnit {
        if case .null = value { return .fixed(1) }
        let text = try run.text(value)
        if text.utf8.count <= 16 {
            // Alone, only the case tells minutes from months.
            switch text {
            case "m": return .fixed(60_000)
            case "M": return .months(1)
            case "s", "S": return .fixed(1_000)
            case "": return .fixed(1)
            default: break
            }
            var name = text.lowercased()
            if name.hasSuffix("s") { name.removeLast() }
            if let unit = names[name] { return unit }
        }
        throw ArcadeFailure(
            .invalidArgument,
            "\(function) takes milliseconds, seconds, minutes, hours, days, weeks, months or years as its unit, not “\(text.prefix(32))”")
    }
}
