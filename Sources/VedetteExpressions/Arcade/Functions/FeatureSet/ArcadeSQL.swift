// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import VedetteGeometry
import VedetteValues

/// SQL in a script, bound to the fields of a feature set: a condition, or an expression. `@name` stands for the value that a variable
/// of the
/// script has at that moment; it never becomes text of the clause.
struct ArcadeSQL: Sendable {
    let bound: BoundWhereClause
    /// The fields, by column.
    fileprivate let names: [ArcadeName]
    /// Steps that a row costs.
    let cost: Int

    /// Reads SQL for the rows of a source. `function` is who asks, for messages.
    init(
        _ text: String, over source: any ArcadeFeatureSource, isCondition: Bool, for function: String, in run: ArcadeRun
    ) throws(ArcadeFailure) {
        try run.charge(text.utf8.count / 64)
        var parameters: WhereParameters = [:]
        for name in WhereParser.parameterNames(in: text) { parameters[name] = try Self.literals(of: name, for: function, in: run) }
        try self.init(text, parameters, over: source, isCondition: isCondition, for: function, in: run)
    }

    /// As the other, with what the names behind at signs stand for.
    init(
        _ text: String, _ parameters: WhereParameters, over source: any ArcadeFeatureSource, isCondition: Bool, for function: String,
        in run: ArcadeRun
    ) throws(ArcadeFailure) {
        // Reading and binding a clause takes some ten microseconds, and more by its length.
        try run.charge(55 + text.utf8.count / 3)
        do {
            let clause = try WhereClause(text, parameters: parameters)
            let known = source.schema.fields
            // Where nothing is known of the fields, each value is what it is.
            let fields = known.isEmpty ? clause.fieldNames.map { Field(name: $0, type: nil) } : known
            try run.charge(fields.count / 4)
            let now = run.context.now
            bound =
                isCondition
                ? try clause.bound(to: fields, now: now) : try clause.boundAsValue(to: fields, now: now, options: WhereOptions())
        } catch let error as ExpressionError {
            throw ArcadeFailure(.invalidArgument, "\(function): the SQL \"\(text.prefix(80))\" cannot be used: \(error)")
        } catch {
            throw ArcadeFailure(.invalidArgument, "\(function): the SQL \"\(text.prefix(80))\" cannot be used")
        }
        names = bound.fields.map { ArcadeName($0.name) }
        cost = 1 + bound.program.nodes.count / 2
    }

    private static func literals(of name: String, for function: String, in run: ArcadeRun) throws(ArcadeFailure) -> [WhereLiteral] {
        guard let value = run.variable(named: ArcadeName(name)) else {
            throw ArcadeFailure(
                .unknownVariable, "\(function): the SQL mentions @\(name), but there is no variable \(name); declare it before")
        }
        guard case .array(let array) = value else { return [try literal(of: value, name, function)] }
        try run.charge(array.elements.count)
        return try array.elements.map { element throws(ArcadeFailure) in try literal(of: element, name, function) }
    }

    private static func literal(of value: ArcadeValue, _ name: String, _ function: String) throws(ArcadeFailure) -> WhereLiteral {
        switch value {
        case .null: .null
        case .boolean(let value): .boolean(value)
        case .number(let value): Int64(exactly: value).map { .integer($0) } ?? (value.isNaN ? .null : .number(value))
        case .text(let value): .text(value)
        case .date(let value): .instant(value.instant.microsecondsSince1970)
        case .dateOnly(let value): .date(Int64(value.daysSince1970))
        case .time(let value): .time(value.microsecondsOfDay)
        default:
            throw ArcadeFailure(
                .type,
                "\(function): the variable \(name) in the SQL is a \(value.typeName); it can be a Number, Text, Date, or an Array of these")
        }
    }

    func reader(_ run: ArcadeRun?) throws(ArcadeFailure) -> ArcadeSQLReader {
        try run?.charge(12 + names.count)
        return ArcadeSQLReader(self, run)
    }
}

/// Asks rows one after another. Belongs to one thread.
struct ArcadeSQLReader {
    private var evaluator: WhereEvaluator<Row>
    private let cost: Int
    private let run: ArcadeRun?

    fileprivate init(_ sql: ArcadeSQL, _ run: ArcadeRun?) {
        let arena = TextArena(limit: 1 << 20)
        let kinds = sql.bound.fields.map { AttributeColumn.kind(of: $0.type) }
        let row = Row(row: ArcadeAttributesRow([]), names: sql.names, kinds: kinds, fields: sql.bound.fields, arena: arena)
        evaluator = WhereEvaluator(sql.bound.program, row: row, arena: arena)
        (cost, self.run) = (sql.cost, run)
    }

    /// Whether the condition is true for a row.
    mutating func matches(_ row: any ArcadeRow) throws(ArcadeFailure) -> Bool {
        evaluator.row.row = row
        try run?.charge(cost)
        let isTrue = evaluator.truth() == .yes
        try chargeTexts()
        return isTrue
    }

    /// What the expression comes to for a row.
    mutating func value(_ row: any ArcadeRow) throws(ArcadeFailure) -> AttributeValue {
        evaluator.row.row = row
        try run?.charge(cost)
        let value = AttributeValue(evaluator.value(evaluator.program.root))
        evaluator.arena.reset()
        try chargeTexts()
        if case .text(let text) = value { try run?.chargeValue(bytes: text.utf8.count) }
        return value
    }

    private func chargeTexts() throws(ArcadeFailure) {
        try run?.charge(evaluator.row.copied.bytes >> 6)
        evaluator.row.copied.bytes = 0
    }

    private struct Row: WhereRow {
        var row: any ArcadeRow
        let names: [ArcadeName]
        let kinds: [AttributeColumn.Kind]
        let fields: [Field]
        let arena: TextArena
        let copied = Counter()

        final class Counter {
            var bytes = 0
        }

        func value(column: Int) -> WhereValue {
            guard let value = row.value(named: names[column]) else { return .null }
            switch (kinds[column], value) {
            case (_, .null): return .null
            case (.text, .text(let text)), (.mixed, .text(let text)):
                copied.bytes += text.utf8.count
                return arena.copy(text).map { .text($0) } ?? .null
            case (.integer, .integer), (.number, .number), (.instant, .instant), (.date, .date), (.time, .time), (.mixed, _):
                return WhereValue(value, arena: arena)
            default: return WhereValue(AttributeColumn.stored(value, in: fields[column].type), arena: arena)
            }
        }
    }
}
