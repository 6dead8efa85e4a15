// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import VedetteGeometry

// Geometries in the four formats: what was read is finite, and comes back as it was from what is written of it.
extension FuzzTarget {
    static let wkt = FuzzTarget(text: "wkt") { text in
        guard let geometry = accepted({ try Geometry.fromWKT(text) }) else { return }
        require(ShapeComparison.isFinite(geometry), "coordinates are finite: \(geometry)")
        let written = geometry.toWKT()
        let again = mustRead(written) { try Geometry.fromWKT(written, spatialReference: geometry.spatialReference) }
        require(ShapeComparison.isSame(geometry, again, eitherDirection: true), "\(written) comes back as \(again)")
    }

    static let wkb = FuzzTarget("wkb") { bytes in
        guard let geometry = accepted({ try Geometry.fromWKB(bytes) }) else { return }
        require(ShapeComparison.isFinite(geometry), "coordinates are finite: \(geometry)")
        let again = mustRead("\(geometry)") { try Geometry.fromWKB(geometry.toWKB(), spatialReference: geometry.spatialReference) }
        require(ShapeComparison.isSame(geometry, again, eitherDirection: true), "\(geometry) comes back as \(again)")
        _ = mustRead(geometry.toWKT()) { try Geometry.fromWKT(geometry.toWKT()) }
    }

    static let geoJSONGeometry = FuzzTarget(text: "geojson-geometry") { text in
        guard let geometry = accepted({ try Geometry.fromGeoJSON(text) }) else { return }
        require(ShapeComparison.isFinite(geometry), "coordinates are finite: \(geometry)")
        let written = mustRead(text) { try geometry.toGeoJSON() }
        let again = mustRead(written) { try Geometry.fromGeoJSON(written) }
        require(
            ShapeComparison.isSame(geometry, again, eitherDirection: true, withMeasures: false), "\(written) comes back as \(again)")
    }

    static let esriJSONGeometry = FuzzTarget(text: "esrijson-geometry") { text in
        guard let geometry = accepted({ try Geometry.fromJSON(text) as Geometry }) else { return }
        require(ShapeComparison.isFinite(geometry), "coordinates are finite: \(geometry)")
        let written = geometry.toJSON()
        let again = mustRead(written) { try Geometry.fromJSON(written) as Geometry }
        require(ShapeComparison.isSame(geometry, again), "\(written) comes back as \(again)")
        require(geometry.spatialReference == again.spatialReference, "the spatial reference of \(written) comes back")
        let coded = mustRead(written) { try JSONDecoder().decode(Geometry.self, from: JSONEncoder().encode(geometry)) }
        require(ShapeComparison.isSame(geometry, coded), "\(written) comes back from a coder as \(coded)")
    }

    static let spatialReference = FuzzTarget(text: "spatial-reference-wkt") { text in
        guard let reference = SpatialReference(wkText: text) else { return }
        require(reference.isGeographic != reference.isProjected, "a reference that was read is geographic or projected")
        _ = (reference.unit, reference.verticalUnit)
        let written = reference.wkText
        guard let again = SpatialReference(wkText: written) else { fatalError("what was written cannot be read: \(written)") }
        require(again == reference && again.hashValue == reference.hashValue, "\(written) comes back as \(again)")
    }
}
