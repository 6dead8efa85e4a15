// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

public import VedetteExpressions
public import VedetteValues

/// Labels of a kind: for which elements, what they say, how they look and where they are put.
///
/// A definition may be changed at any time, from any thread.
// Sendable by hand: what changes is behind locks.
public final class LabelDefinition: Hashable, @unchecked Sendable {
    /// What the label says.
    public let expression: LabelExpression
    /// How it looks.
    @Synchronized public var textSymbol: TextSymbol
    /// A name for people; empty unless set.
    @Synchronized public var name = ""
    /// Where the label is put; ``Placement/automatic`` unless set.
    @Synchronized public var placement = Placement.automatic
    /// Which labels get their place first: a smaller number before a larger one; NaN, as the placement says, unless set.
    @Synchronized public var priority = Double.nan
    /// What happens where labels would overlap; ``DeconflictionStrategy/automatic`` unless set.
    @Synchronized public var deconflictionStrategy = DeconflictionStrategy.automatic
    /// Which elements get the label: a condition on their attributes in SQL; empty, for all, unless set.
    @Synchronized public var whereClause = ""
    /// Whether values of a ``CodedValueDomain`` are told by their names; false unless set.
    @Synchronized public var usesCodedValues = false
    /// The smallest scale at which there are labels, as the number under its fraction line; nil, for any, unless set.
    @Synchronized public var minScale: Double? = nil
    /// The largest scale at which there are labels, as the number under its fraction line; nil, for any, unless set.
    @Synchronized public var maxScale: Double? = nil
    /// How far the label is from the symbol, in points; NaN, as the placement says, unless set.
    @Synchronized public var offsetDistance = Double.nan
    /// How far apart a label is put again along a line, in points; NaN, as the placement says, unless set.
    @Synchronized public var repeatDistance = Double.nan

    public init(labelExpression: LabelExpression, textSymbol: TextSymbol) {
        expression = labelExpression
        _textSymbol = .init(wrappedValue: textSymbol)
    }

    /// What the label of an element with these attributes says.
    ///
    /// - Parameters:
    ///   - attributes: of the element.
    ///   - fields: the fields that the attributes belong to; without them, each value is taken as it is.
    ///   - now: what `CURRENT_TIMESTAMP` is in ``whereClause``.
    /// - Returns: nil where the element does not fulfil ``whereClause``, and where the script of an ``ArcadeLabelExpression`` says nothing or
    ///   stumbles.
    /// - Throws: ``ExpressionError`` for a where clause that is none, or names a field that is none.
    public func text(for attributes: [String: any Sendable], fields: [Field] = [], at now: Instant) throws(ExpressionError) -> String? {
        let clause = try WhereClause(whereClause)
        let known = fields.isEmpty ? clause.fieldNames.map { Field(name: $0, type: nil) } : fields
        guard try clause.bound(to: known, now: now).matches(attributes) else { return nil }
        if let script = expression as? ArcadeLabelExpression { return script.text(for: attributes, fields: fields, at: now) }
        return (expression as? SimpleLabelExpression)?.text(for: attributes, fields: fields, usesCodedValues: usesCodedValues)
    }

    public static func == (lhs: LabelDefinition, rhs: LabelDefinition) -> Bool { lhs === rhs }

    public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

extension LabelDefinition {
    /// Where a label is put: beside a point, along a line, in an area.
    public enum Placement: Hashable, Sendable {
        /// As suits the geometry.
        case automatic
        case lineAboveAfter
        case lineAboveAlong
        case lineAboveBefore
        case lineAboveEnd
        case lineAboveStart
        case lineBelowAfter
        case lineBelowAlong
        case lineBelowBefore
        case lineBelowEnd
        case lineBelowStart
        case lineCenterAfter
        case lineCenterAlong
        case lineCenterBefore
        case lineCenterEnd
        case lineCenterStart
        case pointAboveCenter
        case pointAboveLeft
        case pointAboveRight
        case pointBelowCenter
        case pointBelowLeft
        case pointBelowRight
        case pointCenterCenter
        case pointCenterLeft
        case pointCenterRight
        case polygonAlwaysHorizontal
    }

    /// What happens where labels would overlap.
    public enum DeconflictionStrategy: Hashable, Sendable {
        /// As ``static``.
        case automatic
        /// The label moves to another place, and is left out where there is none.
        case dynamic
        /// The label moves to the place where it overlaps least.
        case dynamicNeverRemove
        /// The label stays, whatever it overlaps.
        case none
        /// The label stays, and is left out where it overlaps one that goes before it.
        case `static`
    }
}
