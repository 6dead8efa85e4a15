// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

public import VedetteExpressions

/// Says which symbol each element is drawn with: the base of ``SimpleRenderer``, ``UniqueValueRenderer`` and ``ClassBreaksRenderer``.
///
/// A renderer may be shared and changed at any time, from any thread. Two renderers are equal if they are the same object.
// Sendable by hand, as are its subclasses: what changes is behind locks, and the class is open only inside this module.
public class Renderer: Hashable, @unchecked Sendable {
    /// What ``rotationExpression`` is measured from.
    public enum RotationType: Hashable, Sendable {
        /// From east, anticlockwise.
        case arithmetic
        /// From north, clockwise.
        case geographic
    }

    /// The angle in degrees by which markers are turned: a number, or one worked out from attributes such as `[HEADING] + 90`; empty, for none,
    /// unless set. See ``RendererExpression``.
    @Synchronized public var rotationExpression = ""
    /// What the angle is measured from; ``RotationType/arithmetic`` unless set.
    @Synchronized public var rotationType = RotationType.arithmetic
    /// How symbols stand in a scene.
    @Synchronized public var sceneProperties = RendererSceneProperties()

    init() {}

    /// The symbol of an element with these attributes; nil for one that is not drawn.
    ///
    /// Fields are known by their names in any case. Numbers are compared by their value, whatever their type; texts letter by letter.
    ///
    /// - Complexity: O(1) for a ``SimpleRenderer`` and, in the number of values, a ``UniqueValueRenderer``; O(*n*) in the number of breaks for
    ///   a ``ClassBreaksRenderer``.
    public func symbol(for attributes: [String: any Sendable]) -> Symbol? { nil }

    /// The symbol of an element, by its attributes as they are now; nil for one that is not drawn.
    public final func symbol(for element: any GeoElement) -> Symbol? { symbol(for: element.attributes) }

    /// The angle by which the marker of an element with these attributes is turned, in degrees clockwise from north; nil where
    /// ``rotationExpression`` is empty or gives no number.
    ///
    /// - Throws: ``ExpressionError`` for an expression that is none.
    public final func heading(for attributes: [String: any Sendable]) throws(ExpressionError) -> Double? {
        let (text, type) = (rotationExpression, rotationType)
        guard text.contains(where: { !$0.isWhitespace }) else { return nil }
        guard let angle = try RendererExpression(text).value(attributes) else { return nil }
        let heading = (type == .geographic ? angle : 90 - angle).truncatingRemainder(dividingBy: 360)
        return heading < 0 ? heading + 360 : heading
    }

    public static func == (lhs: Renderer, rhs: Renderer) -> Bool { lhs === rhs }

    public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
