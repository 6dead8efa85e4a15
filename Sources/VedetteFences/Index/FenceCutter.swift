// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

/// A polygon, as far as one top cell is concerned: it covers the cell, or has parts there.
struct FenceTopPiece {
    /// The next one of the same cell.
    var next: UnsafeMutablePointer<FenceTopPiece>?
    var cell: Int32
    var fence: UInt32
    /// None: the polygon covers the cell.
    var partCount: UInt32
    var edgeCount: UInt32
    var parts: UnsafeMutablePointer<FenceWorkPart>
    var edges: UnsafeMutablePointer<FenceWorkEdge>
}

/// Cuts polygons along the top cells.
struct FenceCutter: ~Copyable {
    /// Holds the pieces.
    var scratch = FenceScratch()
    /// The pieces of the polygon cut last.
    private(set) var pieces: [UnsafeMutablePointer<FenceTopPiece>] = []

    private var meetings: [(cell: Int32, edge: UInt32)] = []
    private var edges: [FenceWorkEdge] = []
    private var counts: [Int] = []
    private var toggles: [Bool] = []
    private var ringPieces: [RingPiece] = []

    private struct RingPiece {
        var cell: Int32
        var part: FenceWorkPart
        var edges: UnsafeMutablePointer<FenceWorkEdge>
    }

    /// The top cells that the world has.
    private static let columns = Int(FenceRing.worldWidth >> Int64(FenceTree.topLevel)) + 1
    private static let rows = Int((2 * FenceRing.poleLatitude) >> Int64(FenceTree.topLevel)) + 1
    private static let shift = Int(FenceTree.topLevel)

    /// How often edges of a ring may meet top cells: each time, a leaf keeps two words at least.
    private let maximumMeetings: Int
    private let wordLimit: Int

    init(_ limits: FenceIndexLimits) {
        (maximumMeetings, wordLimit) = (limits.wordCount / 2, limits.wordCount)
    }

    // MARK: Polygons

    /// Cuts a polygon: see ``pieces``, which are in order of their cells.
    mutating func cut(
        _ vertices: FenceVertices, fence: UInt32, firstRing: Int, ringCount: Int, _ words: UnsafeMutablePointer<Int32>
    ) throws(FenceIndexError) {
        pieces.removeAll(keepingCapacity: true)
        ringPieces.removeAll(keepingCapacity: true)
        var words = words
        for ring in firstRing..<firstRing + ringCount {
            let part = FenceWorkPart(
                fence: fence, ring: UInt32(ring), edgeCount: 0,
                flags: (ring > firstRing ? FenceWorkPart.holeFlag : 0) | (vertices.ringCount > 1 ? FenceWorkPart.ringFlag : 0))
            let count = vertices.count(ofRing: ring)
            try cut(
                FenceRing(
                    storage: vertices, offset: words - vertices.words, count: count, winding: vertices.kind(ofRing: ring).winding), words,
                part)
            words += 2 * count
        }
        // Each ring's are in order of cells; together, by cell, then ring.
        if ringCount > 1 { ringPieces.sort { ($0.cell, $0.part.ring) < ($1.cell, $1.part.ring) } }
        var start = 0
        while start < ringPieces.count {
            var end = start + 1
            while end < ringPieces.count, ringPieces[end].cell == ringPieces[start].cell { end += 1 }
            join(start..<end)
            start = end
        }
    }

    /// Makes a piece of what the rings of the polygon have in one cell.
    private mutating func join(_ range: Range<Int>) {
        let first = ringPieces[range.lowerBound]
        // Without its outer ring, a polygon has nothing here.
        guard !first.part.isHole else { return }
        let parts = scratch.take(FenceWorkPart.self, range.count)
        let masks = scratch.take(FenceChildMasks.self, range.count)
        for (place, index) in range.enumerated() {
            let part = ringPieces[index].part
            parts[place] = part
            masks[place] = FenceChildMasks(present: part.edgeCount > 0 ? 1 : 0, toggled: part.isCornerInside ? 1 : 0, corners: 0)
        }
        FenceTreeWriter.decide(parts, masks, range.count)
        let isCovered = masks[0].toggled != 0
        guard isCovered || masks[0].present != 0 else { return }
        var (partCount, edgeCount) = (0, 0)
        for place in 0..<range.count where masks[place].present != 0 {
            partCount += 1
            edgeCount += Int(parts[place].edgeCount)
        }
        let piece = scratch.take(FenceTopPiece.self, 1)
        piece.initialize(
            to: FenceTopPiece(
                next: nil, cell: first.cell, fence: first.part.fence, partCount: UInt32(partCount), edgeCount: UInt32(edgeCount),
                parts: parts, edges: first.edges))
        pieces.append(piece)
        guard range.count > 1, !isCovered else { return }
        let joined = scratch.take(FenceWorkEdge.self, edgeCount)
        var (kept, next) = (0, 0)
        for place in 0..<range.count where masks[place].present != 0 {
            let count = Int(parts[place].edgeCount)
            parts[kept] = parts[place]
            kept += 1
            (joined + next).update(from: ringPieces[range.lowerBound + place].edges, count: count)
            next += count
        }
        piece.pointee.edges = joined
    }

