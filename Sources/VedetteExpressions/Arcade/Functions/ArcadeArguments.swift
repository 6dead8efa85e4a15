// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

/// The arguments of one call: a view of the machine's stack, good until the call ends.
package struct ArcadeArguments {
    package let count: Int
    private let first: UnsafePointer<ArcadeValue>?
    private let owner: Owner?

    /// Arguments that are not on a stack.
    package init(_ values: [ArcadeValue]) {
        let owner = Owner(values)
        (self.owner, first, count) = (owner, UnsafePointer(owner.first), values.count)
    }

    /// The `count` values from `first` on, which stay where they are until the call ends.
    init(first: UnsafePointer<ArcadeValue>, count: Int) {
        (self.first, self.count, owner) = (first, count, nil)
    }

    /// The argument at `index`; null where there are fewer.
    package subscript(index: Int) -> ArcadeValue {
        guard let first, index >= 0, index < count else { return .null }
        return first[index]
    }

    private final class Owner {
        let first: UnsafeMutablePointer<ArcadeValue>
        private let count: Int

        init(_ values: [ArcadeValue]) {
            count = values.count
            first = .allocate(capacity: max(1, values.count))
            for (index, value) in values.enumerated() { (first + index).initialize(to: value) }
        }

        deinit {
            first.deinitialize(count: count)
            first.deallocate()
        }
    }
}
