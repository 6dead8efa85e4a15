// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import VedetteDynamicEntities
import VedetteGeometry

/// How far positions are from what is asked for at least, in points, without projecting them: a few nanoseconds each.
///
/// The x of a cylindrical map goes evenly with the longitude; its y is looked up in a table of 256 parts, whose error is taken off. On other maps everything
/// may be at the place itself.
struct DistanceEstimate {
    private static let partCount = 256
    private static let stepsPerDegree = Double(GridPosition.stepsPerDegree)
    private static let round = 360 * stepsPerDegree

    /// Points up from what is asked for, at the edges of the parts; empty where nothing can be said.
    private var heights: [Double] = []
    private var south = 0.0
    private var stepsPerPart = 1.0
    private var error = 0.0
    private var longitude = 0.0
    private var pointsPerStep = 0.0

    /// - Parameters:
    ///   - probe: what is asked.
    ///   - points: how far anything can be.
    ///   - count: how many positions there are; for few, what they cost is no matter.
    init(_ probe: ScreenProbe, within points: Double, count: Int) {
        guard count > 16, probe.plane.isCylindrical, let worldWidth = probe.plane.worldWidth,
            let middle = probe.plane.geographic(probe.place),
            let low = probe.plane.geographic(probe.place - MapPosition(x: 0, y: points * probe.projection.resolution)),
            let high = probe.plane.geographic(probe.place + MapPosition(x: 0, y: points * probe.projection.resolution))
        else { return }
        let (lowest, highest) = (max(-90, min(low.latitude, 90)), max(-90, min(high.latitude, 90)))
        guard highest > lowest else { return }
        func height(_ latitude: Double) -> Double {
            let y = probe.plane.position(of: EarthPosition(longitude: 0, latitude: latitude))?.y ?? probe.place.y
            return (y - probe.place.y) / probe.projection.resolution
        }
        let part = (highest - lowest) / Double(Self.partCount)
        heights = (0...Self.partCount).map { height(lowest + Double($0) * part) }
        for index in 0..<Self.partCount {
            let straight = (heights[index] + heights[index + 1]) / 2
            error = max(error, abs(height(lowest + (Double(index) + 0.5) * part) - straight))
        }
        // Twice that in the middle of a part is the most, also in the one where the map ends.
        error = 2 * error + 1e-6
        (south, stepsPerPart) = (lowest * Self.stepsPerDegree, part * Self.stepsPerDegree)
        longitude = middle.longitude.remainder(dividingBy: 360) * Self.stepsPerDegree
        pointsPerStep = worldWidth / Self.round / probe.projection.resolution
    }

    private func height(_ latitude: Int32) -> Double {
        let place = (Double(latitude) - south) / stepsPerPart
        let index = Int(max(0, min(place, Double(Self.partCount - 1))))
        // Beyond the table nothing is nearer than its end.
        let share = max(0, min(place - Double(index), 1))
        return heights[index] + share * (heights[index + 1] - heights[index])
    }

    private func least(across: Double, up: Double) -> Double {
        let (x, y) = (max(0, across - 1e-6), max(0, up - error))
        return (x * x + y * y).squareRoot()
    }

    /// The least that a position can be away.
    func least(to position: GridPosition) -> Double {
        guard !heights.isEmpty else { return 0 }
        let way = abs(Double(position.longitude) - longitude)
        return least(across: min(way, abs(Self.round - way)) * pointsPerStep, up: abs(height(position.latitude)))
    }

    /// The least that anything in the rectangle of a trail can be away.
    func least(to trail: TrackTrail) -> Double {
        guard !heights.isEmpty else { return 0 }
        let half = (Double(trail.east) - Double(trail.west)) / 2
        let way = abs((Double(trail.east) + Double(trail.west)) / 2 - longitude)
        let across = half > Self.round / 4 ? 0 : max(0, min(way, abs(Self.round - way)) - half)
        let (low, high) = (height(trail.south), height(trail.north))
        return least(across: across * pointsPerStep, up: max(0, max(low, -high)))
    }
}

/// Gives back the places of numbers, those of the least first: for who stops soon.
struct NearestFirst {
    private var heap: [(number: Double, index: Int)]

    /// - Complexity: O(*n*).
    init(_ numbers: some Collection<Double>) {
        heap = numbers.enumerated().map { ($0.element, $0.offset) }
        for index in stride(from: heap.count / 2 - 1, through: 0, by: -1) { sink(index) }
    }

    /// The place of the least number that has not been given back, and the number.
    ///
    /// - Complexity: O(log *n*).
    mutating func next() -> (index: Int, number: Double)? {
        guard let first = heap.first, let last = heap.popLast() else { return nil }
        if !heap.isEmpty {
            heap[0] = last
            sink(0)
        }
        return (first.index, first.number)
    }

    private mutating func sink(_ start: Int) {
        var index = start
        let moved = heap[index]
        while true {
            var child = 2 * index + 1
            guard child < heap.count else { break }
            if child + 1 < heap.count, heap[child + 1].number < heap[child].number { child += 1 }
            guard heap[child].number < moved.number else { break }
            heap[index] = heap[child]
            index = child
        }
        heap[index] = moved
    }
}
