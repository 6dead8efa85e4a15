// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import VedetteValues

extension ArcadeFeatureSetFunctions {
    /// `Sum(features, field or expression)` and its relatives.
    package static func statistic(
        _ statistic: ArcadeStatistic, _ arguments: ArcadeArguments, _ run: ArcadeRun
    ) throws(ArcadeFailure) -> ArcadeValue {
        let name = statistic.rawValue.prefix(1).uppercased() + statistic.rawValue.dropFirst()
        let source = try features(arguments, for: name)
        guard case .text(let text) = arguments[1] else {
            throw ArcadeFailure(.type, "\(name) of a FeatureSet takes a field or an SQL expression as Text, not a \(arguments[1].typeName)")
        }
        var reader = try ArcadeSQL(text, over: source, isCondition: false, for: name, in: run).reader(run)
        var tally = ArcadeTally()
        try source.forEachRow(in: run) { row throws(ArcadeFailure) in
            tally.add(try reader.value(row))
            return true
        }
        return ArcadeValue(tally.value(statistic), in: run)
    }

    /// `GroupBy(features, groups, statistics)`.
    static func groupBy(_ arguments: ArcadeArguments, _ run: ArcadeRun) throws(ArcadeFailure) -> ArcadeValue {
        let base = try features(arguments, for: "GroupBy")
        let groups = try columns(arguments[1], of: base, for: "GroupBy", run)
        var statistics: [(statistic: ArcadeStatistic, column: Column)] = []
        for element in try elements(arguments[2], run) {
            guard case .dictionary(let dictionary) = element, case .text(let name)? = dictionary["statistic"],
                let statistic = ArcadeStatistic(named: name)
            else {
                throw ArcadeFailure(
                    .invalidArgument,
                    "GroupBy takes statistics such as { name: 'total', expression: 'POP', statistic: 'SUM' }; a statistic is COUNT, SUM, MIN, MAX, AVG, STDEV or VAR"
                )
            }
            statistics.append((statistic, try column(element, of: base, for: "GroupBy", run)))
        }
        return try made(grouped(base, by: groups, statistics), run)
    }

    /// `Distinct(features, fields)`.
    package static func distinct(_ arguments: ArcadeArguments, _ run: ArcadeRun) throws(ArcadeFailure) -> ArcadeValue {
        let base = try features(arguments, for: "Distinct")
        return try made(grouped(base, by: try columns(arguments[1], of: base, for: "Distinct", run), []), run)
    }

    // MARK: Groups

    /// A column of a result.
    private struct Column: Sendable {
        let field: Field
        let sql: ArcadeSQL
    }

    private static func elements(_ value: ArcadeValue, _ run: ArcadeRun) throws(ArcadeFailure) -> [ArcadeValue] {
        guard case .array(let array) = value else { return [value] }
        try run.charge(array.elements.count)
        return array.elements
    }

    private static func columns(
        _ value: ArcadeValue, of base: any ArcadeFeatureSource, for function: String, _ run: ArcadeRun
    ) throws(ArcadeFailure) -> [Column] {
        var columns: [Column] = []
        for element in try elements(value, run) { columns.append(try column(element, of: base, for: function, run)) }
        return columns
    }

    /// A field by its name, or an expression with a name.
    private static func column(
        _ value: ArcadeValue, of base: any ArcadeFeatureSource, for function: String, _ run: ArcadeRun
    ) throws(ArcadeFailure) -> Column {
        switch value {
        case .text(let text):
            let field = base.schema.fields.first { $0.name.lowercased() == text.lowercased() }
            // A name that SQL could not read is quoted.
            let quoted = field.map { "\"" + $0.name.replacing("\"", with: "\"\"") + "\"" }
            let sql = try ArcadeSQL(quoted ?? text, over: base, isCondition: false, for: function, in: run)
            return Column(field: field ?? Field(name: text, type: nil), sql: sql)
        case .dictionary(let dictionary):
            guard case .text(let name)? = dictionary["name"], let expression = dictionary["expression"] else { break }
            let text: String
            switch expression {
            case .text(let expression): text = expression
            // A constant that is not quoted, such as the 1 that counts rows.
            case .number, .boolean: text = try run.text(expression)
            default: throw ArcadeFailure(.type, "\(function): the expression of \(name) is SQL as Text, not a \(expression.typeName)")
            }
            let field = base.schema.fields.first { $0.name.lowercased() == text.lowercased() }
            let sql = try ArcadeSQL(text, over: base, isCondition: false, for: function, in: run)
            return Column(field: Field(name: name, type: field?.type), sql: sql)
        default: break
        }
        throw ArcadeFailure(
            .invalidArgument, "\(function) takes names of fields, or expressions such as { name: 'decade', expression: 'YEAR / 10' }")
    }

    /// One row a group, in the order in which groups come first; without `groups` all rows are one.
    private static func grouped(
        _ base: any ArcadeFeatureSource, by groups: [Column], _ statistics: [(statistic: ArcadeStatistic, column: Column)]
    ) -> ArcadeComputedSource {
        var schema = ArcadeSchema()
        schema.fields = groups.map(\.field)
        for (statistic, column) in statistics {
            let type: FieldType? =
                switch statistic {
                case .count: .int64
                case .min, .max: column.field.type
                default: .float64
                }
            schema.fields.append(Field(name: column.field.name, type: type))
        }
        let names = schema.fields.map(\.name)
        return ArcadeComputedSource(
            schema: schema, spatialReference: nil, info: nil, nesting: base.nesting + 1
        ) { [schema] run throws(ArcadeFailure) in
            var keyReaders = try groups.map { group throws(ArcadeFailure) in try group.sql.reader(run) }
            var valueReaders = try statistics.map { statistic throws(ArcadeFailure) in try statistic.column.sql.reader(run) }
            var places: [[AttributeValue]: Int] = [:]
            var tallies: [(key: [AttributeValue], values: [ArcadeTally])] = []
            try base.forEachRow(in: run) { row throws(ArcadeFailure) in
                var key: [AttributeValue] = []
                for index in keyReaders.indices { key.append(try keyReaders[index].value(row)) }
                let place: Int
                if let known = places[key] {
                    place = known
                } else {
                    try run?.chargeValue(bytes: 64 + 80 * statistics.count + 16 * groups.count)
                    place = tallies.count
                    places[key] = place
                    tallies.append((key, statistics.map { _ in ArcadeTally() }))
                }
                for index in valueReaders.indices { tallies[place].values[index].add(try valueReaders[index].value(row)) }
                return true
            }
            return tallies.map { group in
                let values = group.key + zip(group.values, statistics).map { $0.value($1.statistic) }
                return ArcadeAttributesRow(zip(names, values).map { (name: $0, value: $1) }, schema: schema)
            }
        }
    }
}
