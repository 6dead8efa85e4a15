// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Vedette

// Features in memory, read from GeoJSON.
let text = try String(contentsOfFile: "Examples/AskFeatures/terminals.geojson", encoding: .utf8)
let terminals = try FeatureCollectionTable.fromGeoJSON(text, name: "terminals")

// The same in a GeoPackage, which GDAL and QGIS open.
let path = CommandLine.arguments.dropFirst().first ?? NSTemporaryDirectory() + "terminals-\(getpid()).gpkg"
let geoPackage = try await GeoPackage.create(fileURL: URL(fileURLWithPath: path))
let stored = try await geoPackage.makeFeatureTable(
    name: "terminals", fields: terminals.fields, geometryType: Point.self, spatialReference: .wgs84)
try await stored.add(try await terminals.queryFeatures(using: QueryParameters()).features())

// Any table is asked in the same way.
let query = QueryParameters(whereClause: "NAME LIKE 'S%' AND OPENED < DATE '1970-01-01'")
let seattle = Point(latitude: 47.6026, longitude: -122.3388)
query.geometry = GeometryEngine.geodeticBuffer(around: seattle, distance: 20, distanceUnit: .kilometers)
query.orderByFields = [OrderBy(fieldName: "SLIPS", sortOrder: .descending)]
for table in [terminals, stored] as [any FeatureTable] {
    let names = try await table.queryFeatures(using: query).features().map { "\($0.attributes["NAME"] ?? "")" }
    print(type(of: table), names.joined(separator: ", "))
}
