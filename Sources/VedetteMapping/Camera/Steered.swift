// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Synchronization
public import VedetteModel

/// A property whose values can be followed, as those of ``Streamed``, and that somebody else decides: setting it is a wish.
// Sendable by itself: the box is the only stored property.
@propertyWrapper
public struct Steered<Value: Sendable & Equatable>: Sendable {
    private let box: Box

    /// A property that nobody steers yet: what is set is what it is.
    public init(wrappedValue: Value) { box = Box(wrappedValue) }

    public var wrappedValue: Value {
        get { box.wheel.withLock { $0 }?.read() ?? box.values.wrappedValue }
        nonmutating set {
            if let wheel = box.wheel.withLock({ $0 }) { wheel.wish(newValue) } else { show(newValue) }
        }
    }

    /// The current value first, then each new one.
    public var projectedValue: ValueStream<Value> { box.values.projectedValue }

    /// From now on somebody says what the value is, and gets to know what is wished.
    func steer(read: @escaping @Sendable () -> Value?, wish: @escaping @Sendable (Value) -> Void) {
        box.wheel.withLock { $0 = Wheel(read: read, wish: wish) }
    }

    /// Tells those who follow, if this is another value.
    func show(_ value: Value) {
        if box.values.wrappedValue != value { box.values.wrappedValue = value }
    }

    private struct Wheel: Sendable {
        var read: @Sendable () -> Value?
        var wish: @Sendable (Value) -> Void
    }

    private final class Box: Sendable {
        let values: Streamed<Value>
        let wheel = Mutex<Wheel?>(nil)

        init(_ value: Value) { values = Streamed(wrappedValue: value) }
    }
}
