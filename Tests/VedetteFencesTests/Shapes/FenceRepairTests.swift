// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Testing
import VedetteGeometry

@testable import VedetteFences

@Suite("Fence repair")
struct FenceRepairTests {
    private func polygon(_ rings: [[(Double, Double)]]) -> Polygon {
        Polygon(polygons: [rings.map { Coordinates(x: $0.map(\.0), y: $0.map(\.1)) }], spatialReference: .wgs84)
    }

    private func holds(_ shape: FenceShape, _ longitude: Double, _ latitude: Double) -> Bool {
        let index = FenceIndex([FenceDefinition(id: "fence", shape: shape)])
        guard let position = GridPosition(longitude: longitude, latitude: latitude) else { return false }
        var found: [UInt32] = []
        _ = index.query(longitude: position.longitude, latitude: position.latitude, into: &found)
        return !found.isEmpty
    }

    @Test("a bow tie becomes two triangles, and is refused with its place where nobody asks for repair")
    func bowTie() throws {
        let tie = polygon([[(0, 0), (2, 2), (2, 0), (0, 2)]])
        let error = #expect(throws: FenceShapeError.self) { _ = try FenceShape(tie) }
        #expect(error?.code == .selfCrossing)
        #expect(error?.message.contains("1.0, 1.0") == true)
        let shape = try FenceShape(tie, repairs: true)
        #expect(shape.polygons.map(\.count) == [1, 1])
        #expect(holds(shape, 0.2, 1) && holds(shape, 1.8, 1) && !holds(shape, 1, 0.2) && !holds(shape, 1, 1.8))
        #expect(try FenceShape(tie, bufferDistance: 100, repairs: true).polygons.count == 1)
    }

    @Test("a star drawn in one line is empty in the middle")
    func star() throws {
        let star = polygon([[(0, 3), (1.76, -2.43), (-2.85, 0.93), (2.85, 0.93), (-1.76, -2.43)]])
        let shape = try FenceShape(star, repairs: true)
        #expect(!holds(shape, 0, 0) && holds(shape, 0, 2) && holds(shape, -1.4, -1.8))
    }

    @Test("holes stay holes, across the antimeridian too")
    func holes() throws {
        let outer = [(179.0, 0.0), (-179.0, 0.0), (-179, 4), (179, 4)]
        // The hole is a bow tie.
        let hole = [(179.5, 1.0), (-179.5, 3.0), (-179.5, 0.5), (179.5, 3.0)]
        let shape = try FenceShape(polygon([outer, hole]), repairs: true)
        #expect(!holds(shape, 179.6, 2) && !holds(shape, -179.6, 2))
        #expect(holds(shape, 179.9, 1) && holds(shape, -180, 2.8) && holds(shape, 179.1, 2))
    }

    @Test("what needs no repair stays as it is, and rings without an area are left out")
    func untouched() throws {
        let square = [(0.0, 0.0), (4.0, 0.0), (4.0, 4.0), (0.0, 4.0)]
        #expect(try FenceShape(polygon([square]), repairs: true) == FenceShape(polygon([square])))
        let spiked = polygon([square, [(1, 1), (2, 2)], [(1, 1), (3, 1), (3, 3)]])
        #expect(try FenceShape(spiked, repairs: true).polygons.map(\.count) == [2])
        let error = #expect(throws: FenceShapeError.self) { _ = try FenceShape(polygon([[(0, 0), (1, 1), (2, 2)]]), repairs: true) }
        #expect(error?.code == .noArea)
    }

    @Test("an envelope may be as wide as the world")
    func wideEnvelopes() throws {
        let band = try FenceShape(Envelope(xRange: -180...180, yRange: 10...20, spatialReference: .wgs84))
        let wide = try FenceShape(Envelope(xRange: -150...150, yRange: -90...(-60), spatialReference: .wgs84))
        for longitude in stride(from: -180.0, through: 180, by: 30) {
            #expect(holds(band, longitude, 15) && !holds(band, longitude, 21))
            #expect(holds(wide, longitude, -70) == (abs(longitude) <= 150))
        }
    }
}
