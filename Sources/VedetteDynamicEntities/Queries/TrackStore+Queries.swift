// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import VedetteExpressions
import VedetteModel

extension TrackStore {
    /// A track that matches, with the observation that does.
    package struct Match {
        package let number: UInt32
        package let row: TrackRowView
    }

    /// The tracks that match, each once, in ascending order of entity id; the nearest first where the query asks for those.
    ///
    /// The rows are valid until the store changes.
    ///
    /// - Complexity: O(matches and their neighbours) where track ids or a geometry of moderate size are given; else O(tracks).
    package func matches(of query: TrackQuery) -> [Match] {
        if let nearest = query.nearest, let origin = query.origin { return self.nearest(nearest.count, to: origin, of: query) }
        return sorted(numbersInNoOrder(matching: query)).compactMap { number in
            row(of: number, at: query.time).map { Match(number: number, row: $0) }
        }
    }

    /// The numbers of the tracks that match, as ``matches(of:)``.
    package func numbers(matching query: TrackQuery) -> [UInt32] {
        guard query.nearest == nil else { return matches(of: query).map(\.number) }
        return sorted(numbersInNoOrder(matching: query))
    }

    /// Whether a track matches now; the wish for the nearest is not looked at.
    package func isMatch(_ number: UInt32, of query: TrackQuery) -> Bool {
        var test = query.condition.map { TrackTest($0, self) }
        return match(number, query, &test) != nil
    }

    /// The observation by which a track matches; the wish for the nearest is not looked at. `test` is that of the query's condition.
    func match(_ number: UInt32, _ query: TrackQuery, _ test: inout TrackTest?) -> TrackRowView? {
        guard entity(number) != nil, let row = row(of: number, at: query.time), isInPlace(row, query) else { return nil }
        if query.trackIDs != nil, !query.isWanted(trackID: name(number)) { return nil }
        guard test == nil || test?.matches(row) == true else { return nil }
        return row
    }

    // MARK: Ways to find them

    func numbersInNoOrder(matching query: TrackQuery) -> [UInt32] {
        if let ids = query.trackIDs { return filtered(Set(ids.compactMap { number(named: $0) }), by: query) }
        if query.time != nil { return filtered(numbers, by: query) }
        if let rectangles = query.candidates, isSmall(rectangles) { return filtered(numbers(in: rectangles), by: query) }
        guard let condition = query.condition else { return numbers.filter { isInPlace(latest($0), query) } }
        var found: [UInt32] = []
        condition.forEachMatch(in: latestRows(of: condition)) { number in
            // The rows of numbers that are free hold nothing, which may be what is asked for.
            if !heads[number].isFree, isInPlace(latest(UInt32(truncatingIfNeeded: number)), query) {
                found.append(UInt32(truncatingIfNeeded: number))
            }
            return true
        }
        return found
    }

    private func filtered(_ candidates: some Collection<UInt32>, by query: TrackQuery) -> [UInt32] {
        // A few numbers are asked one by one, without a scan; the ids have been looked up already.
        var test = query.condition.map { TrackTest($0, self) }
        var found: [UInt32] = []
        found.reserveCapacity(candidates.count)
        for number in candidates {
            guard let row = row(of: number, at: query.time), isInPlace(row, query) else { continue }
            if test == nil || test?.matches(row) == true { found.append(number) }
        }
        return found
    }

    @inline(__always)
    func isInPlace(_ row: TrackRowView, _ query: TrackQuery) -> Bool {
        query.isInPlace(row.position)
    }

    /// Whether looking into all cells of some rectangles is quicker than looking at all tracks.
    private func isSmall(_ rectangles: [GridRectangle]) -> Bool {
        var cells = 0
        for rectangle in rectangles {
            let (columns, rows) = rectangle.cells
            cells += columns.count * rows.count
        }
        return cells * 4 <= numberCount + 64
    }

    /// The tracks in the cells of some rectangles, each once.
    private func numbers(in rectangles: [GridRectangle]) -> [UInt32] {
        buildGrid()
        var cells: [UInt32] = []
        for rectangle in rectangles {
            let (columns, rows) = rectangle.cells
            for row in rows {
                for column in columns { cells.append(UInt32(truncatingIfNeeded: row * TrackGrid.columnCount + column)) }
            }
        }
        // Rectangles may share cells.
        if rectangles.count > 1 { cells = Array(Set(cells)) }
        for cell in cells { grid.pointee.prefetch(cell: cell) }
        var found: [UInt32] = []
        for cell in cells { found.append(contentsOf: grid.pointee.numbers(in: cell)) }
        for number in found { prefetchLatest(number) }
        return found
    }

    /// In ascending order of entity id.
    private func sorted(_ numbers: [UInt32]) -> [UInt32] {
        var pairs: [(entity: UInt64, number: UInt32)] = []
        pairs.reserveCapacity(numbers.count)
        var isSorted = true
        for number in numbers {
            let entity = heads[Int(number)].entity
            if let last = pairs.last, last.entity > entity { isSorted = false }
            pairs.append((entity, number))
        }
        if isSorted { return numbers }
        pairs.sort { $0.entity < $1.entity }
        return pairs.map(\.number)
    }

    /// The latest rows of all numbers, free ones too, as a where clause reads them.
    private func latestRows(of condition: BoundWhereClause) -> PackedRows {
        PackedRows(
            words: latest + TrackRow.headerWords, stride: stride, count: numberCount,
            columns: condition.packedColumns { schema.column(named: $0) }, texts: texts.packed)
    }

    /// The newest observation at a moment, or of all: the last row of the track that counts as made then or before, by event time, else by
    /// receipt. Where some observations have event time and others not, that is the last one in the track's own order.
    ///
    /// - Complexity: O(log *n*); O(*n*) where some observations have event time and others not.
    func row(of number: UInt32, at time: Instant?) -> TrackRowView? {
        guard let time = time?.microsecondsSince1970 else { return latest(number) }
        let track = Int(number)
        func begin(_ index: Int) -> Int64 { row(track, index).map { TrackRowView(words: $0).begin } ?? .max }
        var high = observationCount(number)
        if heads[track].isMixed {
            while high > 0, begin(high - 1) > time { high -= 1 }
        } else {
            var low = 0
            while low < high {
                let middle = (low + high) / 2
                if begin(middle) > time { high = middle } else { low = middle + 1 }
            }
        }
        return high > 0 ? row(track, high - 1).map { TrackRowView(words: $0) } : nil
    }
}

/// A where clause asked of one row of a store after another; valid until the store changes.
struct TrackTest {
    private var test: PackedWhereTest
    private let base: UnsafePointer<UInt64>

    init(_ condition: BoundWhereClause, _ store: borrowing TrackStore) {
        base = UnsafePointer(store.latest)
        let schema = store.schema
        // Rows lie anywhere in memory, so they are counted in words from one place.
        test = condition.test(
            of: PackedRows(
                words: base + TrackRow.headerWords, stride: 1, count: 0,
                columns: condition.packedColumns { schema.column(named: $0) }, texts: store.texts.packed))
    }

    @inline(__always)
    mutating func matches(_ row: TrackRowView) -> Bool {
        // All rows are made of words, so the difference is whole.
        test.matches((Int(bitPattern: row.words) - Int(bitPattern: base)) / 8)
    }
}
