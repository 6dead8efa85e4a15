// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

package import VedetteGeometry
package import VedetteValues

/// A feature in a script: one that was handed in, which cannot be changed, or one that the script made.
package final class ArcadeFeature {
    /// nil for a feature that the script made.
    package let row: (any ArcadeRow)?
    /// The attributes of a feature that the script made.
    package let attributes: ArcadeDictionary?
    private var ownGeometry: Geometry?

    package init(row: any ArcadeRow) {
        self.row = row
        attributes = nil
    }

    /// Takes over `attributes`. Made by ``ArcadeRun/makeFeature(attributes:geometry:)``, which counts it.
    package init(attributes: ArcadeDictionary, geometry: Geometry?) {
        row = nil
        self.attributes = attributes
        ownGeometry = geometry
    }

    /// Whether the script may change it.
    package var isMutable: Bool { row == nil }

    /// Setting does nothing to a feature that was handed in; check ``isMutable`` first.
    package var geometry: Geometry? {
        get { row.map(\.geometry) ?? ownGeometry }
        set { ownGeometry = newValue }
    }

    package var fieldNames: [String] { row?.fieldNames ?? attributes?.keys ?? [] }

    package func hasField(named name: ArcadeName) -> Bool {
        if let row { row.hasField(named: name) } else { attributes?[name] != nil }
    }

    /// The value of a field; nil where there is no such field. Dates are shown in the zone of the run.
    package func value(named name: ArcadeName, in run: ArcadeRun) -> ArcadeValue? {
        if let row { return row.value(named: name).map { ArcadeValue($0, in: run) } }
        return attributes?[name]
    }
}

extension ArcadeValue {
    /// An attribute as a script sees it.
    package init(_ value: AttributeValue, in run: ArcadeRun) {
        switch value {
        case .null, .data: self = .null
        case .boolean(let value): self = .boolean(value)
        case .integer(let value): self = .number(Double(value))
        case .number(let value): self = .number(value)
        case .text(let value): self = .text(value)
        case .instant(let value): self = .date(ArcadeDate(instant: value, zone: run.context.timeZone))
        case .date(let value): self = .dateOnly(value)
        case .time(let value): self = .time(value)
        }
    }
}
