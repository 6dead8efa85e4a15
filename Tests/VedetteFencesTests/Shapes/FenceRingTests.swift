// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Testing
import VedetteGeometry

@testable import VedetteFences

@Suite("Fence rings")
struct FenceRingTests {
    private func positions(_ degrees: [(Double, Double)]) -> [GridPosition] {
        degrees.compactMap { GridPosition(longitude: $0.0, latitude: $0.1) }
    }

    private func shapeError(_ degrees: [(Double, Double)]) -> FenceShapeError.Code? {
        do throws(FenceShapeError) {
            _ = try FenceShape(polygons: [[positions(degrees)]])
            return nil
        } catch {
            return error.code
        }
    }

    @Test("closing and repeated vertices make no difference")
    func closing() throws {
        let open = try FenceRing(positions([(0, 0), (1, 0), (1, 1)]))
        #expect(try FenceRing(positions([(0, 0), (1, 0), (1, 0), (1, 1), (0, 0)])) == open)
        #expect(open.count == 3)
        #expect(open.edges.count == 3)
    }

    @Test("edges take the shorter way round")
    func antimeridian() throws {
        let ring = try FenceRing(positions([(179, 0), (-179, 0), (-179, 1), (179, 1)]))
        #expect(ring.winding == 0)
        #expect(ring.right - ring.left == 20_000_000)
        // Both copies that reach −180…180° have their edges: two cross the line, one lies on each side.
        #expect(ring.edges.count == 6)
        for edge in ring.edges { #expect(abs(Int64(edge.ax)) <= FenceRing.worldRight) }
    }

    @Test("an edge of 180° goes as it is written")
    func halfway() throws {
        let ring = try FenceRing(positions([(-90, 0), (90, 0), (90, 10), (-90, 10)]))
        #expect(ring.left == -900_000_000 && ring.right == 900_000_000)
    }

    @Test("a ring round a pole contains the nearer one, whichever way it runs")
    func poles() throws {
        let north = [(0, 70), (90, 75), (180, 70), (-90, 60)] as [(Double, Double)]
        for vertices in [north, north.reversed()] {
            let ring = try FenceRing(positions(vertices))
            #expect(abs(ring.winding) == 1)
            #expect(ring.containsNorthPole)
        }
        let south = north.map { ($0.0, -$0.1) }
        for vertices in [south, south.reversed()] { #expect(try !FenceRing(positions(vertices)).containsNorthPole) }
    }

    @Test("rings that are no areas are refused")
    func refused() {
        #expect(shapeError([]) == .empty)
        #expect(shapeError([(0, 0)]) == .noArea)
        #expect(shapeError([(0, 0), (1, 1)]) == .noArea)
        #expect(shapeError([(0, 0), (1, 1), (2, 2)]) == .noArea)
        // The world as a box: its long edges take the shorter way round, which is none.
        #expect(shapeError([(-180, -90), (180, -90), (180, 90), (-180, 90)]) == .noArea)
        #expect(shapeError([(0, 0), (120, 0), (-120, 0), (0, 1), (120, 1), (-120, 1), (0, 2)]) == .tooWide)
    }

    @Test(
        "rings that cross themselves are refused, and those that only touch are not",
        arguments: [
            ([(0, 0), (2, 2), (2, 0), (0, 2)], true), ([(0, 0), (2, 2), (2, 0), (0, 3)], true),
            // Through a vertex of its own, to the other side.
            ([(0, 0), (1, 1), (2, 2), (2, 0), (1, 1), (0, 2)], true), ([(0, 0), (2, 0), (2, 2), (1, -1), (0, 2)], true),
            // Through the middle of an edge at a vertex.
            ([(0, 0), (4, 0), (4, 4), (2, 0), (2, -4), (0, -4)], true),
            // Touching: a vertex on an edge, and two vertices at one place, without passing through.
            ([(0, 0), (4, 0), (4, 4), (2, 0), (0, 4)], false), ([(0, 0), (2, 0), (1, 1), (2, 2), (0, 2), (1, 1)], false),
            // A spike out and back is no crossing.
            ([(0, 0), (4, 0), (4, 4), (4, 9), (4, 4), (0, 4)], false),
            ([(0, 0), (4, 0), (4, 4), (0, 4)], false),
        ] as [([(Double, Double)], Bool)])
    func crossings(vertices: [(Double, Double)], crosses: Bool) {
        #expect(shapeError(vertices) == (crosses ? .selfCrossing : nil))
        #expect(shapeError(vertices.reversed()) == (crosses ? .selfCrossing : nil))
        // Whichever vertex comes first.
        for start in vertices.indices {
            #expect(shapeError(Array(vertices[start...] + vertices[..<start])) == (crosses ? .selfCrossing : nil))
        }
    }

    @Test("a long ring is checked quickly, and a crossing in it found")
    func longRing() throws {
        // A comb of 20,000 teeth.
        var comb: [GridPosition] = []
        for tooth in 0..<20_000 as Range<Int64> {
            comb += [(tooth * 4, 0), (tooth * 4 + 1, 1_000_000), (tooth * 4 + 2, 1_000_000), (tooth * 4 + 3, 0)].compactMap {
                GridPosition(longitudeSteps: $0.0, latitudeSteps: $0.1)
            }
        }
        comb += [GridPosition(longitudeSteps: 80_000, latitudeSteps: -5), GridPosition(longitudeSteps: 0, latitudeSteps: -5)].compactMap {
            $0
        }
        #expect(try RingCrossing.find(in: FenceRing(comb)) == nil)
        comb.swapAt(40_000, 40_002)
        #expect(try RingCrossing.find(in: FenceRing(comb)) != nil)
    }

    @Test("geometries become shapes, projected where they have to be")
    func geometries() throws {
        let square = try #require(
            GeometryEngine.project(
                Polygon(points: [
                    Point(latitude: 40, longitude: -10), Point(latitude: 40, longitude: 30), Point(latitude: 60, longitude: 30),
                    Point(latitude: 60, longitude: -10),
                ]),
                into: .webMercator))
        let shape = try FenceShape(square)
        #expect(shape.polygons.count == 1)
        // A meridian and a parallel are straight in both: nothing had to be added.
        #expect(shape.vertexCount == 4)
        let slanted = try #require(
            GeometryEngine.project(
                Polygon(points: [
                    Point(latitude: 10, longitude: -10), Point(latitude: 60, longitude: 30), Point(latitude: 60, longitude: -10),
                ]), into: .webMercator))
        #expect(try FenceShape(slanted).vertexCount > 100)
        #expect(try FenceShape(Envelope(xRange: 1...2, yRange: 3...4, spatialReference: .wgs84)).vertexCount == 4)
    }

    @Test(
        "geometries that are no fences are refused",
        arguments: [
            (nil, .empty), (Polygon(points: [], spatialReference: .wgs84), .empty), (Point(latitude: 1, longitude: 2), .needsBuffer),
            (Polyline(points: [Point(latitude: 1, longitude: 2), Point(latitude: 3, longitude: 4)]), .needsBuffer),
            (Envelope(xRange: 1...2, yRange: 3...4), .unknownSpatialReference),
            (Envelope(xRange: 1...2, yRange: 3...94, spatialReference: .wgs84), .invalidPosition),
        ] as [(Geometry?, FenceShapeError.Code)])
    func noFences(geometry: Geometry?, code: FenceShapeError.Code) {
        let error = #expect(throws: FenceShapeError.self) { _ = try FenceShape(geometry) }
        #expect(error?.code == code)
    }
}
