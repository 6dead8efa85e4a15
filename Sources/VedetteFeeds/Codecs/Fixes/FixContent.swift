// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import VedetteDynamicEntities
package import VedetteExpressions
package import VedetteGeometry
import VedetteModel
package import VedetteValues

/// What scripts see of a fix: the fields of its feed by name, and those of a device's location that are known of it:
/// `course`, `horizontalaccuracy`, `verticalaccuracy`, `velocity` and, as a date, `timestamp`. Any other field is null: a feed need not name what it does not know.
package enum FixContent {
    /// The names that a location's field may have in a feed, in lower case.
    private static let aliases: [(name: String, fields: [String])] = [
        ("course", ["course", "heading", "cog", "track_angle"]), ("horizontalaccuracy", ["accuracy", "hacc"]),
        ("verticalaccuracy", ["vacc"]), ("velocity", ["speed"]),
    ]

    static func content(of batch: borrowing ObservationBatch, at row: Int, absences: FixAbsences?) -> ArcadeContent {
        var entries: [(name: String, value: AttributeValue)] = []
        let fields = batch.schema.fields
        let time = batch.times[row]
        var names = Set<String>()
        for (column, field) in fields.enumerated() where field.name != ObservationSchema.altitudeName {
            let value = value(batch.value(at: row, column: column), batch)
            if value == .null { continue }
            let name = field.name.lowercased()
            // As scripts for device locations expect it, whatever the feed writes.
            if name == "timestamp", time != ObservationBatch.noTime { continue }
            names.insert(name)
            entries.append((field.name, value))
        }
        for alias in aliases where !names.contains(alias.name) {
            guard let entry = entries.first(where: { alias.fields.contains($0.name.lowercased()) }) else { continue }
            entries.append((alias.name, entry.value))
        }
        if time != ObservationBatch.noTime { entries.append(("timestamp", .instant(Instant(microsecondsSince1970: time)))) }
        return .feature(Row(ArcadeAttributesRow(entries, geometry: batch.position(at: row)?.point), absences))
    }

    /// What is known of a fix whose own fields are gone: where it was, and when.
    package static func bareContent(time: Instant?, at place: Point) -> ArcadeContent {
        let entries = time.map { [(name: "timestamp", value: AttributeValue.instant($0))] } ?? []
        return .feature(Row(ArcadeAttributesRow(entries, geometry: place), nil))
    }

    /// The names, in lower case, under which scripts find values in a feed of these fields.
    static func names(in fields: [Field]) -> Set<String> {
        let names = Set(fields.map { $0.name.lowercased() })
        return names.union(["timestamp"]).union(aliases.filter { !names.isDisjoint(with: $0.fields) }.map(\.name))
    }

    private final class Row: ArcadeRow {
        private let fields: ArcadeAttributesRow
        private let absences: FixAbsences?

        init(_ fields: ArcadeAttributesRow, _ absences: FixAbsences?) {
            (self.fields, self.absences) = (fields, absences)
        }

        func value(named name: ArcadeName) -> AttributeValue? {
            if let value = fields.value(named: name) { return value }
            absences?.note(name.spelling)
            return .null
        }

        func hasField(named name: ArcadeName) -> Bool { fields.value(named: name) != nil }
        var fieldNames: [String] { fields.fieldNames }
        var geometry: Geometry? { fields.geometry }
    }

    private static func value(_ packed: PackedValue, _ batch: borrowing ObservationBatch) -> AttributeValue {
        switch packed.kind {
        case .null: return .null
        case .true: return .boolean(true)
        case .false: return .boolean(false)
        case .number: return .number(packed.number)
        case .text, .json: return .text(batch.text(ObservationBatch.range(of: packed)))
        case .integer:
            let digits = batch.text(ObservationBatch.range(of: packed))
            return Int64(digits).map(AttributeValue.integer) ?? .number(Double(digits) ?? .nan)
        }
    }
}
