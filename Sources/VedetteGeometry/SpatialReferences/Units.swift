// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// The names that the ArcGIS Maps SDK has for units: they are Foundation's, and so are measurements in them.
public typealias LinearUnit = UnitLength
public typealias AngularUnit = UnitAngle
public typealias AreaUnit = UnitArea

extension UnitAngle {
    /// The unit itself, where the ArcGIS Maps SDK tells its units from Foundation's.
    public var angularUnit: AngularUnit { self }
}

extension UnitLength {
    /// The unit itself, where the ArcGIS Maps SDK tells its units from Foundation's.
    public var linearUnit: LinearUnit { self }
}

/// Units by their definitions: Foundation rounds some, the mile to 1609.34 m, which is 6 cm off in 15 miles.
extension UnitLength {
    /// So many of the unit in metres.
    func metres(_ value: Double) -> Double {
        self == .miles ? value * 1_609.344 : Measurement(value: value, unit: self).converted(to: .meters).value
    }

    /// So many metres in the unit.
    func measurement(ofMetres metres: Double) -> Measurement<UnitLength> {
        let value = self == .miles ? metres / 1_609.344 : Measurement(value: metres, unit: UnitLength.meters).converted(to: self).value
        return Measurement(value: value, unit: self)
    }
}

extension UnitArea {
    /// So many square metres in the unit.
    func measurement(ofSquareMetres squareMetres: Double) -> Measurement<UnitArea> {
        let exact: Double? =
            switch self {
            case .squareMiles: 1_609.344 * 1_609.344
            case .acres: 4_046.8564224
            case .squareYards: 0.9144 * 0.9144
            case .squareFeet: 0.3048 * 0.3048
            case .squareInches: 0.0254 * 0.0254
            default: nil
            }
        let value =
            exact.map { squareMetres / $0 }
            ?? Measurement(value: squareMetres, unit: UnitArea.squareMeters).converted(to: self).value
        return Measurement(value: value, unit: self)
    }
}
