// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

import VedetteExpressions
package import VedetteGeometry
package import VedetteValues

/// A label worked out by a script in Arcade, such as `$feature.NAME + " (" + $feature.PARTY + ")"`.
public final class ArcadeLabelExpression: LabelExpression, @unchecked Sendable {
    /// The script as it was written.
    public let expression: String

    private let evaluator: ArcadeEvaluator

    public init(arcadeString: String) {
        expression = arcadeString
        evaluator = ArcadeEvaluator(expression: ArcadeExpression(expression: arcadeString), profile: .labeling)
        super.init()
    }

    /// What the label of an element with these attributes says.
    ///
    /// - Parameters:
    ///   - attributes: of the element.
    ///   - fields: all fields, those without a value too, where they are known.
    ///   - geometry: of the element.
    ///   - now: what `Now()` is.
    /// - Returns: nil where the script says nothing, or stumbles.
    package func text(
        for attributes: [String: any Sendable], fields: [Field], geometry: Geometry? = nil, at now: Instant
    ) -> String? {
        let row = ArcadeElementRow(attributes: attributes, geometry: geometry, fields: fields, element: nil)
        guard let names = try? evaluator.program().variableNames else { return nil }
        let variables = names.map { $0 == "$feature" ? ArcadeContent.feature(row) : .null }
        guard let text = try? evaluator.evaluateResult(variables, at: now).text, !text.isEmpty else { return nil }
        return text
    }
}
