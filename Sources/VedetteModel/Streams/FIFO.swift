// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

/// A queue: first in, first out. Both ends cost amortised O(1).
package struct FIFO<Element> {
    private var elements: [Element?] = []
    private var head = 0

    package init() {}

    package var count: Int { elements.count - head }
    package var isEmpty: Bool { count == 0 }

    package mutating func append(_ element: Element) {
        elements.append(element)
    }

    package mutating func popFirst() -> Element? {
        guard head < elements.count else { return nil }
        defer {
            elements[head] = nil
            head += 1
            if head == elements.count {
                elements.removeAll(keepingCapacity: elements.count <= 1_024)
                head = 0
            } else if head > 1_024, head > elements.count / 2 {
                elements.removeSubrange(..<head)
                head = 0
            }
        }
        return elements[head]
    }

    /// Changes the first element; does nothing where there is none.
    package mutating func updateFirst(_ body: (inout Element) -> Void) {
        guard head < elements.count, var first = elements[head] else { return }
        body(&first)
        elements[head] = first
    }

    package mutating func removeAll() {
        elements = []
        head = 0
    }

    /// The elements, first in first.
    package var all: [Element] { elements[head...].compactMap { $0 } }
}
