// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Synchronization
public import VedetteGeometry
public import VedetteModel

/// What a query of dynamic entities asks for. All conditions that are set have to be fulfilled; without any, every entity is.
///
/// Conditions are judged on the newest observation of each entity, or on the newest one at ``time`` where that is set.
public final class DynamicEntityQueryParameters: Sendable {
    /// A distance round a place, along the ellipsoid.
    public struct WithinDistance: Hashable, Sendable {
        /// Where to measure from; without a spatial reference, in WGS 84.
        public var point: Point
        /// The greatest distance, itself included, in metres. Of a negative number or NaN nothing is within.
        public var metres: Double

        public init(of point: Point, metres: Double) {
            (self.point, self.metres) = (point, metres)
        }
    }

    /// The entities nearest to a place.
    public struct Nearest: Hashable, Sendable {
        /// Where to measure from; without a spatial reference, in WGS 84.
        public var point: Point
        /// How many entities at the most; 0 or less for none.
        public var count: Int

        public init(point: Point, count: Int) {
            (self.point, self.count) = (point, count)
        }
    }

    /// The parameters at one moment.
    package struct Values: Sendable {
        package var trackIDs: [String] = []
        package var geometry: Geometry?
        package var spatialRelationship = SpatialRelationship.intersects
        package var withinDistance: WithinDistance?
        package var whereClause = ""
        package var time: Instant?
        package var nearest: Nearest?

        package init() {}
    }

    private let state = Mutex(Values())

    public init() {}

    package var values: Values { state.withLock { $0 } }

    private subscript<Value>(path: any WritableKeyPath<Values, Value> & Sendable) -> Value where Value: Sendable {
        get { state.withLock { $0[keyPath: path] } }
        set { state.withLock { $0[keyPath: path] = newValue } }
    }

    /// A geometry that positions have to lie to as ``spatialRelationship`` says; nil for anywhere. It may be in any spatial reference that can
    /// be projected; without one it is taken to be in WGS 84. Entities without a position do not match.
    public var geometry: Geometry? {
        get { self[\.geometry] }
        set { self[\.geometry] = newValue }
    }

    /// How ``geometry`` has to lie to the position: ``SpatialRelationship/intersects`` unless set.
    public var spatialRelationship: SpatialRelationship {
        get { self[\.spatialRelationship] }
        set { self[\.spatialRelationship] = newValue }
    }

    /// How far from a place positions may be, exactly by geodesic distance, where a buffer is only nearly round; nil for any distance. Entities without a
    /// position do not match.
    public var withinDistance: WithinDistance? {
        get { self[\.withinDistance] }
        set { self[\.withinDistance] = newValue }
    }

    /// A condition on the attributes in SQL, such as `status = 'In flight' AND speed > 300`; blank for none.
    public var whereClause: String {
        get { self[\.whereClause] }
        set { self[\.whereClause] = newValue }
    }

    /// The moment whose state is asked for; nil for now.
    ///
    /// What counts of each entity is then its newest observation at that moment, by event time, or by arrival where it has none; entities that have
    /// no observation so old, or no longer, do not match.
    public var time: Instant? {
        get { self[\.time] }
        set { self[\.time] = newValue }
    }

    /// Of the entities that fulfil the other conditions, only those nearest to a place by geodesic distance, the nearest first;
    /// of equally near ones, those with the smaller id. nil for all.
    public var nearest: Nearest? {
        get { self[\.nearest] }
        set { self[\.nearest] = newValue }
    }

    /// The track ids to look for; empty for any.
    public var trackIDs: [String] {
        get { self[\.trackIDs] }
        set { self[\.trackIDs] = newValue }
    }

    public func addTrackID(_ trackID: String) {
        state.withLock { $0.trackIDs.append(trackID) }
    }

    public func addTrackIDs(_ trackIDs: some Sequence<String>) {
        let added = Array(trackIDs)
        state.withLock { $0.trackIDs.append(contentsOf: added) }
    }

    public func removeTrackID(_ trackID: String) {
        state.withLock { $0.trackIDs.removeAll { $0 == trackID } }
    }

    public func removeTrackIDs(_ trackIDs: some Sequence<String>) {
        let removed = Set(trackIDs)
        state.withLock { $0.trackIDs.removeAll(where: removed.contains) }
    }

    public func removeAllTrackIDs() {
        state.withLock { $0.trackIDs = [] }
    }
}