    // MARK: Rings

    /// Cuts one ring: adds to `ringPieces`.
    private mutating func cut(
        _ ring: FenceRing, _ words: UnsafeMutablePointer<Int32>, _ part: FenceWorkPart
    ) throws(FenceIndexError) {
        let copies = unroll(ring, words)
        guard !edges.isEmpty else { return }
        let (firstColumn, lastColumn, firstRow, lastRow) = copies.cells
        let width = lastColumn - firstColumn + 1
        let size = width * (lastRow - firstRow + 1)
        counts.removeAll(keepingCapacity: true)
        counts.append(contentsOf: repeatElement(0, count: size + 1))
        toggles.removeAll(keepingCapacity: true)
        toggles.append(contentsOf: repeatElement(false, count: size))
        meetings.removeAll(keepingCapacity: true)
        if let pole = copies.pole {
            // The side of the cap that lies left of the world.
            for row in firstRow...lastRow where (pole.y <= row << Self.shift) == pole.isNorth { toggles[(row - firstRow) * width].toggle() }
        }
        for (number, edge) in edges.enumerated() {
            let segment = Self.fromOrigin(edge, copies.copy(of: number))
            meet(segment, UInt32(number), (firstColumn, lastColumn, firstRow, lastRow))
            guard meetings.count <= maximumMeetings else { throw .tooManyEdges(limit: wordLimit) }
            toggle(segment, (firstColumn, lastColumn, firstRow, lastRow))
        }
        collect(part, (firstColumn, lastColumn, firstRow, lastRow))
    }

    /// Where the edges of a ring lie.
    private struct Copies {
        /// The cells that the ring's box meets.
        var cells: (firstColumn: Int, lastColumn: Int, firstRow: Int, lastRow: Int)
        /// For a ring round a pole: how high the copies begin, left of the world.
        var pole: (y: Int, isNorth: Bool)?
        /// Unrolled longitudes of the first vertices of edges, counted from the world's left border.
        var origins: [Int]

        func copy(of edge: Int) -> Int { origins[edge] }
    }

    /// Counts an edge whose first vertex's unrolled longitude is known from the world's lower left corner.
    private static func fromOrigin(_ edge: FenceWorkEdge, _ x: Int) -> FenceSegment {
        FenceSegment(
            ax: x, ay: Int(edge.ay) - Int(FenceTree.originY), bx: x + Int(edge.bx &- edge.ax), by: Int(edge.by) - Int(FenceTree.originY))
    }

    /// Fills `edges` with those of every copy of the ring that reaches −180…180°, borders included.
    private mutating func unroll(_ ring: FenceRing, _ words: UnsafeMutablePointer<Int32>) -> Copies {
        edges.removeAll(keepingCapacity: true)
        let width = Int(FenceRing.worldWidth)
        let (left, right) = (Int(ring.extent.left) + width / 2, Int(ring.extent.right) + width / 2)
        // left + k·width ≤ width and right + k·width ≥ 0.
        let first = -Self.floorDivide(right, width)
        let last = Self.floorDivide(width - left, width)
        var origins: [Int] = []
        var (bottom, top) = (Int32.max, Int32.min)
        for index in 0..<ring.count { (bottom, top) = (min(bottom, words[2 * index + 1]), max(top, words[2 * index + 1])) }
        for copy in first...max(first, last) where first <= last {
            var x = Int(words[0]) + width / 2 + copy * width
            for index in 0..<ring.count {
                let next = index + 1 == ring.count ? 0 : index + 1
                let step: Int
                if next > 0 {
                    step = Int(words[2 * next] &- words[2 * index])
                } else {
                    // Back to the first vertex, or its next copy.
                    step = Int(words[0]) + width / 2 + (copy + ring.winding) * width - x
                }
                let shifted = x - width / 2
                edges.append(
                    FenceWorkEdge(
                        ax: Int32(truncatingIfNeeded: shifted), ay: words[2 * index + 1], bx: Int32(truncatingIfNeeded: shifted + step),
                        by: words[2 * next + 1]))
                origins.append(x)
                x += step
            }
        }
        var rows = (Int(bottom) - Int(FenceTree.originY), Int(top) - Int(FenceTree.originY))
        var pole: (y: Int, isNorth: Bool)?
        if ring.winding != 0 {
            let isNorth = ring.containsNorthPole
            pole = (Int(words[1]) - Int(FenceTree.originY), isNorth)
            if isNorth { rows.1 = 2 * Int(FenceRing.poleLatitude) } else { rows.0 = 0 }
        }
        // What reaches round the antimeridian may be anywhere between its ends.
        let isOne = first == last && pole == nil
        let columns = isOne ? (left + first * width, right + first * width) : (0, width)
        return Copies(
            cells: (
                Self.clamped(columns.0, Self.columns), Self.clamped(columns.1, Self.columns), Self.clamped(rows.0, Self.rows),
                Self.clamped(rows.1, Self.rows)
            ), pole: pole, origins: origins)
    }

