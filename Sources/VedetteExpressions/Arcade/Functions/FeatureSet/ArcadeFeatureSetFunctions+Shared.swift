// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

// What functions that also take arrays, texts, numbers or geometries do where an argument is a feature set. The entries of the catalogue
// belong to those groups; each hands all of its arguments over as they came.
extension ArcadeFeatureSetFunctions {
    /// Whether one of the first two arguments is a feature set, so that the functions below answer.
    package static func concerns(_ arguments: ArcadeArguments) -> Bool {
        if case .featureSet = arguments[0] { return true }
        if case .featureSet = arguments[1] { return true }
        return false
    }

    /// The feature set that a function works on.
    static func features(
        _ arguments: ArcadeArguments, _ index: Int = 0, for function: String
    ) throws(ArcadeFailure) -> any ArcadeFeatureSource {
        guard case .featureSet(let set) = arguments[index] else {
            throw ArcadeFailure(
                .type, "\(function) takes a FeatureSet as argument \(index + 1), not a \(arguments[index].typeName)")
        }
        return set.source
    }

    /// How many feature sets may be made of one another: `Filter` of `Filter` of …
    private static let maximumNesting = 64

    static func made(_ source: any ArcadeFeatureSource, _ run: ArcadeRun) throws(ArcadeFailure) -> ArcadeValue {
        guard source.nesting <= maximumNesting else {
            throw ArcadeFailure(
                .limitExceeded,
                "more than \(maximumNesting) feature sets are made of one another; join their conditions by AND in one Filter")
        }
        try run.chargeValue(bytes: 64)
        return .featureSet(ArcadeFeatureSet(source: source))
    }

    /// `Count(features)`.
    package static func count(_ arguments: ArcadeArguments, _ run: ArcadeRun) throws(ArcadeFailure) -> ArcadeValue {
        let source = try features(arguments, for: "Count")
        if let count = source.rowCount { return .number(Double(count)) }
        var count = 0
        try source.forEachRow(in: run) { _ throws(ArcadeFailure) in
            count += 1
            return true
        }
        return .number(Double(count))
    }

    /// `First(features)`: null where there is none.
    package static func first(_ arguments: ArcadeArguments, _ run: ArcadeRun) throws(ArcadeFailure) -> ArcadeValue {
        var first: (any ArcadeRow)?
        try features(arguments, for: "First").forEachRow(in: run) { row throws(ArcadeFailure) in
            first = row
            return false
        }
        guard let first else { return .null }
        try run.chargeRow()
        return .feature(ArcadeFeature(row: first))
    }

    /// `Top(features, count)`.
    package static func top(_ arguments: ArcadeArguments, _ run: ArcadeRun) throws(ArcadeFailure) -> ArcadeValue {
        let count = run.number(arguments[1])
        guard count >= 0 else {
            throw ArcadeFailure(.invalidArgument, "Top takes a FeatureSet and how many features to keep, 0 or more")
        }
        let base = try features(arguments, for: "Top")
        return try made(ArcadeLimitedSource(base: base, count: Int(exactly: min(count, 1e9).rounded(.down)) ?? 0), run)
    }

    /// `Filter(features, sql)`.
    package static func filter(_ arguments: ArcadeArguments, _ run: ArcadeRun) throws(ArcadeFailure) -> ArcadeValue {
        let base = try features(arguments, for: "Filter")
        guard case .text(let text) = arguments[1] else {
            throw ArcadeFailure(.type, "Filter takes a FeatureSet and a condition in SQL as Text, not a \(arguments[1].typeName)")
        }
        let sql = try ArcadeSQL(text, over: base, isCondition: true, for: "Filter", in: run)
        return try made(ArcadeFilteredSource(base: base, sql: sql), run)
    }

    /// `OrderBy(features, 'FIELD DESC, …')`.
    static func orderBy(_ arguments: ArcadeArguments, _ run: ArcadeRun) throws(ArcadeFailure) -> ArcadeValue {
        let base = try features(arguments, for: "OrderBy")
        guard case .text(let text) = arguments[1] else {
            throw ArcadeFailure(.type, "OrderBy takes a FeatureSet and fields as Text, such as 'NAME DESC', not a \(arguments[1].typeName)")
        }
        try run.charge(text.utf8.count / 4)
        var keys: [(sql: ArcadeSQL, isDescending: Bool)] = []
        for part in ArcadeOrderText.parts(of: text) {
            let (expression, isDescending) = ArcadeOrderText.direction(of: part)
            keys.append((try ArcadeSQL(expression, over: base, isCondition: false, for: "OrderBy", in: run), isDescending))
        }
        return try made(keys.isEmpty ? base : ArcadeComputedSource.ordered(base, by: keys), run)
    }
}

/// The text of `OrderBy`, taken apart.
enum ArcadeOrderText {
    /// What commas part that are neither in quotes nor in brackets; blank parts are left out.
    static func parts(of text: String) -> [String] {
        var parts: [String] = []
        var part = ""
        var depth = 0
        var quote: Character?
        for character in text {
            if let open = quote {
                if character == open { quote = nil }
            } else {
                switch character {
                case "'", "\"", "`": quote = character
                case "(": depth += 1
                case ")": depth -= 1
                case "," where depth == 0:
                    parts.append(part)
                    part = ""
                    continue
                default: break
                }
            }
            part.append(character)
        }
        parts.append(part)
        return parts.filter { !$0.allSatisfy(\.isWhitespace) }
    }

    /// A part without the word for its direction, and the direction.
    static func direction(of part: String) -> (expression: String, isDescending: Bool) {
        let words = part.split(whereSeparator: \.isWhitespace)
        guard words.count > 1, let last = words.last else { return (part, false) }
        switch last.uppercased() {
        case "ASC", "ASCENDING": return (String(part[..<last.startIndex]), false)
        case "DESC", "DESCENDING": return (String(part[..<last.startIndex]), true)
        default: return (part, false)
        }
    }
}
