// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// A colour of symbols and labels: red, green, blue and opacity in sRGB.
///
/// It has the members of UIKit's `UIColor` that programs use for symbols; where there is no UIKit, it has that name too.
public struct Color: Hashable, Sendable {
    /// From 0 to 1.
    public let red: Double
    /// From 0 to 1.
    public let green: Double
    /// From 0 to 1.
    public let blue: Double
    /// How opaque it is: 0 for not at all, 1 for wholly.
    public let alpha: Double

    /// Makes a colour. What is not from 0 to 1 becomes the nearer of them, NaN becomes 0.
    public init(red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat = 1) {
        func share(_ value: CGFloat) -> Double { value.isNaN ? 0 : min(max(Double(value), 0), 1) }
        (self.red, self.green, self.blue, self.alpha) = (share(red), share(green), share(blue), share(alpha))
    }

    /// Makes a grey, from 0 for black to 1 for white.
    public init(white: CGFloat, alpha: CGFloat = 1) {
        self.init(red: white, green: white, blue: white, alpha: alpha)
    }

    /// Makes a colour by its hue (a share of the circle, beginning at red), its saturation and its brightness.
    public init(hue: CGFloat, saturation: CGFloat, brightness: CGFloat, alpha: CGFloat = 1) {
        let turn = hue.isFinite ? (hue - hue.rounded(.down)) * 6 : 0
        func part(_ offset: CGFloat) -> CGFloat {
            let place = (turn + offset).truncatingRemainder(dividingBy: 6)
            return brightness * (1 - saturation * max(0, min(place, 4 - place, 1)))
        }
        self.init(red: part(5), green: part(3), blue: part(1), alpha: alpha)
    }

    /// The colour itself; programs turn the colours of their interface into those of symbols so.
    public init(_ color: Color) { self = color }

    /// The colour itself; programs turn the colours of symbols into those of their interface so.
    public init(uiColor color: Color) { self = color }

    /// The same colour with another opacity, from 0 to 1.
    public func withAlphaComponent(_ alpha: CGFloat) -> Color {
        Color(red: red, green: green, blue: blue, alpha: alpha)
    }

    /// The same colour with so much of its opacity, from 0 to 1.
    public func opacity(_ opacity: Double) -> Color {
        withAlphaComponent(alpha * opacity)
    }
}

extension Color: CustomStringConvertible {
    /// As in style sheets: `#RRGGBB`, and two digits more where it is not wholly opaque.
    public var description: String {
        let parts = alpha == 1 ? [red, green, blue] : [red, green, blue, alpha]
        return parts.reduce("#") { text, part in
            let digits = String(Int((part * 255).rounded()), radix: 16, uppercase: true)
            return text + (digits.count == 1 ? "0" + digits : digits)
        }
    }
}

#if !canImport(UIKit)
/// The name that UIKit has for colours.
public typealias UIColor = Color
#endif
