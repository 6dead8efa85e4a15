// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

public import VedetteExpressions

/// A script of a pop-up, in Arcade: `$feature` is the element. See ``ArcadeProfile/popup``.
public final class PopupExpression: Hashable, Sendable {
    /// What its result is taken as.
    public enum ReturnType: Hashable, Sendable {
        case number
        case string
    }

    /// What fields and texts call it, behind `expression/`.
    public let name: String
    /// What people call it.
    public let title: String
    /// The script.
    public let expression: String
    public let returnType: ReturnType

    let evaluator: ArcadeEvaluator

    public init(name: String, title: String = "", expression: String, returnType: ReturnType = .string) {
        (self.name, self.title, self.expression, self.returnType) = (name, title, expression, returnType)
        evaluator = ArcadeEvaluator(expression: ArcadeExpression(expression: expression), profile: .popup)
    }

    public static func == (lhs: PopupExpression, rhs: PopupExpression) -> Bool { lhs === rhs }

    public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

/// What came of a script of a pop-up.
public struct PopupExpressionEvaluation: Sendable {
    public let popupExpression: PopupExpression
    /// `Double` or `String`; nil where it is null, no number, or there is an error.
    public let result: (any Sendable)?
    /// Why there is no result, where the script cannot be read or stumbles.
    public let error: (any Error)?
}
