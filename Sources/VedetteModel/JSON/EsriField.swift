// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

package import VedetteGeometry

// Fields, spatial references and geometry types in the words of Esri JSON ("Feature set" and "Domain objects" of the ArcGIS REST API).

extension Field {
    /// Reads a field description; nil where it has no name or is the geometry, which is no attribute.
    package init?(esriJSON json: JSONValue) {
        guard let name = json["name"]?.text, !name.isEmpty else { return nil }
        let type = json["type"]?.text.flatMap { FieldType(esriName: $0) }
        guard type != .geometry else { return nil }
        guard let type else {
            self.init(name: name, type: nil)
            return
        }
        self.init(
            type: type, name: name, alias: json["alias"]?.text ?? "", length: json["length"]?.integer.flatMap { Int(exactly: $0) } ?? 0,
            domain: json["domain"].flatMap(Self.domain), isEditable: json["editable"]?.boolean ?? (type != .oid),
            isNullable: json["nullable"]?.boolean ?? true, defaultValue: json["defaultValue"]?.attribute)
    }

    private static func domain(_ json: JSONValue) -> Domain? {
        let name = json["name"]?.text ?? ""
        switch json["type"]?.text {
        case "codedValue":
            let values = json["codedValues"]?.elements ?? []
            return CodedValueDomain(
                name: name, codedValues: values.map { CodedValue(name: $0["name"]?.text ?? "", code: $0["code"]?.attribute) })
        case "range":
            guard let range = json["range"]?.elements, range.count == 2 else { return nil }
            return RangeDomain(name: name, minValue: range[0].attribute, maxValue: range[1].attribute)
        default: return nil
        }
    }
}

extension JSONValue {
    /// The spatial reference that `{"wkid":…,"latestWkid":…}` or `{"wkt":…}` means; nil for none.
    package var spatialReference: SpatialReference? {
        func id(_ name: String) -> WKID? { self[name]?.integer.flatMap { Int(exactly: $0) }.flatMap { WKID($0) } }
        if let wkid = id("wkid") ?? id("latestWkid") {
            return SpatialReference(
                wkid: wkid, latestWKID: id("latestWkid"), verticalWKID: id("vcsWkid") ?? id("latestVcsWkid"),
                latestVerticalWKID: id("latestVcsWkid"))
        }
        return self["wkt"]?.text.flatMap { SpatialReference(wkText: $0) }
    }

    /// The class that an `esriGeometry…` name means; nil for none.
    package var geometryType: Geometry.Type? {
        switch text {
        case "esriGeometryPoint": Point.self
        case "esriGeometryMultipoint": Multipoint.self
        case "esriGeometryPolyline": Polyline.self
        case "esriGeometryPolygon": Polygon.self
        case "esriGeometryEnvelope": Envelope.self
        default: nil
        }
    }
}
