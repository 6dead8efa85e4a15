// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Foundation

/// Which fences is a position in? An exact answer from a tree of cells, without looking at a whole polygon.
///
/// The world is cut into cells of 2^24 grid steps (about 1.7°); a cell with many edges is cut 4 × 4, down to 2^12 (about 45 m). A fence
/// that covers a cell whole is listed there once and holds for everything below. A leaf keeps, for every fence with edges in it, those
/// edges and whether the leaf's lower left corner is inside each ring: a lookup walks from that corner to the position and counts crossings.
/// How it lies in memory: ``FenceTree``. Design and figures: *performance* in `docs/decisions/0005-grid.md`.
///
/// Any number of engines and threads can read it at once (`@unchecked Sendable`): reading changes nothing. Edits change it in place; whoever makes one
/// sees to it that nobody reads meanwhile.
package final class FenceIndex: @unchecked Sendable {
    /// The ids of the fences by number, those of removed fences included.
    ///
    /// A fence's number is its place here. In an index that was not edited they are in code-point order, so that numbers order as ids do; an added fence gets
    /// the next number, and a number is not given again.
    package private(set) var ids: [String]
    /// nil for a fence that was removed.
    private var shapes: [FenceShape?]
    /// How many ids are in order.
    private let sortedCount: Int
    /// The numbers of fences that were added.
    private var addedNumbers: [String: UInt32] = [:]
    /// How many fences there are.
    package private(set) var count: Int

    let store: FenceTreeStore
    /// The addresses of the store.
    let tree: FenceTree
    private var editor: FenceTreeEditor?

    /// Makes an index.
    ///
    /// - Parameters:
    ///   - fences: in any order.
    ///   - threadCount: how many threads may build at once; all that the machine has where it is not given.
    ///   - limits: how large it may become, by edits too.
    /// - Throws: where they do not fit.
    /// - Precondition: ids are unique.
    package init(
        _ fences: [FenceDefinition], threadCount: Int? = nil, limits: FenceIndexLimits = FenceIndexLimits()
    ) throws(FenceIndexError) {
        guard fences.count <= limits.fenceCount else { throw .tooManyFences(limit: limits.fenceCount) }
        for fence in fences { try Self.check(fence.shape, limits) }
        let order = Self.order(fences)
        ids = order.map { fences[$0].id }
        let sorted = order.map { fences[$0].shape }
        shapes = sorted
        (sortedCount, count) = (fences.count, fences.count)
        store = try FenceIndexBuilder.build(
            sorted, threadCount: threadCount ?? ProcessInfo.processInfo.activeProcessorCount, limits: limits)
        tree = store.tree
    }

    private static func check(_ shape: FenceShape, _ limits: FenceIndexLimits) throws(FenceIndexError) {
        guard shape.vertexCount <= limits.vertexCount else { throw .tooManyVertices(limit: limits.vertexCount) }
    }

    /// The places of the fences in the order of their ids by UTF-8 bytes, which is code-point order; Swift's own order of strings is another one.
    private static func order(_ fences: [FenceDefinition]) -> [Int] {
        var isSorted = true
        for index in fences.indices.dropFirst() where !precedes(fences[index - 1].id, fences[index].id) {
            isSorted = false
            break
        }
        guard !isSorted else { return Array(fences.indices) }
        // Most pairs differ in their first bytes.
        let keys = fences.enumerated().map { index, fence in
            var (key, place) = (UInt64(0), 56)
            for byte in fence.id.utf8.prefix(8) {
                key |= UInt64(byte) << UInt64(place)
                place -= 8
            }
            return (key: key, index: index)
        }
        return keys.sorted { $0.key != $1.key ? $0.key < $1.key : precedes(fences[$0.index].id, fences[$1.index].id) }.map(\.index)
    }

    private static func precedes(_ first: String, _ second: String) -> Bool { first.utf8.lexicographicallyPrecedes(second.utf8) }

    // MARK: Fences

    /// The numbers that were given so far; some may be of fences that were removed, see ``contains(_:)``.
    package var numbers: Range<UInt32> { 0..<UInt32(ids.count) }

    /// Whether there is a fence with a number (that was given): it was not removed.
    package func contains(_ number: UInt32) -> Bool { shapes[Int(number)] != nil }

    package func id(of number: UInt32) -> String { ids[Int(number)] }

    /// The fence with an id; nil where there is none.
    ///
    /// - Complexity: O(log fences).
    package func number(of id: String) -> UInt32? {
        if let number = addedNumbers[id] { return number }
        var (low, high) = (0, sortedCount)
        while low < high {
            let middle = (low + high) / 2
            if Self.precedes(ids[middle], id) { low = middle + 1 } else { high = middle }
        }
        return low < sortedCount && ids[low].utf8.elementsEqual(id.utf8) && shapes[low] != nil ? UInt32(low) : nil
    }

    /// The area of a fence; of one that was removed, there is none.
    ///
    /// - Precondition: ``contains(_:)``.
    package func shape(of number: UInt32) -> FenceShape {
        guard let shape = shapes[Int(number)] else { preconditionFailure("the fence was removed") }
        return shape
    }

    /// The same fences in the order of their ids (UTF-8 bytes).
    package func sortedByID(_ numbers: [UInt32]) -> [UInt32] { numbers.sorted(by: precedes) }

    /// Whether one fence comes before another by id.
    @inline(__always)
    func precedes(_ first: UInt32, _ second: UInt32) -> Bool {
        if first < sortedCount, second < sortedCount { return first < second }
        return Self.precedes(ids[Int(first)], ids[Int(second)])
    }

    /// Whether numbers order as ids do.
    var isNumberedByID: Bool { ids.count == sortedCount }

    /// The boxes that hold a fence's area, within −180…180°: more than one where it crosses the antimeridian.
    package func boxes(of number: UInt32) -> [FenceBox] { shapes[Int(number)]?.boxes ?? [] }

    /// Roughly how much memory the index takes beside the fences' own vertices, in bytes.
    package var byteCount: Int { store.byteCount + ids.count * 24 }

    // MARK: Edits

    /// Adds a fence. Where there is no room for it, nothing is changed.
    ///
    /// - Returns: its number.
    /// - Precondition: no fence has the id, and nobody reads the index meanwhile.
    /// - Complexity: O(the ring's edges and the cells that they meet).
    @discardableResult
    package func add(_ fence: FenceDefinition) throws(FenceIndexError) -> UInt32 {
        precondition(number(of: fence.id) == nil, "there is a fence with this id already; replace it")
        guard ids.count < store.limits.fenceCount else { throw .tooManyFences(limit: store.limits.fenceCount) }
        try Self.check(fence.shape, store.limits)
        let number = UInt32(ids.count)
        try usedEditor().add(fence.shape, fence: number)
        ids.append(fence.id)
        shapes.append(fence.shape)
        addedNumbers[fence.id] = number
        count += 1
        return number
    }

    /// Removes a fence. Nothing happens where it is removed already.
    ///
    /// - Precondition: nobody reads the index meanwhile.
    package func remove(_ number: UInt32) {
        guard let shape = shapes[Int(number)] else { return }
        usedEditor().remove(shape, fence: number)
        shapes[Int(number)] = nil
        addedNumbers[ids[Int(number)]] = nil
        count -= 1
    }

    /// Gives a fence another area; its number stays. Where there is no room for it, the fence keeps the area that it has.
    ///
    /// - Precondition: ``contains(_:)``, and nobody reads the index meanwhile.
    package func replace(_ number: UInt32, with shape: FenceShape) throws(FenceIndexError) {
        guard let old = shapes[Int(number)] else { preconditionFailure("the fence was removed") }
        try Self.check(shape, store.limits)
        try usedEditor().replace(old, with: shape, fence: number)
        shapes[Int(number)] = shape
    }

    /// How many edges the leaves had or got that the last edit changed: what the edit has cost.
    var touchedEdges: Int { editor?.touchedEdges ?? 0 }

    private func usedEditor() -> FenceTreeEditor {
        let editor = editor ?? FenceTreeEditor(store)
        self.editor = editor
        return editor
    }
}
