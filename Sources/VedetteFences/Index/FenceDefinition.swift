// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

/// A fence as the engine knows it: an id and an area.
package struct FenceDefinition: Equatable, Sendable {
    package let id: String
    package let shape: FenceShape

    package init(id: String, shape: FenceShape) {
        self.id = id
        self.shape = shape
    }
}
