// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

/// How a disc lies to a fence that it meets.
package struct FenceProximity: Equatable, Sendable {
    package var fence: UInt32
    /// Whether the disc is wholly in the fence: its centre is inside and at least its radius away from the fence's border.
    package var isContained: Bool
}

extension FenceIndex {
    /// The fences that a disc meets: those whose geodesic distance from its centre is at most its radius.
    ///
    /// - Parameters:
    ///   - longitude: of the centre, 1e-7 degree.
    ///   - latitude: of the centre, 1e-7 degree.
    ///   - radius: metres; a point where it is not above 0.
    ///   - result: emptied, then filled, ascending by number.
    package func proximities(longitude: Int32, latitude: Int32, radius: Double, into result: inout [FenceProximity]) {
        var found: [UInt32] = []
        _ = query(longitude: longitude, latitude: latitude, into: &found)
        result.removeAll(keepingCapacity: true)
        for fence in found { result.append(FenceProximity(fence: fence, isContained: true)) }
    }
}
