// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

/// Which fences is a position in? An exact answer from a tree of cells, without looking at a whole polygon.
///
/// The world is cut into cells of 2^24 grid steps (about 1.7°); a cell with many edges is cut 4 × 4, down to 2^12 (about 45 m). A fence
/// that covers a cell whole is listed there once and holds for everything below. A leaf keeps, for every fence with edges in it, those
/// edges and whether the leaf's lower left corner is inside each ring: a lookup walks from that corner to the position and counts crossings.
/// Design and figures: *performance* in `docs/decisions/0005-grid.md`.
///
/// Immutable once made, so any number of engines and threads can share one.
package final class FenceIndex: Sendable {
    /// The ids of the fences, in code-point order: a fence's number is its place here, so numbers order as ids do.
    package let ids: [String]

    private let shapes: [FenceShape]
    let nodes: [Node]
    /// Numbers of fences that cover cells whole.
    let coverings: [UInt32]
    /// Leaves: parts one after the other, each a header and its edges.
    let parts: [Part]
    let edges: [FenceEdge]

    struct Node: Sendable {
        var firstCovering: UInt32 = 0
        var coveringCount: UInt32 = 0
        /// The first of 16 children, row by row from the bottom; 0 for a leaf.
        var firstChild: UInt32 = 0
        var firstPart: UInt32 = 0
        var partCount: UInt32 = 0
    }

    /// A ring of a fence's polygon, as far as a leaf is concerned.
    struct Part: Sendable {
        var fence: UInt32
        /// Which of the fence's rings it is, counted in the order of ``FenceShape/visitRings(_:)``.
        var ring: UInt32
        var firstEdge: UInt32
        var edgeCount: UInt32
        /// Whether the leaf's lower left corner is inside the ring.
        var isCornerInside: Bool
        var isHole: Bool
        /// Whether the part begins a polygon: an outer ring with its holes behind it.
        var beginsPolygon: Bool
    }

    /// Cells of the top level: 2^24 steps.
    static let topLevel = 24
    /// The smallest cells: 2^12 steps.
    static let bottomLevel = 12
    static let columns = Int((FenceRing.worldWidth >> Int64(topLevel)) + 1)
    static let rows = Int(((2 * FenceRing.poleLatitude) >> Int64(topLevel)) + 1)

    /// Makes an index.
    ///
    /// - Parameter fences: in any order.
    /// - Precondition: ids are unique.
    package init(_ fences: [FenceDefinition]) {
        // By UTF-8 bytes, which is code-point order; Swift's own order of strings is another one.
        let sorted = fences.sorted { $0.id.utf8.lexicographicallyPrecedes($1.id.utf8) }
        ids = sorted.map(\.id)
        shapes = sorted.map(\.shape)
        var builder = FenceIndexBuilder()
        for (number, fence) in sorted.enumerated() { builder.add(fence.shape, number: UInt32(number)) }
        builder.finish()
        nodes = builder.nodes
        coverings = builder.coverings
        parts = builder.parts
        edges = builder.edges
    }

    /// The numbers of the fences that there are.
    package var numbers: Range<UInt32> { 0..<UInt32(ids.count) }

    package func id(of number: UInt32) -> String { ids[Int(number)] }

    package func shape(of number: UInt32) -> FenceShape { shapes[Int(number)] }

    /// The same fences in the order of their ids (UTF-8 bytes).
    package func sortedByID(_ numbers: [UInt32]) -> [UInt32] { numbers.sorted() }

    /// The boxes that hold a fence's area, within −180…180°: more than one where it crosses the antimeridian.
    package func boxes(of number: UInt32) -> [FenceBox] { shapes[Int(number)].boxes }

    /// Roughly how much memory the index takes, in bytes.
    package var byteCount: Int {
        nodes.count * MemoryLayout<Node>.stride + coverings.count * 4 + parts.count * MemoryLayout<Part>.stride
            + edges.count * MemoryLayout<FenceEdge>.stride
    }

    /// Finds the fences that a position is in.
    ///
    /// - Parameters:
    ///   - longitude: 1e-7 degrees, -180 to 180.
    ///   - latitude: 1e-7 degrees, -90 to 90.
    ///   - result: emptied, then filled with the numbers of the fences, ascending.
    /// - Returns: a box around the position in which the answer is the same.
    /// - Complexity: O(levels + edges in one leaf + answer).
    func query(longitude: Int32, latitude: Int32, into result: inout [UInt32]) -> FenceSafeBox {
        result.removeAll(keepingCapacity: true)
        // 180° east is 180° west.
        let x = longitude == Int32(FenceRing.worldRight) ? -FenceRing.worldRight : Int64(longitude)
        let y = Int64(latitude)
        let column = Int(x + FenceRing.worldRight)
        let row = Int(y + FenceRing.poleLatitude)
        var level = Self.topLevel
        var node = nodes[(row >> level) * Self.columns + column >> level]
        while true {
            for index in node.firstCovering..<node.firstCovering + node.coveringCount { result.append(coverings[Int(index)]) }
            guard node.firstChild != 0 else { break }
            level -= 2
            node = nodes[Int(node.firstChild) + ((row >> level) & 3) * 4 + (column >> level) & 3]
        }
        let cell = Self.cell(column: column, row: row, level: level)
        var distance = Int64.max
        if node.partCount > 0 { distance = judge(node, cell, x, y, into: &result) }
        // Each level and each leaf lists its own in order, but not all of them together.
        if result.count > 1 { result.sort() }
        return FenceSafeBox(cell, around: x, y, distance: distance)
    }

    /// The cell of a level that holds a place; its right and top borders belong to its neighbours.
    static func cell(column: Int, row: Int, level: Int) -> FenceBox {
        let left = Int64((column >> level) << level) - FenceRing.worldRight
        let bottom = Int64((row >> level) << level) - FenceRing.poleLatitude
        return FenceBox(left: left, bottom: bottom, right: left + 1 << level, top: bottom + 1 << level)
    }

    /// Adds the fences among the parts of a leaf that (x, y) is in; returns the distance to the nearest edge's box.
    private func judge(_ node: Node, _ cell: FenceBox, _ x: Int64, _ y: Int64, into result: inout [UInt32]) -> Int64 {
        var distance = Int64.max
        var fence = UInt32.max
        var isInside = false
        for index in node.firstPart..<node.firstPart + node.partCount {
            let part = parts[Int(index)]
            if part.beginsPolygon {
                if isInside, result.last != fence { result.append(fence) }
                (fence, isInside) = (part.fence, true)
            }
            var isInRing = part.isCornerInside
            var isOnRing = false
            for place in part.firstEdge..<part.firstEdge + part.edgeCount {
                let edge = edges[Int(place)]
                if edge.isCrossedByPath(fromX: cell.left, cell.bottom, to: x, y) { isInRing.toggle() }
                if edge.contains(x, y) { isOnRing = true }
                let beside = max(edge.left - x, x - edge.right)
                let above = max(edge.bottom - y, y - edge.top)
                distance = min(distance, max(beside, above))
            }
            // The border of an outer ring is inside, and so is the border of a hole.
            if part.isHole ? isInRing && !isOnRing : !isInRing && !isOnRing { isInside = false }
        }
        if isInside, result.last != fence { result.append(fence) }
        return distance
    }
}

/// A box in which the set of fences that a position is in does not change.
struct FenceSafeBox: Equatable, Sendable {
    var left: Int32
    var bottom: Int32
    var right: Int32
    var top: Int32

    /// A box that holds nothing.
    static let empty = FenceSafeBox(left: 1, bottom: 1, right: 0, top: 0)

    private init(left: Int32, bottom: Int32, right: Int32, top: Int32) {
        (self.left, self.bottom, self.right, self.top) = (left, bottom, right, top)
    }

    /// The part of a cell that is nearer to (x, y) than the nearest edge.
    init(_ cell: FenceBox, around x: Int64, _ y: Int64, distance: Int64) {
        let reach = distance == .max ? Int64(1) << 40 : max(0, distance - 1)
        left = Int32(truncatingIfNeeded: max(cell.left, x - reach))
        bottom = Int32(truncatingIfNeeded: max(cell.bottom, y - reach))
        right = Int32(truncatingIfNeeded: min(cell.right - 1, x + reach))
        top = Int32(truncatingIfNeeded: min(cell.top - 1, y + reach))
    }

    @inline(__always)
    func contains(_ longitude: Int32, _ latitude: Int32) -> Bool {
        longitude >= left && longitude <= right && latitude >= bottom && latitude <= top
    }
}
