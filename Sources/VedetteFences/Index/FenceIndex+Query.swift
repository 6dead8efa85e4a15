// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

extension FenceIndex {
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
        let walk = FenceWalk(tree, longitude: longitude, latitude: latitude)
        guard walk.mostFences > 0 else { return FenceSafeBox(walk.reach, around: walk.x, walk.y) }
        var reach = walk.reach
        withUnsafeTemporaryAllocation(of: UInt32.self, capacity: walk.mostFences) { buffer in
            guard let base = buffer.baseAddress else { return }
            let count = walk.finish(tree, &reach, into: base)
            result.append(contentsOf: UnsafeBufferPointer(start: base, count: count))
        }
        return FenceSafeBox(reach, around: walk.x, walk.y)
    }
}

/// The way from the top of the tree to the leaf that holds a position: where the cells on it have content.
struct FenceWalk {
    /// 180° east taken as 180° west.
    let x: Int32
    let y: Int32
    /// The leaf's level.
    private(set) var level = FenceTree.topLevel
    /// The most fences that the position can be in.
    private(set) var mostFences = 0
    /// Content of the cells, from the top; there are seven levels.
    private var contents = (UInt32(0), UInt32(0), UInt32(0), UInt32(0), UInt32(0), UInt32(0), UInt32(0))
    private var contentCount = 0

    init(_ tree: FenceTree, longitude: Int32, latitude: Int32) {
        x = longitude == Int32(FenceRing.worldRight) ? -longitude : longitude
        y = latitude
        let column = UInt32(bitPattern: x &- FenceTree.originX)
        let row = UInt32(bitPattern: y &- FenceTree.originY)
        var node = tree.nodes[FenceTree.topNode(column: column, row: row)]
        while true {
            if node.content != 0 { note(node.content, tree) }
            guard node.child != 0 else { break }
            level -= 2
            node = tree.nodes[Int(node.child) + FenceTree.child(column, row, level: level)]
        }
    }

    private mutating func note(_ content: UInt32, _ tree: FenceTree) {
        withUnsafeMutableBytes(of: &contents) { $0.storeBytes(of: content, toByteOffset: 4 * contentCount, as: UInt32.self) }
        contentCount += 1
        let view = FenceCellContent(tree.words + Int(content))
        mostFences += view.coveringCount + view.partCount
    }

    /// The leaf's cell.
    var reach: FenceReach {
        let mask = (UInt32(1) << level) - 1
        return FenceReach(
            offsetX: UInt32(bitPattern: x &- FenceTree.originX) & mask, UInt32(bitPattern: y &- FenceTree.originY) & mask, level: level)
    }

    /// Writes the numbers of the fences, ascending, each once; returns how many.
    func finish(_ tree: FenceTree, _ reach: inout FenceReach, into result: UnsafeMutablePointer<UInt32>) -> Int {
        var end = result
        var contents = contents
        withUnsafeBytes(of: &contents) { contents in
            for index in 0..<contentCount {
                let view = FenceCellContent(tree.words + Int(contents.load(fromByteOffset: 4 * index, as: UInt32.self)))
                end.update(from: view.coverings, count: view.coveringCount)
                end += view.coveringCount
                // Only the leaf, which comes last, has parts.
                if view.partCount > 0 { end = FenceTree.judge(view.parts, count: view.partCount, x: x, y, reach: &reach, into: end) }
            }
        }
        return FenceTree.sort(result, end - result)
    }
}

extension FenceTree {
    /// Sorts numbers in place, each kept once; returns how many are left.
    static func sort(_ numbers: UnsafeMutablePointer<UInt32>, _ count: Int) -> Int {
        guard count > 1 else { return count }
        if count > 64 {
            var all = UnsafeMutableBufferPointer(start: numbers, count: count)
            all.sort()
            var kept = 1
            for index in 1..<count where numbers[index] != numbers[kept - 1] {
                numbers[kept] = numbers[index]
                kept += 1
            }
            return kept
        }
        var kept = 1
        for index in 1..<count {
            let number = numbers[index]
            var place = kept
            while place > 0, numbers[place - 1] > number { place -= 1 }
            if place > 0, numbers[place - 1] == number { continue }
            var moved = kept
            while moved > place {
                numbers[moved] = numbers[moved - 1]
                moved -= 1
            }
            numbers[place] = number
            kept += 1
        }
        return kept
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

    /// What reaches around (x, y). Ends before 180° east, which is 180° west.
    @inline(__always)
    init(_ reach: FenceReach, around x: Int32, _ y: Int32) {
        // A cell's sides are within the world or at most a cell outside.
        (left, bottom) = (x &+ reach.left, y &+ reach.bottom)
        (right, top) = (min(x &+ reach.right, Int32(FenceRing.worldRight) &- 1), y &+ reach.top)
    }

    @inline(__always)
    func contains(_ longitude: Int32, _ latitude: Int32) -> Bool {
        // One test for four comparisons: no difference is negative.
        let besides = (Int(longitude) &- Int(left)) | (Int(right) &- Int(longitude))
        let above = (Int(latitude) &- Int(bottom)) | (Int(top) &- Int(latitude))
        return besides | above >= 0
    }
}
