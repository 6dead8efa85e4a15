// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Testing
import VedetteTesting

@testable import VedetteModel

@Suite("Packed trees")
struct PackedTreeTests {
    @Test("find what a scan finds", arguments: [0, 1, 2, 15, 16, 17, 255, 257, 5_000])
    func scan(_ count: Int) {
        var random = SeededRandomNumberGenerator(seed: UInt64(count) + 7)
        func box(_ size: Double) -> Box {
            let (x, y) = (Double.random(in: -100...100, using: &random), Double.random(in: -100...100, using: &random))
            return Box(xMin: x, yMin: y, xMax: x + .random(in: 0...size, using: &random), yMax: y + .random(in: 0...size, using: &random))
        }
        let entries = (0..<count).map { (box: box(5), item: Int64($0)) }
        let tree = PackedTree(entries)
        #expect(tree.count == count)
        for size in [0, 1, 20, 300.0] {
            for _ in 0..<25 {
                let asked = box(size)
                #expect(tree.items(in: asked).sorted() == entries.filter { $0.box.intersects(asked) }.map(\.item))
            }
        }
    }
}
