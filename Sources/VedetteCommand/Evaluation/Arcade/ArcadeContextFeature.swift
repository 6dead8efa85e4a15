// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Vedette
import VedetteExpressions
import VedetteGeometry
import VedetteModel
import VedetteValues

/// A feature that a context describes.
struct ArcadeContextFeature: ArcadeRow {
    let fieldNames: [String]
    let geometry: Geometry?
    let schema: ArcadeSchema?
    private let values: [ArcadeName: AttributeValue]

    init(_ attributes: [(name: String, value: AttributeValue)], geometry: Geometry?, schema: ArcadeSchema? = nil) {
        values = Dictionary(attributes.map { (ArcadeName($0.name), $0.value) }) { first, _ in first }
        (fieldNames, self.geometry, self.schema) = (attributes.map(\.name), geometry, schema)
    }

    func value(named name: ArcadeName) -> AttributeValue? { values[name] }
}

/// A feature set that a context describes.
struct ArcadeContextFeatureSet: ArcadeFeatureSource {
    let schema: ArcadeSchema
    let spatialReference: SpatialReference?
    let features: [ArcadeContextFeature]

    func forEachRow(in run: ArcadeRun?, _ body: (any ArcadeRow) throws(ArcadeFailure) -> Bool) throws(ArcadeFailure) {
        for feature in features where !(try body(feature)) { return }
    }
}
