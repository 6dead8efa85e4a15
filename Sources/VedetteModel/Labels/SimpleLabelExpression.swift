// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

public import VedetteValues

/// A label of fields and text: `[VesselName]`, `Flight [flight_number]`, or `[name] CONCAT " - " CONCAT [status]`.
///
/// A name in brackets stands for the value of that field, whatever the case of its letters; for nothing where there is none. With the words
/// `CONCAT` or `NEWLINE`, or a text in double quotes at the beginning, the expression is a chain of fields and quoted texts; else all that is
/// not in brackets is text as it stands.
public final class SimpleLabelExpression: LabelExpression, @unchecked Sendable {
    /// The expression as it was written.
    public let simpleExpression: String

    private let template: LabelTemplate

    public init(simpleExpression: String) {
        self.simpleExpression = simpleExpression
        template = LabelTemplate(simpleExpression)
        super.init()
    }

    /// The names in brackets, each once, in the order in which they come.
    public var fieldNames: [String] { template.fieldNames }

    /// The label of an element with these attributes.
    ///
    /// Whole numbers are written without decimals, dates as RFC 3339 in UTC.
    ///
    /// - Parameters:
    ///   - attributes: of the element.
    ///   - fields: the fields that the attributes belong to, for the names of coded values.
    ///   - usesCodedValues: whether values of a ``CodedValueDomain`` are told by their names.
    /// - Returns: the text; empty where there is nothing to say.
    public func text(for attributes: [String: any Sendable], fields: [Field] = [], usesCodedValues: Bool = false) -> String {
        template.text(for: attributes, fields: usesCodedValues ? fields : [])
    }
}
