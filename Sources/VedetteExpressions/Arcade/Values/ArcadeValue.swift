// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

package import VedetteGeometry
package import VedetteValues

/// A value while a script runs. Arrays, dictionaries and features are references, everything else is a value.
///
/// Does not leave the run that it belongs to: ``ArcadeContent`` is what goes in and comes out.
package enum ArcadeValue {
    case null
    case boolean(Bool)
    case number(Double)
    case text(String)
    case date(ArcadeDate)
    case dateOnly(DateOnly)
    case time(TimeOnly)
    case array(ArcadeArray)
    case dictionary(ArcadeDictionary)
    case feature(ArcadeFeature)
    case geometry(Geometry)
    case featureSet(ArcadeFeatureSet)
    case featureSetCollection(ArcadeFeatureSetCollection)
    case function(ArcadeFunction)

    /// What `TypeOf` says.
    package var typeName: String {
        switch self {
        case .null: "Null"
        case .boolean: "Boolean"
        case .number: "Number"
        case .text: "Text"
        case .date: "Date"
        case .dateOnly: "DateOnly"
        case .time: "Time"
        case .array: "Array"
        case .dictionary: "Dictionary"
        case .feature: "Feature"
        case .geometry(let geometry):
            switch geometry {
            case is Point: "Point"
            case is Multipoint: "Multipoint"
            case is Polyline: "Polyline"
            case is Polygon: "Polygon"
            case is Envelope: "Extent"
            default: "Unrecognized Type"
            }
        case .featureSet: "FeatureSet"
        case .featureSetCollection: "FeatureSetCollection"
        case .function: "Function"
        }
    }
}
