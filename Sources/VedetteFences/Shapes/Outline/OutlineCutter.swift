// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

/// Cuts segments where they meet, until they have nothing but ends in common.
struct OutlineCutter {
    private typealias Vertex = SIMD2<Int64>

    private var segments: [OutlineSegment]
    /// Where segments are to be cut.
    private var cuts: [(segment: Int, place: Vertex)] = []
    private var comparisons = 0

    /// Each round is needed only since rounding the places of the last moved edges a little: few are ever seen.
    private static let maximumRounds = 100
    /// The most pairs of segments looked at in a round: some seconds' work.
    private static let maximumComparisons = 2_000_000_000

    /// - Returns: whether it was possible. Segments are then sorted by their ends, no two are equal, and none has a weight of 0.
    static func cut(_ segments: inout [OutlineSegment]) -> Bool {
        var cutter = OutlineCutter(segments: segments)
        segments = []
        for _ in 0..<maximumRounds {
            cutter.sortAndMerge()
            guard cutter.findCuts() else { return false }
            if cutter.cuts.isEmpty {
                segments = cutter.segments
                return true
            }
            cutter.apply()
        }
        return false
    }

    private init(segments: [OutlineSegment]) {
        self.segments = segments
    }

    private mutating func sortAndMerge() {
        segments.sort {
            if $0.a.x != $1.a.x { return $0.a.x < $1.a.x }
            if $0.a.y != $1.a.y { return $0.a.y < $1.a.y }
            if $0.b.x != $1.b.x { return $0.b.x < $1.b.x }
            return $0.b.y < $1.b.y
        }
        var count = 0
        for index in segments.indices {
            let segment = segments[index]
            if count > 0, segments[count - 1].a == segment.a, segments[count - 1].b == segment.b {
                segments[count - 1].weight += segment.weight
            } else {
                if count > 0, segments[count - 1].weight == 0 { count -= 1 }
                segments[count] = segment
                count += 1
            }
        }
        if count > 0, segments[count - 1].weight == 0 { count -= 1 }
        segments.removeLast(segments.count - count)
    }

    /// A segment that the line of the sweep is on, its box beside it.
    private struct Active {
        var right: Int64
        var bottom: Int64
        var top: Int64
        var index: Int
    }

    /// Sweeps from left to right; finds the places where a new segment meets another.
    private mutating func findCuts() -> Bool {
        cuts.removeAll(keepingCapacity: true)
        comparisons = 0
        var active: [Active] = []
        active.reserveCapacity(64)
        for index in segments.indices {
            let segment = segments[index]
            let (left, bottom, top) = (segment.a.x, segment.bottom, segment.top)
            var place = 0
            comparisons += active.count
            guard comparisons <= Self.maximumComparisons else { return false }
            while place < active.count {
                let other = active[place]
                if other.right < left {
                    active[place] = active[active.count - 1]
                    active.removeLast()
                    continue
                }
                if other.bottom <= top, bottom <= other.top, segment.isNew || segments[other.index].isNew {
                    compare(other.index, index)
                }
                place += 1
            }
            active.append(Active(right: segment.b.x, bottom: bottom, top: top, index: index))
        }
        return true
    }

    private mutating func compare(_ i: Int, _ j: Int) {
        let (s, t) = (segments[i], segments[j])
        let (sideA, sideB) = (s.side(t.a), s.side(t.b))
        if sideA > 0 && sideB > 0 || sideA < 0 && sideB < 0 { return }
        let (otherA, otherB) = (t.side(s.a), t.side(s.b))
        if otherA > 0 && otherB > 0 || otherA < 0 && otherB < 0 { return }
        if sideA != 0, sideB != 0, otherA != 0, otherB != 0 {
            let share = otherA / (otherA - otherB)
            let place = Vertex(
                s.a.x + Int64((Double(s.b.x - s.a.x) * share).rounded()), s.a.y + Int64((Double(s.b.y - s.a.y) * share).rounded()))
            cut(i, at: place)
            cut(j, at: place)
            return
        }
        if sideA == 0, Self.isBetween(t.a, s) { cut(i, at: t.a) }
        if sideB == 0, Self.isBetween(t.b, s) { cut(i, at: t.b) }
        if otherA == 0, Self.isBetween(s.a, t) { cut(j, at: s.a) }
        if otherB == 0, Self.isBetween(s.b, t) { cut(j, at: s.b) }
    }

    private static func isBetween(_ place: Vertex, _ segment: OutlineSegment) -> Bool {
        segment.a.x <= place.x && place.x <= segment.b.x && segment.bottom <= place.y && place.y <= segment.top
    }

    private mutating func cut(_ index: Int, at place: Vertex) {
        guard place != segments[index].a, place != segments[index].b else { return }
        cuts.append((index, place))
    }

    /// Cuts segments at the places found.
    private mutating func apply() {
        // Those of one segment in order along it: by where they are nearest to it.
        let segments = segments
        func along(_ cut: (segment: Int, place: Vertex)) -> Double {
            let segment = segments[cut.segment]
            let (way, part) = (segment.b &- segment.a, cut.place &- segment.a)
            return Double(way.x) * Double(part.x) + Double(way.y) * Double(part.y)
        }
        cuts.sort {
            if $0.segment != $1.segment { return $0.segment < $1.segment }
            let (first, second) = (along($0), along($1))
            if first != second { return first < second }
            return ($0.place.x, $0.place.y) < ($1.place.x, $1.place.y)
        }
        for index in self.segments.indices { self.segments[index].isNew = false }
        var start = 0
        while start < cuts.count {
            let index = cuts[start].segment
            let segment = segments[index]
            var last = segment.a
            var isFirst = true
            func piece(to place: Vertex, _ pieces: inout [OutlineSegment]) {
                guard place != last else { return }
                let piece = OutlineSegment(from: last, to: place, weight: segment.weight)
                if isFirst { pieces[index] = piece } else { pieces.append(piece) }
                isFirst = false
                last = place
            }
            while start < cuts.count, cuts[start].segment == index {
                piece(to: cuts[start].place, &self.segments)
                start += 1
            }
            piece(to: segment.b, &self.segments)
        }
    }
}
