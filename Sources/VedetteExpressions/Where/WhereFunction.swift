// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

/// The functions of where clauses and renderer expressions that are called in the usual way.
enum WhereFunction: String, Sendable, CaseIterable {
    case abs = "ABS"
    case acos = "ACOS"
    case asin = "ASIN"
    case atan = "ATAN"
    case ceiling = "CEILING"
    case characterLength = "CHAR_LENGTH"
    case coalesce = "COALESCE"
    case concatenate = "CONCAT"
    case cos = "COS"
    case exp = "EXP"
    case floor = "FLOOR"
    case left = "LEFT"
    case log = "LOG"
    case log10 = "LOG10"
    case lower = "LOWER"
    case maximum = "MAX"
    case minimum = "MIN"
    case mod = "MOD"
    case nullIf = "NULLIF"
    case position = "POSITION"
    case power = "POWER"
    case right = "RIGHT"
    case round = "ROUND"
    case sign = "SIGN"
    case sin = "SIN"
    case sqrt = "SQRT"
    case substring = "SUBSTRING"
    case tan = "TAN"
    case trim = "TRIM"
    case trimLeading = "TRIM LEADING"
    case trimTrailing = "TRIM TRAILING"
    case truncate = "TRUNCATE"
    case upper = "UPPER"

    private static let byName: [String: WhereFunction] = {
        var functions = Dictionary(uniqueKeysWithValues: allCases.map { ($0.rawValue, $0) })
        functions["LENGTH"] = .characterLength
        functions["CHARACTER_LENGTH"] = .characterLength
        functions["CEIL"] = .ceiling
        functions["LN"] = .log
        return functions
    }()

    /// The function of this name, in any case, in one of the two languages.
    init?(named name: String, in language: WhereLanguage) {
        guard let function = Self.byName[name.uppercased()], function.languages.contains(language) else { return nil }
        self = function
    }

    /// The names that may be called, for messages that suggest one.
    static func names(in language: WhereLanguage) -> [String] {
        var names = byName.filter { $0.value.languages.contains(language) && !$0.key.contains(" ") }.map(\.key)
        if language == .whereClause { names += ["CAST", "EXTRACT"] }
        return names.sorted()
    }

    private var languages: Set<WhereLanguage> {
        switch self {
        case .abs, .round: [.whereClause, .renderer]
        case .minimum, .maximum: [.renderer]
        default: [.whereClause]
        }
    }

    /// How many arguments it takes.
    var argumentCount: ClosedRange<Int> {
        switch self {
        case .coalesce, .concatenate, .minimum, .maximum: 1...1_000
        case .round, .truncate, .trim, .trimLeading, .trimTrailing: 1...2
        case .left, .mod, .nullIf, .position, .power, .right: 2...2
        case .substring: 2...3
        default: 1...1
        }
    }
}

/// Which of the languages that share the parser an expression is in.
enum WhereLanguage: Sendable {
    case whereClause
    /// The arithmetic part alone: numbers, fields, `+ - * / %`, a few functions.
    case renderer
}
