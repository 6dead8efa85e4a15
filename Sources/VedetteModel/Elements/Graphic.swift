// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Synchronization
public import VedetteGeometry

/// A shape with attributes, made in memory; geometry and attributes may change at any time, from any thread.
public final class Graphic: GeoElement, Hashable {
    private struct State {
        var geometry: Geometry?
        var attributes: [String: any Sendable]
    }

    private let state: Mutex<State>
    private let geometryObservers = ChangeObservers()
    private let changeObservers = ChangeObservers()

    public init(geometry: Geometry? = nil, attributes: [String: any Sendable] = [:]) {
        state = Mutex(State(geometry: geometry, attributes: attributes))
    }

    public var geometry: Geometry? {
        get { state.withLock { $0.geometry } }
        set {
            state.withLock { $0.geometry = newValue }
            geometryObservers.notify()
            changeObservers.notify()
        }
    }

    public var attributes: [String: any Sendable] {
        get { state.withLock { $0.attributes } }
        set {
            state.withLock { $0.attributes = newValue }
            changeObservers.notify()
        }
    }

    /// Sets one attribute; nil removes it.
    public func setAttributeValue(_ value: (any Sendable)?, forKey key: String) {
        state.withLock { $0.attributes[key] = value }
        changeObservers.notify()
    }

    /// Calls `body` after each change of the geometry, until the observation is dropped.
    package func observeGeometry(_ body: @escaping @Sendable () -> Void) -> Observation {
        geometryObservers.add(body)
    }

    /// Calls `body` after each change of the geometry or the attributes, until the observation is dropped.
    package func observe(_ body: @escaping @Sendable () -> Void) -> Observation {
        changeObservers.add(body)
    }

    public static func == (lhs: Graphic, rhs: Graphic) -> Bool { lhs === rhs }

    public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
