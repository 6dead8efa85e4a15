// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import VedetteGeometry

extension FeatureCollectionTable {
    /// Makes a table from an Esri JSON feature set, as services answer queries.
    ///
    /// Object ids are kept where they are whole numbers and each occurs once. Without `fields`, they are made from the values.
    ///
    /// - Throws: ``FeatureTableError`` with the offset of the fault, or the number of the feature that does not fit the fields.
    public static func fromJSON(_ text: String, name: String = "") throws -> FeatureCollectionTable {
        var text = text
        return try text.withUTF8 { utf8 in try make(try .esriJSON(UnsafeRawBufferPointer(utf8)), name: name) }
    }

    /// Makes a table from GeoJSON: a FeatureCollection, a Feature or a geometry (RFC 7946).
    ///
    /// Fields are made from the properties: one of whole numbers is `.int64`, one of numbers `.float64`, one of texts `.text`; one of
    /// several kinds or of truth values has no type and holds what comes. Lists and objects become their JSON text. Coordinates are WGS
    /// 84, or what a `crs` member names (`EPSG:3857`, `urn:ogc:def:crs:EPSG::3857`), as older writers put it there.
    ///
    /// - Throws: ``FeatureTableError`` with the offset of the fault.
    public static func fromGeoJSON(_ text: String, name: String = "") throws -> FeatureCollectionTable {
        var text = text
        return try text.withUTF8 { utf8 in try make(try .geoJSON(UnsafeRawBufferPointer(utf8)), name: name) }
    }

    private static func make(_ set: FeatureSetReader, name: String) throws -> FeatureCollectionTable {
        var set = set
        set.completeFields()
        if let name = Self.duplicate(in: set.fields) {
            throw FeatureTableError(.duplicateField, "two fields are called \"\(name)\"; rename one")
        }
        let table = FeatureCollectionTable(
            fields: set.fields, geometryType: set.geometryType, spatialReference: set.spatialReference, name: name)
        try table.append(set.rows)
        return table
    }

    private static func duplicate(in fields: [Field]) -> String? {
        var names: Set<String> = []
        return fields.first { !names.insert($0.name.lowercased()).inserted }?.name
    }
}
