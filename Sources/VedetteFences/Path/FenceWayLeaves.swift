// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

/// Walks along a way from leaf to leaf of the index.
///
/// Each stretch of the way lies in one leaf; the next leaf is that of the grid square which holds the way just after the border. A place on a
/// border belongs to the leaf right of and above it, as everywhere in the index, and only that one is sure to list the edges there. So a stretch
/// has its ends or not, and where neither neighbour has a place (a way through a corner downwards and to the right, and the ends of the way) there comes a stretch of that
/// place alone. All of it is exact: stretches join without gap or overlap, also along borders.
struct FenceWayLeaves {
    private let way: FenceWay
    /// The grid square, of 1 by 1 step, that holds the beginning of the stretch to come; its longitude runs on past ±180°.
    private var square: Square
    /// The grid square to which the place where the stretch to come begins belongs.
    private var border: Square
    private var fraction: Fraction = (0, 1)
    /// Whether a stretch has had that place.
    private var isBorderTaken = false
    private var isDone = false

    private typealias Square = (x: Int64, y: Int64)
    /// Numerator and denominator: at most 1.8e9.
    typealias Fraction = (Int64, Int64)

    /// A part of the way in one leaf.
    struct Stretch {
        var leaf: FencePathLeaf
        var from: Fraction
        var to: Fraction
        /// Whether its ends belong to it.
        var hasFrom: Bool
        var hasTo: Bool
        /// By how much the way is to be moved to be where the leaf is: whole turns.
        var shift: Int64
        /// What the stretch is inside of, in the leaf's longitudes.
        var box: FenceBox

        var isStart: Bool { hasFrom && from.0 == 0 }
        var isEnd: Bool { hasTo && to.0 == to.1 }
    }

    init(_ way: FenceWay) {
        self.way = way
        square = (way.dx < 0 ? way.x - 1 : way.x, way.dy < 0 ? way.y - 1 : way.y)
        border = (way.x, way.y)
    }

    /// The next stretch; nil after the last one.
    @inline(__always)
    mutating func next(in index: FenceIndex) -> Stretch? {
        guard !isDone else { return nil }
        if fraction.0 == fraction.1 { return end(in: index) }
        let shift = Self.shift(square)
        let leaf = FencePathLeaf(index, square.x - shift, square.y)
        // In the longitudes of the way. The world ends in the middle of the last column.
        let cell = FenceBox(
            left: leaf.cell.left + shift, bottom: leaf.cell.bottom, right: min(leaf.cell.right, FenceRing.worldRight) + shift,
            top: leaf.cell.top)
        let hasFrom = Self.contains(cell, border)
        guard hasFrom || isBorderTaken else {
            isBorderTaken = true
            return place(in: index)
        }
        let (start, from) = (square, fraction)
        pass(cell)
        isBorderTaken = Self.contains(cell, border)
        let box = FenceBox(
            left: min(start.x, square.x) - shift, bottom: min(start.y, square.y), right: max(start.x, square.x) + 1 - shift,
            top: max(start.y, square.y) + 1)
        return Stretch(leaf: leaf, from: from, to: fraction, hasFrom: hasFrom, hasTo: isBorderTaken, shift: shift, box: box)
    }

    /// The end of the way, where no stretch has had it.
    private mutating func end(in index: FenceIndex) -> Stretch? {
        isDone = true
        return isBorderTaken ? nil : place(in: index)
    }

    /// The place on the border alone.
    private func place(in index: FenceIndex) -> Stretch {
        let shift = Self.shift(border)
        let box = FenceBox(left: border.x - shift, bottom: border.y, right: border.x + 1 - shift, top: border.y + 1)
        return Stretch(
            leaf: FencePathLeaf(index, border.x - shift, border.y), from: fraction, to: fraction, hasFrom: true, hasTo: true, shift: shift,
            box: box)
    }

    /// Goes on to where the way leaves the cell, or to its end.
    private mutating func pass(_ cell: FenceBox) {
        let (dx, dy) = (way.dx, way.dy)
        let (width, height) = (abs(dx), abs(dy))
        let (borderX, borderY) = (dx > 0 ? cell.right : cell.left, dy > 0 ? cell.top : cell.bottom)
        // Steps to the borders. A cell is at most 2^24 wide, so they are under 1.82e9, and their products under 3.4e18.
        let stepsX = dx > 0 ? borderX - way.x : way.x - borderX
        let stepsY = dy > 0 ? borderY - way.y : way.y - borderY
        let endsInX = dx == 0 || stepsX >= width
        let endsInY = dy == 0 || stepsY >= height
        if endsInX, endsInY {
            fraction = (1, 1)
            square = (way.x + dx, way.y + dy)
            border = square
            return
        }
        let order = endsInX ? 1 : endsInY ? -1 : (stepsX * height - stepsY * width).signum()
        fraction = order <= 0 ? (stepsX, width) : (stepsY, height)
        if order <= 0 {
            (square.x, border.x) = (dx > 0 ? borderX : borderX - 1, borderX)
        } else {
            (square.x, border.x) = Self.squares(way.x, dx, fraction)
        }
        if order >= 0 {
            (square.y, border.y) = (dy > 0 ? borderY : borderY - 1, borderY)
        } else {
            (square.y, border.y) = Self.squares(way.y, dy, fraction)
        }
    }

    /// The square that holds start + length · fraction just after that fraction, and the one to which that place belongs.
    private static func squares(_ start: Int64, _ length: Int64, _ fraction: Fraction) -> (Int64, Int64) {
        let (quotient, rest) = (length * fraction.0).quotientAndRemainder(dividingBy: fraction.1)
        if length >= 0 { return (start + quotient, start + quotient) }
        // Going down, the division has rounded up, and a whole number belongs to the square above it.
        return (start + quotient - 1, rest == 0 ? start + quotient : start + quotient - 1)
    }

    private static func shift(_ square: Square) -> Int64 {
        square.x >= FenceRing.worldRight ? FenceRing.worldWidth : square.x < -FenceRing.worldRight ? -FenceRing.worldWidth : 0
    }

    private static func contains(_ cell: FenceBox, _ square: Square) -> Bool {
        square.x >= cell.left && square.x < cell.right && square.y >= cell.bottom && square.y < cell.top
    }
}
