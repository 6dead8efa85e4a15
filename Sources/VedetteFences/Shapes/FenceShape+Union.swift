// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

extension FenceShape {
    /// Makes a shape of all places that are in any of some shapes.
    package init(union shapes: [FenceShape]) throws(FenceShapeError) {
        let polygons = shapes.flatMap(\.polygons)
        guard !polygons.isEmpty else { throw FenceShapeError(.empty, "the geometry is empty") }
        self.init(checked: polygons)
    }
}
