// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

package import VedetteGeometry

/// The area of a fence on the grid: the closed set of its polygons less the open interior of their holes.
///
/// Every shape that could be made is one that the engine can judge: rings do not cross themselves, have an area, and are unrolled
/// across the antimeridian. Holes may touch, overlap or stick out, and polygons may overlap: the set is still what the sentence above says.
///
/// A value of one word: its rings lie in one piece of memory that copies share and nobody changes (hence `@unchecked Sendable`).
package struct FenceShape: Equatable, @unchecked Sendable {
    /// All rings, each polygon's outer ring before its holes.
    let vertices: FenceVertices

    /// Makes a shape from polygons, each an outer ring and its holes in grid positions; which way a ring runs does not matter.
    package init(polygons: [[[GridPosition]]]) throws(FenceShapeError) {
        var result: [[FenceRing]] = []
        for polygon in polygons {
            var rings: [FenceRing] = []
            for vertices in polygon {
                let ring = try FenceRing(vertices)
                try ring.check()
                rings.append(ring)
            }
            if !rings.isEmpty { result.append(rings) }
        }
        guard !result.isEmpty else { throw FenceShapeError(.empty, "the geometry is empty") }
        self.init(checked: result)
    }

    /// Makes a shape of rings that have been checked: polygons, none of them empty, each an outer ring and its holes.
    init(checked polygons: [[FenceRing]]) {
        if polygons.count == 1, polygons[0].count == 1, let whole = polygons[0][0].wholeStorage {
            vertices = whole
            return
        }
        var table: [(count: Int, kind: FenceVertices.RingKind)] = []
        for polygon in polygons {
            for (order, ring) in polygon.enumerated() {
                table.append((ring.count, FenceVertices.RingKind(isHole: order > 0, winding: ring.winding)))
            }
        }
        vertices = FenceVertices.make(table) { words in
            var next = words
            for polygon in polygons {
                for ring in polygon {
                    ring.withWords { next.update(from: $0, count: 2 * ring.count) }
                    next += 2 * ring.count
                }
            }
        }
    }

    /// Makes a shape of one ring whose vertices somebody else has checked: in range, three or more, no two neighbours alike, not crossing itself,
    /// with an area, no edge longer than 180°, not closed by a repeated vertex.
    ///
    /// - Parameter ring: x and y in turn, 1e-7 degree.
    package init(uncheckedRing ring: UnsafeBufferPointer<Int32>) {
        vertices = FenceVertices.make([(ring.count / 2, FenceVertices.RingKind(isHole: false, winding: 0))]) { words in
            for index in 0..<ring.count / 2 * 2 { words[index] = ring[index] }
        }
    }

    package static func == (first: FenceShape, second: FenceShape) -> Bool { first.vertices.isEqual(to: second.vertices) }

    /// Each polygon is an outer ring and its holes. Makes arrays: not for where it has to be fast, see ``visitRings(_:)``.
    var polygons: [[FenceRing]] {
        var result: [[FenceRing]] = []
        visitRings { ring, isHole in
            if isHole { result[result.count - 1].append(ring) } else { result.append([ring]) }
        }
        return result
    }

    /// Calls `body` with each ring, a polygon's outer ring before its holes. Allocates nothing.
    func visitRings(_ body: (_ ring: FenceRing, _ isHole: Bool) -> Void) {
        let ringCount = vertices.ringCount
        var offset = 1 + 2 * ringCount
        for ring in 0..<ringCount {
            let count = vertices.count(ofRing: ring)
            let kind = vertices.kind(ofRing: ring)
            body(FenceRing(storage: vertices, offset: offset, count: count, winding: kind.winding), kind.isHole)
            offset += 2 * count
        }
    }

    /// How many vertices there are.
    package var vertexCount: Int { (vertices.wordCount - 1 - 2 * vertices.ringCount) / 2 }
}

extension FenceShape {
    /// The shape moved by some steps of the grid, for benchmarks.
    ///
    /// - Precondition: it stays within the world.
    package func shifted(longitude: Int32, latitude: Int32) -> FenceShape {
        let moved = polygons.map { rings in
            rings.map { ring in
                ring.withWords { words in
                    FenceRing(
                        storage: FenceVertices.make([
                            (ring.count, FenceVertices.RingKind(isHole: false, winding: ring.winding))
                        ]) { target in
                            for index in 0..<ring.count {
                                target[2 * index] = words[2 * index] &+ longitude
                                target[2 * index + 1] = words[2 * index + 1] &+ latitude
                            }
                        }, offset: 3, count: ring.count, winding: ring.winding)
                }
            }
        }
        return FenceShape(checked: moved)
    }
}
