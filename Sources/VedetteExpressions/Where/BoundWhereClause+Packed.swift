// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import VedetteValues

/// Asked of packed rows, a clause answers as ``BoundWhereClause/matches(_:)`` does of the attributes that an application sees of them, without making
/// them. (A field that is null is null, also where another one's name differs only in case.)
extension BoundWhereClause {
    /// The fields that the clause looks at, by their places in ``fields``.
    package var readFields: [Int] { program.columns }

    /// Where the fields that the clause looks at are, for ``PackedRows/columns``: `column` gives the word of a field by its name.
    package func packedColumns(_ column: (String) -> Int?) -> [Int] {
        var columns = Array(repeating: -1, count: fields.count)
        for index in program.columns { columns[index] = column(fields[index].name) ?? -1 }
        return columns
    }

    /// The rows for which the clause is true, in order, until `body` answers false.
    ///
    /// - Precondition: `rows` has a column for each of ``fields``.
    package func forEachMatch(in rows: PackedRows, _ body: (Int) -> Bool) {
        withColumns(of: rows) { places in
            var scan = WhereScan(program, columns: places)
            scan.forEachMatch(count: rows.count, body)
        }
    }

    /// For how many rows the clause is true.
    ///
    /// - Precondition: `rows` has a column for each of ``fields``.
    package func matchCount(in rows: PackedRows) -> Int {
        withColumns(of: rows) { places in
            var scan = WhereScan(program, columns: places)
            return scan.matchCount(count: rows.count)
        }
    }

    /// A test of single rows, for as long as the memory of `rows` is valid and does not move.
    ///
    /// - Precondition: `rows` has a column for each of ``fields``.
    package func test(of rows: PackedRows) -> PackedWhereTest {
        PackedWhereTest(program, packed(rows))
    }

    /// What the expression comes to as a number for single rows, for as long as the memory of `rows` is valid and does not move.
    func numbers(of rows: PackedRows) -> PackedNumbers {
        PackedNumbers(program, packed(rows))
    }

    private func packed(_ rows: PackedRows) -> [PackedColumn?] {
        precondition(rows.columns.count == fields.count)
        return fields.indices.map { index in
            let word = rows.columns[index]
            guard word >= 0 else { return nil }
            let type = fields[index].type
            return PackedColumn(
                words: rows.words + word, stride: rows.stride, type: type, kind: AttributeColumn.kind(of: type), texts: rows.texts)
        }
    }

    private func withColumns<Result>(of rows: PackedRows, _ body: (UnsafeBufferPointer<WhereColumn>) -> Result) -> Result {
        let places = packed(rows).map { $0.map(WhereColumn.packed) ?? .absent }
        return places.withUnsafeBufferPointer(body)
    }
}

/// Asks packed rows one by one whether they meet a where clause; see ``BoundWhereClause/test(of:)``.
package struct PackedWhereTest {
    private var evaluator: WhereEvaluator<PackedWhereRow>

    init(_ program: WhereProgram, _ columns: [PackedColumn?]) {
        let arena = TextArena()
        evaluator = WhereEvaluator(program, row: PackedWhereRow(columns: columns, arena: arena), arena: arena)
    }

    /// Whether the clause is true for a row.
    package mutating func matches(_ row: Int) -> Bool {
        evaluator.row.row = row
        return evaluator.truth() == .yes
    }
}

/// What an expression of a renderer comes to for packed rows, one by one; see ``RendererExpression/numbers(of:texts:column:)``.
package struct PackedNumbers {
    private var evaluator: WhereEvaluator<Row>

    /// A renderer has numbers only: a truth value is none.
    private struct Row: WhereRow {
        var columns: [PackedColumn?]
        let arena: TextArena
        var row = 0

        func value(column: Int) -> WhereValue {
            guard let column = columns[column] else { return .null }
            let kind = column.packed(row).kind
            return kind == .true || kind == .false ? .null : column.value(row, arena: arena)
        }
    }

    fileprivate init(_ program: WhereProgram, _ columns: [PackedColumn?]) {
        let arena = TextArena()
        evaluator = WhereEvaluator(program, row: Row(columns: columns, arena: arena), arena: arena)
    }

    /// The number of the row that begins so many words behind the first; nil where it is none, or not finite.
    package mutating func value(atWord row: Int) -> Double? {
        evaluator.row.row = row
        defer { evaluator.arena.reset() }
        return evaluator.value(evaluator.program.root).asNumber.flatMap { $0.isFinite ? $0 : nil }
    }
}
