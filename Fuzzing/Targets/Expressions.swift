// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import VedetteExpressions
import VedetteValues

extension FuzzTarget {
    /// Parsing, binding, and three ways to ask a row: by its attributes, in its columns, and by a scan of all.
    static let whereClause = FuzzTarget(text: "where-clause") { text in
        do throws(ExpressionError) {
            let clause = try WhereClause(text)
            var options = WhereOptions()
            try evaluate(clause, options)
            options.likeIsCaseSensitive = false
            options.translatesCodedValues = true
            try evaluate(clause, options)
        } catch {
            require((0...text.utf8.count).contains(error.offset), "the place of a fault is in the text: \(error)")
        }
    }

    private static func evaluate(_ clause: WhereClause, _ options: WhereOptions) throws(ExpressionError) {
        let (columns, now) = (ExpressionRows.columns, Instant(microsecondsSince1970: 1_800_000_000_000_000))
        let anything = try clause.boundAsValue(to: columns.fields, now: now, options: options)
        for attributes in ExpressionRows.attributes {
            if case .number(let value) = anything.value(attributes) { require(!value.isNaN, "a number is never NaN") }
        }
        let bound = try clause.bound(to: columns.fields, now: now, options: options)
        let opposite = try opposite(of: clause)?.bound(to: columns.fields, now: now, options: options)
        let scanned = bound.matchingRows(of: columns)
        require(scanned == scanned.sorted() && bound.matchCount(in: columns) == scanned.count, "a scan counts what it finds")
        let found = Set(scanned)
        for (row, attributes) in ExpressionRows.attributes.enumerated() {
            let truth = bound.truth(attributes)
            require(bound.matches(row: row, of: columns) == (truth == true), "row \(row): columns say otherwise than \(attributes)")
            require(found.contains(row) == (truth == true), "row \(row): a scan says otherwise than \(attributes)")
            if let opposite { require(opposite.truth(attributes) == truth.map { !$0 }, "row \(row): NOT is the opposite") }
        }
    }

    /// `NOT (…)`; nil where that is more than a clause may have, and for a blank one.
    private static func opposite(of clause: WhereClause) throws(ExpressionError) -> WhereClause? {
        guard clause.text.unicodeScalars.contains(where: { !$0.properties.isWhitespace && $0.value > 0x20 }) else { return nil }
        do throws(ExpressionError) {
            return try WhereClause("NOT (\(clause.text))")
        } catch {
            require(error.code == .tooLarge, "what is a clause is one in brackets: \(error)")
            return nil
        }
    }

    static let rendererExpression = FuzzTarget(text: "renderer-expression") { text in
        do throws(ExpressionError) {
            let expression = try RendererExpression(text)
            let bracketed = text.contains { !$0.isWhitespace } ? try? RendererExpression("(\(text))") : nil
            for attributes in ExpressionRows.attributes {
                let value = expression.value(attributes)
                require(value?.isFinite ?? true, "a value is finite")
                if let bracketed { require(bracketed.value(attributes) == value, "brackets change nothing") }
            }
        } catch {
            require((0...text.utf8.count).contains(error.offset), "the place of a fault is in the text: \(error)")
        }
    }

    /// A pattern on the first line and a text behind it, against the definition of `LIKE`.
    static let likePattern = FuzzTarget(text: "like-pattern") { input in
        let parts = input.unicodeScalars.split(separator: "\n", maxSplits: 1, omittingEmptySubsequences: false)
        let (pattern, text) = (Array(parts[0]), parts.count > 1 ? Array(parts[1]) : [])
        let texts = [text, text + text, Array(text.dropFirst()), Array(text.dropLast()), pattern, [], text + pattern]
        var columns = AttributeColumns(fields: [Field(type: .text, name: "T", alias: "")])
        for text in texts { columns.append([.text(String(String.UnicodeScalarView(text)))]) }
        for escape in [nil, "!"] as [Unicode.Scalar?] {
            let literal = String(String.UnicodeScalarView(pattern)).replacing("'", with: "''")
            let clause = "T LIKE '\(literal)'" + (escape.map { " ESCAPE '\($0)'" } ?? "")
            let wanted = LikeDefinition(pattern, escape: escape)
            do {
                let bound = try WhereClause(clause).bound(to: columns.fields, now: Instant(microsecondsSince1970: 0))
                guard let wanted else { fatalError("nothing is behind the last escape of \(clause)") }
                let found = Set(bound.matchingRows(of: columns))
                for (row, text) in texts.enumerated() {
                    require(found.contains(row) == wanted.matches(text), "\(columns[row, 0]) \(clause)")
                    require(bound.matches(row: row, of: columns) == wanted.matches(text), "\(columns[row, 0]) \(clause), by row")
                }
            } catch {
                require(wanted == nil, "\(clause): \(error)")
            }
        }
    }
}

/// `LIKE` as it is defined, slow and obvious.
private struct LikeDefinition {
    private enum Step {
        case anyRun, anyScalar
        case scalar(Unicode.Scalar)
    }

    private var steps: [Step] = []

    /// nil where the escape is the last character.
    init?(_ pattern: [Unicode.Scalar], escape: Unicode.Scalar?) {
        var rest = pattern[...]
        while let scalar = rest.popFirst() {
            if scalar == escape {
                guard let literal = rest.popFirst() else { return nil }
                steps.append(.scalar(literal))
            } else {
                steps.append(scalar == "%" ? .anyRun : scalar == "_" ? .anyScalar : .scalar(scalar))
            }
        }
    }

    /// Follows every way at once: after each step, the set of places where the text may go on.
    func matches(_ text: [Unicode.Scalar]) -> Bool {
        var places = [true] + Array(repeating: false, count: text.count)
        for step in steps {
            var next = Array(repeating: false, count: text.count + 1)
            for place in 0...text.count {
                switch step {
                case .anyRun: next[place] = places[place] || (place > 0 && next[place - 1])
                case .anyScalar: next[place] = place > 0 && places[place - 1]
                case .scalar(let scalar): next[place] = place > 0 && places[place - 1] && text[place - 1] == scalar
                }
            }
            places = next
        }
        return places[text.count]
    }
}
