// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

public import VedetteValues

/// A ``WhereClause`` bound to fields: asks rows whether they match. Any number of threads may use it at once.
public struct BoundWhereClause: Sendable {
    /// The fields that it is bound to.
    public let fields: [Field]

    let program: WhereProgram
    private let isRenderer: Bool

    init(
        _ syntax: WhereSyntax?, fields: [Field], now: Instant, options: WhereOptions, mustBeCondition: Bool, isRenderer: Bool = false
    ) throws(ExpressionError) {
        (self.fields, self.isRenderer) = (fields, isRenderer)
        var binder = WhereBinder(fields: fields, now: now, options: options)
        let root: Int32
        if let syntax {
            let bound = try binder.bind(syntax)
            if mustBeCondition { try binder.expectCondition(bound) }
            root = bound.node
        } else {
            root = binder.builder.add(constant: .boolean(true))
        }
        program = WhereProgram(binder.builder, root: root, likeIsCaseSensitive: options.likeIsCaseSensitive)
    }

    /// Whether the clause is true for these attributes. An attribute that is missing is null; names are found in any case.
    public func matches(_ attributes: [String: any Sendable]) -> Bool {
        truth(attributes) == true
    }

    /// Whether the clause is true or false for these attributes; nil where that is unknown.
    public func truth(_ attributes: [String: any Sendable]) -> Bool? {
        let truth = evaluator(attributes).truth()
        return truth == .unknown ? nil : truth == .yes
    }

    /// What the expression comes to; an interval is its length in days.
    package func value(_ attributes: [String: any Sendable]) -> AttributeValue {
        let evaluator = evaluator(attributes)
        // A text lies in memory that the evaluator owns: it is read before that is let go of.
        return withExtendedLifetime(evaluator) { AttributeValue(evaluator.value(program.root)) }
    }

    /// What the expression comes to as a number that is finite, if it does.
    func number(_ attributes: [String: any Sendable]) -> Double? {
        let evaluator = evaluator(attributes)
        return withExtendedLifetime(evaluator) { evaluator.value(program.root).asNumber.flatMap { $0.isFinite ? $0 : nil } }
    }

    /// Whether the clause is true for a row of columns.
    ///
    /// - Precondition: the columns are those of ``fields``.
    package func matches(row: Int, of columns: AttributeColumns) -> Bool {
        precondition(columns.columns.count == fields.count)
        guard program.columns.count <= Self.maximumScanCount else { return matchesByValue(row, columns) }
        return columns.withColumns(program.columns) { places in
            let arena = TextArena()
            return WhereEvaluator(program, row: WhereColumnsRow(columns: places, arena: arena, row: row), arena: arena).truth() == .yes
        }
    }

    /// The rows for which the clause is true, in order.
    ///
    /// - Precondition: the columns are those of ``fields``.
    package func matchingRows(of columns: AttributeColumns) -> [Int] {
        var rows: [Int] = []
        forEachMatch(in: columns) {
            rows.append($0)
            return true
        }
        return rows
    }

    /// Hands the rows for which the clause is true to `body`, in order, until it answers false.
    ///
    /// - Precondition: the columns are those of ``fields``.
    package func forEachMatch(in columns: AttributeColumns, _ body: (Int) -> Bool) {
        precondition(columns.columns.count == fields.count)
        guard program.columns.count <= Self.maximumScanCount else {
            forEachMatchByValue(in: columns, body)
            return
        }
        columns.withColumns(program.columns) { places in
            var scan = WhereScan(program, columns: places)
            scan.forEachMatch(count: columns.count, body)
        }
    }

    /// For how many rows the clause is true.
    ///
    /// - Precondition: the columns are those of ``fields``.
    package func matchCount(in columns: AttributeColumns) -> Int {
        precondition(columns.columns.count == fields.count)
        guard program.columns.count <= Self.maximumScanCount else {
            var count = 0
            forEachMatchByValue(in: columns) { _ in
                count += 1
                return true
            }
            return count
        }
        return columns.withColumns(program.columns) { places in
            var scan = WhereScan(program, columns: places)
            return scan.matchCount(count: columns.count)
        }
    }

    /// Holding a column still takes a place on the stack; a clause that mentions more of them than this is asked value by value.
    private static let maximumScanCount = 256

    private func forEachMatchByValue(in columns: AttributeColumns, _ body: (Int) -> Bool) {
        for row in 0..<columns.count where matchesByValue(row, columns) {
            guard body(row) else { return }
        }
    }

    private func matchesByValue(_ row: Int, _ columns: AttributeColumns) -> Bool {
        let arena = TextArena()
        let values = Dictionary(
            uniqueKeysWithValues: program.columns.map { ($0, WhereValue(columns[row, $0], arena: arena)) })
        return WhereEvaluator(program, row: ValuesRow(values: values, texts: arena)).truth() == .yes
    }

    private func evaluator(_ attributes: [String: any Sendable]) -> WhereEvaluator<ValuesRow> {
        let arena = TextArena()
        var values: [Int: WhereValue] = [:]
        var names = AttributeNames(attributes)
        for column in program.columns {
            let value = names.value(fields[column].name)
            // A renderer has numbers only.
            if isRenderer, value is Bool { continue }
            let stored = AttributeColumn.stored(AttributeValue(value), in: fields[column].type)
            values[column] = WhereValue(stored, arena: arena)
        }
        return WhereEvaluator(program, row: ValuesRow(values: values, texts: arena))
    }

    /// Finds attributes by name: as it is written, else in another case; one with a dot also by what is behind the last dot.
    private struct AttributeNames {
        let attributes: [String: any Sendable]
        /// Made when a name is not found as it is written. Of several spellings the first one counts, so that the answer does not depend
        /// on the order of a dictionary.
        private lazy var spellings = Dictionary(attributes.keys.map { ($0.lowercased(), $0) }, uniquingKeysWith: min)

        init(_ attributes: [String: any Sendable]) {
            self.attributes = attributes
        }

        mutating func value(_ name: String) -> (any Sendable)? {
            if let value = attributes[name] { return value }
            if let spelling = spellings[name.lowercased()] { return attributes[spelling] }
            guard let dot = name.lastIndex(of: ".") else { return nil }
            return value(String(name[name.index(after: dot)...]))
        }
    }

    private struct ValuesRow: WhereRow {
        let values: [Int: WhereValue]
        /// Holds the texts among the values.
        let texts: TextArena

        func value(column: Int) -> WhereValue { values[column] ?? .null }
    }
}

extension AttributeValue {
    /// A value as an attribute; an interval is its length in days. Texts are copied.
    init(_ value: WhereValue) {
        switch value {
        case .null: self = .null
        case .boolean(let value): self = .boolean(value)
        case .integer(let value): self = .integer(value)
        case .number(let value): self = .number(value)
        case .text(let text): self = .text(String(decoding: text, as: UTF8.self))
        case .instant(let value): self = .instant(Instant(microsecondsSince1970: value))
        case .date(let days): self = .date(DateOnly(daysSince1970: Int(days)))
        case .time(let time): self = .time(TimeOnly(microsecondsOfDay: time))
        case .interval(let interval): self = .number(interval.days)
        }
    }
}
