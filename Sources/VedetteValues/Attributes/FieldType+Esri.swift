// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

// The types of fields in the words of Esri JSON ("Field" of the ArcGIS REST API).
extension FieldType {
    /// The type that Esri JSON calls so; nil for one that we do not know.
    package init?(esriName: String) {
        switch esriName {
        case "esriFieldTypeSmallInteger": self = .int16
        case "esriFieldTypeInteger": self = .int32
        case "esriFieldTypeBigInteger": self = .int64
        case "esriFieldTypeSingle": self = .float32
        case "esriFieldTypeDouble": self = .float64
        case "esriFieldTypeString": self = .text
        case "esriFieldTypeDate": self = .date
        case "esriFieldTypeDateOnly": self = .dateOnly
        case "esriFieldTypeTimeOnly": self = .timeOnly
        case "esriFieldTypeTimestampOffset": self = .timestampOffset
        case "esriFieldTypeOID": self = .oid
        case "esriFieldTypeGlobalID": self = .globalID
        case "esriFieldTypeGUID": self = .guid
        case "esriFieldTypeGeometry": self = .geometry
        case "esriFieldTypeBlob": self = .blob
        case "esriFieldTypeRaster": self = .raster
        case "esriFieldTypeXML": self = .xml
        default: return nil
        }
    }

    /// What Esri JSON calls the type.
    package var esriName: String {
        switch self {
        case .int16: "esriFieldTypeSmallInteger"
        case .int32: "esriFieldTypeInteger"
        case .int64: "esriFieldTypeBigInteger"
        case .float32: "esriFieldTypeSingle"
        case .float64: "esriFieldTypeDouble"
        case .text: "esriFieldTypeString"
        case .date: "esriFieldTypeDate"
        case .dateOnly: "esriFieldTypeDateOnly"
        case .timeOnly: "esriFieldTypeTimeOnly"
        case .timestampOffset: "esriFieldTypeTimestampOffset"
        case .oid: "esriFieldTypeOID"
        case .globalID: "esriFieldTypeGlobalID"
        case .guid: "esriFieldTypeGUID"
        case .geometry: "esriFieldTypeGeometry"
        case .blob: "esriFieldTypeBlob"
        case .raster: "esriFieldTypeRaster"
        case .xml: "esriFieldTypeXML"
        }
    }
}
