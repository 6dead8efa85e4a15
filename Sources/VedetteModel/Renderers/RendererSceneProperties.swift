// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

/// How the symbols of a renderer stand in a scene. Expressions are as ``RendererExpression`` reads them, empty for none.
// Sendable by hand: what changes is behind locks.
public final class RendererSceneProperties: @unchecked Sendable {
    /// How far an element is pulled up.
    public enum ExtrusionMode: Hashable, Sendable {
        /// To the height that the expression gives.
        case absoluteHeight
        /// By so much from each of its heights.
        case baseHeight
        /// By so much from the highest of its heights.
        case maximum
        /// By so much from the lowest of its heights.
        case minimum
        /// Not at all.
        case none
    }

    /// Degrees clockwise from north; added to the heading of the symbol.
    @Synchronized public var headingExpression: String
    /// Degrees up from level; added to the pitch of the symbol.
    @Synchronized public var pitchExpression: String
    /// Degrees clockwise as seen from behind; added to the roll of the symbol.
    @Synchronized public var rollExpression: String
    /// Metres.
    @Synchronized public var extrusionExpression: String
    @Synchronized public var extrusionMode: ExtrusionMode

    /// Makes properties that change nothing but what is said.
    public init(
        headingExpression: String = "", pitchExpression: String = "", rollExpression: String = "", extrusionExpression: String = "",
        extrusionMode: ExtrusionMode = .none
    ) {
        _headingExpression = .init(wrappedValue: headingExpression)
        _pitchExpression = .init(wrappedValue: pitchExpression)
        _rollExpression = .init(wrappedValue: rollExpression)
        _extrusionExpression = .init(wrappedValue: extrusionExpression)
        _extrusionMode = .init(wrappedValue: extrusionMode)
    }
}
