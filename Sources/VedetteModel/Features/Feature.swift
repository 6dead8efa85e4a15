// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Synchronization
public import VedetteGeometry

/// A row of a feature table: attributes and a shape.
///
/// A feature is a copy of its row as it was when it was read or made. Attributes and geometry may be changed at any time, from any
/// thread; the table learns of it by `update(_:)`, and of a new feature by `add(_:)`.
public final class Feature: GeoElement, Hashable {
    private struct State {
        var geometry: Geometry?
        var attributes: [String: any Sendable]
        var objectID: Int64?
        // What a query left out must not be taken for empty when the feature is written back.
        var fields: Set<String>?
        var hasGeometry: Bool
    }

    private let state: Mutex<State>
    private let changeObservers = ChangeObservers()

    /// The table that the feature was read from or made for.
    public let table: (any FeatureTable)?

    /// - Parameters:
    ///   - attributes: those that were read or given.
    ///   - geometry: where it is.
    ///   - objectID: nil for a new feature.
    ///   - table: where it belongs.
    ///   - fields: the names in lower case of the fields that were read; nil for all.
    ///   - hasGeometry: whether the geometry was read, or is that of a new feature.
    package init(
        attributes: [String: any Sendable], geometry: Geometry?, objectID: Int64?, table: (any FeatureTable)?, fields: Set<String>? = nil,
        hasGeometry: Bool = true
    ) {
        state = Mutex(
            State(geometry: geometry, attributes: attributes, objectID: objectID, fields: fields, hasGeometry: hasGeometry))
        self.table = table
    }

    public var geometry: Geometry? {
        get { state.withLock { $0.geometry } }
        set {
            state.withLock { state in
                state.geometry = newValue
                state.hasGeometry = true
            }
            changeObservers.notify()
        }
    }

    public var attributes: [String: any Sendable] {
        get { state.withLock { $0.attributes } }
        set {
            state.withLock { state in
                state.attributes = newValue
                for name in newValue.keys { state.fields?.insert(name.lowercased()) }
            }
            changeObservers.notify()
        }
    }

    /// Sets one attribute; nil removes it. Whether the table can hold it shows when the feature is added or updated.
    public func setAttributeValue(_ value: (any Sendable)?, forKey key: String) {
        state.withLock { state in
            state.attributes[key] = value
            state.fields?.insert(key.lowercased())
        }
        changeObservers.notify()
    }

    /// Calls `body` after each change of geometry or attributes, until the observation is dropped.
    package func observe(_ body: @escaping @Sendable () -> Void) -> Observation { changeObservers.add(body) }

    /// The number by which the table knows the feature; nil for one that has not been added.
    public var objectID: Int64? { state.withLock { $0.objectID } }

    /// Told by the table once the feature is in it.
    package func adopt(objectID: Int64?, fieldName: String) {
        state.withLock { state in
            state.objectID = objectID
            state.attributes[fieldName] = objectID
        }
    }

    /// What a table has to write.
    package struct EditState {
        package let attributes: [String: any Sendable]
        package let geometry: Geometry?
        /// The names in lower case of the fields that the feature speaks for; nil for all.
        package let fields: Set<String>?
        /// Whether the feature speaks for its geometry.
        package let hasGeometry: Bool
    }

    /// Everything at one moment.
    package var editState: EditState {
        state.withLock { EditState(attributes: $0.attributes, geometry: $0.geometry, fields: $0.fields, hasGeometry: $0.hasGeometry) }
    }

    public static func == (lhs: Feature, rhs: Feature) -> Bool { lhs === rhs }

    public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

/// The name that features of services have in the ArcGIS Maps SDK.
public typealias ArcGISFeature = Feature
