// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import VedetteDynamicEntities
import VedetteExpressions
import VedetteGeometry
import VedetteModel

/// An observation of a batch as scripts see it.
final class ArcadeBatchRow: ArcadeRow {
    private let batch: ObservationBatch
    private let row: Int

    init(_ batch: ObservationBatch, row: Int) {
        (self.batch, self.row) = (batch, row)
    }

    func value(named name: ArcadeName) -> AttributeValue? {
        let fields = batch.schema.fields
        let exact = batch.schema.column(named: name.spelling)
        guard let column = exact ?? fields.firstIndex(where: { ArcadeName($0.name) == name }) else { return nil }
        let value = batch.value(at: row, column: column)
        switch value.kind {
        case .null: return .null
        case .true: return .boolean(true)
        case .false: return .boolean(false)
        case .text, .json: return .text(batch.text(ObservationBatch.range(of: value)))
        case .integer:
            let digits = batch.text(ObservationBatch.range(of: value))
            return Int64(digits).map { .integer($0) } ?? .text(digits)
        case .number:
            if fields[column].type == .date { return .instant(Instant(Date(timeIntervalSince1970: value.number / 1_000))) }
            return .number(value.number)
        }
    }

    var fieldNames: [String] { batch.schema.namedFields.map(\.name) }

    var geometry: Geometry? { batch.position(at: row)?.point }
}
