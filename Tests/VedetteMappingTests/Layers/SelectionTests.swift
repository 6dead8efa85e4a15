// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import VedetteMapping

@Suite("Selections")
struct SelectionTests {
    @Test("elements are kept once each, in the order in which they were selected")
    func order() {
        var selection = Selection<Int>()
        selection.insert([5, 3, 5, 9], where: { _ in true })
        selection.remove([3, 4])
        selection.insert([3, 9], where: { _ in true })
        #expect(selection.elements { _ in true } == [5, 9, 3])
        #expect(selection.elements { $0 > 4 } == [5, 9])
        #expect(selection.elements { _ in true } == [5, 9])
        selection.removeAll()
        #expect(selection.elements { _ in true }.isEmpty)
    }

    @Test("what is gone is let go of though nobody asks for the selection")
    func bounded() {
        var selection = Selection<Int>()
        var checks = 0
        for element in 0..<10_000 {
            selection.insert([element]) { other in
                checks += 1
                return other > element - 10
            }
        }
        // Each tidying looks at 65 elements at the most, and there are 55 insertions between two.
        #expect(checks < 10_000 / 50 * 65)
        #expect(selection.elements { _ in true }.count <= 75)
    }
}
