// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

package import VedetteGeometry
package import VedetteValues

/// Features that a script can ask for, and what was asked of them so far. Lazy: nothing is read until something is counted or iterated.
package final class ArcadeFeatureSet {
    package let source: any ArcadeFeatureSource

    package init(source: any ArcadeFeatureSource) {
        self.source = source
    }
}

/// Where a feature set takes its rows from: read at once, from memory or a file, never from a network.
package protocol ArcadeFeatureSource: Sendable {
    var schema: ArcadeSchema { get }
    var spatialReference: SpatialReference? { get }

    /// The rows; stops where `body` returns false.
    func forEachRow(_ body: (any ArcadeRow) throws -> Bool) throws
}

/// Named feature sets: `$map`, `$datastore`.
package final class ArcadeFeatureSetCollection {
    package let sources: [(id: String, title: String, source: any ArcadeFeatureSource)]

    package init(_ sources: [(id: String, title: String, source: any ArcadeFeatureSource)]) {
        self.sources = sources
    }
}
