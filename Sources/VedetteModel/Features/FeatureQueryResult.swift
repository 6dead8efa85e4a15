// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

public import VedetteGeometry

/// The features that matched when a query ran.
public struct FeatureQueryResult: Sendable {
    /// The fields that the features have.
    public let fields: [Field]
    /// The class of the geometries; nil where the table has none or any.
    public let geometryType: Geometry.Type?
    /// The spatial reference of the geometries.
    public let spatialReference: SpatialReference?
    /// Whether more features match than are here, because of a limit that the caller or a service set.
    public let isTransferLimitExceeded: Bool

    private let matches: [Feature]

    package init(
        features: [Feature], fields: [Field], geometryType: Geometry.Type?, spatialReference: SpatialReference?,
        isTransferLimitExceeded: Bool = false
    ) {
        (matches, self.fields, self.geometryType, self.spatialReference) = (features, fields, geometryType, spatialReference)
        self.isTransferLimitExceeded = isTransferLimitExceeded
    }

    /// The features, each once, in the order that the query asked for, those that are equal in it by object id.
    public func features() -> [Feature] { matches }
}
