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
    /// Distances are those of C. F. F. Karney (*Algorithms for geodesics*, J. Geodesy 87, 2013) to the nearest place of an edge, which is straight in longitude and
    /// latitude. The border of a fence of several rings is that of the whole set: what of a ring lies within another polygon, or of a hole outside its outer
    /// ring, is none, nor is an edge that two polygons share.
    ///
    /// - Parameters:
    ///   - longitude: of the centre, 1e-7 degree.
    ///   - latitude: of the centre, 1e-7 degree.
    ///   - radius: metres; a point where it is not above 0.
    ///   - result: emptied, then filled, ascending by number.
    /// - Complexity: O(edges near the disc), and O(edges of the fence) for a fence of several rings; geodesics are computed for edges at about the radius only.
    package func proximities(longitude: Int32, latitude: Int32, radius: Double, into result: inout [FenceProximity]) {
        var inside: [UInt32] = []
        _ = query(longitude: longitude, latitude: latitude, into: &inside)
        result.removeAll(keepingCapacity: true)
        guard radius > 0 else {
            for fence in inside { result.append(FenceProximity(fence: fence, isContained: true)) }
            return
        }
        let met = fencesWithBorderMet(by: AccuracyDisc(longitude: longitude, latitude: latitude, radius: radius), inside)
        var next = 0
        for fence in inside {
            while next < met.count, met[next] < fence {
                result.append(FenceProximity(fence: met[next], isContained: false))
                next += 1
            }
            let isMet = next < met.count && met[next] == fence
            if isMet { next += 1 }
            result.append(FenceProximity(fence: fence, isContained: !isMet))
        }
        for fence in met[next...] { result.append(FenceProximity(fence: fence, isContained: false)) }
    }

    /// The fences, ascending, whose border comes nearer than the radius, or as near for those that the centre is not in.
    private func fencesWithBorderMet(by disc: AccuracyDisc, _ inside: [UInt32]) -> [UInt32] {
        // What is known of a fence: its border is met; or it has one of its own, and that has been looked at.
        var known: [UInt32: Bool] = [:]
        let boxes = disc.boxes
        for (box, x) in boxes {
            var (lastFence, isLastDone, isLastInside) = (UInt32.max, true, false)
            visitLeaves(
                in: box, covering: { _ in }, leaf: { _ in },
                part: { part in
                    if part.fence != lastFence {
                        lastFence = part.fence
                        isLastInside = Self.contains(inside, lastFence)
                        isLastDone = known[lastFence] != nil
                        if !isLastDone, let border = shape(of: lastFence).border {
                            known[lastFence] = Self.isMet(border, by: disc, boxes, orTouches: !isLastInside)
                            isLastDone = true
                        }
                    }
                    guard !isLastDone else { return }
                    part.visitEdges { edge in
                        guard !isLastDone, edge.left <= box.right, edge.right >= box.left, edge.bottom <= box.top, edge.top >= box.bottom
                        else { return }
                        let way = (ax: Double(edge.ax), ay: Double(edge.ay), dx: Double(edge.dx), dy: Double(edge.dy))
                        if disc.isMet(by: way, x: x, orTouches: !isLastInside) {
                            known[part.fence] = true
                            isLastDone = true
                        }
                    }
                })
        }
        return known.filter(\.value).keys.sorted()
    }

    private static func isMet(
        _ border: FenceBorder, by disc: AccuracyDisc, _ boxes: [(box: FenceBox, x: Double)], orTouches: Bool
    ) -> Bool {
        for (box, x) in boxes {
            let (left, right, bottom, top) = (Double(box.left), Double(box.right), Double(box.bottom), Double(box.top))
            for edge in border.edges {
                guard min(edge.ax, edge.ax + edge.dx) <= right, max(edge.ax, edge.ax + edge.dx) >= left,
                    min(edge.ay, edge.ay + edge.dy) <= top, max(edge.ay, edge.ay + edge.dy) >= bottom
                else { continue }
                if disc.isMet(by: (edge.ax, edge.ay, edge.dx, edge.dy), x: x, orTouches: orTouches) { return true }
            }
        }
        return false
    }

    private static func contains(_ sorted: [UInt32], _ value: UInt32) -> Bool {
        var (low, high) = (0, sorted.count)
        while low < high {
            let middle = (low + high) / 2
            if sorted[middle] < value { low = middle + 1 } else { high = middle }
        }
        return low < sorted.count && sorted[low] == value
    }
}
