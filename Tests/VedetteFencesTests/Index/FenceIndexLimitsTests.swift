// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Testing
import VedetteGeometry
import VedetteTesting
import VedetteValues

@testable import VedetteFences

@Suite("The limits of a fence index")
struct FenceIndexLimitsTests {
    private static func fences(_ world: inout FenceWorld, _ count: Int, _ prefix: String = "f") -> [FenceDefinition] {
        (0..<count).map { FenceDefinition(id: "\(prefix)\($0)", shape: world.shape()) }
    }

    private static func error(_ fences: [FenceDefinition], threads: Int, _ change: (inout FenceIndexLimits) -> Void) -> FenceIndexError? {
        var limits = FenceIndexLimits()
        change(&limits)
        do throws(FenceIndexError) {
            _ = try FenceIndex(fences, threadCount: threads, limits: limits)
            return nil
        } catch {
            return error
        }
    }

    @Test("what does not fit is an error that says how to mend it", arguments: [1, 2])
    func building(threads: Int) throws {
        var world = FenceWorld(seed: 31, lattice: 20_000)
        var fences = Self.fences(&world, 40)
        // Enough vertices for two threads.
        while threads > 1, fences.count < 220 {
            if let shape = try? FenceShape(polygons: [[world.ring(x: 0, y: 0, radius: 1_500, vertices: 580)]]) {
                fences.append(FenceDefinition(id: "g\(fences.count)", shape: shape))
            }
        }
        let count = fences.count
        #expect(Self.error(fences, threads: threads) { $0.fenceCount = count - 1 } == .tooManyFences(limit: count - 1))
        let most = fences.map(\.shape.vertexCount).max() ?? 0
        #expect(Self.error(fences, threads: threads) { $0.vertexCount = most - 1 } == .tooManyVertices(limit: most - 1))
        #expect(Self.error(fences, threads: threads) { ($0.fenceCount, $0.vertexCount) = (count, most) } == nil)
        #expect(Self.error(fences, threads: threads) { $0.cellCount = 65_700 } == .tooManyCells(limit: 65_700))
        #expect(Self.error(fences, threads: threads) { $0.wordCount = 4_000 } == .tooManyEdges(limit: 4_000))
        // So few that it is seen while fences are cut.
        #expect(Self.error(fences, threads: threads) { $0.wordCount = 40 } == .tooManyEdges(limit: 40))
        for error in [
            FenceIndexError.tooManyFences(limit: 1), .tooManyVertices(limit: 1), .tooManyCells(limit: 1), .tooManyEdges(limit: 1),
        ] {
            #expect(error.description.contains("more than 1 ") && error.description.contains(";"))
        }
    }

    @Test("an edit for which there is no room changes nothing, and there is room again", arguments: [(1, true), (2, false), (3, true)])
    func editing(seed: UInt64, isShortOfWords: Bool) throws {
        var world = FenceWorld(seed: seed, lattice: 30_000)
        let first = Self.fences(&world, 30)
        var limits = FenceIndexLimits()
        // Nodes and words are taken in runs; these are about two and one.
        if isShortOfWords { limits.wordCount = 140_000 } else { limits.cellCount = 65_536 + 3_000 }
        let index = try FenceIndex(first, threadCount: 1, limits: limits)
        var shapes = Dictionary(uniqueKeysWithValues: first.map { ($0.id, $0.shape) })
        var (refusals, sizes): (Int, [Int]) = (0, [])
        for round in 0..<3 {
            // Large and small ones, new ones and others in their place, until there was no room a few times.
            var failures = 0
            for step in 0..<2_000 where failures < 4 {
                let id = step % 3 == 0 ? "f\(world.random.index(below: 30))" : "n\(round)-\(step)"
                let shape = world.shape()
                do throws(FenceIndexError) {
                    if let number = index.number(of: id) {
                        try index.replace(number, with: shape)
                    } else {
                        try index.add(FenceDefinition(id: id, shape: shape))
                    }
                    shapes[id] = shape
                } catch {
                    #expect(error == (isShortOfWords ? .tooManyEdges(limit: 140_000) : .tooManyCells(limit: 68_536)))
                    failures += 1
                }
            }
            refusals += failures
            let fresh = FenceIndex(shapes.map { FenceDefinition(id: $0.key, shape: $0.value) })
            #expect(index.numbers.filter(index.contains).map(index.id(of:)).sorted() == shapes.keys.sorted())
            for _ in 0..<200 {
                let place = world.place()
                #expect(index.idsAt(place) == fresh.idsAt(place))
            }
            for id in shapes.keys.sorted() where id.hasPrefix("n") {
                if let number = index.number(of: id) { index.remove(number) }
                shapes[id] = nil
            }
            sizes.append(index.store.byteCount)
            #expect(index.store.tree.nodes[0].content == 0)
        }
        #expect(refusals == 12)
        #expect(sizes.last == sizes[0])
    }

    @Test("an engine says which fences have no room, and makes the other edits")
    func engine() throws {
        var world = FenceWorld(seed: 5, lattice: 1_000)
        var limits = FenceIndexLimits()
        limits.fenceCount = 2
        let shape = world.shape()
        let first = [FenceDefinition(id: "a", shape: shape)]
        let engine = FenceEngine(index: try FenceIndex(first, limits: limits), options: FenceEngineOptions(triggerID: "t"))
        var events: [FenceEvent] = []
        let edits = ["b", "c", "d"].map { FenceEdit.put(FenceDefinition(id: $0, shape: shape)) } + [.remove(id: "a")]
        let refusals = engine.edit(edits, at: Instant(microsecondsSince1970: 0), into: &events)
        #expect(refusals == ["c", "d"].map { FenceRefusal(id: $0, error: .tooManyFences(limit: 2)) })
        #expect(engine.index.count == 1 && engine.index.number(of: "b") == 1 && engine.index.number(of: "c") == nil)
    }
}
