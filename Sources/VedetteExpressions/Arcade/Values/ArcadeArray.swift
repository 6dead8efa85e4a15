// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

/// A mutable list, known by identity. Made by ``ArcadeRun/makeArray(_:)``, which counts it.
package final class ArcadeArray: ArcadeContainer {
    @exclusivity(unchecked) package var elements: [ArcadeValue]

    package init(_ elements: [ArcadeValue]) {
        self.elements = elements
    }

    package override func removeAll() { elements = [] }
}
