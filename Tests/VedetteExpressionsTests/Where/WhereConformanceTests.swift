// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import VedetteExpressions
import VedetteValues

/// Other people's cases, which lie in `shared/data` beside the clone: facts of SQLite's and DuckDB's suites, clauses of Koop's winnow.
@Suite("Where clauses of other people's suites", .enabled(if: WhereCase.folder != nil, "there is no conformance data beside the clone"))
struct WhereConformanceTests {
    private let now = Instant(microsecondsSince1970: 1_700_000_000_000_000)

    @Test("single expressions are true, false or unknown", arguments: WhereCase.scalar)
    func scalar(single: WhereCase) throws {
        if single.note.contains("must be an ERROR") {
            #expect(throws: ExpressionError.self) { try WhereClause(single.clause).bound(to: [], now: now) }
        } else {
            #expect(try WhereClause(single.clause).bound(to: [], now: now).truth([:]) == single.expectedTruth)
        }
    }

    @Test("clauses match as many rows as they should", arguments: WhereCase.rows)
    func rows(single: WhereCase) throws {
        let clause = try WhereClause(single.clause).bound(to: single.fields, now: now)
        #expect(single.rows.count(where: clause.matches) == single.expectedCount)
        #expect(clause.matchingRows(of: columns(single)).count == single.expectedCount)
    }

    /// Winnow's `LIKE` knows no case; ours does unless told otherwise, and then finds none of its capitals.
    @Test("winnow's clauses match as many features as they should", arguments: WhereCase.winnow)
    func winnow(single: WhereCase) throws {
        var single = single
        var options = WhereOptions()
        if single.note.contains("coded-value") {
            // The domain of winnow's own test: rows hold names, clauses ask for codes.
            options.translatesCodedValues = true
            let values = [CodedValue(name: "Virginia", code: "1"), CodedValue(name: "Maryland", code: "2")]
            let domain = CodedValueDomain(name: "State", codedValues: values)
            single.fields.removeAll { $0.name == "State" }
            single.fields.append(Field(type: .text, name: "State", alias: "", domain: domain))
        }
        if single.note.contains("LIKE is case-insensitive") {
            let sensitive = try WhereClause(single.clause).bound(to: single.fields, now: now, options: options)
            let matches = sensitive.matchingRows(of: columns(single)).count
            // An OR with capitals on its other side finds those.
            #expect(matches == (single.clause.contains(" OR ") ? 7 : 0))
            options.likeIsCaseSensitive = false
        }
        let clause = try WhereClause(single.clause).bound(to: single.fields, now: now, options: options)
        #expect(single.rows.count(where: clause.matches) == single.expectedCount)
        #expect(clause.matchingRows(of: columns(single)).count == single.expectedCount)
    }

    @Test("the suites are there as a whole")
    func counts() {
        #expect(WhereCase.scalar.count >= 148)
        #expect(WhereCase.rows.count >= 37)
        #expect(WhereCase.winnow.count >= 23)
    }

    private func columns(_ single: WhereCase) -> AttributeColumns {
        var columns = AttributeColumns(fields: single.fields)
        for row in single.rows { columns.append(row) }
        return columns
    }
}
