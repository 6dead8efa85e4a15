// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Synchronization
import VedetteGeometry
import VedetteValues

/// Rows that are worked out of another source as a whole, when they are asked for: ordered, grouped. Worked out once.
final class ArcadeComputedSource: ArcadeFeatureSource {
    typealias Work = @Sendable (ArcadeRun?) throws(ArcadeFailure) -> [any ArcadeRow]

    let schema: ArcadeSchema
    let spatialReference: SpatialReference?
    let info: ArcadeFeatureSetInfo?
    let nesting: Int
    private let work: Work
    private let known = Mutex<[any ArcadeRow]?>(nil)

    init(schema: ArcadeSchema, spatialReference: SpatialReference?, info: ArcadeFeatureSetInfo?, nesting: Int, work: @escaping Work) {
        (self.schema, self.spatialReference, self.info, self.nesting, self.work) = (schema, spatialReference, info, nesting, work)
    }

    func forEachRow(in run: ArcadeRun?, _ body: (any ArcadeRow) throws(ArcadeFailure) -> Bool) throws(ArcadeFailure) {
        let rows: [any ArcadeRow]
        if let known = known.withLock({ $0 }) {
            rows = known
        } else {
            rows = try work(run)
            known.withLock { $0 = rows }
        }
        for row in rows {
            try run?.charge(1)
            guard try body(row) else { return }
        }
    }

    /// All rows of a source in the order of some expressions. Rows that are equal stay as they were; null goes first.
    static func ordered(_ base: any ArcadeFeatureSource, by keys: [(sql: ArcadeSQL, isDescending: Bool)]) -> ArcadeComputedSource {
        ArcadeComputedSource(
            schema: base.schema, spatialReference: base.spatialReference, info: base.info, nesting: base.nesting + 1
        ) { run throws(ArcadeFailure) in
            var readers = try keys.map { key throws(ArcadeFailure) in try key.sql.reader(run) }
            var rows: [(row: any ArcadeRow, keys: [AttributeValue])] = []
            try base.forEachRow(in: run) { row throws(ArcadeFailure) in
                try run?.chargeRow()
                var values: [AttributeValue] = []
                for index in readers.indices { values.append(try readers[index].value(row)) }
                rows.append((row, values))
                return true
            }
            let comparisons = Double(rows.count) * Double(max(2, rows.count)).log2Ceiling
            try run?.charge(Int(comparisons) * keys.count)
            let directions = keys.map(\.isDescending)
            return rows.sorted { first, second in
                for (index, isDescending) in directions.enumerated() {
                    let order = AttributeOrder.compare(first.keys[index], second.keys[index])
                    if order != 0 { return isDescending ? order > 0 : order < 0 }
                }
                return false
            }.map(\.row)
        }
    }
}

extension Double {
    /// How often a number can be halved: what sorting costs an element.
    fileprivate var log2Ceiling: Double { Double(exponent) + 1 }
}
