// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import VedetteModel

@Suite("Colours")
struct ColorTests {
    @Test(
        "a hue, a saturation and a brightness are the red, green and blue that they should be",
        arguments: [
            (0, 1, 1, "#FF0000"), (1.0 / 6, 1, 1, "#FFFF00"), (1.0 / 3, 1, 1, "#00FF00"), (0.5, 1, 1, "#00FFFF"),
            (2.0 / 3, 1, 1, "#0000FF"),
            (5.0 / 6, 1, 1, "#FF00FF"), (1, 1, 1, "#FF0000"), (0.3, 0, 0.5, "#808080"), (0.6, 0.5, 0.8, "#668FCC"),
        ] as [(Double, Double, Double, String)])
    func hues(hue: Double, saturation: Double, brightness: Double, text: String) {
        #expect(Color(hue: hue, saturation: saturation, brightness: brightness).description == text)
    }

    @Test("what is out of range becomes the nearest that is in it")
    func range() {
        #expect(Color(red: -1, green: 2, blue: .nan, alpha: 7) == Color(red: 0, green: 1, blue: 0))
        #expect(Color(hue: .infinity, saturation: 1, brightness: 1) == .red)
    }

    @Test("opacity replaces or multiplies")
    func opacity() {
        #expect(Color.red.withAlphaComponent(0.5).description == "#FF000080")
        #expect(Color.red.withAlphaComponent(0.5).opacity(0.5).alpha == 0.25)
        #expect(UIColor(.red) == .red)
        #expect(Color.clear.alpha == 0)
    }
}
