// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// A symbol for points. Sizes and offsets are in points of the screen.
public class MarkerSymbol: Symbol, @unchecked Sendable {
    /// How far the symbol is turned, in degrees; 0 unless set.
    @Synchronized public var angle: Float = 0
    /// What turns with the map: with ``AngleAlignment/map`` the angle is measured from the north of the map.
    @Synchronized public var angleAlignment = AngleAlignment.screen
    /// How far to the right the symbol is drawn; 0 unless set.
    @Synchronized public var offsetX: CGFloat = 0
    /// How far up the symbol is drawn; 0 unless set.
    @Synchronized public var offsetY: CGFloat = 0
    /// How far to the right a callout or a leader begins; 0 unless set.
    @Synchronized public var leaderOffsetX: CGFloat = 0
    /// How far up a callout or a leader begins; 0 unless set.
    @Synchronized public var leaderOffsetY: CGFloat = 0

    /// What the angle of a marker is measured from.
    public enum AngleAlignment: Hashable, Sendable {
        /// The top of the screen.
        case screen
        /// The north of the map.
        case map
    }
}
