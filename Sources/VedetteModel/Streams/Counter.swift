// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// A counter that any thread may raise and read.
package final class Counter: Sendable {
    private let state = Atomic<Int>(0)

    package init() {}

    package var value: Int { state.load(ordering: .relaxed) }

    package func add(_ amount: Int) {
        state.wrappingAdd(amount, ordering: .relaxed)
    }
}
