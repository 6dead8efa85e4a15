// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB

/// The functions that the triggers of a GeoPackage's R*Tree call and SQLite lacks (OGC 12-128r17, annex F.3). Every connection needs them.
enum GeoPackageFunctions {
    static func register(in database: Database) {
        for function in [
            bound("ST_MinX") { $0.xMin }, bound("ST_MaxX") { $0.xMax }, bound("ST_MinY") { $0.yMin }, bound("ST_MaxY") { $0.yMax }, isEmpty,
        ] { database.add(function: function) }
    }

    private static func bound(
        _ name: String, _ choose: @escaping @Sendable ((xMin: Double, xMax: Double, yMin: Double, yMax: Double)) -> Double
    ) -> DatabaseFunction {
        DatabaseFunction(name, argumentCount: 1, pure: true) { values in
            guard case .blob(let data) = values[0].storage else { return nil }
            return data.withUnsafeBytes { GeoPackageBlob.box($0) }.map(choose)
        }
    }

    private static let isEmpty = DatabaseFunction("ST_IsEmpty", argumentCount: 1, pure: true) { values in
        guard case .blob(let data) = values[0].storage else { return nil }
        return data.withUnsafeBytes { bytes -> Int? in
            guard let header = GeoPackageBlob.header(bytes) else { return nil }
            // Other writers may not set the flag: an empty point is one of NaN.
            return header.isEmpty || (header.box == nil && GeoPackageBlob.box(bytes) == nil) ? 1 : 0
        }
    }
}
