// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

package import VedetteGeometry

/// A unit that a script names: `feet`, `square-miles`, 9001.
///
/// Linear and areal units stand for each other: `meters` for an area are square metres, `square-feet` for a length feet. Only acres and hectares
/// are areas alone.
struct ArcadeMeasurementUnit {
    /// Metres in one of a linear unit; for acres and hectares the side of a square of that size.
    let metres: Double
    private let isArealOnly: Bool

    private init(metres: Double) {
        (self.metres, isArealOnly) = (metres, false)
    }

    private init(squareMetres: Double) {
        (metres, isArealOnly) = (squareMetres.squareRoot(), true)
    }

    private static let foot = 0.3048
    private static let surveyFoot = 1_200.0 / 3_937

    /// By name without blanks and hyphens, in lower case and without `square`.
    private static let byName: [String: ArcadeMeasurementUnit] = {
        let names: [([String], ArcadeMeasurementUnit)] = [
            (["meter", "meters", "metre", "metres", "m"], .init(metres: 1)),
            (["kilometer", "kilometers", "kilometre", "kilometres", "km"], .init(metres: 1_000)),
            (["decimeter", "decimeters", "decimetre", "decimetres", "dm"], .init(metres: 0.1)),
            (["centimeter", "centimeters", "centimetre", "centimetres", "cm"], .init(metres: 0.01)),
            (["millimeter", "millimeters", "millimetre", "millimetres", "mm"], .init(metres: 0.001)),
            (["foot", "feet", "ft"], .init(metres: foot)), (["inch", "inches", "in"], .init(metres: foot / 12)),
            (["yard", "yards", "yd"], .init(metres: 3 * foot)), (["mile", "miles", "mi"], .init(metres: 5_280 * foot)),
            (["nauticalmile", "nauticalmiles", "nmi", "nm"], .init(metres: 1_852)),
            (["usfoot", "usfeet", "footus", "feetus", "ussurveyfoot", "ussurveyfeet", "ftus", "usft"], .init(metres: surveyFoot)),
            (["usyard", "usyards", "yardus", "yardsus", "ussurveyyards"], .init(metres: 3 * surveyFoot)),
            (["usmile", "usmiles", "mileus", "milesus", "ussurveymiles"], .init(metres: 5_280 * surveyFoot)),
            (["usnauticalmile", "usnauticalmiles", "nauticalmileus", "nauticalmilesus"], .init(metres: 1_853.248)),
            (["acre", "acres", "ac"], .init(squareMetres: 43_560 * foot * foot)),
            (["usacre", "usacres", "acreus", "acresus"], .init(squareMetres: 43_560 * surveyFoot * surveyFoot)),
            (["hectare", "hectares", "ha"], .init(squareMetres: 10_000)), (["are", "ares"], .init(squareMetres: 100)),
        ]
        return Dictionary(names.flatMap { names, unit in names.map { ($0, unit) } }, uniquingKeysWith: { first, _ in first })
    }()

    /// By the number that EPSG or Esri gives it.
    private static let byNumber: [Int: ArcadeMeasurementUnit] = [
        9001: .init(metres: 1), 9002: .init(metres: foot), 9003: .init(metres: surveyFoot), 9030: .init(metres: 1_852),
        9035: .init(metres: 5_280 * surveyFoot), 9036: .init(metres: 1_000), 9093: .init(metres: 5_280 * foot),
        9096: .init(metres: 3 * foot), 1025: .init(metres: 0.001), 1033: .init(metres: 0.01), 109_002: .init(metres: 3 * surveyFoot),
        109_005: .init(metres: 0.1), 109_006: .init(metres: 0.01), 109_007: .init(metres: 0.001), 109_008: .init(metres: foot / 12),
        109_012: .init(metres: 1_853.248), 109_401: .init(squareMetres: 10_000), 109_402: .init(squareMetres: 43_560 * foot * foot),
        109_403: .init(squareMetres: 43_560 * surveyFoot * surveyFoot), 109_404: .init(metres: 1), 109_405: .init(metres: foot),
        109_406: .init(metres: surveyFoot), 109_413: .init(metres: 5_280 * surveyFoot), 109_414: .init(metres: 1_000),
        109_439: .init(metres: 5_280 * foot), 109_442: .init(metres: 3 * foot),
    ]

    /// The unit that an argument names; nil for null, which leaves the unit to the function.
    init?(_ value: ArcadeValue, _ function: String, isArea: Bool) throws(ArcadeFailure) {
        let unit: ArcadeMeasurementUnit?
        switch value {
        case .null: return nil
        case .number(let number): unit = Int(exactly: number).flatMap { Self.byNumber[$0] }
        case .text(let text): unit = Self.named(text)
        default: unit = nil
        }
        guard let unit else {
            throw ArcadeFailure(
                .invalidArgument,
                "\(function) takes a unit such as '\(isArea ? "square-meters', 'acres' or 'square-miles" : "meters', 'feet' or 'miles")'")
        }
        guard isArea || !unit.isArealOnly else {
            throw ArcadeFailure(
                .invalidArgument, "\(function) measures a length: acres and hectares are units of area; take 'meters' or 'feet'")
        }
        self = unit
    }

    private static func named(_ text: String) -> ArcadeMeasurementUnit? {
        guard text.utf8.count <= 64 else { return nil }
        var name = text.lowercased().filter { $0 != "-" && $0 != "_" && !$0.isWhitespace }
        if name.hasPrefix("square") { name.removeFirst(6) } else if name.hasPrefix("sq") { name.removeFirst(2) }
        return byName[name]
    }
}

extension Geometry {
    /// Metres in one unit of the coordinates. A degree counts as one of the equator of WGS 84, 111,319.49 m, so that lengths in the plane of
    /// longitude and latitude have a size at all: they are true along the equator and nowhere else. Without a spatial reference that PROJ knows
    /// a unit is a metre.
    var metresPerUnit: Double {
        guard let reference = spatialReference, let factor = reference.unitFactor else { return 1 }
        return reference.isGeographic ? factor * 6_378_137 : factor
    }
}
