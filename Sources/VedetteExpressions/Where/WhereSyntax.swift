// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import VedetteValues

/// A part of a parsed expression, and where it begins.
struct WhereSyntax: Sendable {
    let kind: Kind
    /// Offset in bytes into the text.
    let offset: Int

    indirect enum Kind: Sendable {
        case literal(WhereLiteral)
        case field(WhereName, delimiter: UInt8?)
        case currentTime(CurrentTime)
        case negate(WhereSyntax)
        /// The first operand, and each further one with the operator before it: chains are kept flat, so that they cost no depth.
        case chain(WhereSyntax, [(by: WhereOperator, offset: Int, operand: WhereSyntax)])
        case compare(WhereComparison, WhereSyntax, WhereSyntax)
        case isNull(WhereSyntax, isNegated: Bool)
        case between(WhereSyntax, WhereSyntax, WhereSyntax, isNegated: Bool)
        case inList(WhereSyntax, [WhereSyntax], isNegated: Bool)
        case like(WhereSyntax, pattern: WhereSyntax, escape: Unicode.Scalar?, isNegated: Bool)
        case not(WhereSyntax)
        case and([WhereSyntax])
        case or([WhereSyntax])
        case function(WhereFunction, [WhereSyntax])
        case cast(WhereSyntax, WhereCast)
        case choose(operand: WhereSyntax?, branches: [(condition: WhereSyntax, result: WhereSyntax)], otherwise: WhereSyntax?)
        case extract(WhereDatePart, WhereSyntax)
    }

    enum CurrentTime: Sendable {
        case date
        case time
        case timestamp
    }
}

enum WhereLiteral: Sendable {
    case null
    case boolean(Bool)
    case integer(Int64)
    case number(Double)
    case text(String)
    case instant(Int64)
    case date(Int64)
    case time(Int64)
    case interval(WhereInterval)
}

enum WhereOperator: Sendable {
    case add
    case subtract
    case multiply
    case divide
    case modulo
    case concatenate
}

enum WhereComparison: UInt8, Sendable {
    case equal
    case notEqual
    case less
    case lessOrEqual
    case greater
    case greaterOrEqual

    /// The comparison that holds with the operands exchanged.
    var mirrored: WhereComparison {
        switch self {
        case .equal, .notEqual: self
        case .less: .greater
        case .lessOrEqual: .greaterOrEqual
        case .greater: .less
        case .greaterOrEqual: .lessOrEqual
        }
    }

    /// Whether it holds for two values of which the first orders before (−1), with (0) or after (1) the second.
    func holds(_ order: Int) -> Bool {
        switch self {
        case .equal: order == 0
        case .notEqual: order != 0
        case .less: order < 0
        case .lessOrEqual: order <= 0
        case .greater: order > 0
        case .greaterOrEqual: order >= 0
        }
    }
}

enum WhereDatePart: String, Sendable, CaseIterable {
    case year = "YEAR"
    case month = "MONTH"
    case day = "DAY"
    case hour = "HOUR"
    case minute = "MINUTE"
    case second = "SECOND"
}

/// What `CAST` makes of a value.
enum WhereCast: Sendable {
    /// Whole numbers between two bounds.
    case integer(ClosedRange<Int64>)
    case number
    /// Decimal numbers with at most so many digits, so many of them after the point.
    case decimal(precision: Int, scale: Int)
    /// Text of at most so many characters.
    case text(Int?)
    case date
    case time
    case instant
}

/// A span of time: months, whose length depends on where they begin, and microseconds.
struct WhereInterval: Hashable, Sendable {
    var months: Int64
    var microseconds: Int64

    /// Its length for comparisons, in days, a month taken for 30.
    var days: Double { Double(months) * 30 + Double(microseconds) / 86_400_000_000 }
}
