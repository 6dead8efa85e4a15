// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

/// What a leaf of a ``FenceIndex`` keeps of one ring: for those who go through leaves themselves. Valid during the call that gets it.
struct FenceLeafPart {
    /// The fence's number.
    let fence: UInt32
    /// Which of the fence's rings it is, counted in the order of ``FenceShape/visitRings(_:)``.
    let ring: UInt32
    let isHole: Bool
    /// Whether the leaf's lower left corner, moved a little right and a much smaller little up (see ``FenceEdge``), is inside the ring.
    let isCornerInside: Bool
    fileprivate let edges: ArraySlice<FenceEdge>

    init(fence: UInt32, ring: UInt32, isHole: Bool, isCornerInside: Bool, edges: ArraySlice<FenceEdge>) {
        (self.fence, self.ring, self.isHole, self.isCornerInside, self.edges) = (fence, ring, isHole, isCornerInside, edges)
    }

    /// Calls `body` with each of the ring's edges that meet the leaf, in the order and direction of the ring.
    ///
    /// An edge that meets several leaves is the same value in each, and no other edge of its ring is: (ring, edge) tells edges apart. (One end is
    /// within −180…180°; where that is not the first, the edge is turned round.) None where the ring covers the leaf, which is so for an outer ring whose holes
    /// have edges here.
    @inline(__always)
    func visitEdges(_ body: (FenceEdge) -> Void) {
        for edge in edges { body(edge) }
    }
}
