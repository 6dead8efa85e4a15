// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

package import VedetteModel

/// The columns of a set of observations. Columns are only ever added, so a column's number stays what it is.
package struct ObservationSchema: Sendable {
    /// The most columns that a schema takes on; what comes beyond is counted and left out.
    package static let maximumColumnCount = 256

    package private(set) var fields: [Field] = []
    private var numbers: [String: Int] = [:]
    /// A digest of the names up to each column.
    private var digests: [UInt64] = []

    package init(fields: [Field] = []) {
        for field in fields { _ = column(for: field) }
    }

    /// The column of a name, where there is one.
    package func column(named name: String) -> Int? {
        numbers[name]
    }

    /// The column of a field, added where it is new; nil when the schema is full.
    package mutating func column(for field: Field) -> Int? {
        if let known = numbers[field.name] { return known }
        guard fields.count < Self.maximumColumnCount else { return nil }
        fields.append(field)
        numbers[field.name] = fields.count - 1
        digests.append(Self.digest(field.name, after: digests.last ?? 0))
        return fields.count - 1
    }

    /// Whether columns with the same number have the same name, as far as both schemas go.
    ///
    /// - Complexity: O(1).
    func isAligned(with other: ObservationSchema) -> Bool {
        let common = min(fields.count, other.fields.count)
        return common == 0 || digests[common - 1] == other.digests[common - 1]
    }

    /// FNV-1a (Fowler, Noll, Vo), 64 bits, with a mark after each name.
    private static func digest(_ name: String, after before: UInt64) -> UInt64 {
        var digest = before ^ 0xCBF2_9CE4_8422_2325
        for byte in name.utf8 { digest = (digest ^ UInt64(byte)) &* 0x100_0000_01B3 }
        return (digest ^ 0xFF) &* 0x100_0000_01B3
    }

    /// The name of the column that holds heights (z), in metres, where positions have one. No field of a feed can have it.
    package static let altitudeName = "\u{0}z"

    /// The column that holds heights, where there is one.
    package var altitudeColumn: Int? { numbers[Self.altitudeName] }

    /// The fields without the column of heights.
    package var namedFields: [Field] { fields.filter { $0.name != Self.altitudeName } }
}
