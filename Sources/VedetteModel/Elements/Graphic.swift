// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Synchronization
public import VedetteGeometry

/// A shape with attributes, made in memory; everything about it may change at any time, from any thread.
public final class Graphic: GeoElement, Hashable {
    private struct State {
        var geometry: Geometry?
        var attributes: [String: any Sendable]
        var symbol: Symbol?
        var isSelected = false
        var isVisible = true
        var zIndex = 0
    }

    private let state: Mutex<State>
    private let geometryObservers = ChangeObservers()
    private let changeObservers = ChangeObservers()

    /// - Parameters:
    ///   - geometry: where it is.
    ///   - attributes: what is known of it.
    ///   - symbol: how it is drawn; nil where the renderer of its overlay says that.
    public init(geometry: Geometry? = nil, attributes: [String: any Sendable] = [:], symbol: Symbol? = nil) {
        state = Mutex(State(geometry: geometry, attributes: attributes, symbol: symbol))
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

    /// How the graphic is drawn; nil where the renderer of its overlay says that.
    public var symbol: Symbol? {
        get { state.withLock { $0.symbol } }
        set { set(\.symbol, newValue) }
    }

    /// Whether the graphic is marked as selected; false unless set.
    public var isSelected: Bool {
        get { state.withLock { $0.isSelected } }
        set { set(\.isSelected, newValue) }
    }

    /// Whether the graphic is drawn; true unless set.
    public var isVisible: Bool {
        get { state.withLock { $0.isVisible } }
        set { set(\.isVisible, newValue) }
    }

    /// Which graphics of an overlay are drawn over which: a larger number over a smaller one; 0 unless set.
    public var zIndex: Int {
        get { state.withLock { $0.zIndex } }
        set { set(\.zIndex, newValue) }
    }

    private func set<Value: Sendable>(_ path: any WritableKeyPath<State, Value> & Sendable, _ value: Value) {
        state.withLock { $0[keyPath: path] = value }
        changeObservers.notify()
    }

    /// Removes one attribute; nothing happens where there is none of that name.
    public func removeAttributeValue(forKey key: String) {
        setAttributeValue(nil, forKey: key)
    }

    /// Removes all attributes.
    public func removeAllAttributes() {
        attributes = [:]
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

    /// Calls `body` after each change of anything, until the observation is dropped.
    package func observe(_ body: @escaping @Sendable () -> Void) -> Observation {
        changeObservers.add(body)
    }

    public static func == (lhs: Graphic, rhs: Graphic) -> Bool { lhs === rhs }

    public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
