// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

/// A symbol for areas.
public class FillSymbol: Symbol, @unchecked Sendable {
    @Synchronized public var color: Color
    /// The line round the area; nil for none.
    @Synchronized public var outline: LineSymbol?

    init(color: Color, outline: LineSymbol?) {
        (_color, _outline) = (.init(wrappedValue: color), .init(wrappedValue: outline))
        super.init()
    }
}
