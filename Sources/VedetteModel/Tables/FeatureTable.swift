// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

public import VedetteGeometry

/// A table of features that can be queried and, where ``isEditable``, changed.
///
/// The methods load the table where it has not been loaded. A table may be used from any thread; each query sees one state of it.
public protocol FeatureTable: Loadable {
    var tableName: String { get }

    /// The columns, in their order; the one that holds object ids is among them.
    var fields: [Field] { get }

    /// The name of the field that holds object ids.
    var objectIDFieldName: String { get }

    /// The class of the geometries: `Point.self`, `Multipoint.self`, `Polyline.self` or `Polygon.self`; nil for none or any of them.
    var geometryType: Geometry.Type? { get }

    /// What coordinates are meant in; nil where it is not known.
    var spatialReference: SpatialReference? { get }

    /// A rectangle that holds all features; nil where it is not known or there are none.
    var extent: Envelope? { get }

    /// How many features there are; 0 before the table is loaded.
    var numberOfFeatures: Int { get }

    /// Whether features can be added, updated and deleted.
    var isEditable: Bool { get }

    /// What happens to the table from now on. Each stream has a bounded buffer of its own, see ``EventStream``.
    var changes: EventStream<FeatureTableChange> { get }

    /// The features that fulfil all conditions of `parameters`.
    ///
    /// - Throws: `ExpressionError` with a position for a where clause that is none or names a field that is none; ``FeatureTableError`` for
    ///   other faults of the parameters; what the store below says where it cannot be read.
    func queryFeatures(using parameters: QueryParameters) async throws -> FeatureQueryResult

    /// How many features fulfil all conditions; limit and offset of `parameters` are not used.
    func queryFeatureCount(using parameters: QueryParameters) async throws -> Int

    /// The smallest envelope that holds the geometries of the features that fulfil all conditions, in the out spatial reference of
    /// `parameters`; an empty one where there is none. Limit and offset are not used.
    func queryExtent(using parameters: QueryParameters) async throws -> Envelope

    /// Adds new features: all of them or, where one cannot be added, none. Each gets an object id.
    ///
    /// - Throws: ``FeatureTableError`` that names the field or geometry that does not fit.
    func add(_ features: [Feature]) async throws

    /// Writes attributes and geometries of features that are in the table: all of them or none. A field for which a feature has no
    /// attribute becomes null.
    ///
    /// - Throws: ``FeatureTableError`` where one is not in the table, or does not fit.
    func update(_ features: [Feature]) async throws

    /// Removes features: all of them or, where one is not in the table, none.
    func delete(_ features: [Feature]) async throws
}

extension FeatureTable {
    /// Makes a feature for this table without adding it. Fields that are not given get their default values.
    public func makeFeature(attributes: [String: any Sendable] = [:], geometry: Geometry? = nil) -> Feature {
        var all = attributes
        let given = Set(attributes.keys.map { $0.lowercased() })
        for field in fields where !given.contains(field.name.lowercased()) {
            if let value = field.defaultValue { all[field.name] = value }
        }
        return Feature(attributes: all, geometry: geometry, objectID: nil, table: self)
    }

    /// Adds a new feature. See ``FeatureTable/add(_:)-([Feature])``.
    public func add(_ feature: Feature) async throws { try await add([feature]) }

    /// Writes a feature back. See ``FeatureTable/update(_:)-([Feature])``.
    public func update(_ feature: Feature) async throws { try await update([feature]) }

    /// Removes a feature. See ``FeatureTable/delete(_:)-([Feature])``.
    public func delete(_ feature: Feature) async throws { try await delete([feature]) }

    /// The field with this name, whatever the case of its letters; one that is written just so goes first.
    public func field(named name: String) -> Field? {
        fields.first { $0.name == name } ?? fields.first { $0.name.lowercased() == name.lowercased() }
    }
}
