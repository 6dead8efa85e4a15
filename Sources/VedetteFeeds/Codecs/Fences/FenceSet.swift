// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

package import VedetteFences

/// Fences read from a file: an index, and what each fence is called and carries, by its number in the index.
package struct FenceSet: Sendable {
    package let index: FenceIndex
    /// The JSON object of each fence's attributes; empty where it has none.
    package let attributes: [[UInt8]]
    /// The areas for drawing, as GeoJSON geometry objects; empty where they were not asked for.
    package let geometries: [[UInt8]]

    /// - Throws: where there are more fences, or larger ones, than one index holds.
    package init(_ fences: [FenceFeature]) throws(FenceIndexError) {
        index = try FenceIndex(fences.map { FenceDefinition(id: $0.id, shape: $0.shape) })
        let byID = Dictionary(fences.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
        attributes = index.ids.map { byID[$0]?.attributes ?? [] }
        geometries = index.ids.map { byID[$0]?.geometry ?? [] }
    }

    package var count: Int { index.ids.count }
}

/// One fence of a file.
package struct FenceFeature: Sendable {
    package init(id: String, shape: FenceShape, attributes: [UInt8], geometry: [UInt8] = []) {
        (self.id, self.shape, self.attributes, self.geometry) = (id, shape, attributes, geometry)
    }

    package var id: String
    package var shape: FenceShape
    /// The feature's `properties` as compact JSON; empty where there are none.
    package var attributes: [UInt8]
    /// The feature's `geometry` as compact JSON; empty where it was not asked for.
    package var geometry: [UInt8]
}
