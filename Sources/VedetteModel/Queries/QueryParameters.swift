// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Synchronization
public import VedetteGeometry

/// What a query of a feature table asks for. All conditions that are set have to be fulfilled; without any, every feature is.
public final class QueryParameters: Sendable {
    /// The parameters at one moment.
    package struct Values: Sendable {
        package var whereClause = ""
        package var geometry: Geometry?
        package var spatialRelationship = SpatialRelationship.intersects
        package var objectIDs: [Int64] = []
        package var orderByFields: [OrderBy] = []
        package var outFields: [String] = []
        package var maxFeatures = 0
        package var resultOffset = 0
        package var returnsGeometry = true
        package var outSpatialReference: SpatialReference?

        package init() {}
    }

    private let state: Mutex<Values>

    public init(whereClause: String = "") {
        var values = Values()
        values.whereClause = whereClause
        state = Mutex(values)
    }

    package init(_ values: Values) {
        state = Mutex(values)
    }

    package var values: Values { state.withLock { $0 } }

    private subscript<Value>(path: any WritableKeyPath<Values, Value> & Sendable) -> Value where Value: Sendable {
        get { state.withLock { $0[keyPath: path] } }
        set { state.withLock { $0[keyPath: path] = newValue } }
    }

    /// A condition on the attributes in SQL, such as `status = 'In flight' AND speed > 300`; blank for none.
    public var whereClause: String {
        get { self[\.whereClause] }
        set { self[\.whereClause] = newValue }
    }

    /// A geometry that features have to lie to as ``spatialRelationship`` says; nil for anywhere. It is projected into the spatial
    /// reference of the table; but points are compared with an area in the spatial reference of the area, whose edges are straight there.
    /// Without a spatial reference of its own it is taken to be in that of the table. Features without a geometry do not match.
    ///
    /// An area that holds a pole or crosses the edge of the table's map gets no help from an index: all rows are read.
    public var geometry: Geometry? {
        get { self[\.geometry] }
        set { self[\.geometry] = newValue }
    }

    /// How ``geometry`` has to lie to the features: ``SpatialRelationship/intersects`` unless set.
    public var spatialRelationship: SpatialRelationship {
        get { self[\.spatialRelationship] }
        set { self[\.spatialRelationship] = newValue }
    }

    /// The object ids to look for; empty for any.
    public var objectIDs: [Int64] {
        get { self[\.objectIDs] }
        set { self[\.objectIDs] = newValue }
    }

    public func addObjectID(_ objectID: Int64) { state.withLock { $0.objectIDs.append(objectID) } }

    public func addObjectIDs(_ objectIDs: some Sequence<Int64>) {
        let added = Array(objectIDs)
        state.withLock { $0.objectIDs += added }
    }

    public func removeAllObjectIDs() { state.withLock { $0.objectIDs = [] } }

    /// The fields to order by, the most important first; features that are equal in all of them are ordered by object id.
    public var orderByFields: [OrderBy] {
        get { self[\.orderByFields] }
        set { self[\.orderByFields] = newValue }
    }

    public func addOrderByField(_ field: OrderBy) { state.withLock { $0.orderByFields.append(field) } }

    public func addOrderByFields(_ fields: some Sequence<OrderBy>) {
        let added = Array(fields)
        state.withLock { $0.orderByFields += added }
    }

    public func removeAllOrderByFields() { state.withLock { $0.orderByFields = [] } }

    /// The fields whose values features should have; empty, or `*` among them, for all. The object id always comes.
    public var outFields: [String] {
        get { self[\.outFields] }
        set { self[\.outFields] = newValue }
    }

    /// The most features to return; 0 for as many as there are.
    public var maxFeatures: Int {
        get { self[\.maxFeatures] }
        set { self[\.maxFeatures] = newValue }
    }

    /// How many features to leave out at the beginning.
    public var resultOffset: Int {
        get { self[\.resultOffset] }
        set { self[\.resultOffset] = newValue }
    }

    /// Whether features should have geometries: true unless set.
    public var returnsGeometry: Bool {
        get { self[\.returnsGeometry] }
        set { self[\.returnsGeometry] = newValue }
    }

    /// What to project geometries into; nil for the spatial reference of the table.
    public var outSpatialReference: SpatialReference? {
        get { self[\.outSpatialReference] }
        set { self[\.outSpatialReference] = newValue }
    }
}
