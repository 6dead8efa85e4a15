// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

package import VedetteExpressions
import VedetteModel

extension TrackStore {
    /// What the values of rows refer to, for expressions that are asked of rows; valid until the store changes.
    package var packedTexts: PackedTexts { texts.packed }

    /// A where clause asked of rows of this store one after the other, until the store changes. Fields are found by the names that the clause is
    /// bound to.
    package func rowTest(_ clause: BoundWhereClause) -> TrackRowTest { TrackRowTest(clause, self) }
}

/// A where clause asked of one row of a store after another; valid until the store changes.
package struct TrackRowTest {
    private var test: TrackTest

    init(_ clause: BoundWhereClause, _ store: borrowing TrackStore) {
        test = TrackTest(clause, store)
    }

    package mutating func matches(_ row: TrackRowView) -> Bool { test.matches(row) }
}

extension TrackStore {
    /// The value of a column as an application sees it, nil for null.
    package func attribute(_ row: TrackRowView, column: Int) -> (any Sendable)? {
        AttributeCoding.unpack(row.value(column: column), as: schema.fields[column].type, in: self)
    }
}
