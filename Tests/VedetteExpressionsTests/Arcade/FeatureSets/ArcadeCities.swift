// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import VedetteExpressions
import VedetteGeometry
import VedetteValues

/// A small layer for tests, and short ways to call functions.
enum ArcadeCities {
    static let fields = [
        Field(type: .oid, name: "OBJECTID", alias: ""),
        Field(type: .text, name: "NAME", alias: "Name"),
        Field(type: .text, name: "COUNTRY", alias: ""),
        Field(type: .int32, name: "POP", alias: ""),
        Field(type: .float64, name: "AREA", alias: ""),
        Field(type: .date, name: "FOUNDED", alias: ""),
    ]

    static let table: [(name: String, country: String?, pop: Int64?, area: Double?, founded: String?, x: Double, y: Double)] = [
        ("Berlin", "DE", 3_700_000, 891.7, "1237-10-28", 13.4, 52.5),
        ("Hamburg", "DE", 1_900_000, 755.2, "1189-05-07", 10.0, 53.55),
        ("Wien", "AT", 2_000_000, 414.9, nil, 16.37, 48.2),
        ("Graz", "AT", 300_000, 127.6, "1128-01-01", 15.44, 47.07),
        ("O'Hara", nil, nil, nil, nil, -70, 40),
        ("Bern", "CH", 134_000, 51.6, "1191-01-01", 7.45, 46.95),
    ]

    static let rows: [any ArcadeRow] = table.enumerated().map { index, city in
        var attributes: [(name: String, value: AttributeValue)] = [("OBJECTID", .integer(Int64(index + 1))), ("NAME", .text(city.name))]
        attributes.append(("COUNTRY", AttributeValue(city.country)))
        attributes.append(("POP", AttributeValue(city.pop)))
        attributes.append(("AREA", AttributeValue(city.area)))
        attributes.append(("FOUNDED", AttributeValue(city.founded.map(instant))))
        return ArcadeAttributesRow(attributes, geometry: Point(x: city.x, y: city.y, spatialReference: .wgs84), schema: schema)
    }

    static func instant(_ day: String) -> Instant {
        var day = day
        guard case .date(let date)? = day.withUTF8({ DateText.parse(UnsafeRawBufferPointer($0)) }) else {
            return Instant(microsecondsSince1970: 0)
        }
        return Instant(microsecondsSince1970: Int64(date.daysSince1970) * TimeOnly.microsecondsPerDay)
    }

    static let schema = ArcadeSchema(fields: fields, geometryType: Point.self)

    static var source: ArcadeRowsSource { ArcadeRowsSource(rows, schema: schema, spatialReference: .wgs84) }

    static var features: ArcadeValue { .featureSet(ArcadeFeatureSet(source: source)) }

    static func run(steps: Int = 100_000, _ variables: [String: ArcadeValue] = [:]) -> ArcadeRun {
        var context = ArcadeContext(now: Instant(microsecondsSince1970: 0))
        context.limits.steps = steps
        let run = ArcadeRun(context: context)
        run.variables = { name in variables.first { $0.key.lowercased() == name.folded }?.value }
        return run
    }

    /// The value of a field of each row of a feature set.
    static func values(_ name: String, of value: ArcadeValue, in run: ArcadeRun? = nil) throws -> [AttributeValue] {
        guard case .featureSet(let set) = value else { return [] }
        return try set.rows(in: run ?? self.run()).map { $0.value(named: ArcadeName(name)) ?? .text("no such field") }
    }

    static func names(_ value: ArcadeValue, in run: ArcadeRun? = nil) throws -> [String] {
        try values("name", of: value, in: run).map { if case .text(let text) = $0 { text } else { "?" } }
    }

    static func call(_ name: String, _ arguments: [ArcadeValue], in run: ArcadeRun? = nil) throws -> ArcadeValue {
        let run = run ?? self.run()
        let arguments = ArcadeArguments(arguments)
        switch name {
        case "Count": return try ArcadeFeatureSetFunctions.count(arguments, run)
        case "First": return try ArcadeFeatureSetFunctions.first(arguments, run)
        case "Top": return try ArcadeFeatureSetFunctions.top(arguments, run)
        case "Distinct": return try ArcadeFeatureSetFunctions.distinct(arguments, run)
        case "Filter": return try ArcadeFeatureSetFunctions.filter(arguments, run)
        default: break
        }
        if let statistic = ArcadeStatistic(rawValue: name.lowercased()) {
            return try ArcadeFeatureSetFunctions.statistic(statistic, arguments, run)
        }
        if let relation = ArcadeSpatialRelation(rawValue: name) {
            return try ArcadeFeatureSetFunctions.spatialFilter(relation, arguments, run)
        }
        guard let definition = ArcadeFunctionCatalogue.definition(named: name) else { return .null }
        return try definition.body(arguments, run)
    }

    static func dictionary(_ entries: (String, ArcadeValue)...) -> ArcadeValue {
        let dictionary = ArcadeDictionary()
        for (name, value) in entries { dictionary[name] = value }
        return .dictionary(dictionary)
    }

    static func array(_ elements: ArcadeValue...) -> ArcadeValue { .array(ArcadeArray(elements)) }
}

extension ArcadeValue {
    var asNumber: Double? { if case .number(let value) = self { value } else { nil } }
    var isNull: Bool { if case .null = self { true } else { false } }
}
