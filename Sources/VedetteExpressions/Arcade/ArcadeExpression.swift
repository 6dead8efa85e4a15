// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

/// A script in Arcade, as it was written.
public final class ArcadeExpression: Hashable, Sendable {
    public let expression: String

    public init(expression: String) {
        self.expression = expression
    }

    public static func == (lhs: ArcadeExpression, rhs: ArcadeExpression) -> Bool { lhs.expression == rhs.expression }

    public func hash(into hasher: inout Hasher) { hasher.combine(expression) }
}
