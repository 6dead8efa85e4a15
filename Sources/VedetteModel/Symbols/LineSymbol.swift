// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// A symbol for lines.
public class LineSymbol: Symbol, @unchecked Sendable {
    @Synchronized public var color: Color
    /// In points.
    @Synchronized public var width: CGFloat
    /// Whether edges are smoothed; false unless set.
    @Synchronized public var antialiasIsEnabled = false

    init(color: Color, width: CGFloat) {
        (_color, _width) = (.init(wrappedValue: color), .init(wrappedValue: width))
        super.init()
    }
}
