// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import VedetteGeometry
import VedetteModel

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

extension TrackStore {
    /// The tracks nearest to a place among those that match otherwise, the nearest first, of equally near ones the older entity.
    ///
    /// Where nothing but attributes narrows the question, the cells around the place are looked at ring by ring, until no cell farther out can hold a
    /// nearer track. Where that comes to too many cells, and in all other cases, it is all tracks that match.
    ///
    /// - Complexity: O(tracks in the rings), at the most O(tracks), with a geodesic for few of them.
    func nearest(_ count: Int, to origin: (latitude: Double, longitude: Double), of query: TrackQuery) -> [Match] {
        guard count > 0, trackCount > 0 else { return [] }
        var best = NearestTracks(count: count, origin: origin)
        let isOpen = query.trackIDs == nil && query.time == nil && query.candidates == nil
        if !isOpen || !searchRings(query, &best) {
            best.removeAll()
            for number in numbersInNoOrder(matching: query) {
                if let row = row(of: number, at: query.time) { best.offer(number, heads[Int(number)].entity, row) }
            }
        }
        return best.sorted.compactMap { number in row(of: number, at: query.time).map { Match(number: number, row: $0) } }
    }

    /// Answers false where it would take too many cells.
    private func searchRings(_ query: TrackQuery, _ best: inout NearestTracks) -> Bool {
        buildGrid()
        var test = query.condition.map { TrackTest($0, self) }
        let (middle, row) = (TrackGrid.column(best.longitudeSteps), TrackGrid.row(best.latitudeSteps))
        // A cell costs about as much as a few tracks of a scan do.
        var budget = trackCount / 4 + 64
        func look(_ column: Int, _ row: Int) {
            budget -= 1
            // Beyond the antimeridian it goes on at the other side.
            let cell = row * TrackGrid.columnCount + (column + TrackGrid.columnCount) % TrackGrid.columnCount
            for number in grid.pointee.numbers(in: UInt32(truncatingIfNeeded: cell)) {
                let view = latest(number)
                guard best.mayTake(view), isInPlace(view, query) else { continue }
                if test == nil || test?.matches(view) == true { best.offer(number, heads[Int(number)].entity, view) }
            }
        }
        let half = TrackGrid.columnCount / 2
        for ring in 0...max(half, TrackGrid.rowCount) {
            if best.isSettled(beyond: ring) { return true }
            if budget < 0 { return false }
            // Cells whose column or row differs by `ring`, and the other by no more; half the world away both directions are one.
            let columns = ring < half ? -ring...ring : -half...(half - 1)
            for vertical in Set([-ring, ring]) where (0..<TrackGrid.rowCount).contains(row + vertical) {
                for horizontal in columns { look(middle + horizontal, row + vertical) }
            }
            guard ring > 0, ring <= half else { continue }
            for horizontal in ring < half ? [-ring, ring] : [-half] {
                for vertical in max(-ring + 1, -row)..<max(max(-ring + 1, -row), min(ring, TrackGrid.rowCount - row)) {
                    look(middle + horizontal, row + vertical)
                }
            }
        }
        return true
    }
}

/// The nearest of the tracks that were offered.
private struct NearestTracks {
    private struct Candidate {
        var metres: Double
        var entity: UInt64
        var number: UInt32

        static func < (first: Candidate, second: Candidate) -> Bool {
            first.metres != second.metres ? first.metres < second.metres : first.entity < second.entity
        }
    }

    private let count: Int
    private let origin: (latitude: Double, longitude: Double)
    private let cosine: Double
    /// A heap with the farthest on top.
    private var heap: [Candidate] = []

    init(count: Int, origin: (latitude: Double, longitude: Double)) {
        (self.count, self.origin) = (count, origin)
        cosine = cos(origin.latitude * .pi / 180)
    }

    var longitudeSteps: Int32 { Int32((origin.longitude * 1e7).rounded(.down)) }
    var latitudeSteps: Int32 { Int32((origin.latitude * 1e7).rounded(.down)) }

    /// How far the farthest of a full list is.
    private var reach: Double {
        if heap.count < count { return .infinity }
        return heap.first?.metres ?? .infinity
    }

    mutating func removeAll() { heap = [] }

    var sorted: [UInt32] { heap.sorted { $0 < $1 }.map(\.number) }

    /// Whether no position in a cell that differs by `ring` columns or rows, or more, can be taken.
    func isSettled(beyond ring: Int) -> Bool {
        guard ring > 1, reach < .infinity else { return false }
        // Between the place and such a cell there are `ring - 1` whole cells, and rounding.
        let angle = (Double(ring - 1) * 0.05 - 1e-6) * .pi / 180
        // The least distance to a meridian so far away: across, where that is less than a quarter turn, else over the pole.
        let toPole = (90 - abs(origin.latitude)) * .pi / 180
        let across = angle < .pi / 2 ? asin(min(1, cosine * sin(angle))) : toPole
        return min(angle, across) * ReachCondition.leastRadius > reach
    }

    /// Whether a track at a position could be among the nearest, judged by what it is away at least.
    func mayTake(_ row: TrackRowView) -> Bool {
        guard let position = row.position else { return false }
        let reach = reach
        guard reach < .infinity else { return true }
        let north = (position.latitudeDegrees - origin.latitude) * .pi / 180
        if abs(north) * ReachCondition.leastRadius > reach + 0.001 { return false }
        return ReachCondition.leastMetres(from: origin, cosine, to: position) <= reach + 0.001
    }

    mutating func offer(_ number: UInt32, _ entity: UInt64, _ row: TrackRowView) {
        guard mayTake(row), let position = row.position else { return }
        let metres = Geodesic.inverse(
            from: origin, to: (latitude: position.latitudeDegrees, longitude: position.longitudeDegrees)
        ).metres
        let candidate = Candidate(metres: metres, entity: entity, number: number)
        if heap.count < count {
            heap.append(candidate)
            var index = heap.count - 1
            while index > 0, heap[(index - 1) / 2] < heap[index] {
                heap.swapAt(index, (index - 1) / 2)
                index = (index - 1) / 2
            }
        } else if candidate < heap[0] {
            heap[0] = candidate
            siftDown()
        }
    }

    private mutating func siftDown() {
        var index = 0
        while true {
            var greatest = index
            for child in [2 * index + 1, 2 * index + 2] where child < heap.count && heap[greatest] < heap[child] { greatest = child }
            guard greatest != index else { return }
            heap.swapAt(index, greatest)
            index = greatest
        }
    }
}
