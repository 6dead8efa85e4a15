// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import VedetteFences
import VedetteGeometry

/// The fence engine against GEOS: an R-tree of prepared polygons, and the fences of each track's last fix.
enum FenceBenchmark {
    /// What both sides must agree on.
    private struct Events: Equatable {
        var entered = 0
        var exited = 0
    }

    private static let trackCount = 10_000
    private static let seconds = 60
    /// Fixes that the engine is given at a time.
    private static let batchSize = 4_096

    static func run(_ comparison: Comparison, fenceCount: Int) throws {
        let rings = GeneratedWorld.fences(fenceCount)
        let fixes = GeneratedWorld.fixes(tracks: trackCount, seconds: seconds)
        let batches = batches(fixes)
        let clock = ContinuousClock()
        let began = clock.now
        let index = try FenceIndex(rings.enumerated().map { try definition($1, number: $0) })
        let indexed = clock.now
        let peer = try PreparedFences(rings)
        let vertices = rings.reduce(0) { $0 + $1.count }
        print(
            "# \(fenceCount) fences of \(vertices) vertices: checked and indexed in \(indexed - began); GEOS took \(clock.now - indexed) "
                + "for its tree, and prepares each polygon at the first fix near it")
        try comparison.measure(
            "fences, \(fenceCount)", unit: "fixes", count: fixes.count, against: "GEOS", ours: { judge(batches, index) },
            peer: { judge(fixes, peer) })
    }

    private static func definition(_ ring: [GeneratedWorld.Place], number: Int) throws -> FenceDefinition {
        let positions = ring.map { GridPosition(uncheckedLongitude: $0.longitude, latitude: $0.latitude) }
        return FenceDefinition(id: "fence-\(number)", shape: try FenceShape(polygons: [[positions]]))
    }

    /// The fixes as a codec would have made them.
    private static func batches(_ fixes: [GeneratedWorld.Fix]) -> [FenceFixes] {
        stride(from: 0, to: fixes.count, by: batchSize).map { start in
            var batch = FenceFixes()
            for ordinal in start..<min(start + batchSize, fixes.count) {
                let fix = fixes[ordinal]
                batch.append(
                    track: fix.track, longitude: fix.place.longitude, latitude: fix.place.latitude,
                    time: Int64(ordinal / trackCount) * 1_000_000, ordinal: UInt64(ordinal))
            }
            return batch
        }
    }

    private static func judge(_ batches: [FenceFixes], _ index: FenceIndex) -> Events {
        let engine = FenceEngine(index: index, options: FenceEngineOptions(triggerID: "benchmark"))
        for track in 0..<trackCount {
            Array("track-\(track)".utf8).withUnsafeBytes { _ = engine.track(named: $0, hash: UInt64(track) &* 0x9e37_79b9_7f4a_7c15) }
        }
        var events: [FenceEvent] = []
        for batch in batches { engine.apply(batch, into: &events) }
        var result = Events()
        for event in events {
            if event.kind == .entered { result.entered += 1 } else { result.exited += 1 }
        }
        return result
    }

    private static func judge(_ fixes: [GeneratedWorld.Fix], _ fences: PreparedFences) -> Events {
        var inside = [[UInt32]](repeating: [], count: trackCount)
        var events = Events()
        for fix in fixes {
            let found = fences.fences(at: Double(fix.place.longitude) / 1e7, Double(fix.place.latitude) / 1e7)
            let before = inside[Int(fix.track)]
            guard found != before else { continue }
            events.entered += found.count { !before.contains($0) }
            events.exited += before.count { !found.contains($0) }
            inside[Int(fix.track)] = found
        }
        return events
    }
}
