// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import VedetteExpressions
package import VedetteGeometry

/// The rows of a table in memory: a value, so that a query sees one state of it while others write.
package struct FeatureRows: Sendable {
    package private(set) var columns: AttributeColumns
    package private(set) var geometries: [Geometry?] = []
    private var boxes: [Box?] = []
    package private(set) var ids: [Int64] = []
    private var rowsByID: [Int64: Int] = [:]
    private var nextID: Int64 = 1
    private var isInOrder = true
    private let objectIDColumn: Int

    // The tree holds the boxes of some earlier moment. Whatever was edited since is in `editedIDs` and is asked one by one.
    private var tree = PackedTree([])
    private var editedIDs: [Int64] = []
    private var treeNumber = 0

    package init(fields: [Field], objectIDColumn: Int) {
        columns = AttributeColumns(fields: fields)
        self.objectIDColumn = objectIDColumn
    }

    package var count: Int { ids.count }

    package func row(of id: Int64) -> Int? { rowsByID[id] }

    /// A box around everything; nil where there is nothing.
    ///
    /// - Complexity: O(rows).
    package var box: Box? { box(of: boxes.indices) }

    package func box(of rows: some Sequence<Int>) -> Box? {
        var union: Box?
        for row in rows {
            guard let box = boxes[row] else { continue }
            union?.formUnion(box)
            if union == nil { union = box }
        }
        return union
    }

    // MARK: Edits

    /// Adds a row under a new id, or under `id` where it is free.
    @discardableResult
    package mutating func append(_ values: [AttributeValue], _ geometry: Geometry?, id wanted: Int64? = nil) -> Int64 {
        var id = nextID
        if let wanted, wanted >= 0, wanted < .max, rowsByID[wanted] == nil { id = wanted }
        nextID = max(nextID, id + 1)
        if let last = ids.last, last >= id { isInOrder = false }
        var values = values
        values[objectIDColumn] = .integer(id)
        rowsByID[id] = ids.count
        ids.append(id)
        columns.append(values)
        geometries.append(geometry)
        boxes.append(Box(geometry))
        editedIDs.append(id)
        return id
    }

    package mutating func replace(row: Int, _ values: [AttributeValue], _ geometry: Geometry?) {
        for (column, value) in values.enumerated() where column != objectIDColumn { columns.set(value, row: row, column: column) }
        geometries[row] = geometry
        boxes[row] = Box(geometry)
        editedIDs.append(ids[row])
    }

    package mutating func remove(row: Int) {
        rowsByID[ids[row]] = nil
        let last = ids.count - 1
        if row != last {
            rowsByID[ids[last]] = row
            isInOrder = false
        }
        columns.swapRemove(row: row)
        ids.swapAt(row, last)
        ids.removeLast()
        geometries.swapAt(row, last)
        geometries.removeLast()
        boxes.swapAt(row, last)
        boxes.removeLast()
    }

    package func values(row: Int) -> [AttributeValue] { columns.columns.indices.map { columns[row, $0] } }

    // MARK: Index

    /// Whether so much was edited that a new tree pays.
    package var needsTree: Bool { editedIDs.count > 256 + count / 8 }

    /// What a new tree is made from, for the time without a lock.
    package func makeTree() -> PackedTree {
        PackedTree(ids.indices.compactMap { row in boxes[row].map { (box: $0, item: ids[row]) } })
    }

    /// Takes a tree that was made from `earlier`, an earlier state of these rows; does nothing where another came first.
    package mutating func install(_ tree: PackedTree, madeFrom earlier: borrowing FeatureRows) {
        guard earlier.treeNumber == treeNumber else { return }
        self.tree = tree
        editedIDs.removeFirst(earlier.editedIDs.count)
        treeNumber += 1
    }

    /// The rows whose boxes have something in common with `box`, ascending, each once.
    func rows(in box: Box) -> [Int] {
        var rows: Set<Int> = []
        for id in tree.items(in: box) {
            if let row = rowsByID[id], boxes[row]?.intersects(box) == true { rows.insert(row) }
        }
        for id in editedIDs {
            if let row = rowsByID[id], boxes[row]?.intersects(box) == true { rows.insert(row) }
        }
        return rows.sorted()
    }

    // MARK: Queries

    /// The rows that fulfil all conditions, in no particular order.
    ///
    /// - Complexity: O(rows) for a where clause; a geometry alone costs what its box holds.
    package func rows(matching query: FeatureQuery) -> [Int] {
        if let spatial = query.spatial, spatial.matchesNothing { return [] }
        var rows: [Int]?
        if let ids = query.objectIDs {
            rows = ids.compactMap { rowsByID[$0] }
        } else if let box = query.spatial?.candidateBox {
            rows = self.rows(in: box)
        }
        if let condition = query.condition {
            if let candidates = rows, candidates.count < count / 8 {
                rows = candidates.filter { condition.matches(row: $0, of: columns) }
            } else {
                let matches = condition.matchingRows(of: columns)
                if let candidates = rows {
                    let wanted = Set(candidates)
                    rows = matches.filter { wanted.contains($0) }
                } else {
                    rows = matches
                }
            }
        }
        guard let spatial = query.spatial else { return rows ?? Array(ids.indices) }
        return (rows ?? Array(ids.indices)).filter { row in
            guard let geometry = geometries[row], let box = boxes[row] else { return false }
            return spatial.matches(geometry, box: box)
        }
    }

    /// `rows` in the order that the query asks for.
    package func ordered(_ rows: [Int], by query: FeatureQuery) -> [Int] {
        if query.isOrderedByID {
            // Rows come ascending from a scan, and ids ascend with them until something is removed.
            return isInOrder ? rows.sorted() : rows.sorted { ids[$0] < ids[$1] }
        }
        let keyed = rows.map { row in (keys: query.order.map { columns[row, $0.column] }, row: row) }
        return keyed.sorted { query.precedes(($0.keys, ids[$0.row]), ($1.keys, ids[$1.row])) }.map(\.row)
    }
}
