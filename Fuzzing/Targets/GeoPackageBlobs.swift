// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

// Only in script/fuzz, which builds so that what is internal can be reached.
#if FUZZING
import Foundation
import VedetteGeometry

@testable import VedetteStores

extension FuzzTarget {
    static let geoPackageBlob = FuzzTarget("geopackage-blob") { bytes in
        _ = GeoPackageBlob.box(bytes)
        guard let geometry = accepted({ try GeoPackageBlob.decode(bytes, spatialReference: .wgs84) }) else { return }
        for asCollection in [false, true] {
            let written = GeoPackageBlob.encode(geometry, spatialReferenceID: 4_326, asCollection: asCollection)
            let (header, again) = written.withUnsafeBytes { bytes in
                (
                    GeoPackageBlob.header(bytes),
                    mustRead("\(geometry)") { try GeoPackageBlob.decode(bytes, spatialReference: .wgs84) }
                )
            }
            require(header?.spatialReferenceID == 4_326, "the number of the spatial reference comes back")
            require(ShapeComparison.isSame(geometry, again, eitherDirection: true), "\(geometry) comes back as \(again)")
        }
    }
}
#endif
