// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

public import Foundation
import Synchronization

/// What PROJ knows of the reference. It is asked once for each system.
extension SpatialReference {
    /// Whether coordinates are longitude and latitude; false, too, for a reference that PROJ does not know.
    public var isGeographic: Bool { facts?.isGeographic == true }

    /// Whether coordinates are easting and northing on a map; false, too, for a reference that PROJ does not know.
    public var isProjected: Bool { facts?.isGeographic == false }

    /// What the system is called, `WGS 84` for instance; empty for a reference that PROJ does not know.
    public var name: String { facts?.name ?? "" }

    /// What coordinates are measured in: a `UnitAngle` for a geographic reference, a `UnitLength` for a projected one; nil for one that
    /// PROJ does not know.
    public var unit: Dimension? { facts.flatMap { $0.isGeographic ? angularUnit : linearUnit } }

    /// The unit of a projected reference; nil for another.
    public var linearUnit: UnitLength? { facts.flatMap { $0.isGeographic ? nil : $0.unit?.length } }

    /// The unit of a geographic reference; nil for another.
    public var angularUnit: UnitAngle? { facts.flatMap { $0.isGeographic ? $0.unit?.angle : nil } }

    /// Metres in one unit of the coordinates of a projected reference, radians in one of a geographic reference; nil for one that PROJ
    /// does not know.
    package var unitFactor: Double? { facts?.unit?.factor }

    /// Metres in one unit of height; nil without a vertical system that PROJ knows.
    package var verticalUnitFactor: Double? { facts?.verticalUnit?.factor }

    /// What heights are measured in; nil without a vertical system that PROJ knows.
    public var verticalUnit: UnitLength? { facts?.verticalUnit?.length }

    /// Whether it is said what heights are in.
    public var hasVertical: Bool { vertical != nil }

    /// The geographic reference that a projected one is made from; a geographic one is its own. nil for a reference that PROJ does not
    /// know.
    public var baseGeographic: SpatialReference? {
        guard let facts else { return nil }
        if facts.isGeographic { return withoutHeights }
        guard let base = facts.base else { return nil }
        return base.id.map { SpatialReference(wkid: $0, latestWKID: nil) } ?? base.text.flatMap { SpatialReference(wkText: $0) }
    }

    /// The reference as well-known text in the dialect of Esri, or in WKT 2 where that has no words for it; the text that it was made
    /// from, if it was. Empty for a reference that PROJ does not know.
    public var wkText: String { statedText ?? facts?.text ?? "" }
}

extension SpatialReference {
    struct Facts: Sendable {
        struct Unit: Sendable {
            var name: String
            /// In metres or radians.
            var factor: Double

            var length: UnitLength {
                let known: [UnitLength] = [.meters, .feet, .kilometers, .miles, .yards, .nauticalMiles, .centimeters, .millimeters]
                return known.first { abs($0.metres(1) / factor - 1) < 1e-12 }
                    ?? UnitLength(symbol: name, converter: UnitConverterLinear(coefficient: factor))
            }

            var angle: UnitAngle {
                let known: [UnitAngle] = [.degrees, .radians, .gradians]
                let degrees = factor * 180 / .pi
                return known.first { abs(Measurement(value: 1, unit: $0).converted(to: .degrees).value / degrees - 1) < 1e-5 }
                    ?? UnitAngle(symbol: name, converter: UnitConverterLinear(coefficient: degrees))
            }
        }

        var name: String
        var isGeographic: Bool
        var unit: Unit?
        var verticalUnit: Unit?
        var text: String
        var base: CoordinateSystem?
    }

    private struct Key: Hashable {
        var horizontal: CoordinateSystem
        var vertical: CoordinateSystem?
    }

    /// What has been asked so far, of as many references as a program would use.
    private static let known = Mutex<[Key: Facts?]>([:])
    private static let maximumCount = 256

    private var facts: Facts? {
        let key = Key(horizontal: horizontal, vertical: vertical)
        if let facts = Self.known.withLock({ $0[key] }) { return facts }
        let facts = try? readFacts()
        Self.known.withLock { known in
            if known.count >= Self.maximumCount { known = [:] }
            known[key] = .some(facts)
        }
        return facts
    }

    private func readFacts() throws -> Facts {
        try ProjectionContext.with { context in
            let system = try ProjectionSystem.make(self, withHeights: false, in: context.handle)
            let core = system.unbound
            // The places may be known where the heights are not.
            let both = vertical == nil ? nil : try? ProjectionSystem.make(self, withHeights: true, in: context.handle)
            let heights = try vertical.flatMap { try? ProjectionSystem.make($0, in: context.handle) }?.parts().vertical
            let base = core.isGeographic ? nil : core.geodetic
            return Facts(
                name: core.name, isGeographic: core.isGeographic, unit: system.unit.map { Facts.Unit(name: $0.name, factor: $0.factor) },
                verticalUnit: heights?.unit.map { Facts.Unit(name: $0.name, factor: $0.factor) },
                text: (both ?? core).wellKnownText,
                base: base.map { base in base.recognisedID.map { .id($0) } ?? .text(base.wellKnownText) })
        }
    }
}
