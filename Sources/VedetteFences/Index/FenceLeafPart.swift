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
    private let view: FencePartView
    /// The leaf's lower left corner.
    private let cornerX: Int32

    init(_ view: FencePartView, cornerX: Int32) {
        (fence, ring, isHole, isCornerInside) = (view.fence, view.ring, view.isHole, view.isCornerInside)
        (self.view, self.cornerX) = (view, cornerX)
    }

    /// Calls `body` with each of the ring's edges that meet the leaf, in the order and direction of the ring.
    ///
    /// An edge that meets several leaves is the same value in each, and no other edge of its ring is: (ring, edge) tells edges apart. (One end is
    /// within −180…180°; where that is not the first, the edge is turned round.) None where the ring covers the leaf, which is so for an outer ring whose holes
    /// have edges here.
    @inline(__always)
    func visitEdges(_ body: (FenceEdge) -> Void) {
        view.visitEdges { ax, ay, bx, by in
            let start = Int64(cornerX) + Int64(ax &- cornerX)
            let step = bx &- ax
            if abs(start) <= FenceRing.worldRight {
                body(FenceEdge(ax: Int32(truncatingIfNeeded: start), ay: ay, dx: step, dy: by - ay))
            } else {
                body(FenceEdge(ax: Int32(truncatingIfNeeded: start + Int64(step)), ay: by, dx: 0 - step, dy: ay - by))
            }
        }
    }
}