    private static func floorDivide(_ value: Int, _ divisor: Int) -> Int {
        let (quotient, remainder) = value.quotientAndRemainder(dividingBy: divisor)
        return remainder < 0 ? quotient - 1 : quotient
    }

    /// The cell that a distance from the world's border falls into.
    private static func clamped(_ distance: Int, _ count: Int) -> Int { min(max(distance >> shift, 0), count - 1) }

    private typealias Cells = (firstColumn: Int, lastColumn: Int, firstRow: Int, lastRow: Int)

    /// Notes the cells that an edge meets.
    private mutating func meet(_ edge: FenceSegment, _ number: UInt32, _ cells: Cells) {
        let (minX, maxX) = (min(edge.ax, edge.bx), max(edge.ax, edge.bx))
        // The last cells reach out of the world; what is there is in the first ones by another copy.
        guard minX <= Int(FenceRing.worldWidth), maxX >= 0 else { return }
        let firstColumn = max(minX >> Self.shift, cells.firstColumn)
        let lastColumn = min(maxX >> Self.shift, cells.lastColumn)
        guard firstColumn <= lastColumn else { return }
        let firstRow = max(min(edge.ay, edge.by) >> Self.shift, cells.firstRow)
        let lastRow = min(max(edge.ay, edge.by) >> Self.shift, cells.lastRow)
        guard firstRow <= lastRow else { return }
        let isFlat = firstColumn == lastColumn || firstRow == lastRow
        let size = 1 << Self.shift
        for row in firstRow...lastRow {
            for column in firstColumn...lastColumn
            where isFlat || !edge.passes(column << Self.shift, row << Self.shift, size: size) {
                let cell = (row - cells.firstRow) * (cells.lastColumn - cells.firstColumn + 1) + column - cells.firstColumn
                counts[cell] += 1
                meetings.append((Int32(cell), number))
            }
        }
    }

    /// Notes, for each base line of cells that an edge crosses, the first corner right of the crossing: there, and beyond, the parity is another one.
    private mutating func toggle(_ edge: FenceSegment, _ cells: Cells) {
        let (bottom, top) = (min(edge.ay, edge.by), max(edge.ay, edge.by))
        let round = (1 << Self.shift) - 1
        let firstRow = max((bottom + round) >> Self.shift, cells.firstRow)
        let lastRow = min((top + round) >> Self.shift - 1, cells.lastRow)
        guard firstRow <= lastRow else { return }
        let width = cells.lastColumn - cells.firstColumn + 1
        for row in firstRow...lastRow {
            var column = max(cells.firstColumn, min(edge.ax, edge.bx) >> Self.shift)
            while column <= cells.lastColumn, edge.isRight(of: column << Self.shift, row << Self.shift) { column += 1 }
            if column <= cells.lastColumn { toggles[(row - cells.firstRow) * width + column - cells.firstColumn].toggle() }
        }
    }

    /// Makes ring pieces of what was noted.
    private mutating func collect(_ part: FenceWorkPart, _ cells: Cells) {
        let kept = scratch.take(FenceWorkEdge.self, meetings.count)
        var place = 0
        for cell in counts.indices { (counts[cell], place) = (place, place + counts[cell]) }
        for meeting in meetings {
            kept[counts[Int(meeting.cell)]] = edges[Int(meeting.edge)]
            counts[Int(meeting.cell)] += 1
        }
        var start = 0
        let width = cells.lastColumn - cells.firstColumn + 1
        for row in cells.firstRow...cells.lastRow {
            var isInside = false
            for column in cells.firstColumn...cells.lastColumn {
                let cell = (row - cells.firstRow) * width + column - cells.firstColumn
                if toggles[cell] { isInside.toggle() }
                let end = counts[cell]
                if end > start || isInside {
                    var part = part
                    part.edgeCount = UInt32(end - start)
                    if isInside { part.flags |= FenceWorkPart.cornerFlag }
                    ringPieces.append(RingPiece(cell: Int32(row << 8 | column), part: part, edges: kept + start))
                }
                start = end
            }
        }
    }
}
