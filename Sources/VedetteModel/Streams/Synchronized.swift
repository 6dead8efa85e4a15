// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// A property of a class that any thread may read and set.
///
/// Each reading and each setting is one step; a reading and a setting after it, as in `+= 1`, are two.
@propertyWrapper
public struct Synchronized<Value: Sendable>: Sendable {
    private final class Box: Sendable {
        let value: Mutex<Value>

        init(_ value: Value) { self.value = Mutex(value) }
    }

    private let box: Box

    public init(wrappedValue: Value) { box = Box(wrappedValue) }

    public var wrappedValue: Value {
        get { box.value.withLock { $0 } }
        nonmutating set { box.value.withLock { $0 = newValue } }
    }

    /// Changes the value in one step.
    package func change(_ body: (inout Value) -> Void) {
        box.value.withLock { body(&$0) }
    }
}
