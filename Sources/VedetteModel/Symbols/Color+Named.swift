// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation

extension Color {
    private init(_ red: Double, _ green: Double, _ blue: Double) {
        self.init(red: red / 255, green: green / 255, blue: blue / 255)
    }

    public static let black = Color(white: 0)
    public static let darkGray = Color(white: 1.0 / 3)
    public static let gray = Color(white: 0.5)
    public static let lightGray = Color(white: 2.0 / 3)
    public static let white = Color(white: 1)
    public static let red = Color(255, 0, 0)
    public static let green = Color(0, 255, 0)
    public static let blue = Color(0, 0, 255)
    public static let cyan = Color(0, 255, 255)
    public static let yellow = Color(255, 255, 0)
    public static let magenta = Color(255, 0, 255)
    public static let orange = Color(red: 1, green: 0.5, blue: 0)
    public static let purple = Color(red: 0.5, green: 0, blue: 0.5)
    public static let brown = Color(red: 0.6, green: 0.4, blue: 0.2)
    /// Nothing to see: black without opacity.
    public static let clear = Color(white: 0, alpha: 0)

    // The system's colours, as they are on light ground.
    public static let systemRed = Color(255, 59, 48)
    public static let systemOrange = Color(255, 149, 0)
    public static let systemYellow = Color(255, 204, 0)
    public static let systemGreen = Color(52, 199, 89)
    public static let systemMint = Color(0, 199, 190)
    public static let systemTeal = Color(48, 176, 199)
    public static let systemCyan = Color(50, 173, 230)
    public static let systemBlue = Color(0, 122, 255)
    public static let systemIndigo = Color(88, 86, 214)
    public static let systemPurple = Color(175, 82, 222)
    public static let systemPink = Color(255, 45, 85)
    public static let systemBrown = Color(162, 132, 94)
    public static let systemGray = Color(142, 142, 147)
    public static let systemGray2 = Color(174, 174, 178)
    public static let systemGray3 = Color(199, 199, 204)
    public static let systemGray4 = Color(209, 209, 214)
    public static let systemGray5 = Color(229, 229, 234)
    public static let systemGray6 = Color(242, 242, 247)
    public static let systemBackground = Color.white
    public static let label = Color.black
    public static let tintColor = Color.systemBlue

    public static let mint = Color.systemMint
    public static let teal = Color.systemTeal
    public static let indigo = Color.systemIndigo
    public static let pink = Color.systemPink
    public static let primary = Color.label
    public static let secondary = Color(red: 60.0 / 255, green: 60.0 / 255, blue: 67.0 / 255, alpha: 0.6)
    public static let accentColor = Color.systemBlue
}
